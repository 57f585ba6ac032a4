"""Acts before a lead: the talon is closed, the trump jack exchanged, a claim made (SCN-C1, SCN-X1, SCN-E1)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.games.schnapsen.state import (
    HAND,
    PAIR,
    Closing,
    Marriage,
    SchnapsenDeal,
    SchnapsenState,
    drawing,
    jack,
    last_drawer,
    talon_left,
)
from controller.record.cards import Card
from controller.record.events import Bid, Declare, Exchange, Seat
from controller.record.message import Message
from controller.rules.deal import Trick
from controller.rules.parts import Fault, Outcome

CLOSE: Final = "close"
ENOUGH: Final = "enough"
CALLS: Final = (CLOSE, ENOUGH)


def refused(deal: SchnapsenDeal, seat: Seat, rule: str, what: Message, why: Message) -> Outcome[SchnapsenState]:
    """Return the unchanged deal, with the verdict on an act against the rules."""
    text = Message("{name} {what}, but {why}.", name=deal.rules.names[seat], what=what, why=why)
    return Outcome(deal, (Fault("illegal-bid", seat, rule, text),))


def is_entered(deal: SchnapsenDeal) -> bool:
    """Whether people have entered the cards of the open trick, so that they came in the order of the record.

    When the camera reads the trick, a card may lie there unread; a word now belongs to the next lead.
    """
    return all(play.entered for play in deal.open.plays)


def why_not_now(deal: SchnapsenDeal, seat: Seat, *, next_lead: bool = True) -> Message | None:
    """Explain why a seat may do nothing before the lead: it does not lead next, as far as is known.

    Args:
        deal: the deal.
        seat: the acting seat.
        next_lead: whether the act may be for the next lead, while a card of this trick may lie there unread.
    """
    if deal.incomplete or deal.unseen.doubt is not None or (next_lead and not is_entered(deal)):
        return None
    if deal.open.plays:
        return Message("the trick had begun")
    if deal.leader != seat and deal.leader is not None:
        return Message("it is for {other} to lead", other=deal.rules.names[deal.leader])
    return None


def _talon_shut(deal: SchnapsenDeal) -> Message | None:
    """Explain why the talon is no longer available (SCN-C2)."""
    if deal.own.closed:
        return Message("the talon was closed")
    if deal.incomplete:
        return None
    talon, needed = talon_left(deal), int(str(deal.rules["talon"]))
    return Message("the talon has {n} cards", n=talon) if talon < needed else None


def close(deal: SchnapsenDeal, event: Bid) -> Outcome[SchnapsenState]:
    """Close the talon: drawing ends, and the hands are played out (SCN-C1)."""
    why = why_not_now(deal, event.seat) or _talon_shut(deal)
    if why:
        return refused(deal, event.seat, "SCN-C1", Message("closed the talon"), why)
    own_lead = deal.open.seats == (event.seat,)
    after = len(deal.tricks) + bool(deal.open.plays and not own_lead)
    closing = Closing(event.seat, after, None if event.t is None else float(event.t), sure=not own_lead)
    return Outcome(replace(deal.resized(after + HAND), own=replace(deal.own, closed=closing)))


def enough(deal: SchnapsenDeal, event: Bid) -> Outcome[SchnapsenState]:
    """Apply a seat's claim to have 66: the deal is over (SCN-E1)."""
    if why := why_not_now(deal, event.seat, next_lead=False):
        return refused(deal, event.seat, "SCN-E1", Message("claimed"), why)
    return Outcome(replace(deal, own=replace(deal.own, claimed=event.seat)), finished=True)


def enough_late(deal: SchnapsenDeal, event: Bid) -> Outcome[SchnapsenState]:
    """Apply a claim after the last card, which changes nothing for the last trick's winner (SCN-E1)."""
    taker = deal.tricks[-1].winner
    if taker is None or taker == event.seat:
        return Outcome(deal)
    why = Message("{other} took the last trick", other=deal.rules.names[taker])
    return refused(deal, event.seat, "SCN-E1", Message("claimed"), why)


def exchange(deal: SchnapsenDeal, event: Exchange) -> Outcome[SchnapsenState]:
    """Exchange the trump jack for the card beneath the talon (SCN-X1)."""
    state, seat = deal.own, event.seat
    why = why_not_now(deal, seat) or _talon_shut(deal)
    if why is None and (event.gives != jack(deal) or event.takes != state.under or event.gives == event.takes):
        why = Message("only the trump jack goes for the card beneath the talon")
    if why:
        return refused(deal, seat, "SCN-X1", Message("exchanged a card"), why)
    if _is_elsewhere(deal, event):
        text = Message("{name} exchanged {card}, which is elsewhere.", name=deal.rules.names[seat], card=event.gives)
        return Outcome(deal, (Fault("false-declaration", seat, "SCN-X1", text, event.gives),))
    hand = (deal.hands or {}).get(seat)
    if deal.hands and hand:
        after = (*(card for card in hand if card != event.gives), event.takes)
        deal = replace(deal, hands={**deal.hands, seat: after})
    return Outcome(replace(deal, own=replace(state, under=event.gives, taken_cards=((event.takes, seat),))))


def _is_elsewhere(deal: SchnapsenDeal, event: Exchange) -> bool:
    """Whether the card given was played, or is known to be with the other seat."""
    holders = [(held, who) for who, hand in (deal.hands or {}).items() for held in hand]
    holders += [(one.card, one.seat) for one in deal.exposed]
    return bool(deal.find(event.gives)) or any(card == event.gives and who != event.seat for card, who in holders)


def late(deal: SchnapsenDeal) -> SchnapsenDeal:
    """Return the deal after its newest card; the leading card may have lain there before the talon was closed."""
    closed = deal.own.closed
    if closed is None or closed.when is None or not closed.sure or deal.number_of_trick != closed.after + 1:
        return deal
    if all(play.seen.at is None or play.seen.at[0] >= closed.when for play in deal.open.plays):
        return deal
    return replace(deal, own=replace(deal.own, closed=replace(closed, sure=False)))


def is_strict(deal: SchnapsenDeal) -> bool:
    """Whether suit must be followed: drawing has ended for certain (SCN-F1)."""
    closed = deal.own.closed
    return closed.sure and deal.number_of_trick > closed.after if closed else not drawing(deal)


# Marriages: king and queen of a suit, shown by who leads one of them, and how cards refute them (SCN-M1 to SCN-M3).

PLAIN: Final = 20
ROYAL: Final = 40
"""Points of a marriage, of trump (SCN-M1)."""


def pair(suit: str) -> tuple[Card, ...]:
    """Return king and queen of a suit."""
    return tuple(Card(suit + rank) for rank in PAIR)


def declare_marriage(deal: SchnapsenDeal, number: int, event: Declare) -> Outcome[SchnapsenState] | Message:
    """Apply the declaration of a marriage; a message explains why it can be none."""
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
    """Explain why a marriage cannot be declared now; it still can once its card is led."""
    trick = _trick(deal, seat, suit)
    is_led = trick <= len(deal.tricks) or (len(deal.open.plays) == 1 and _leads(deal.open, seat, suit))
    if not is_led and (why := why_not_now(deal, seat)):
        return why
    if any(one.trick == trick for one in deal.own.marriages) and not deal.incomplete:
        return Message("one was declared with this lead")
    twice = any(one.cards == pair(suit) for one in deal.own.marriages)
    return Message("it had been declared") if twice else None


def _trick(deal: SchnapsenDeal, seat: Seat, suit: str) -> int:
    """Return the trick of a marriage declared now: one that its card leads or has just led, else the next one."""
    if deal.open.plays:
        return deal.number_of_trick + (not _leads(deal.open, seat, suit))
    last = bool(deal.tricks) and _leads(deal.tricks[-1], seat, suit)
    return deal.number_of_trick - last


def _leads(trick: Trick, seat: Seat, suit: str) -> bool:
    """Whether this seat has led a card of the marriage to a trick."""
    return bool(trick.plays) and trick.plays[0].seat == seat and trick.cards[0] in pair(suit)


def count_marriages(deal: SchnapsenDeal, seat: Seat, before: int | None = None) -> int:
    """Return the points of a seat's marriages before a trick; they count once it has won a trick (SCN-M3)."""
    tricks = deal.tricks if before is None else deal.tricks[:before]
    if not any(trick.winner == seat for trick in tricks):
        return 0
    mine = (one for one in deal.own.marriages if one.seat == seat)
    return sum(one.points for one in mine if before is None or one.trick <= before)


def refuted_marriages(deal: SchnapsenDeal) -> SchnapsenDeal:
    """Mark the marriages in the deal that its newest card refutes."""
    state, newest = deal.own, deal.open.plays[-1]
    fresh = tuple(
        one
        for one in state.marriages
        if one.event not in state.refuted and newest.card in one.cards and newest.seat != one.seat
    )
    return _marked(deal, fresh) if fresh or state.fresh else deal


def _marked(deal: SchnapsenDeal, fresh: tuple[Marriage, ...]) -> SchnapsenDeal:
    """Mark these marriages as refuted in the deal; they still count as declared."""
    refuted = deal.own.refuted | {one.event for one in fresh}
    return replace(deal, own=replace(deal.own, refuted=refuted, fresh=fresh))


def marriage_faults(deal: SchnapsenDeal) -> Iterator[Fault]:
    """Yield the verdicts that the newest card brings: refuted marriages, and one that was not led (SCN-M1, SCN-M2)."""
    yield from refutations(deal, deal.own.fresh, deal.open.cards[-1])
    lead = deal.open.plays[0]
    for one in deal.own.marriages:
        awaited = len(deal.open.plays) == 1 and one.trick == deal.number_of_trick and one.seat == lead.seat
        if awaited and lead.card not in one.cards and one.event not in deal.own.refuted:
            name = deal.rules.names[one.seat]
            text = Message("{name} declared a marriage and led {card}.", name=name, card=lead.card)
            yield Fault("false-declaration", one.seat, "SCN-M2", text, lead.card, event=one.event)


def refutations(deal: SchnapsenDeal, fresh: tuple[Marriage, ...], newest: Card | None) -> Iterator[Fault]:
    """Yield the verdicts on refuted marriages; ``newest``: the card that refutes them, if one just came."""
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
    state, seat = deal.own, marriage.seat
    if card == state.under and not deal.incomplete and (talon_left(deal) or last_drawer(deal) not in (None, seat)):
        return True
    played = [play for trick in deal.tricks for play in trick.plays if play.card == card]
    if any(play.seat != seat or deal.trick_of(play.event) != marriage.trick for play in played):
        return True
    others = [*((one.card, one.seat) for one in (*deal.open.plays, *deal.exposed)), *state.taken_cards]
    others += [(held, who) for who, hand in (deal.hands or {}).items() for held in hand]
    return any(one == card and who != seat for one, who in others)
