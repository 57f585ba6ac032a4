"""The console's pages; one family of routes a file, found by its name."""
