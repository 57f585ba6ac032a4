"""What folding and proving cost, honest deals that bring no verdict, and damaged files."""
