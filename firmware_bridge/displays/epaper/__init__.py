"""Displays of electronic paper."""
