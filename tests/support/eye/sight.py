"""The visible part of a table through a blur, and when it comes to the eye's notice."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from controller.record.events import Seat
from tests.support.eye.faults import Blur
from tests.support.eye.happened import GAP, Lying, Span, Table

READ: Final = 0.3
"""Seconds from the first look at a card to its reading."""


@dataclass
class Eye:
    """The visible part of a table through a blur."""

    table: Table
    blur: Blur

    def __post_init__(self) -> None:
        seats = range(len(self.table.opening.seats))
        blind = [span for span, _ in self.blur.blind]
        self.hidden: dict[Seat, list[Span]] = {
            seat: merged([*blind, *(span for who, span in (*self.table.hands, *self.blur.covered) if who == seat)])
            for seat in seats
        }
        playing = {card.seat for card in self.table.cards} or {*seats}
        hidden = [self.hidden[seat] for seat in sorted(playing)]
        self.blind = [span for span in _common(hidden) if span[1] - span[0] > GAP]
        """When no area of those who play was seen, and so long that a trick may have been laid and gathered."""
        self.mine = {seat: [card for card in self.table.cards if card.seat == seat] for seat in seats}

    def looks_at(self, seat: Seat, when: float) -> bool:
        return not any(begin <= when < end for begin, end in self.hidden[seat])

    def look(self, seat: Seat, when: float) -> float:
        """The first moment from this one on at which an area can be seen."""
        for begin, end in self.hidden[seat]:
            if begin <= when < end:
                when = end
        return when

    def since(self, seat: Seat, when: float) -> float:
        """The last moment before this one at which an area could be seen."""
        for begin, end in reversed(self.hidden[seat]):
            if begin < when <= end:
                when = begin
        return when

    def lies(self, seat: Seat, when: float) -> list[Lying]:
        return [card for card in self.mine[seat] if card.begin <= when < card.end]

    def empty_since(self, seat: Seat, when: float) -> float | None:
        """Since when an area was watched and empty; None if it is not, or is not seen."""
        if not self.looks_at(seat, when) or self.lies(seat, when):
            return None
        ends = [end for _, end in self.hidden[seat] if end <= when]
        return max([0.0, *ends, *(card.end for card in self.mine[seat] if card.end <= when)])


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans of time that may overlap, as ones that do not."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


def _common(spans: Iterable[list[Span]]) -> list[Span]:
    """The times that lie in one span at least of each list."""
    first, *others = spans
    for other in others:
        both = [(max(one[0], two[0]), min(one[1], two[1])) for one in first for two in other]
        first = merged(span for span in both if span[0] < span[1])
    return first


Sighting = tuple[float, int, str, object]
"""When a line is due, what goes first at the same moment, what was noticed, and of what."""


def noticed(eye: Eye) -> Iterator[Sighting]:
    """What comes to the eye's notice, with the moment at which it does."""
    blur = eye.blur
    for begin, end in eye.blind:
        whys = [why for span, why in blur.blind if span[0] < end and begin < span[1]]
        yield end, 0, "gap", ((begin, end), "restart" if "restart" in whys else next(iter(whys), "mat"))
    for when, number, event in eye.table.words:
        yield when, 1, "word", (number, event)
    for card in eye.table.cards:
        first = eye.look(card.seat, card.begin)
        read = eye.look(card.seat, first + READ + blur.late.get(card.event, 0.0))
        if card.event not in blur.unread and read < card.end:
            yield read, 2, "card", card
            if card.end < float("inf") and card.part:
                yield eye.look(card.seat, card.end), 3, "left", card
    for number in {card.trick for card in eye.table.cards}:
        trick = [card for card in eye.table.cards if card.trick == number and card.part]
        if trick and all(card.end < float("inf") for card in trick):
            yield max(eye.look(card.seat, card.end) for card in trick), 4, "cleared", trick
