"""The errors that everybody may catch who uses Schiri as a library; programs know them as those of ``schiri``."""


class SchiriError(Exception):
    """Any mistake in the use of the library; its text quotes what was given and says what there is."""

    __module__ = "schiri.errors"


class CardError(SchiriError, ValueError):
    """Cards that there are not: a text that names none, or a hand that nobody can hold."""

    __module__ = "schiri.errors"
