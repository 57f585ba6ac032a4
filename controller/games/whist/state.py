"""The state of a deal of Whist and of its rubber: the card turned up, points of the game, games, who called honours."""

from dataclasses import dataclass
from typing import Final

from controller.games.claims import CLAIM
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import Deal
from controller.rules.options import Rules

HONOURS: Final = CLAIM
"""The word by which a pair calls its honours, as records and command cards have it (WHI-S2)."""
RUBBERS: Final = "in-rubbers"


@dataclass(frozen=True, slots=True)
class WhistBook:
    """The points of the game under way and the games of the rubber, by pair, and how many rubbers are over."""

    points: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    rubbers: int = 0


@dataclass(frozen=True, slots=True)
class WhistState:
    """A deal of Whist beside its tricks."""

    turned: Card
    """The card turned up, the dealer's last one (WHI-D2)."""
    before: WhistBook = WhistBook()
    """The book as the deal began."""
    called: tuple[Seat, ...] = ()
    """Who has called honours."""


WhistDeal = Deal[WhistState]


def goal(rules: Rules) -> int:
    """The points that win a game; 0: none do (WHI-G1)."""
    return int(str(rules["goal"]))


def in_rubbers(rules: Rules) -> bool:
    """Whether games make rubbers (WHI-R1)."""
    return rules["form"] == RUBBERS
