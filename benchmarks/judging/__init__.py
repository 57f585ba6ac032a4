"""What folding, proving and storing a match costs, and that honest deals bring no verdict."""
