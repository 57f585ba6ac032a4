"""The state of a deal of Doppelkopf: the game, and the announcements."""

from dataclasses import dataclass
from typing import Final

from controller.games.doppelkopf.cards import JACKS, QUEENS
from controller.record.events import Seat
from controller.rules.deal import Deal

NORMAL: Final = "pass"
"""The call of a seat without a game to name: the normal game, unless somebody names another (DOK-B1)."""
RESERVATION: Final = "reservation"
"""The call of a seat that will name a marriage or a solo if nobody goes before (DOK-B1)."""
MARRIAGE: Final = "marriage"
POVERTY: Final = "poverty"
"""The call of a seat with three trumps at most that looks for a partner to take them (DOK-B4)."""
TAKE: Final = "take"
LEAVE: Final = "leave"
ANSWERS: Final = (TAKE, LEAVE)
"""The answers of the other seats to a poverty."""
SOLOS: Final = {
    "queens": QUEENS,
    "jacks": JACKS,
    "spades": "S",
    "hearts": "H",
    "diamonds": "D",
    "clubs": "C",
    "no-trump": None,
}
"""The solos, with their trumps (DOK-B3)."""
GAMES: Final = (NORMAL, MARRIAGE, POVERTY, *SOLOS)
RE: Final = "re"
KONTRA: Final = "double"
PARTIES: Final = (RE, KONTRA)
SCHWARZ: Final = "schwarz"
REFUSALS: Final = {"90": 90, "60": 60, "30": 30, SCHWARZ: 0}
"""Announcements of a limit that the other party will not reach, and the points it means (DOK-A2)."""
NUMBERS: Final = range(30, 91, 30)
ANNOUNCED: Final = (*PARTIES, *REFUSALS)
PIGS: Final = "pigs"
"""The call of a seat with both aces of diamonds (DOK-W3)."""


@dataclass(frozen=True, slots=True)
class SeatCall:
    """A call of a seat that counts: the game, its party, or the limit of the other one."""

    seat: Seat
    call: str
    event: int
    """Number of the event that says it."""
    left: int
    """Cards in its hand at that moment."""


@dataclass(frozen=True, slots=True)
class DoppelkopfState:
    """A deal of Doppelkopf apart from its tricks."""

    reservations: tuple[SeatCall, ...] = ()
    """The games named so far, oldest first; ``pass`` and ``reservation`` name nothing (DOK-B1)."""
    announcements: tuple[SeatCall, ...] = ()
    """The announcements made in time, or possibly so, oldest first."""
    answers: tuple[SeatCall, ...] = ()
    """The seats' answers to a poverty, taken or left, oldest first."""
    pigs: tuple[SeatCall, ...] = ()
    """The seats that called their aces of diamonds the highest trumps, unless they have shown otherwise."""
    owing: frozenset[Seat] = frozenset()
    """The seats that owed a solo as the deal began (DOK-O1)."""
    due: Seat | None = None
    """The seat that plays its owed solo in this deal, because no other deal is left for it (DOK-O2)."""
    bock: int = 0
    """The deals from this one on that count double (DOK-S7)."""


@dataclass(frozen=True, slots=True)
class DoppelkopfBook:
    """The book of a match: solos that were played, and deals that are to count double."""

    solos: frozenset[Seat] = frozenset()
    """The seats that have played the solo that each owes (DOK-O1)."""
    bock: int = 0
    """The deals that are still to count double (DOK-S7)."""
    deals: int = 0
    """The deals that were played; one that is thrown in is none (DOK-B4)."""


DoppelkopfDeal = Deal[DoppelkopfState]
