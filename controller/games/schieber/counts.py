"""The scales of Weis, multipliers of contracts and terms of announcements (SCH-W1 to SCH-W5, SCH-M1, SCH-M2)."""

from typing import Final

from controller.games.schieber.state import SUITS
from controller.games.weis.refute import Terms
from controller.games.weis.worth import Scale
from controller.record.cards import Card
from controller.rules.options import Rules

# Weis and Stöck of Schieber: what they mean at a table (SCH-W1, SCH-W2, SCH-W5).


def beside(one: frozenset[Card], other: frozenset[Card]) -> bool:
    """Whether two Weis may be announced of one hand: a card counts in a sequence and in four of its rank (SCH-W2)."""
    return one.isdisjoint(other) or _is_run(one) != _is_run(other)


def _is_run(cards: frozenset[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def terms(rules: Rules) -> Terms:
    """Return the scale of Weis here, and the rules of announcements."""
    return Terms(scale(rules), weis="SCH-W1", pair="SCH-W5", several="SCH-W2", beside=beside)


_HIGH_FOURS: Final = (("A", 100), ("K", 100), ("Q", 100), ("J", 200), ("10", 100))
SCALES: Final = {
    "full": Scale((20, 50, 100, 150, 200, 250, 300), (*_HIGH_FOURS, ("9", 150), ("8", 100), ("7", 100), ("6", 100))),
    "simple": Scale((20, 50, 100), _HIGH_FOURS),
    "none": Scale((0,), ()),
}
"""The points of Weis, by the values of the option ``weis``."""
DOUBLED: Final = {"none": (), "spades-clubs": ("spades", "clubs"), "hearts-diamonds": ("hearts", "diamonds")}
"""The suits that count double, by the values of the option ``doubled`` (SCH-M1)."""


def scale(rules: Rules) -> Scale:
    """Return the scale of Weis at this table (SCH-W1)."""
    return SCALES[str(rules["weis"])]


def multiplier(rules: Rules, play: str) -> int:
    """Return the factor by which a deal of this contract counts (SCH-M1, SCH-M2)."""
    if play in SUITS:
        return 2 if play in DOUBLED[str(rules["doubled"])] else 1
    return int(str(rules["without_trump"]))
