"""The auction of Coinche: bids with a trump, each higher than the last, doubles and redoubles (BEL-C1 to BEL-C5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.games.belote.cards import PLAYS, SUITS
from controller.games.belote.state import (
    DOUBLE,
    GENERALE,
    PASS,
    REDOUBLE,
    WORTH,
    BeloteCall,
    BeloteContract,
    BeloteDeal,
    BeloteState,
)
from controller.games.pairs import pair
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.game import Fault, Outcome

PASSES: Final = 3
"""Passes after a bid that end the auction (BEL-C2)."""


@dataclass(frozen=True, slots=True)
class BeloteAuction:
    """The auction as it stands."""

    turn: Seat | None
    """Who speaks; None once it is over. After a double, the taker, who may redouble or not."""
    best: BeloteCall | None = None
    """The highest bid."""
    times: int = 1

    @property
    def contract(self) -> BeloteContract | None:
        """The contract if no higher bid comes; None: nobody has bid."""
        if self.best is None or self.best.play is None:
            return None
        return BeloteContract(self.best.seat, self.best.play, self.best.call, self.times)


def auction(deal: BeloteDeal) -> BeloteAuction:
    """The auction of a deal."""
    calls, seats = deal.own.calls, deal.rules.seats
    said = {one.call for one in calls}
    best = next((one for one in reversed(calls) if one.call in WORTH), None)
    times = 4 if REDOUBLE in said else 2 if DOUBLE in said else 1
    if best and times > 1:
        passed = {one.seat for one in calls[_doubled_at(calls) :] if one.call == PASS}
        return BeloteAuction(None if times > 2 or len(passed) > 1 else best.seat, best, times)
    if best and len(calls) - calls.index(best) > PASSES:
        return BeloteAuction(None, best)
    return BeloteAuction((deal.dealer + 1 + len(calls)) % seats, best)


def _doubled_at(calls: Sequence[BeloteCall]) -> int:
    return next(place for place, one in enumerate(calls) if one.call == DOUBLE)


def speak(deal: BeloteDeal, event: Bid) -> Outcome[BeloteState] | Message:
    """The deal after a call; all four passed: void (BEL-C2)."""
    said = BeloteCall(event.seat, event.call, event.as_)
    if why := _no_call(said):
        return why
    if broken := _cannot(deal, said):
        rule, reason = broken
        return Outcome(deal, (Fault("illegal-bid", event.seat, rule, _told(deal, said, reason)),))
    deal = replace(deal, own=replace(deal.own, calls=(*deal.own.calls, said)))
    now = auction(deal)
    if now.best is None:
        return Outcome(deal, void="passed" if len(deal.own.calls) == deal.rules.seats else None)
    if now.turn is not None and now.times == 1:
        return Outcome(deal)
    contract = now.contract
    trump = SUITS.get(contract.play) if contract else None
    own = replace(deal.own, contract=contract)
    return Outcome(replace(deal, own=own, trump=trump, phase="play" if now.turn is None else "before"))


def _no_call(said: BeloteCall) -> Message | None:
    """Why words are no whole call, or None: half a call accuses nobody."""
    if said.call in (PASS, DOUBLE, REDOUBLE) and said.play is None:
        return None
    if said.call in WORTH and said.play in PLAYS:
        return None
    if said.call in WORTH:
        return Message("{call} alone is no bid; name the trump with it", call=said.call)
    if said.call in PLAYS:
        return Message("{call} alone is no bid; name the number with it, from 80 on", call=said.call)
    return Message("{call} is not said where bids are made", call=said.call)


def _told(deal: BeloteDeal, said: BeloteCall, why: Message) -> Message:
    name = deal.rules.names[said.seat]
    if said.play is None:
        return Message("{name} said {call}, but {why}.", name=name, call=said.call, why=why)
    return Message("{name} said {call} {call2}, but {why}.", name=name, call=said.call, call2=said.play, why=why)


def _cannot(deal: BeloteDeal, said: BeloteCall) -> tuple[str, Message] | None:
    """The rule that a call breaks and how, or None."""
    now, names = auction(deal), deal.rules.names
    if now.turn is None or deal.phase != "before":
        return "BEL-C2", Message("the auction was over")
    if said.call in (DOUBLE, REDOUBLE):
        return _cannot_double(deal, now, said)
    if now.times > 1:
        theirs = now.best is not None and pair(said.seat) == pair(now.best.seat)
        return None if said.call == PASS and theirs else ("BEL-C2", Message("the bid had been doubled"))
    if said.seat != now.turn:
        return "BEL-C2", Message("it was for {name} to speak", name=names[now.turn])
    if said.call == PASS:
        return None
    if said.call == GENERALE and not deal.rules["generale"]:
        return "BEL-C5", Message("it is not played at this table")
    chosen = deal.rules["contracts"]
    if not isinstance(chosen, tuple) or said.play not in chosen:
        return "BEL-C4", Message("this trump is not played at this table")
    if now.best is not None and WORTH[said.call] <= WORTH[now.best.call]:
        return "BEL-C1", Message("{call} had been bid", call=now.best.call)
    return None


def _cannot_double(deal: BeloteDeal, now: BeloteAuction, said: BeloteCall) -> tuple[str, Message] | None:
    if said.call == REDOUBLE:
        mine = now.best is not None and pair(now.best.seat) == pair(said.seat)
        return None if now.times > 1 and mine else ("BEL-C3", Message("only who was doubled can redouble"))
    if now.best is None or pair(now.best.seat) == pair(said.seat) or now.times > 1:
        return "BEL-C3", Message("only a bid of the other side can be doubled, and only once")
    if deal.rules["double"] == "in-turn" and said.seat != now.turn:
        return "BEL-C3", Message("it was for {name} to speak", name=deal.rules.names[now.turn or 0])
    return None
