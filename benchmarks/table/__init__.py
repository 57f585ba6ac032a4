"""The cost of a table: a camera at rest, memory, the display's firmware, a working day."""
