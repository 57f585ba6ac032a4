"""The scales of Weis and the multipliers of contracts, by the house rules (SCH-W1, SCH-M1, SCH-M2)."""

from typing import Final

from controller.games.schieber.state import SUITS
from controller.games.weis.worth import Scale
from controller.rules.options import Rules

_HIGH_FOURS: Final = (("A", 100), ("K", 100), ("Q", 100), ("J", 200), ("10", 100))
SCALES: Final = {
    "full": Scale((20, 50, 100, 150, 200, 250, 300), (*_HIGH_FOURS, ("9", 150), ("8", 100), ("7", 100), ("6", 100))),
    "simple": Scale((20, 50, 100), _HIGH_FOURS),
    "none": Scale((0,), ()),
}
"""What Weis count, by the values of the option ``weis``."""
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
