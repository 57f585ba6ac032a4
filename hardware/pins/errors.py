"""What can go wrong with pins."""


class PinError(OSError):
    """A pin that cannot be used; the message says which and why."""


class NoPinsError(OSError):
    """This machine has no pins, or a library for them is missing; the message says what to do."""
