"""What is wrong with a form: a sentence beside each field."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong."""

    field: str
    """Its name in the form; empty: the form as a whole."""
    text: str
    """One clear sentence."""


class MistakesError(ValueError):
    """A form that cannot be saved; nothing was changed."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        """Take the mistakes, in the order of the fields."""
        self.mistakes = tuple(mistakes)
        super().__init__(" ".join(mistake.text for mistake in self.mistakes))


def mistake(where: str, text: str) -> MistakesError:
    """One mistake."""
    return MistakesError([Mistake(where, text)])


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of a form that was sent."""

    said: str = ""
    """What was done, one sentence."""
    mistakes: tuple[Mistake, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """As they were typed, where nothing was saved."""

    @property
    def by_field(self) -> Mapping[str, str]:
        """The sentence for each field that is wrong."""
        return {mistake.field: mistake.text for mistake in reversed(self.mistakes)}
