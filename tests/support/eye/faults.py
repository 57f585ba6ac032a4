"""Faults of an eye above a table, and how it comes to see less."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from controller.record.events import Seat
from tests.support.eye.happened import Span, Table

Why = Literal["camera", "frozen", "restart", "mat", "dark", "load"]


@dataclass(frozen=True)
class Blur:
    """The parts of a table that an eye misses."""

    blind: tuple[tuple[Span, Why], ...] = ()
    covered: tuple[tuple[Seat, Span], ...] = ()
    unread: frozenset[int] = frozenset()
    """True lines of plays whose card's marks are never made out."""
    late: dict[int, float] = field(default_factory=dict[int, float])
    """Seconds that a reading takes longer, by true line."""
    dumb: tuple[Span, ...] = ()
    """Times in which the lines of what was seen that unseen.md asks for are left out."""


def disturbed(table: Table, random: Random, *, much: float = 1.0) -> Blur:
    """Something that an eye may not see: blind times, covered areas, late readings and cards never read."""
    seats = range(len(table.opening.seats))
    plays = [card.event for card in table.cards]
    cards = list(table.cards)

    def moments(count: float) -> Iterator[float]:
        for _ in range(_some(random, count * much)):
            yield max(random.choice(cards).begin + random.uniform(-3, 3), 0.3)

    whys: tuple[Why, ...] = ("camera", "frozen", "restart", "mat", "dark", "load")
    blind: list[tuple[Span, Why]] = [
        ((when, when + random.choice((0.3, 1.0, 3.0, 6.0, 12.0))), random.choice(whys)) for when in moments(2)
    ]
    covered = [(random.choice(seats), (when, when + random.uniform(0.3, 5))) for when in moments(4)]
    unread = frozenset(random.sample(plays, min(len(plays), _some(random, 1.5 * much))))
    late = {random.choice(plays): random.uniform(0.2, 3) for _ in range(_some(random, 3 * much))}
    return Blur(tuple(_apart(blind)), tuple(covered), unread, late)


def without_tricks(table: Table, random: Random) -> frozenset[int]:
    """The plays of one or two whole tricks, the first of them every other time."""
    tricks = sorted({card.trick for card in table.cards})
    first = tricks[:1] if random.random() < 0.5 else []
    gone = {*first, random.choice(tricks)}
    return frozenset(card.event for card in table.cards if card.trick in gone)


def _apart(blind: Sequence[tuple[Span, Why]]) -> Iterator[tuple[Span, Why]]:
    """Blind times that do not overlap."""
    last = 0.0
    for (begin, end), why in sorted(blind):
        if begin > last:
            yield (begin, end), why
            last = end


def _some(random: Random, mean: float) -> int:
    return sum(random.random() < mean / 8 for _ in range(8))


Worse = Callable[[Random, Table, Blur], Blur]


def worse(random: Random, table: Table, blur: Blur) -> Blur:
    """A blur that shows less: one more stretch blind, area covered, reading late or lost, look left out."""
    when = random.uniform(0.3, table.end)
    plays = [card.event for card in table.cards]
    match random.randrange(5):
        case 0:
            span: Span = (when, when + random.uniform(0.2, 8))
            return replace(blur, blind=tuple(_apart([*blur.blind, (span, "camera")])))
        case 1:
            area = (random.choice(range(len(table.opening.seats))), (when, when + random.uniform(0.3, 6)))
            return replace(blur, covered=(*blur.covered, area))
        case 2:
            return replace(blur, unread=blur.unread | {random.choice(plays)})
        case 3:
            return replace(blur, late={**blur.late, random.choice(plays): random.uniform(0.3, 3)})
        case _:
            return replace(blur, dumb=(*blur.dumb, (when, when + random.uniform(1, 20))))
