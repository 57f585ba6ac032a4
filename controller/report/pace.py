"""The pace of play: how long tricks and answers take, from cards that the camera saw laid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from controller.record.events import Played, Seat
from controller.rules.deal import Trick

EDGES_S: Final = (0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0, 11.0, 16.0, 22.0, 32.0, 45.0, 64.0, 90.0, 120.0)
"""Upper edges of the classes of times."""
LONGEST_S: Final = EDGES_S[-1]
"""What takes longer is a pause at the table and not thought; it does not count."""


@dataclass(frozen=True, slots=True)
class PlayTimes:
    """Times, counted in classes."""

    seconds: float = 0.0
    """Their sum."""
    slowest: float = 0.0
    classes: tuple[int, ...] = (0,) * len(EDGES_S)
    """How many lie below each of `EDGES_S`, and not below the one before."""

    @property
    def count(self) -> int:
        """How many times there are."""
        return sum(self.classes)

    @property
    def mean(self) -> float | None:
        """Their mean."""
        return self.seconds / self.count if self.count else None

    @property
    def median(self) -> float | None:
        """Their median, as exact as the classes are."""
        half, low = self.count / 2, 0.0
        for edge, own in zip(EDGES_S, self.classes, strict=True):
            if own and own >= half:
                return low + (edge - low) * half / own
            half, low = half - own, edge
        return None

    def __add__(self, other: "PlayTimes") -> "PlayTimes":
        """The times of both."""
        classes = tuple(one + more for one, more in zip(self.classes, other.classes, strict=True))
        return PlayTimes(self.seconds + other.seconds, max(self.slowest, other.slowest), classes)


def pace_of_times(times: Sequence[float]) -> PlayTimes:
    """The pace of some times; those of pauses are left out.

    >>> of_times((1.5, 2.5, 500.0)).mean
    2.0
    """
    counted = [time for time in times if 0 <= time <= LONGEST_S]
    classes = [0] * len(EDGES_S)
    for time in counted:
        classes[next(number for number, edge in enumerate(EDGES_S) if time <= edge)] += 1
    return PlayTimes(round(sum(counted), 2), round(max(counted, default=0.0), 2), tuple(classes))


@dataclass(frozen=True, slots=True)
class TrickTimes:
    """The times of one trick."""

    whole: float
    """From the first card lying to the last."""
    answers: Mapping[Seat, float]
    """For each seat that followed: from the card before its own lying to its own."""


def times_of_trick(trick: Trick, played: Mapping[int, Played]) -> TrickTimes | None:
    """The times of a trick; None unless the camera saw each of its cards come, in the order in which they lie.

    Args:
        trick: a closed one.
        played: the plays of the record as corrected, by the numbers of their events.
    """
    seen = [played.get(one.event) for one in trick.plays if not one.told]
    moments = [one.t for one in seen if one and one.src == "camera" and one.t is not None]
    if not moments or len(moments) < len(trick.plays) or moments != sorted(moments):
        return None
    gaps = zip(trick.seats[1:], moments, moments[1:], strict=False)
    return TrickTimes(moments[-1] - moments[0], {seat: later - before for seat, before, later in gaps})
