"""Computer vision: camera pictures in, observations of marked cards out."""
