"""The rate at which people had to correct what the camera read, and whether the referee may still accuse."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from controller.record.events import Amend, Event, Insert, Played
from controller.record.message import Message


@dataclass(frozen=True, slots=True)
class ReadingRate:
    """Share of the newest cards that people corrected; a value, so that a record folded anew gives the same.

    A card that the camera read counts with `read`; one that people had to enter (`missed`) counts as a card and as a
    correction, one that they had to change (`amended`) as a correction of a card counted before.
    """

    at_most: float = 5.0
    """Corrections for 100 cards; above it the referee advises only."""
    window: int = 100
    """The newest so many cards count."""
    least: int = 20
    """Fewer cards tell no rate."""
    cards: int = 0
    corrected: tuple[int, ...] = ()
    """Number of cards read before each correction in the window."""

    def read(self) -> "ReadingRate":
        """Count a card that the camera read."""
        cards = self.cards + 1
        return replace(self, cards=cards, corrected=tuple(at for at in self.corrected if at > cards - self.window))

    def missed(self) -> "ReadingRate":
        """Count a card that the camera did not see and somebody had to enter."""
        return self.read().amended()

    def amended(self) -> "ReadingRate":
        """Count a card that the camera read and that had to be changed or taken back."""
        return replace(self, corrected=(*self.corrected, self.cards))

    @property
    def per_100(self) -> float | None:
        """Corrections for 100 cards; None while there were too few cards."""
        counted = min(self.cards, self.window)
        return None if counted < self.least else 100 * len(self.corrected) / counted

    @property
    def advises_only(self) -> bool:
        """Whether the referee should accuse nobody."""
        return self.per_100 is not None and self.per_100 > self.at_most

    @property
    def reason(self) -> Message | None:
        """Reason why the referee accuses nobody, in one sentence; None while it may."""
        if self.per_100 is None or not self.advises_only:
            return None
        return Message(
            "the referee advises only: {n} of 100 cards had to be corrected, {n2} may be; check camera and light "
            "(schiri calibrate)",
            n=f"{self.per_100:.0f}",
            n2=f"{self.at_most:g}",
        )


def counted(rate: ReadingRate, events: Sequence[Event], since: int = 0) -> ReadingRate:
    """Return the rate after the events from line ``since`` + 1 on; ``events`` are all lines.

    A play that is undone counts for nothing: players take cards back that were read rightly.
    """
    for event in events[since:]:
        match event:
            case Played(src="camera"):
                rate = rate.read()
            case Insert(event={"e": "play", "src": "camera"}):
                rate = rate.read()
            case Insert(event={"e": "play"}):
                rate = rate.missed()
            case Amend(of=number) if number <= len(events) and _read(events[number - 1]):
                rate = rate.amended()
            case _:
                pass
    return rate


def _read(event: Event) -> bool:
    return isinstance(event, Played) and event.src == "camera"
