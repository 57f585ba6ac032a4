"""What players call cards; used by every room that speaks."""
