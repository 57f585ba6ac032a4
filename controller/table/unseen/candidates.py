"""Courses that may have been played unseen, the likeliest first, and the one card that may be all that is missing."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from controller.record.cards import Card
from controller.record.events import Event, Gap, Missed, Seat
from controller.referee.accounts import Checkpoint
from controller.rules.deal import AnyDeal, Trick
from controller.rules.match import AnyMatch
from controller.table.unseen.course import completed, open_hole

MOST: Final = 3
"""Courses that are offered at once."""
AROUND_S: Final = 3.0
"""Seconds before and after a gap in which a card that was read too seldom may be one that was played in it."""

Plays = tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A card that was read, but not often enough to be believed."""

    card: Card
    seat: Seat
    when: float | None = None
    """Seconds since the match event; None: not known."""


@dataclass(frozen=True, slots=True)
class MissingCard:
    """The one card that is missing in a trick that was gathered."""

    seat: Seat
    cards: tuple[Card, ...]
    """The cards that nobody has been seen to play, the likeliest first."""


def candidates(
    match: AnyMatch, events: Sequence[Event], glimpses: Collection[Glimpse], since: Checkpoint | None = None
) -> tuple[Missed, ...]:
    """The courses to offer for the oldest open hole, the likeliest first; none where nobody can guess.

    Cards that were read, but not often enough to be believed, come first; then that nothing was played; then the cards
    that are left, where they are few. Whatever contradicts things seen is left out.

    Args:
        match: the match as it stands.
        events: the lines of its record.
        glimpses: cards that were read too seldom, the oldest first.
        since: the match before the deal in play, as for `completed`.
    """
    hole = open_hole(match, events)
    if hole is None or match.deal is None:
        return ()
    found: dict[Plays, Missed] = {}
    for plays in _guesses(match, match.deal, events, hole.of, glimpses):
        if plays not in found and len(found) < MOST:
            told = completed(events, Missed(of=hole.of, plays=plays, over=False), since)
            found |= {plays: told} if isinstance(told, Missed) else {}
    return tuple(found.values())


def missing_card(match: AnyMatch, events: Sequence[Event]) -> MissingCard | None:
    """The card that is missing in the oldest open hole, if it is one card of one seat; None if it may be more."""
    hole = open_hole(match, events)
    trick = _short_trick(match.deal, events, hole.of) if hole and match.deal else None
    if trick is None or match.deal is None:
        return None
    seats = _without_card(match.deal, trick)
    if len(seats) != 1:
        return None
    led = trick.cards[0].suit
    left = sorted(_left(match, match.deal, seats[0]), key=lambda card: card.suit != led)
    return MissingCard(seats[0], tuple(left))


def _guesses(
    match: AnyMatch, deal: AnyDeal, events: Sequence[Event], of: int, glimpses: Collection[Glimpse]
) -> Iterator[Plays]:
    trick = _short_trick(deal, events, of)
    seats = _without_card(deal, trick) if trick else _around(match, deal, of)
    read = {one.seat: one.card for one in _timely(deal, events, of, glimpses) if deal.find(one.card) is None}
    if read.keys() & {*seats}:
        yield tuple((seat, read[seat]) for seat in seats if seat in read)
    yield ()
    left = _left(match, deal, seats[0]) if trick and len(seats) == 1 else ()
    if len(left) <= MOST:
        yield from (((seats[0], card),) for card in left)


def _around(match: AnyMatch, deal: AnyDeal, of: int) -> tuple[Seat, ...]:
    """The seats in the order in which they come after the hole of a line: in the open trick, then in the next one."""
    laid = [play.seat for play in deal.open.plays if play.event < of] if match.running else []
    before = [trick for trick in deal.tricks if trick.plays and max(play.event for play in trick.plays) < of]
    first = laid[0] if laid else before[-1].winner if before else deal.seats[0]
    count, led = deal.rules.seats, deal.leader if first is None else first
    return tuple(sorted(deal.seats, key=lambda seat: (seat in laid, (seat - led) % count)))


def _short_trick(deal: AnyDeal | None, events: Sequence[Event], of: int) -> Trick | None:
    """The trick that was gathered with cards missing at the event of a line; None where a gap left the hole."""
    if deal is None or isinstance(events[of - 1], Gap):
        return None
    before = [trick for trick in deal.tricks if trick.plays and max(play.event for play in trick.plays) < of]
    return before[-1] if before and _without_card(deal, before[-1]) else None


def _without_card(deal: AnyDeal, trick: Trick) -> tuple[Seat, ...]:
    """The seats without a card in a trick, in turn."""
    count, led = deal.rules.seats, trick.plays[0].seat
    around = sorted(deal.seats, key=lambda seat: (seat - led) % count)
    return tuple(seat for seat in around if seat not in trick.seats)


def _left(match: AnyMatch, deal: AnyDeal, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat may have played unseen: nobody has played them in sight, or shown them otherwise."""
    shown: Mapping[Card, Seat] = {play.card: play.seat for play in deal.exposed}
    cards = (card for card in match.game.deck if deal.find(card) is None and shown.get(card, seat) == seat)
    return tuple(cards)


def _timely(deal: AnyDeal, events: Sequence[Event], of: int, glimpses: Collection[Glimpse]) -> Iterator[Glimpse]:
    """The cards that were read about when something went unseen."""
    event = events[of - 1]
    trick = _short_trick(deal, events, of)
    begins = [play.at[0] for play in trick.plays if play.at] if trick else []
    begin = event.from_ if isinstance(event, Gap) else min(begins, default=None)
    for one in glimpses:
        early = begin is not None and one.when is not None and one.when < begin - AROUND_S
        late = event.t is not None and one.when is not None and one.when > event.t + AROUND_S
        if not early and not late:
            yield one
