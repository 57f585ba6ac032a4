"""Which marks a card carries: designs compared, and whether one is ever taken for another."""
