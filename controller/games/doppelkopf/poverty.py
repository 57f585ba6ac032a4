"""Poverty: a seat with three trumps at most passes them to a taker, its partner (DOK-B4, DOK-M3)."""

from dataclasses import replace
from typing import Final

from controller.games.doppelkopf.cards import suit_of
from controller.games.doppelkopf.parties import cards_in_hand, game_of, helper, seats_to_answer
from controller.games.doppelkopf.state import LEAVE, POVERTY, DoppelkopfDeal, DoppelkopfState, SeatCall
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.parts import Fault, Outcome

MOST: Final = 3
"""Trumps of a poverty; as many cards are passed, and come back."""


def untaken(deal: DoppelkopfDeal) -> Message | None:
    """Explain why nothing can be played or announced yet: a poverty waits to be taken; None where none does."""
    call, poor = game_of(deal) or (None, None)
    if call != POVERTY or poor is None or helper(deal) is not None:
        return None
    return Message("nobody has taken the poverty of {name} yet", name=deal.rules.names[poor])


def answer_poverty(deal: DoppelkopfDeal, number: int, event: Bid) -> Outcome[DoppelkopfState] | Message:
    """Apply the taking or leaving of a poverty; a deal in which all leave it is void (DOK-B4)."""
    names, (call, poor) = deal.rules.names, game_of(deal) or (None, None)
    if call != POVERTY or poor is None or deal.phase != "before":
        return Message("there is no poverty to take or to leave")
    if (taker := helper(deal)) is not None:
        return Message("{name} has taken the poverty", name=names[taker])
    waiting = seats_to_answer(deal)
    if event.seat not in waiting:
        is_poor = event.seat == poor
        message = Message("{name} cannot take or leave the own poverty", name=names[event.seat])
        return message if is_poor else Message("{name} has left the poverty already", name=names[event.seat])
    word = SeatCall(event.seat, event.call, number, cards_in_hand(deal, event.seat))
    after = replace(deal, own=replace(deal.own, answers=(*deal.own.answers, word)))
    if event.call == LEAVE:
        return Outcome(after, void=POVERTY if len(waiting) == 1 else None)
    return Outcome(_passed(after, poor, event.seat))


def _passed(deal: DoppelkopfDeal, poor: Seat, taker: Seat) -> DoppelkopfDeal:
    """Return the deal after these two have passed cards face down: cards known in one hand may lie in the other.

    The aces of the seat that has said pigs go with the trumps; whoever plays them, the word was about another hand.
    """
    hands = {seat: cards for seat, cards in (deal.hands or {}).items() if seat not in (poor, taker)}
    gone = {one.event for one in deal.own.pigs if one.seat == poor}
    pigs = tuple(replace(one, seat=taker) if one.seat == poor else one for one in deal.own.pigs)
    open_words = tuple(one for one in deal.open_words if one not in gone)
    return replace(deal, own=replace(deal.own, pigs=pigs), hands=hands or None, open_words=open_words)


def excess_trumps(deal: DoppelkopfDeal, newest: Play) -> tuple[Fault, ...]:
    """Return the fault of the poor seat that has played more trumps than can have come back (DOK-M3)."""
    _, poor = game_of(deal) or (None, None)
    trumps = [play for play in deal.plays() if play.seat == poor and suit_of(play.card, deal.trump) == deal.trump]
    if poor is None or newest not in trumps or len(trumps) != MOST + 1:
        return ()
    word = next(one for one in deal.own.reservations if (one.seat, one.call) == (poor, POVERTY))
    message = Message(
        "{name} said {call}, and played {n} trumps: at most {n2} can have come back.",
        name=deal.rules.names[poor],
        call=POVERTY,
        n=len(trumps),
        n2=MOST,
    )
    cards = tuple(play.card for play in trumps)
    return (Fault("false-declaration", poor, "DOK-M3", message, None, cards, word.event),)
