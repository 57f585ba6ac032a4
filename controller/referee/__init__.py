"""The fold: event in, match and results out."""
