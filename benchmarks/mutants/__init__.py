"""Small faults put into the program, one at a time, to see which tests notice."""
