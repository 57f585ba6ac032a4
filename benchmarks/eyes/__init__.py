"""What the eyes read and what that costs: films, photographs, path-traced frames, other readers."""
