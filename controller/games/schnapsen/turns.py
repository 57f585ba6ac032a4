"""Acts before a lead: the talon is closed, the trump jack exchanged, a claim made (SCN-C1, SCN-X1, SCN-E1)."""

from dataclasses import replace
from typing import Final

from controller.games.schnapsen.state import HAND, Closing, SchnapsenDeal, SchnapsenState, drawing, jack, talon_left
from controller.record.events import Bid, Exchange, Seat
from controller.record.message import Message
from controller.rules.game import Fault, Outcome

CLOSE: Final = "close"
ENOUGH: Final = "enough"
CALLS: Final = (CLOSE, ENOUGH)


def refused(deal: SchnapsenDeal, seat: Seat, rule: str, what: Message, why: Message) -> Outcome[SchnapsenState]:
    """The deal as it was, with the verdict on an act against the rules."""
    text = Message("{name} {what}, but {why}.", name=deal.rules.names[seat], what=what, why=why)
    return Outcome(deal, (Fault("illegal-bid", seat, rule, text),))


def is_entered(deal: SchnapsenDeal) -> bool:
    """Whether people have entered the cards of the open trick, so that they came in the order of the record.

    Of a trick that the camera reads a card may lie there unread, and what is said now belongs to the next lead.
    """
    return all(play.at is None for play in deal.open.plays)


def why_not_now(deal: SchnapsenDeal, seat: Seat, *, next_lead: bool = True) -> Message | None:
    """Why a seat may do nothing before the lead: it does not lead next, as far as is known.

    Args:
        deal: the deal.
        seat: who does it.
        next_lead: whether it can be done for the next lead while a card of this trick may lie there unread.
    """
    if deal.unseen or deal.doubt is not None or (next_lead and not is_entered(deal)):
        return None
    if deal.open.plays:
        return Message("the trick had begun")
    if deal.leader != seat and deal.leader is not None:
        return Message("it is for {other} to lead", other=deal.rules.names[deal.leader])
    return None


def _talon_shut(deal: SchnapsenDeal) -> Message | None:
    """Why nothing can be done with the talon any more (SCN-C2)."""
    if deal.own.closed:
        return Message("the talon was closed")
    if deal.unseen:
        return None
    left, needed = talon_left(deal), int(str(deal.rules["talon"]))
    return Message("the talon has {n} cards", n=left) if left < needed else None


def close(deal: SchnapsenDeal, event: Bid) -> Outcome[SchnapsenState]:
    """The talon is closed: nobody draws any more, and the hands are played out (SCN-C1)."""
    why = why_not_now(deal, event.seat) or _talon_shut(deal)
    if why:
        return refused(deal, event.seat, "SCN-C1", Message("closed the talon"), why)
    own_lead = deal.open.seats == (event.seat,)
    after = len(deal.tricks) + bool(deal.open.plays and not own_lead)
    closing = Closing(event.seat, after, None if event.t is None else float(event.t), sure=not own_lead)
    # How many tricks a hole has hidden nobody knows, so their count shows no more that nothing was lost.
    size, counts = after + HAND, not deal.holes
    return Outcome(replace(deal, size=size, counts=counts, own=replace(deal.own, closed=closing)))


def enough(deal: SchnapsenDeal, event: Bid) -> Outcome[SchnapsenState]:
    """A seat claims to have 66: the deal is over (SCN-E1)."""
    if why := why_not_now(deal, event.seat, next_lead=False):
        return refused(deal, event.seat, "SCN-E1", Message("claimed"), why)
    return Outcome(replace(deal, own=replace(deal.own, claimed=event.seat)), finished=True)


def enough_late(deal: SchnapsenDeal, event: Bid) -> Outcome[SchnapsenState]:
    """Take in a claim after the last card: by who took the last trick it changes nothing (SCN-E1)."""
    taker = deal.tricks[-1].winner
    if taker is None or taker == event.seat:
        return Outcome(deal)
    why = Message("{other} took the last trick", other=deal.rules.names[taker])
    return refused(deal, event.seat, "SCN-E1", Message("claimed"), why)


def exchange(deal: SchnapsenDeal, event: Exchange) -> Outcome[SchnapsenState]:
    """The trump jack for the card beneath the talon (SCN-X1)."""
    own, seat = deal.own, event.seat
    why = why_not_now(deal, seat) or _talon_shut(deal)
    if why is None and (event.gives != jack(deal) or event.takes != own.under or event.gives == event.takes):
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
    return Outcome(replace(deal, own=replace(own, under=event.gives, taken=((event.takes, seat),))))


def _is_elsewhere(deal: SchnapsenDeal, event: Exchange) -> bool:
    """Whether the card given was played, or is known to be with the other seat."""
    shown = [(held, who) for who, hand in (deal.hands or {}).items() for held in hand]
    shown += [(one.card, one.seat) for one in deal.exposed]
    return bool(deal.find(event.gives)) or any(card == event.gives and who != event.seat for card, who in shown)


def late(deal: SchnapsenDeal) -> SchnapsenDeal:
    """The deal after its newest card; the one that led may have lain there already when the talon was closed."""
    closed = deal.own.closed
    if closed is None or closed.when is None or not closed.sure or deal.number_of_trick != closed.after + 1:
        return deal
    if all(play.at is None or play.at[0] >= closed.when for play in deal.open.plays):
        return deal
    return replace(deal, own=replace(deal.own, closed=replace(closed, sure=False)))


def is_strict(deal: SchnapsenDeal) -> bool:
    """Whether suit must be followed: nobody draws any more, for certain (SCN-F1)."""
    closed = deal.own.closed
    return closed.sure and deal.number_of_trick > closed.after if closed else not drawing(deal)
