"""Pigs: both aces of diamonds in one hand, the highest trumps once that was said (DOK-W3, DOK-W4)."""

from collections.abc import Iterator
from dataclasses import replace

from controller.games.doppelkopf.cards import FOX
from controller.games.doppelkopf.parties import cards_in_hand, refutation
from controller.games.doppelkopf.state import DoppelkopfDeal, DoppelkopfState, SeatCall
from controller.games.faults import illegal_bid
from controller.record.cards import Card
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.deal import Play, Trick
from controller.rules.parts import Fault, Outcome

_WHOLE = 2
"""Aces of diamonds in the deck."""


def are_trump(deal: DoppelkopfDeal) -> bool:
    """Whether diamonds are trump, which pigs require."""
    return deal.trump == FOX.suit


def is_pig(deal: DoppelkopfDeal, trick: Trick, card: Card) -> bool:
    """Whether a card of a trick is a pig, by a word that is not refuted (DOK-W3)."""
    if card.face != FOX or not deal.own.pigs or not are_trump(deal):
        return False
    seats = {one.seat for one in deal.own.pigs}
    return any(play.card == card and play.seat in seats for play in trick.plays)


def may_be_unheard(deal: DoppelkopfDeal) -> bool:
    """Whether pigs may have been said unheard: no word stands, and no two aces of diamonds lie."""
    is_open = len({play.card for play in _foxes(deal)}) < _WHOLE
    return bool(deal.rules["pigs"]) and are_trump(deal) and not deal.own.pigs and is_open


def announce_pigs(deal: DoppelkopfDeal, number: int, event: Bid) -> Outcome[DoppelkopfState] | Message:
    """Apply a seat's word that its aces of diamonds are pigs (DOK-W3, DOK-W4)."""
    if not deal.rules["pigs"]:
        return Message("{call} is not played at this table", call=event.call)
    if event.seat in [one.seat for one in deal.own.pigs]:
        return Message("{name} has said {call} already", name=deal.rules.names[event.seat], call=event.call)
    word = SeatCall(event.seat, event.call, number, cards_in_hand(deal, event.seat))
    if fault := _fault(deal, word):
        return Outcome(deal, (fault,))
    after = replace(deal, own=replace(deal.own, pigs=(*deal.own.pigs, word)), open_words=(*deal.open_words, number))
    # The newest trick has gone to the pig that lies in it.
    return Outcome(after.retaken(word.seat) if _in_newest(deal, word.seat) else after)


def weigh_pigs(deal: DoppelkopfDeal, word: SeatCall) -> Outcome[DoppelkopfState] | None:
    """Whether the aces of diamonds show pigs to be true or not; None: not yet (DOK-W4)."""
    if not are_trump(deal):
        return Outcome(deal)
    if other := _fox_of_another(deal, word.seat):
        others = tuple(one for one in deal.own.pigs if one != word)
        return Outcome(replace(deal, own=replace(deal.own, pigs=others)), (refutation(deal, word, "DOK-W4", other),))
    return Outcome(deal) if len({play.card for play in _foxes(deal)}) == _WHOLE else None


def _fault(deal: DoppelkopfDeal, word: SeatCall) -> Fault | None:
    """Explain why pigs do not count as they are said; None: they do, as far as anybody knows."""
    other = _fox_of_another(deal, word.seat)
    if not are_trump(deal):
        rule, why = "DOK-W3", Message("diamonds are not trump")
    elif other is not None:
        rule, why = "DOK-W4", Message("{name2} has played {card}", name2=deal.rules.names[other.seat], card=other.card)
    elif _is_late(deal, word.seat):
        rule, why = "DOK-W3", Message("the trick of the first ace of diamonds is over")
    else:
        return None
    return replace(illegal_bid(deal, word, rule, why), proof=(other.card,) if other else None)


def _is_late(deal: DoppelkopfDeal, seat: Seat) -> bool:
    """Whether the next card after the trick of a seat's first ace of diamonds lies already."""
    foxes = [play.event for play in deal.plays() if play.card.face == FOX and play.seat == seat]
    here = [play.event for play in deal.open.plays]
    return bool(foxes) and foxes[0] not in here and not (len(foxes) == 1 and _in_newest(deal, seat))


def _in_newest(deal: DoppelkopfDeal, seat: Seat) -> bool:
    """Whether an ace of diamonds of a seat lies in the newest closed trick, and the next one was not led."""
    newest = deal.tricks[-1].plays if deal.tricks and not deal.open.plays else ()
    return any(play.card.face == FOX and play.seat == seat for play in newest)


def _foxes(deal: DoppelkopfDeal) -> Iterator[Play]:
    return (play for play in (*deal.plays(), *deal.exposed) if play.card.face == FOX)


def _fox_of_another(deal: DoppelkopfDeal, seat: Seat) -> Play | None:
    """Return an ace of diamonds that another seat has shown."""
    return next((play for play in _foxes(deal) if play.seat != seat), None)
