"""The time from an event until each phone was sent a table that shows it."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.pages.phones_clients import Arrival


@dataclass(frozen=True, slots=True)
class Put:
    """A state that the referee has put where pages are made from."""

    when: float
    """Seconds, by the clock of the arrivals."""
    count: int
    """Lines of the record that it shows."""
    digest: str
    """The digest of its table."""


@dataclass(frozen=True, slots=True)
class Entered:
    """An event as it was handed to the record."""

    number: int
    when: float


@dataclass
class Delays:
    """The outcome of the events of a pass."""

    ms: list[float] = field(default_factory=list[float])
    """From an event to each phone."""
    put_ms: list[float] = field(default_factory=list[float])
    """From an event to the state that shows it, with the disk between them: what of it no page can change."""
    missed: int = 0
    """Events that a phone was never shown."""
    foreign: int = 0
    """Tables that are of no state: what was measured would be something else."""
    unseen: int = 0
    """Events that leave the table as it was: nothing is sent."""


def delays(events: Sequence[Entered], puts: Sequence[Put], arrivals: Sequence[Arrival], phones: int) -> Delays:
    """Hold the events against what arrived; all three oldest first, the phones numbered from 0."""
    found = Delays()
    at = _places(puts, arrivals, found)
    for event in events:
        place = _shows(puts, event.number)
        if place is None:
            found.unseen += 1
            continue
        found.put_ms.append((puts[place].when - event.when) * 1e3)
        for phone in range(phones):
            when = next((when for seen, when in at[phone] if seen >= place), None)
            if when is None:
                found.missed += 1
            else:
                found.ms.append((when - event.when) * 1e3)
    return found


def _places(puts: Sequence[Put], arrivals: Sequence[Arrival], found: Delays) -> dict[int, list[tuple[int, float]]]:
    """For each phone: which states it was sent, and when. Equal tables: the newest state that it can be."""
    of_digest = defaultdict[str, list[int]](list)
    for place, put in enumerate(puts):
        of_digest[put.digest].append(place)
    at = defaultdict[int, list[tuple[int, float]]](list)
    for phone, when, digest in arrivals:
        places = [place for place in of_digest[digest] if puts[place].when <= when]
        if places:
            at[phone].append((places[-1], when))
        else:
            found.foreign += 1
    return at


def _shows(puts: Sequence[Put], number: int) -> int | None:
    """The first state in which an event has changed the table; None if it changes nothing."""
    first = bisect_left(puts, number, key=lambda put: put.count)
    before = puts[first - 1].digest if first else ""
    own = (place for place in range(first, len(puts)) if puts[place].count == number)
    return next((place for place in own if puts[place].digest != before), None)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
