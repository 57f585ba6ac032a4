"""Words of Doppelkopf: the game that is played, then Re, Kontra and what the others will not reach (DOK-B, DOK-A)."""

from dataclasses import replace

from controller.games.doppelkopf.parties import CLARIFIED_BY, clarifying, game_of, is_clear, is_marriage, is_re
from controller.games.doppelkopf.state import (
    PARTIES,
    RE,
    REFUSALS,
    SOLOS,
    DoppelkopfDeal,
    DoppelkopfState,
    SeatCall,
)
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.game import Fault, Outcome


def name_game(deal: DoppelkopfDeal, number: int, event: Bid) -> Outcome[DoppelkopfState] | Message:
    """The deal after somebody has said what is played (DOK-B1)."""
    own, names = deal.own, deal.rules.names
    if deal.phase != "before":
        return Message("{call} is said before the first card", call=event.call)
    if any(one.seat == event.seat for one in own.reservations):
        return Message("{name} has said already what is played", name=names[event.seat])
    heard = (*own.reservations, SeatCall(event.seat, event.call, number))
    said = replace(deal, own=replace(own, reservations=heard))
    game = game_of(said)
    call, seat = game or (None, None)
    # Whoever leads is known before the first card, and so is what is trump.
    leads = call in SOLOS and deal.rules["solo"] == "soloist" and seat is not None
    leader = seat if leads else (deal.dealer + 1) % deal.rules.seats
    return Outcome(replace(said, trump=SOLOS.get(call or "", "D"), leader=leader))


def announce(deal: DoppelkopfDeal, number: int, event: Bid) -> Outcome[DoppelkopfState] | Message:
    """The deal after an announcement; one that cannot be made does not count (DOK-A1 to DOK-A4)."""
    if game_of(deal) is None:
        return Message("no game has been named")
    if event.call in [one.call for one in deal.own.said if one.seat == event.seat]:
        return Message("{name} has said {call} already", name=deal.rules.names[event.seat], call=event.call)
    if found := _fault(deal, event.seat, event.call):
        rule, why = found
        name = deal.rules.names[event.seat]
        text = Message("{name} said {call}, but {why}.", name=name, call=event.call, why=why)
        return Outcome(deal, (Fault("illegal-bid", event.seat, rule, text),))
    said = (*deal.own.said, SeatCall(event.seat, event.call, number))
    return Outcome(replace(deal, own=replace(deal.own, said=said)))


def _fault(deal: DoppelkopfDeal, seat: Seat, call: str) -> tuple[str, Message] | None:
    """The rule that an announcement breaks, and how; None: it counts."""
    if not is_clear(deal):
        return "DOK-A4", Message("the marriage had no partner yet")
    is_mine = is_re(deal, seat)
    if call in PARTIES and is_mine is not None and is_mine != (call == RE):
        return "DOK-A1", Message("{name2} is of the other party", name2=deal.rules.names[seat])
    left, least = held(deal, seat), needed(deal, seat, call)
    if left < least:
        return "DOK-A3", Message("it is said with {n} cards in hand, and {n2} were left", n=least, n2=left)
    return None


def held(deal: DoppelkopfDeal, seat: Seat) -> int:
    """The cards in a seat's hand."""
    return deal.size - sum(play.seat == seat for play in deal.plays())


def needed(deal: DoppelkopfDeal, seat: Seat, call: str) -> int:
    """The cards that a seat must still hold to say this (DOK-A3); one fewer in answer to the other party."""
    own = _limit(deal, call)
    if call not in PARTIES:
        return own
    party = call == RE
    answered = [one for one in deal.own.said if one.seat != seat and _speaks_for(deal, one) == (not party)]
    return min((own, *(_limit(deal, one.call) - 1 for one in answered)))


def _limit(deal: DoppelkopfDeal, call: str) -> int:
    """All but one card for Re and Kontra, one fewer for each step; in a marriage fewer, by its clarifying trick."""
    step = 0 if call in PARTIES else 1 + [*REFUSALS].index(call)
    return deal.size - 1 - step - _later(deal)


def _later(deal: DoppelkopfDeal) -> int:
    """How many tricks a marriage has taken to find its partner, but for the first (DOK-A4)."""
    if not is_marriage(deal):
        return 0
    return (clarifying(deal) or CLARIFIED_BY) - 1


def _speaks_for(deal: DoppelkopfDeal, said: SeatCall) -> bool | None:
    """Whether an announcement is the party's of the queens; None: nobody knows yet."""
    own = [one.call for one in deal.own.said if one.seat == said.seat and one.call in PARTIES]
    return own[0] == RE if own else is_re(deal, said.seat)
