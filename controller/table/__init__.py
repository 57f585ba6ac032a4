"""Observations to events, and back: what must be laid to say an event."""
