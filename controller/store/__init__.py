"""The disk: archive, journal, lock, backup."""
