"""English sentences to the players' languages."""
