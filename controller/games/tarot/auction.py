"""Tarot's auction, and the card the taker of a five-seat deal calls (TAR-B1, TAR-B2, TAR-C1)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.games.faults import illegal_bid
from controller.games.tarot.state import Called, Spoken, TarotDeal, TarotState, bids, turned_to_leader
from controller.record.cards import SUITS, Card
from controller.record.events import Bid, Call, Event, Seat
from controller.record.message import Listed, Message
from controller.rules.parts import Fault, Outcome

CALLING_SEATS: Final = 5
RANKS: Final = ("K", "Q", "N")
"""The ranks that may be called: a king; a queen with all kings in hand; a knight with all queens too (TAR-C1)."""


def speaker(deal: TarotDeal) -> Seat | None:
    """Return the seat that must speak; None once the auction is over or may be: the high bid needs no pass (TAR-B1)."""
    best = deal.own.best
    if best and best.call == bids(deal.rules)[-1]:
        return None
    return next(_waiting(deal), None)


def _waiting(deal: TarotDeal) -> Iterator[Seat]:
    """Yield the seats that may still speak, the next one first."""
    state, seats = deal.own, deal.rules.seats
    start = state.spoken[-1].seat if state.spoken else deal.dealer
    spoken = {one.seat for one in state.spoken}
    for turn in range(1, seats + 1):
        seat = (start + turn) % seats
        out = seat in spoken if deal.rules["auction"] == "single" else seat in state.passed
        if not out and not (state.best and state.best.seat == seat):
            yield seat


def speak(deal: TarotDeal, event: Bid) -> Outcome[TarotState]:
    """Apply a bid or a pass; a deal that all have passed is void (TAR-B1)."""
    if fault := _cannot_speak(deal, event) or _cannot_bid(deal, event):
        return Outcome(deal, (fault,))
    chelem = bool(event.chelem) and event.call != "pass"
    spoken = (*deal.own.spoken, Spoken(event.seat, event.call, chelem))
    # What the highest bidder announced beside the bid lapses with it.
    announced = deal.own.chelem if event.call == "pass" else None
    deal = turned_to_leader(replace(deal, own=replace(deal.own, spoken=spoken, chelem=announced)))
    return Outcome(deal, void="passed" if len(deal.own.passed) == deal.rules.seats else None)


def _cannot_speak(deal: TarotDeal, event: Bid) -> Fault | None:
    """Explain why it is not for this seat to speak (TAR-B1), or None."""
    waiting, turn = list(_waiting(deal)), speaker(deal)
    over = deal.phase != "before" or deal.own.called or deal.own.dog is not None or deal.own.laid
    if over or not waiting:
        why = Message("the auction was over")
    elif turn is not None and event.seat != turn:
        why = Message("it was for {name} to speak", name=deal.rules.names[turn])
    elif turn is None and (event.call != "pass" or event.seat not in waiting):
        why = Message("nobody can overbid the highest bid")
    else:
        return None
    return illegal_bid(deal, event, "TAR-B1", why)


def _cannot_bid(deal: TarotDeal, event: Bid) -> Fault | None:
    """Explain why this bid cannot be made (TAR-B1, TAR-B2), or None."""
    order, best, who = bids(deal.rules), deal.own.best, deal.rules.names[event.seat]
    if event.call == "pass":
        return None
    if event.call not in order:
        text = Message(
            "{name} said {call}, but the bids here are {calls}.", name=who, call=event.call, calls=Listed(order)
        )
        return Fault("illegal-bid", event.seat, "TAR-B2", text)
    if best and order.index(event.call) <= order.index(best.call):
        text = Message(
            "{name} said {call}, which does not overbid {call2}.", name=who, call=event.call, call2=best.call
        )
        return Fault("illegal-bid", event.seat, "TAR-B1", text)
    return None


def auction_open(deal: TarotDeal) -> Message | None:
    """Explain why the auction is not over, in a few words, or None."""
    turn = speaker(deal)
    if turn is not None:
        return Message("it is for {name} to speak", name=deal.rules.names[turn])
    return None if deal.own.best else Message("nobody has bid")


def call_open(deal: TarotDeal) -> Message | None:
    """Explain why nothing can follow the auction yet, in a few words, or None (TAR-C1)."""
    if why := auction_open(deal):
        return why
    missing = deal.rules.seats == CALLING_SEATS and deal.own.called is None
    return Message("no card has been called") if missing else None


def call(deal: TarotDeal, number: int, event: Call) -> Outcome[TarotState] | Message:
    """Apply the taker's call of a card, or of nobody (TAR-C1)."""
    if deal.rules.seats != CALLING_SEATS:
        return Message("a card is called with {n} seats, and {n2} play", n=CALLING_SEATS, n2=deal.rules.seats)
    if why := _cannot_call(deal, event):
        text = called_but(deal.rules.names[event.seat], event.card, why)
        return Outcome(deal, (Fault("illegal-call", event.seat, "TAR-C1", text, event.card),))
    return Outcome(replace(deal, own=replace(deal.own, called=Called(number, event.card))))


def called_but(name: str, card: Card | None, why: Message) -> Message:
    """Return the message that somebody called a card, or nobody, and the call's fault."""
    if card is None:
        return Message("{name} called nobody, but {why}.", name=name, why=why)
    return Message("{name} called {card}, but {why}.", name=name, card=card, why=why)


def _cannot_call(deal: TarotDeal, event: Call) -> Message | None:
    state, names = deal.own, deal.rules.names
    if why := auction_open(deal):
        return why
    if state.best is None or event.seat != state.best.seat:
        if state.best is None:
            return Message("it is for the taker to call")
        return Message("it is for {name} to call", name=names[state.best.seat])
    if state.called or state.dog is not None or deal.phase != "before":
        return Message("a card is called once, before the dog")
    if event.card is not None and (event.card.rank not in RANKS or event.card.suit not in SUITS):
        return Message("only a king, a queen or a knight is called")
    hand = deal.hands.get(event.seat, ()) if deal.hands else ()
    if len(hand) != deal.size:
        return None
    everyone = set(wanted(event.card))
    if lacking := sorted(everyone.difference(hand)):
        return Message("holds no {cards}", cards=Listed(tuple(lacking)))
    all_four = event.card is not None and holds_rank(event.card, hand)
    return Message("holds all four of that rank") if all_four else None


def wanted(card: Card | None) -> tuple[Card, ...]:
    """Return the cards that the taker must hold to call this card, or nobody (TAR-C1).

    >>> wanted(Card("DQ"))
    ('SK', 'HK', 'DK', 'CK')
    """
    above = RANKS[: RANKS.index(card.rank)] if card is not None and card.rank in RANKS else RANKS
    return tuple(Card(suit + rank) for rank in above for suit in SUITS)


def holds_rank(card: Card, hand: Collection[Card]) -> bool:
    """Whether a hand holds all that must be held to call this card, and all four of its rank too (TAR-C1)."""
    rank = [Card(suit + card.rank) for suit in SUITS]
    return all(held in hand for held in (*wanted(card), *rank))


def sayable(deal: TarotDeal, hands: Mapping[Seat, Sequence[Card]]) -> Iterator[Event]:
    """List the words that players with these hands can say next by the rules: a pass, the next bid, then the call."""
    state, turn = deal.own, speaker(deal)
    if turn is not None:
        order = bids(deal.rules)
        higher = order[order.index(state.best.call) + 1 :] if state.best else order
        yield from (Bid(seat=turn, call=call) for call in ("pass", *higher[:1]))
    elif state.best and state.called is None and deal.rules.seats == CALLING_SEATS:
        yield from _honest_calls(state.best.seat, hands[state.best.seat])


def _honest_calls(taker: Seat, hand: Sequence[Card]) -> Iterator[Call]:
    """Yield a king; with all of them in hand a queen, with all queens too a knight, else nobody."""
    for rank in RANKS:
        four = [Card(suit + rank) for suit in SUITS]
        if not holds_rank(four[0], hand):
            yield from (Call(seat=taker, card=card) for card in four)
            return
    yield Call(seat=taker, card=None)
