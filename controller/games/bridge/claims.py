"""Claims of Bridge: declarer and defenders have a part in them, and dummy has none (BRI-C1 to BRI-C4)."""

from typing import Final

from controller.games import claims
from controller.games.bridge.dummy import contract_in_play
from controller.games.bridge.state import BridgeDeal, BridgeState
from controller.games.pair_game import pair
from controller.record.events import Bid
from controller.record.message import Message
from controller.rules.parts import Outcome

MOST: Final = 13
NUMBERS: Final = tuple(map(str, range(MOST + 1)))
"""The numbers of tricks that can be claimed, as the record writes them."""


def act(deal: BridgeDeal, event: Bid) -> Outcome[BridgeState] | Message | None:
    """Apply a claim or an answer to one."""
    contract = contract_in_play(deal)
    if deal.phase != "play" or contract is None:
        return Message("nothing can be claimed before the auction has ended")
    if event.seat == contract.dummy:
        return Message("{name} is dummy, and has no part in a claim", name=deal.rules.names[event.seat])
    return claims.act(deal, event, [seat for seat in deal.seats if seat != contract.dummy])


def claimed_tricks(deal: BridgeDeal, side: int) -> int:
    """Return the tricks that a pair has by a claim that all have accepted."""
    claim = claims.accepted(deal)
    if claim is None:
        return 0
    return claim.tricks if pair(claim.seat) == side else claims.remaining_tricks(deal) - claim.tricks
