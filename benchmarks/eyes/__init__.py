"""The eyes' readings and their cost: films, photographs, path-traced frames, other readers."""
