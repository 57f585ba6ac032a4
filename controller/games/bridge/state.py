"""The state of a deal of Bridge: its board, its auction, and dummy's shown cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import Deal

TRUMPS: Final = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "no-trump": None}
"""The denominations with their trumps, lowest first (BRI-B1)."""
DENOMINATIONS: Final = tuple(TRUMPS)
LEVELS: Final = tuple(map(str, range(1, 8)))
PASS, DOUBLE, REDOUBLE = "pass", "double", "redouble"
BOOK: Final = 6
"""Tricks that a contract takes on top of its level (BRI-B1)."""


@dataclass(frozen=True, slots=True)
class AuctionCall:
    """A call that counts: a pass, a double, a redouble, or the level of a bid with its denomination."""

    seat: Seat
    call: str
    denomination: str | None = None

    @property
    def rank(self) -> int:
        """The height of a bid, 0 to 34; -1: it is none.

        >>> AuctionCall(0, "1", "clubs").rank, AuctionCall(0, "7", "no-trump").rank, AuctionCall(0, "pass").rank
        (0, 34, -1)
        """
        if self.denomination is None:
            return -1
        return LEVELS.index(self.call) * len(DENOMINATIONS) + DENOMINATIONS.index(self.denomination)


@dataclass(frozen=True, slots=True)
class BridgeContract:
    """The contract that an auction has come to."""

    level: int
    denomination: str
    declarer: Seat
    times: int
    """1, doubled 2, redoubled 4."""

    @property
    def dummy(self) -> Seat:
        """The declarer's partner."""
        return (self.declarer + 2) % 4

    @property
    def needed(self) -> int:
        """The tricks that fulfil the contract."""
        return BOOK + self.level


@dataclass(frozen=True, slots=True)
class BridgeState:
    """The board, the calls of its auction, and the cards known as dummy's."""

    board: int
    """The board's number, or the deal's where rubbers are scored."""
    vulnerable: tuple[bool, bool]
    """The vulnerability, by pair."""
    calls: tuple[AuctionCall, ...] = ()
    shown: tuple[Card, ...] = ()
    """The cards of the hand that dummy has laid down, those that were played since among them."""
    spread: bool = False
    """Whether the declarer laid the own hand down after an opening lead out of turn, and became dummy."""
    about: tuple[tuple[str, str], ...] = ()
    """Facts about the occasion from the file that the board was imported from."""


BridgeDeal = Deal[BridgeState]


@dataclass(frozen=True, slots=True)
class BridgeBook:
    """The count of deals before one, and the state of the rubber."""

    deals: int = 0
    """Deals that were scored, passed out ones among them."""
    games: tuple[int, int] = (0, 0)
    """Games that each pair has won of the rubber under way."""
    below: tuple[int, int] = (0, 0)
    """Points of each pair for tricks bid and made, towards the next game."""
    rubbers: int = 0
    """Rubbers that have ended."""


UNPLAYED: Final = "rule"
"""The reason why a board is void that is not played."""
OWN_VULNERABLE: Final[Mapping[str, tuple[bool, bool]]] = {
    "None": (False, False),
    "NS": (True, False),
    "EW": (False, True),
    "All": (True, True),
}
"""The vulnerability by pair, as a deal writes it where it differs from its number's (BRI-V1)."""


def vulnerable(board: int) -> tuple[bool, bool]:
    """Return the vulnerability of both pairs at a board, which comes round after sixteen (BRI-V1).

    >>> [vulnerable(board) for board in (1, 2, 4, 5, 16, 17)]  # doctest: +NORMALIZE_WHITESPACE
    [(False, False), (True, False), (True, True), (True, False), (False, True), (False, False)]
    """
    step = (board - 1) % 16
    which = (step + step // 4) % 4
    return which in (1, 3), which in (2, 3)
