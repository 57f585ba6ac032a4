"""A course of unseen play that is told card by card, each by one tap on a list of the cards that are left."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from controller.record.cards import Card
from controller.record.events import Event, Gap, Seat
from controller.rules.deal import AnyDeal, Play, Trick
from controller.rules.match import AnyMatch
from controller.table.unseen.course import open_hole

Plays = tuple[tuple[Seat, Card], ...]
"""Cards that went unseen, in order, with their players."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The open trick of a hole, as far as it was seen before it and told of."""

    seats: tuple[Seat, ...]
    """All who may come next, the likeliest first."""
    led: Card | None
    """The card that leads the trick; None: the next one does, or it is not known."""


def find_turn(match: AnyMatch, deal: AnyDeal, of: int, plays: Plays = (), won: Sequence[Seat] = ()) -> Turn:
    """Return who comes next in the hole of a line, by the cards before it, those told of, and those seen after it.

    Args:
        match: the match as it stands.
        deal: the deal of the hole.
        of: the line of the event that left the hole.
        plays: the cards told of so far.
        won: the winners of the tricks that these have filled.
    """
    first, laid, led, after = _around(match, deal, of)
    winners = iter(won)
    for seat, card in plays:
        laid, led = {*laid, seat}, led or card
        if laid >= {*deal.seats}:
            first, laid, led, after = next(winners, first), set[Seat](), None, set[Seat]()
    count = deal.rules.seats
    around = sorted(deal.seats, key=lambda seat: (seat in laid, seat in after, (seat - first) % count))
    return Turn(tuple(around), led)


def _around(match: AnyMatch, deal: AnyDeal, of: int) -> tuple[Seat, set[Seat], Card | None, set[Seat]]:
    """Return who leads the trick at a hole, who has a card before it, its lead, and who laid one just after."""
    tricks = [trick for trick in (*deal.tricks, deal.open) if trick.plays]
    place = max((at for at, trick in enumerate(tricks) if any(_before(match, trick, of))), default=-1)
    if place < 0:
        after = {play.seat for play in tricks[0].plays} if tricks else set[Seat]()
        first = deal.seats[0] if tricks or deal.leader is None else deal.leader
        return first, set[Seat](), None, after
    trick = tricks[place]
    laid = {play.seat for play in _before(match, trick, of)}
    if laid < {*deal.seats}:
        return trick.plays[0].seat, laid, trick.plays[0].card, {*trick.seats} - laid
    later = tricks[place + 1].seats if place + 1 < len(tricks) else ()
    return trick.plays[0].seat if trick.winner is None else trick.winner, set[Seat](), None, {*later}


def _before(match: AnyMatch, trick: Trick, of: int) -> Iterator[Play]:
    """Yield the cards of a trick that were laid before the hole of a line; told cards count where they were told of."""
    holes: Mapping[int, int] = {account.number: account.hole for account in match.unseen.accounts}
    return (play for play in trick.plays if (holes.get(play.event, of) if play.told else play.event) < of)


def short_trick(deal: AnyDeal | None, events: Sequence[Event], of: int) -> Trick | None:
    """Return the trick that was gathered with cards missing at the event of a line; None where a gap left the hole."""
    if deal is None or isinstance(events[of - 1], Gap):
        return None
    before = [trick for trick in deal.tricks if trick.plays and max(play.event for play in trick.plays) < of]
    return before[-1] if before and without_card(deal, before[-1]) else None


def without_card(deal: AnyDeal, trick: Trick) -> tuple[Seat, ...]:
    """Return the seats without a card in a trick, in turn."""
    count, led = deal.rules.seats, trick.plays[0].seat
    around = sorted(deal.seats, key=lambda seat: (seat - led) % count)
    return tuple(seat for seat in around if seat not in trick.seats)


def cards_left(match: AnyMatch, deal: AnyDeal, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that a seat may have played unseen: nobody has played them in sight, or shown them otherwise.

    Of cards that exist twice it is not told which copy it was: both, if both may have been.
    """
    seats: Mapping[Card, Seat] = {play.card: play.seat for play in deal.exposed}
    cards = (card for card in match.game.deck if deal.find(card) is None and seats.get(card, seat) == seat)
    return tuple(card.face for card in cards)


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
    seats_told = {who for who, _ in plays}
    now = find_turn(match, deal, hole.of, plays, won)
    seats = tuple(who for who in without_card(deal, trick) if who not in seats_told) if trick else now.seats
    led = trick.cards[0] if trick else now.led
    if not seats:
        return None
    mine = seats[0] if seat not in seats else seat
    chosen = Counter(card.face for _, card in plays)
    cards = (Counter(cards_left(match, deal, mine)) - chosen).keys()
    suit = match.game.suit_of
    ordered = sorted(cards, key=lambda card: led is not None and suit(deal, card) != suit(deal, led))
    others = tuple(who for who in seats if who != mine)
    return CardChoice(mine, others, tuple(ordered), len(seats) if trick else None)
