"""A course of unseen play that is told card by card, each by one tap on a list of the cards that are left."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from controller.record.cards import Card
from controller.record.events import Event, Seat
from controller.rules.match import AnyMatch
from controller.table.unseen.course import open_hole
from controller.table.unseen.turns import Plays, left, short_trick, turn, without_card


@dataclass(frozen=True, slots=True)
class CardChoice:
    """The next card of such a course."""

    seat: Seat
    """Player of the card: the seat that is next in turn, if nobody else is asked for."""
    others: tuple[Seat, ...]
    """The other seats of which it may be instead, the likeliest first."""
    cards: tuple[Card, ...]
    """The cards that nobody has been seen to play, those of the suit led first."""
    missing: int | None
    """Number of cards that are missing, this one among them; None: any number may be."""


def card_choice(
    match: AnyMatch,
    events: Sequence[Event],
    plays: Plays = (),
    won: Sequence[Seat] = (),
    seat: Seat | None = None,
) -> CardChoice | None:
    """Return the choice of the next card in the oldest open hole.

    None where none is missing, or it is not of this deal.

    Args:
        match: the match as it stands.
        events: the lines of its record.
        plays: the cards chosen so far.
        won: the winners of the tricks that these have filled.
        seat: whose card is asked for, if it is not for who is next in turn.
    """
    hole, deal = open_hole(match, events), match.deal
    if hole is None or deal is None or hole.of not in deal.holes:
        return None
    trick = short_trick(deal, events, hole.of)
    told = {who for who, _ in plays}
    now = turn(match, deal, hole.of, plays, won)
    seats = tuple(who for who in without_card(deal, trick) if who not in told) if trick else now.seats
    led = trick.cards[0] if trick else now.led
    if not seats:
        return None
    mine = seats[0] if seat not in seats else seat
    chosen = Counter(card.face for _, card in plays)
    cards = (Counter(left(match, deal, mine)) - chosen).keys()
    suit = match.game.suit_of
    ordered = sorted(cards, key=lambda card: led is not None and suit(deal, card) != suit(deal, led))
    others = tuple(who for who in seats if who != mine)
    return CardChoice(mine, others, tuple(ordered), len(seats) if trick else None)
