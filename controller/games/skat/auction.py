"""Skat's auction: one bids numbers, another holds them, and a third goes on (SKA-B1 to SKA-B3)."""

from dataclasses import dataclass, replace
from typing import Final

from controller.games.skat.state import PASS, YES, SkatDeal, SkatState, SpokenBid
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.record.numbers import number_of
from controller.rules.game import Fault, Outcome

VALUES: Final = tuple(
    sorted(
        {times * base for base in (9, 10, 11, 12) for times in range(2, 19)}
        | {24 * times for times in range(2, 12)}
        | {23, 35, 46, 59}
    )
)
"""The numbers that can be bid, lowest first (SKA-B2)."""
NUMBERS: Final = range(VALUES[0], VALUES[-1] + 1)


@dataclass(frozen=True, slots=True)
class Auction:
    """The auction as it stands."""

    turn: Seat | None
    """Who speaks; None once it is over."""
    holds: bool = False
    """Whether that seat answers a bid."""
    bid: int = 0
    """The highest number said; 0: none."""
    declarer: Seat | None = None


def auction(deal: SkatDeal) -> Auction:
    """The auction of a deal: middlehand bids to forehand, then rearhand to the one that is left (SKA-B1)."""
    fore, middle, rear = ((deal.dealer + step) % deal.rules.seats for step in (1, 2, 3))
    said = iter(deal.own.spoken)
    bid, holder = 0, fore
    for bidder in (middle, rear):
        while True:
            call = next(said, None)
            if call is None:
                return Auction(bidder, bid=bid)
            if call.call == PASS:
                break
            bid = int(call.call)
            answer = next(said, None)
            if answer is None:
                return Auction(holder, holds=True, bid=bid)
            if answer.call == PASS:
                holder = bidder
                break
    if bid:
        return Auction(None, bid=bid, declarer=holder)
    last = next(said, None)
    if last is None:
        return Auction(fore)
    return Auction(None) if last.call == PASS else Auction(None, bid=int(last.call), declarer=fore)


def speak(deal: SkatDeal, event: Bid) -> Outcome[SkatState]:
    """The deal after a number, a yes or a pass; all passed: void (SKA-B3)."""
    if fault := _cannot(deal, event):
        return Outcome(deal, (fault,))
    own = replace(deal.own, spoken=(*deal.own.spoken, SpokenBid(event.seat, event.call)))
    deal = replace(deal, own=own)
    now = auction(deal)
    return Outcome(deal, void="passed" if now.turn is None and now.declarer is None else None)


def _cannot(deal: SkatDeal, event: Bid) -> Fault | None:
    now, names, number = auction(deal), deal.rules.names, number_of(event.call)
    rule = "SKA-B1"
    if now.turn is None:
        why = Message("the auction was over")
    elif event.seat != now.turn:
        why = Message("it was for {name} to speak", name=names[now.turn])
    elif event.call == PASS:
        return None
    elif now.holds and event.call != YES:
        why = Message("a bid is answered by yes or pass")
    elif not now.holds and event.call == YES:
        why = Message("there is no bid to answer")
    elif now.holds:
        return None
    elif number not in VALUES:
        rule, why = "SKA-B2", Message("no game has this value")
    else:
        return None
    text = Message("{name} said {call}, but {why}.", name=names[event.seat], call=event.call, why=why)
    return Fault("illegal-bid", event.seat, rule, text)
