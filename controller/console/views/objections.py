"""An objection: whoever a verdict is about says that the accused card was misread, and another phone confirms it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from controller.console.views.undo_steps import LastCard, card
from controller.record.events import Event, Played, Seat
from controller.rules.results import Verdict


@dataclass(frozen=True, slots=True)
class Objection:
    """A correction that waits for a phone of somebody else."""

    seat: Seat
    """The seat that it would clear."""
    name: str
    """The player of that seat."""
    of: LastCard
    """The card as it was read when it was objected to."""
    changed: Mapping[str, object]
    """What is to be read instead."""

    @property
    def after(self) -> Played:
        """The play as it would be read."""
        return replace(self.of.played, **self.changed)  # pyrefly: ignore[bad-argument-type]  # only fields of a play


@dataclass(slots=True)
class Objections:
    """The objection that waits, and who made the last correction; in memory, from any thread."""

    waiting: Objection | None = None
    corrector: tuple[int, str] = (0, "")
    """The line that was corrected last, and by whom."""
    listeners: dict[str, int] = field(default_factory=dict[str, int])
    """The open pages of each paired phone, by its id; the console's loop alone writes it."""

    def note(self, of: int, name: str) -> None:
        """Keep who corrected a line; what waited for it waits no more."""
        if self.waiting and self.waiting.of.number == of:
            self.corrector, self.waiting = (of, self.waiting.name), None
        else:
            self.corrector = of, name


def accused(told: Sequence[Verdict], seat: Seat | None, number: int) -> bool:
    """Whether a verdict about a seat rests on a line: on the play itself, or on the one that proves it."""
    return any(
        seat in (verdict.seats or (verdict.seat,)) and number in (verdict.event, verdict.proved) for verdict in told
    )


def pending(waiting: Objection | None, told: Sequence[Verdict], lines: Sequence[Event]) -> Objection | None:
    """The objection, as long as its verdict stands and its card is read as it was then."""
    if waiting is None or not accused(told, waiting.seat, waiting.of.number):
        return None
    return waiting if card(lines, waiting.of.number) == waiting.of else None
