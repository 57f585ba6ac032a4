"""The errors of the library: one class a kind of mistake, each also the builtin error that one would catch."""


class SchiriError(Exception):
    """Any mistake in the use of the library; its text quotes what was given and says what there is."""


class CardError(SchiriError, ValueError):
    """Cards that there are not: a text that names none, or a hand that nobody can hold."""


class UnknownNameError(SchiriError, LookupError):
    """A name that nothing has: no player of this table, no game, no option, no call, no verdict of this number."""


class OrderError(SchiriError, ValueError):
    """An act that cannot come now: a card before the deal, a word out of the auction, an undo of nothing."""


class SetUpError(SchiriError, ValueError):
    """A match that cannot begin so: the wrong number of players, two of one name, an option's value."""


class RecordFileError(SchiriError, ValueError):
    """A file that holds no record; its text names the file, the line and the reason."""
