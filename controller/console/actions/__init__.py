"""What a page can do at the table; one family of actions a file, found by its name."""
