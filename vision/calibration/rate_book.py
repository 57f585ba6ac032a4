"""Expected shares of cards read under many conditions, with as few experiments as they need."""

from collections.abc import Iterable
from math import ceil, exp, floor, log
from typing import Final

from vision.calibration.read_rate import Conditions, expected_rate
from vision.marks.symbology import Symbology

GOOD: Final = 0.995
"""Share of cards below which something must be done: of the hundred that are tried, one is too many."""

_ALIKE: Final = 0.01
"""Shares that differ by no more are not told apart."""
_SCALE: Final = 0.05
_BLUR_PX: Final = 0.1
_LEVELS: Final = 20
_GRAIN: Final = 1.0
"""Conditions that differ by less are one, the worse of them: scale as a share, blur, grey levels, grain."""


class RateBook:
    """The expected shares for one kind of mark; each experiment is made once.

    Better conditions never read less: between two that were tried and came out alike, and above one that was good
    enough, nothing is left to try.
    """

    def __init__(self, symbology: Symbology, deck: int) -> None:
        """A book without entries for marks of this symbology and deck."""
        self._symbology, self._deck = symbology, deck
        self._known: dict[Conditions, float] = {}

    def rate(self, here: Conditions) -> float:
        """Share of the cards that lie still under these conditions and are read, 0 to 1."""
        here = _coarse(here)
        if here not in self._known:
            self._known[here] = self._by_others(here)
        return self._known[here]

    def _by_others(self, here: Conditions) -> float:
        at_least = max((rate for other, rate in self._known.items() if _is_no_better(other, here)), default=-1.0)
        at_most = min((rate for other, rate in self._known.items() if _is_no_better(here, other)), default=2.0)
        if at_least >= GOOD or at_most - at_least <= _ALIKE or at_most == 0:
            return max(0.0, at_least)
        return expected_rate(self._symbology, self._deck, here)


def _is_no_better(one: Conditions, other: Conditions) -> bool:
    return (
        one.px_per_mm <= other.px_per_mm
        and one.blur_px >= other.blur_px
        and one.dark >= other.dark
        and one.light <= other.light
        and one.grain >= other.grain
    )


def _coarse(here: Conditions) -> Conditions:
    """The same or a little worse, in steps."""
    return Conditions(
        exp(_SCALE * floor(log(max(here.px_per_mm, 0.1)) / _SCALE + 1e-9)),
        _BLUR_PX * ceil(here.blur_px / _BLUR_PX - 1e-9),
        _LEVELS * ceil(here.dark / _LEVELS - 1e-9),
        _LEVELS * floor(here.light / _LEVELS + 1e-9),
        _GRAIN * ceil(here.grain / _GRAIN - 1e-9),
    )


def worst_and_best(places: Iterable[Conditions]) -> tuple[Conditions, Conditions]:
    """The worst of each thing together, and the best."""
    conditions = tuple(places)
    scale, blur, dark, light, grain = zip(
        *((one.px_per_mm, one.blur_px, one.dark, one.light, one.grain) for one in conditions), strict=True
    )
    worst = Conditions(min(scale), max(blur), max(dark), min(light), max(grain))
    return worst, Conditions(max(scale), min(blur), min(dark), max(light), min(grain))
