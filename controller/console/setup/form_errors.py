"""The errors of a form: a sentence beside each field."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FormError:
    """The error of one field."""

    field: str
    """Name of the field in the form; empty: the form as a whole."""
    text: str
    """One clear sentence."""


class FormRefusedError(ValueError):
    """A form that cannot be saved; nothing was changed."""

    def __init__(self, mistakes: Iterable[FormError]) -> None:
        """Take the mistakes, in the order of the fields."""
        self.mistakes = tuple(mistakes)
        super().__init__(" ".join(mistake.text for mistake in self.mistakes))


def mistake(where: str, text: str) -> FormRefusedError:
    """Return the exception for a form with one error."""
    return FormRefusedError([FormError(where, text)])


@dataclass(frozen=True, slots=True)
class FormResult:
    """The result of a form that was sent: a sentence, or errors with the fields as typed."""

    message: str = ""
    """The change that was saved, in one sentence."""
    mistakes: tuple[FormError, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Fields as they were typed, where nothing was saved."""

    @property
    def by_field(self) -> Mapping[str, str]:
        """The sentence for each field that is wrong."""
        return {mistake.field: mistake.text for mistake in reversed(self.mistakes)}
