"""The cost of folding and proving, honest deals that bring no verdict, and damaged files."""
