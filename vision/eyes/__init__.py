"""A frame in, observations out."""
