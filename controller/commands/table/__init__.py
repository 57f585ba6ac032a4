"""Commands for a table: run it, try it, set it up, check it."""
