"""The time from an event until each phone was sent a table that shows it."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.pages.phones_clients import Arrival


@dataclass(frozen=True, slots=True)
class Put:
    """A state that the referee has published to the pages."""

    when: float
    """The seconds, by the clock of the arrivals."""
    count: int
    """The number of the record's lines that it shows."""
    digest: str
    """The digest of the state's table."""


@dataclass(frozen=True, slots=True)
class Entered:
    """An event when it was passed to the record."""

    number: int
    when: float


@dataclass
class Delays:
    """The outcome of the events of a pass."""

    ms: list[float] = field(default_factory=list[float])
    """The delays from an event to each phone."""
    put_ms: list[float] = field(default_factory=list[float])
    """The delays from an event to the state that shows it, the disk included: no page can change this part."""
    missed: int = 0
    """The number of events that a phone was never shown."""
    foreign: int = 0
    """The number of tables without a state: with any of them the measurement would be invalid."""
    unseen: int = 0
    """The number of events that leave the table unchanged: nothing is sent."""


def delays(events: Sequence[Entered], puts: Sequence[Put], arrivals: Sequence[Arrival], phones: int) -> Delays:
    """Compare the events with the arrivals; all three oldest first, the phones numbered from 0."""
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
    """List for each phone the states sent to it, with their times. Of equal tables the newest possible state counts."""
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
    """Find the first state in which an event has changed the table; None if it changes nothing."""
    first = bisect_left(puts, number, key=lambda put: put.count)
    before = puts[first - 1].digest if first else ""
    own = (place for place in range(first, len(puts)) if puts[place].count == number)
    return next((place for place in own if puts[place].digest != before), None)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of them does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
