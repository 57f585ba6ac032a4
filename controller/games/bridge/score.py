"""The score of a contract: tricks, over- and undertricks, games, slams (BRI-S1 to BRI-S5)."""

from dataclasses import dataclass
from typing import Final

from controller.games.bridge.state import BOOK, BridgeContract

_TRICK: Final = {"clubs": 20, "diamonds": 20, "hearts": 30, "spades": 30, "no-trump": 30}
_FIRST: Final = {"no-trump": 10}
"""What the first trick counts more (BRI-S1)."""
GAME: Final = 100
"""Points for tricks bid and made that are a game."""
_SLAMS: Final = {6: (500, 750), 7: (1000, 1500)}
"""By level: not vulnerable, and vulnerable."""


@dataclass(frozen=True, slots=True)
class ContractScore:
    """The parts of a contract's score for the declarer's side, and what its opponents get instead."""

    tricks: int = 0
    """For those that were bid, if all of them were taken."""
    over: int = 0
    insult: int = 0
    """For a doubled contract that is made."""
    slam: int = 0
    down: int = 0
    """For the opponents: the tricks that are missing."""


def score(contract: BridgeContract, taken: int, *, vulnerable: bool) -> ContractScore:
    """What a contract counts after so many tricks of the declarer's side."""
    missing = contract.needed - taken
    if missing > 0:
        return ContractScore(down=_penalty(missing, contract.times, vulnerable=vulnerable))
    each, times = _TRICK[contract.denomination], contract.times
    more = each if times == 1 else 50 * times * (2 if vulnerable else 1)
    return ContractScore(
        (contract.level * each + _FIRST.get(contract.denomination, 0)) * times,
        -missing * more,
        25 * times if times > 1 else 0,
        _SLAMS.get(contract.level, (0, 0))[vulnerable],
    )


def _penalty(missing: int, times: int, *, vulnerable: bool) -> int:
    """What undertricks cost (BRI-S4)."""
    if times == 1:
        return missing * (100 if vulnerable else 50)
    later = max(missing - 1, 0) * 300
    doubled = 200 + later if vulnerable else 100 + later - 100 * min(missing - 1, 2)
    return doubled * times // 2


def board_bonus(tricks: int, *, vulnerable: bool) -> int:
    """The bonus of a contract that is made, where each board stands alone: for a game or a part score (BRI-S2)."""
    if tricks < GAME:
        return 50
    return 500 if vulnerable else 300


def fulfilled(contract: BridgeContract, taken: int) -> bool:
    """Whether a contract is made."""
    return taken >= BOOK + contract.level
