"""Marriages: king and queen of a suit, shown by who leads one of them, and how cards refute them (SCN-M1 to SCN-M3)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.games.schnapsen.state import PAIR, Marriage, SchnapsenDeal, SchnapsenState, last_drawer, talon_left
from controller.games.schnapsen.turns import refused, why_not_now
from controller.record.cards import Card
from controller.record.events import Declare, Seat
from controller.record.message import Message
from controller.rules.deal import Trick
from controller.rules.game import Fault, Outcome

PLAIN: Final = 20
ROYAL: Final = 40
"""Points of a marriage, of trump (SCN-M1)."""


def pair(suit: str) -> tuple[Card, ...]:
    """King and queen of a suit."""
    return tuple(Card(suit + rank) for rank in PAIR)


def declare_marriage(deal: SchnapsenDeal, number: int, event: Declare) -> Outcome[SchnapsenState] | Message:
    """The deal after a marriage was declared; a message tells why it can be none."""
    suits = {card.suit for card in event.cards or ()}
    suit = next(iter(suits), "")
    if len(suits) != 1 or not {*(event.cards or ())} <= {*pair(suit)}:
        return Message("a marriage is king and queen of a suit")
    worth = ROYAL if suit == deal.trump else PLAIN
    if event.points not in (None, worth):
        return Message("it counts {n}", n=worth)
    if why := _why_not(deal, event.seat, suit):
        return refused(deal, event.seat, "SCN-M1", Message("declared a marriage"), why)
    marriage = Marriage(number, event.seat, pair(suit), worth, _trick(deal, event.seat, suit))
    deal = replace(deal, own=replace(deal.own, marriages=(*deal.own.marriages, marriage)))
    if not any(_seen_elsewhere(deal, marriage, card) for card in marriage.cards):
        return Outcome(deal)
    return Outcome(_marked(deal, (marriage,)), tuple(refutations(deal, (marriage,), None)))


def _why_not(deal: SchnapsenDeal, seat: Seat, suit: str) -> Message | None:
    """Why a marriage cannot be declared now; with the card that it goes with lying there it still can."""
    trick = _trick(deal, seat, suit)
    is_led = trick <= len(deal.tricks) or (len(deal.open.plays) == 1 and _leads(deal.open, seat, suit))
    if not is_led and (why := why_not_now(deal, seat)):
        return why
    if any(one.trick == trick for one in deal.own.marriages) and not deal.unseen:
        return Message("one was declared with this lead")
    twice = any(one.cards == pair(suit) for one in deal.own.marriages)
    return Message("it had been declared") if twice else None


def _trick(deal: SchnapsenDeal, seat: Seat, suit: str) -> int:
    """The trick that goes with a marriage declared now: one that its card leads or has just led, else the next one."""
    if deal.open.plays:
        return deal.number_of_trick + (not _leads(deal.open, seat, suit))
    last = bool(deal.tricks) and _leads(deal.tricks[-1], seat, suit)
    return deal.number_of_trick - last


def _leads(trick: Trick, seat: Seat, suit: str) -> bool:
    """Whether this seat has led a card of the marriage to a trick."""
    return bool(trick.plays) and trick.plays[0].seat == seat and trick.cards[0] in pair(suit)


def count_marriages(deal: SchnapsenDeal, seat: Seat, before: int | None = None) -> int:
    """Points of the marriages of a seat, of those before a trick; they count once it has won a trick (SCN-M3)."""
    tricks = deal.tricks if before is None else deal.tricks[:before]
    if not any(trick.winner == seat for trick in tricks):
        return 0
    mine = (one for one in deal.own.marriages if one.seat == seat)
    return sum(one.points for one in mine if before is None or one.trick <= before)


def refuted_marriages(deal: SchnapsenDeal) -> SchnapsenDeal:
    """The deal with the marriages marked that its newest card refutes."""
    own, newest = deal.own, deal.open.plays[-1]
    fresh = tuple(
        one
        for one in own.marriages
        if one.event not in own.refuted and newest.card in one.cards and newest.seat != one.seat
    )
    return _marked(deal, fresh) if fresh or own.fresh else deal


def _marked(deal: SchnapsenDeal, fresh: tuple[Marriage, ...]) -> SchnapsenDeal:
    """The deal with these marriages marked as refuted; they count as declared all the same."""
    known = deal.own.refuted | {one.event for one in fresh}
    return replace(deal, own=replace(deal.own, refuted=known, fresh=fresh))


def marriage_faults(deal: SchnapsenDeal) -> Iterator[Fault]:
    """The verdicts that the newest card brings: refuted marriages, and one that was not led (SCN-M1, SCN-M2)."""
    yield from refutations(deal, deal.own.fresh, deal.open.cards[-1])
    lead = deal.open.plays[0]
    for one in deal.own.marriages:
        awaited = len(deal.open.plays) == 1 and one.trick == deal.number_of_trick and one.seat == lead.seat
        if awaited and lead.card not in one.cards and one.event not in deal.own.refuted:
            name = deal.rules.names[one.seat]
            text = Message("{name} declared a marriage and led {card}.", name=name, card=lead.card)
            yield Fault("false-declaration", one.seat, "SCN-M2", text, lead.card, event=one.event)


def refutations(deal: SchnapsenDeal, fresh: tuple[Marriage, ...], newest: Card | None) -> Iterator[Fault]:
    """The verdicts on refuted marriages; ``newest``: the card that refutes them, if one just came."""
    for one in fresh:
        name, proof = deal.rules.names[one.seat], (newest,) if newest else None
        text = Message(
            "{name} declared a marriage without holding both {card} and {card2}.",
            name=name,
            card=one.cards[0],
            card2=one.cards[1],
        )
        yield Fault("false-declaration", one.seat, "SCN-M1", text, None, proof, one.event)


def _seen_elsewhere(deal: SchnapsenDeal, marriage: Marriage, card: Card) -> bool:
    """Whether a card was played before, or is known to be with the other seat or in the talon."""
    own, seat = deal.own, marriage.seat
    if card == own.under and not deal.unseen and (talon_left(deal) or last_drawer(deal) not in (None, seat)):
        return True
    played = [play for trick in deal.tricks for play in trick.plays if play.card == card]
    if any(play.seat != seat or deal.trick_of(play.event) != marriage.trick for play in played):
        return True
    others = [*((one.card, one.seat) for one in (*deal.open.plays, *deal.exposed)), *own.taken]
    others += [(held, who) for who, hand in (deal.hands or {}).items() for held in hand]
    return any(one == card and who != seat for one, who in others)
