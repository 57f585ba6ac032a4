"""A question before what no tap brings back: a script asks it, and where none runs the answer to the form does."""

from collections.abc import Mapping
from typing import Final

SURE: Final = "sure"
"""The field with which a form says that its question was asked, and answered with yes."""


class UnsureError(Exception):
    """A form whose question nobody has answered yet; nothing was done."""

    def __init__(self, question: str) -> None:
        """Take the question."""
        self.question = question
        super().__init__(question)


def ask_first(form: Mapping[str, str], question: str) -> None:
    """Raise UnsureError unless there is nothing to ask, or the form says that it was."""
    if question and form.get(SURE) != "1":
        raise UnsureError(question)
