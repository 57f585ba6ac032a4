"""What cards look like."""
