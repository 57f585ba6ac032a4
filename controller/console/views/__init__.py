"""Read models: a match in, what a page shows out."""
