"""The questions of pages about a hole: the likely course first, then who may have played which card."""

from collections.abc import Mapping, Sequence

from controller.record.cards import Card
from controller.record.events import Event, Missed
from controller.rules.match import AnyMatch
from controller.table.unseen.auction import question
from controller.table.unseen.course import in_words, open_hole


def unseen_values(
    match: AnyMatch, likely: Sequence[Missed], lines: Sequence[Event], *, told: bool
) -> Mapping[str, object]:
    """The oldest open hole and its likely courses, for a template; none for whoever may not tell of it."""
    hole = open_hole(match, lines) if told else None
    courses = [
        (" ".join(f"{seat}:{card}" for seat, card in one.plays or ()), in_words(match.names, one))
        for one in likely
        if hole and one.of == hole.of
    ]
    return {"hole": hole, "courses": courses, "lacking": question(match)}


def unplayed(match: AnyMatch) -> tuple[Card, ...]:
    """The cards that nobody has been seen to play in this deal, in the deck's order."""
    deal = match.deal
    return tuple(card for card in match.game.deck if deal is None or not match.running or deal.find(card) is None)


def rows(match: AnyMatch) -> tuple[int, ...]:
    """Who may have played unseen, in turn: the seats without a card in the open trick, then a whole trick."""
    deal = match.deal
    if deal is None or not match.running:
        return tuple(range(match.rules.seats))
    count, first = match.rules.seats, deal.to_play
    around = sorted(deal.seats, key=lambda seat: (seat - first) % count)
    missing = tuple(seat for seat in around if seat not in deal.open.seats)
    return (*missing, *around)
