"""What pages call events, cards, seats and roles; ``_()``."""
