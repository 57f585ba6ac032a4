"""The wire to the score display, and what displays can show."""
