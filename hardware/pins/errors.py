"""Errors of pins."""


class PinError(OSError):
    """A pin that cannot be used; the message says which and why."""


class NoPinsError(OSError):
    """A machine without pins, or without a library for them; the message says what to do."""
