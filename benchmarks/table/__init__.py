"""What a table costs: a camera at rest, memory, the display's firmware, a working day."""
