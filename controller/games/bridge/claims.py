"""Claims: who says how many of the tricks left its side takes, and who accepts or contests it (BRI-C1 to BRI-C4)."""

from dataclasses import replace
from typing import Final

from controller.games.bridge.auction import contract
from controller.games.bridge.state import BridgeClaim, BridgeDeal, BridgeState
from controller.games.pairs import pair
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.record.numbers import number_of
from controller.rules.game import Outcome

CLAIM, CONCEDE, ACCEPT, CONTEST = "claim", "concede", "accept", "contest"
CALLS: Final = (CLAIM, CONCEDE, ACCEPT, CONTEST)
MOST: Final = 13
NUMBERS: Final = tuple(map(str, range(MOST + 1)))
"""How many tricks can be claimed, as the record writes it."""


def act(deal: BridgeDeal, event: Bid) -> Outcome[BridgeState] | Message:
    """The deal after a claim or an answer to one; with the last consent it is over. Nobody is accused by any of it."""
    made = contract(deal.own.calls)
    if deal.phase != "play" or made is None:
        return Message("nothing can be claimed before the auction has ended")
    if event.seat == made.dummy:
        return Message("{name} is dummy, and has no part in a claim", name=deal.rules.names[event.seat])
    if event.call in (CLAIM, CONCEDE):
        return _claimed(deal, event)
    return _answered(deal, event, made.dummy)


def left(deal: BridgeDeal) -> int:
    """The tricks that are not closed, the open one among them."""
    return deal.size - len(deal.tricks)


def _claimed(deal: BridgeDeal, event: Bid) -> Outcome[BridgeState] | Message:
    standing, names = deal.own.claim, deal.rules.names
    if deal.doubtful:
        return Message("a claim counts the tricks that are left, and cards are missing or unseen; tell of them first")
    if standing and standing.seat != event.seat:
        return Message("the claim of {name} waits for an answer", name=names[standing.seat])
    tricks = 0 if event.call == CONCEDE else number_of(event.as_ or "")
    if tricks is None or (event.call == CONCEDE and event.as_):
        return Message("a claim names the number of tricks that its side takes of those left")
    if tricks > left(deal):
        return Message("tricks claimed: {n}; tricks left: {left}", n=tricks, left=left(deal))
    return Outcome(replace(deal, own=replace(deal.own, claim=BridgeClaim(event.seat, tricks))))


def _answered(deal: BridgeDeal, event: Bid, dummy: Seat) -> Outcome[BridgeState] | Message:
    claim, name = deal.own.claim, deal.rules.names[event.seat]
    if claim is None:
        return Message("nothing has been claimed that {name} could answer", name=name)
    if event.seat == claim.seat:
        return Message("{name} has made the claim; the others answer it", name=name)
    if event.call == CONTEST:
        return Outcome(dropped(deal))
    agreed = claim.agreed | {event.seat}
    over = agreed | {claim.seat, dummy} >= {*deal.seats}
    claim = replace(claim, agreed=agreed, accepted=over)
    return Outcome(replace(deal, own=replace(deal.own, claim=claim)), finished=over)


def dropped(deal: BridgeDeal) -> BridgeDeal:
    """The deal played on as if nothing had been claimed: one has contested it, or a card was played (BRI-C4)."""
    return deal if deal.own.claim is None else replace(deal, own=replace(deal.own, claim=None))


def given(deal: BridgeDeal, side: int) -> int:
    """The tricks that a pair has by a claim that all have accepted."""
    claim = deal.own.claim
    if claim is None or not claim.accepted:
        return 0
    return claim.tricks if pair(claim.seat) == side else left(deal) - claim.tricks


def told(deal: BridgeDeal) -> Message | None:
    """The claim that stands, in words; None: there is none."""
    claim = deal.own.claim
    if claim is None:
        return None
    name, tricks, rest = deal.rules.names[claim.seat], claim.tricks, left(deal)
    if claim.accepted:
        return Message("claimed by {name}: {n} of the last {left}", name=name, n=tricks, left=rest)
    return Message(
        "{name} claims of the tricks left: {n} of {left}; accept or contest it", name=name, n=tricks, left=rest
    )
