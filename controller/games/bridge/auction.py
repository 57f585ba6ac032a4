"""The auction: the next caller, the admissible calls, and the resulting contract (BRI-B1 to BRI-B5)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games.bridge.state import (
    DENOMINATIONS,
    DOUBLE,
    LEVELS,
    PASS,
    REDOUBLE,
    TRUMPS,
    AuctionCall,
    BridgeContract,
    BridgeDeal,
    BridgeState,
)
from controller.games.pair_game import pair
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.parts import Fault, Outcome

SEATS: Final = 4
PASSES: Final = 3
"""Passes after a call other than a pass that end the auction."""


def is_over(calls: Sequence[AuctionCall]) -> bool:
    """Whether three have passed after another call, or all four to begin with (BRI-B4)."""
    return len(calls) > PASSES and all(one.call == PASS for one in calls[-PASSES:])


def speaker(deal: BridgeDeal) -> Seat | None:
    """Return the seat that calls next, from the dealer on (BRI-B1); None: the auction is over."""
    return None if is_over(deal.own.calls) else (deal.dealer + len(deal.own.calls)) % SEATS


def contract_of(calls: Sequence[AuctionCall]) -> BridgeContract | None:
    """Return the contract as it stands: the highest bid, by the first of its side to name its denomination (BRI-B5)."""
    best = _last_bid(calls)
    if best is None or best.denomination is None:
        return None
    named = [one for one in calls if one.denomination == best.denomination and pair(one.seat) == pair(best.seat)]
    after = {one.call for one in calls[calls.index(best) :]}
    times = 4 if REDOUBLE in after else 2 if DOUBLE in after else 1
    return BridgeContract(int(best.call), best.denomination, named[0].seat, times)


def _last_bid(calls: Sequence[AuctionCall]) -> AuctionCall | None:
    return next((one for one in reversed(calls) if one.denomination), None)


def admissible(calls: Sequence[AuctionCall], seat: Seat) -> Iterator[AuctionCall]:
    """List the calls that a seat can make in turn: pass, double, redouble, then bids from the lowest on."""
    every = [AuctionCall(seat, call, denomination) for call in LEVELS for denomination in DENOMINATIONS]
    calls_in_order = [*(AuctionCall(seat, call) for call in (PASS, DOUBLE, REDOUBLE)), *every]
    return (one for one in calls_in_order if _why_not(calls, one) is None)


def speak(deal: BridgeDeal, event: Bid) -> Outcome[BridgeState] | Message:
    """Apply a call to the deal; one out of turn, insufficient or inadmissible is a fault and does not count."""
    who, name = speaker(deal), deal.rules.names[event.seat]
    if who is None or deal.phase != "before":
        return Message("the auction is over")
    call = AuctionCall(event.seat, event.call, event.as_)
    if why := _no_call(call):
        return why
    rule, reason = "BRI-B1", Message("it was for {name} to call", name=deal.rules.names[who])
    if event.seat == who:
        inadmissible = _why_not(deal.own.calls, call)
        if inadmissible is None:
            return _called(deal, call)
        rule, reason = inadmissible
    if call.denomination:
        text = Message(
            "{name} said {bid}, but {why}.", name=name, bid=bid_words(call.call, call.denomination), why=reason
        )
    else:
        text = Message("{name} said {call}, but {why}.", name=name, call=call.call, why=reason)
    return Outcome(deal, (Fault("illegal-bid", event.seat, rule, text),))


def bid_words(level: int | str, denomination: str) -> Message:
    """Return a bid as players write it: its level with the sign of its suit.

    >>> str(bid_words(1, "clubs")), str(bid_words(3, "no-trump"))
    ('1 C', '3 no trump')
    """
    suit = TRUMPS[denomination]
    return Message("{n} {sign}", n=level, sign=suit) if suit else Message("{n} no trump", n=level)


def _no_call(call: AuctionCall) -> Message | None:
    """Explain why words are no whole call, or None: half a call accuses nobody."""
    if call.call in (PASS, DOUBLE, REDOUBLE) and call.denomination is None:
        return None
    if call.call in LEVELS and call.denomination in DENOMINATIONS:
        return None
    if call.call in LEVELS:
        return Message("{n} alone is no call; name the denomination with it, from clubs to no trump", n=call.call)
    if call.call in DENOMINATIONS:
        return Message("{call} alone is no call; name the level with it, from 1 to 7", call=call.call)
    return Message("{call} stands alone; nothing is named with it", call=call.call)


def _why_not(calls: Sequence[AuctionCall], call: AuctionCall) -> tuple[str, Message] | None:
    """Return the rule that a call breaks and how, or None (BRI-B2, BRI-B3)."""
    best, newest = _last_bid(calls), next((one for one in reversed(calls) if one.call != PASS), None)
    if call.denomination:
        if best is None or call.rank > best.rank:
            return None
        return "BRI-B2", Message("{bid} was bid already", bid=bid_words(best.call, str(best.denomination)))
    theirs = newest is not None and pair(newest.seat) != pair(call.seat)
    if call.call == DOUBLE and not (theirs and newest and newest.denomination):
        return "BRI-B3", Message("only a bid of the other side can be doubled, and only once")
    if call.call == REDOUBLE and not (theirs and newest and newest.call == DOUBLE):
        return "BRI-B3", Message("only a double of the other side can be redoubled")
    return None


def _called(deal: BridgeDeal, call: AuctionCall) -> Outcome[BridgeState]:
    """Return the deal after an admissible call; the last one fixes the contract, or passes the deal out (BRI-B4)."""
    calls = (*deal.own.calls, call)
    deal = replace(deal, own=replace(deal.own, calls=calls))
    if not is_over(calls):
        return Outcome(deal)
    contract = contract_of(calls)
    if contract is None:
        return Outcome(deal, finished=True)
    leader = (contract.declarer + 1) % SEATS
    return Outcome(replace(deal, phase="play", trump=TRUMPS[contract.denomination], leader=leader))
