"""Printed marks: what they say, and how they are found and read."""
