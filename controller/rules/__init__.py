"""What a game is and what can be proven of a deal; the interfaces that games and rulebooks implement."""
