"""The errors of the library: one class a kind of mistake, each also the builtin error that one would catch."""

from groundwork.errors import CardError, SchiriError

__all__ = ["CardError", "OrderError", "RecordFileError", "SchiriError", "SetUpError", "UnknownNameError"]


class UnknownNameError(SchiriError, LookupError):
    """A name that nothing has: no player of this table, no game, no option, no call, no verdict of this number."""


class OrderError(SchiriError, ValueError):
    """An act that cannot come now: a card before the deal, a word out of the auction, an undo of nothing."""


class SetUpError(SchiriError, ValueError):
    """A match that cannot begin so: the wrong number of players, two of one name, an option's value."""


class RecordFileError(SchiriError, ValueError):
    """A file or a text that holds no record; the sentence names it, the line and the reason."""
