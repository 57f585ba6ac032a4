"""Remedies for places where too few cards would be read: what each would bring, by experiment."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from vision.calibration.rate_book import GOOD, RateBook
from vision.calibration.read_rate import Conditions

RemedyKind: TypeAlias = Literal["nearer", "focus", "light"]
"""More pixels a millimetre; a sharper picture; more light."""

_STEPS: Final = (1.25, 1.6, 2.0)
"""So many times as many pixels, as sharp, as much contrast: more cannot be had on a table."""
_MOST_LIGHT: Final = 235.0
"""Grey level above which white is in danger of being clipped."""
_WORTH: Final = 0.5
"""Share of the missing cards that a remedy must bring to be named."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing to change, and the share of cards read then."""

    kind: RemedyKind
    times: float
    """So many times as many pixels a millimetre, as sharp, or as many grey levels between black and white."""
    rate: float


def remedies(here: Conditions, book: RateBook) -> tuple[Remedy, ...]:
    """List the changes that help at a place, each thing alone; the one that brings most is the first.

    Each is changed no further than is needed for a good share. Where one alone is enough, no other is named; what
    brings less than half of the missing cards never is: somebody who did it would be disappointed.
    """
    now = book.rate(here)
    if now >= GOOD:
        return ()
    tried = [_first_good(kind, here, book) for kind in _CHANGES]
    least = min(GOOD, max(one.rate for one in tried))
    worth = [one for one in tried if one.rate >= max(least, now + _WORTH * (1 - now))]
    return tuple(sorted(worth, key=lambda one: -one.rate))


def _first_good(kind: RemedyKind, here: Conditions, book: RateBook) -> Remedy:
    """The smallest change that is enough, or the largest there is."""
    change, tried = _CHANGES[kind], [1.0]
    for times in _STEPS:
        tried.append(times)
        if book.rate(change(here, times)) >= GOOD:
            break
    best = max(tried, key=lambda times: book.rate(change(here, times)))
    then = change(here, best)
    gained = (then.light - then.dark) / max(here.light - here.dark, 1.0) if kind == "light" else best
    return Remedy(kind, gained, book.rate(then))


def _nearer(here: Conditions, times: float) -> Conditions:
    return replace(here, px_per_mm=here.px_per_mm * times)


def _sharper(here: Conditions, times: float) -> Conditions:
    return replace(here, blur_px=here.blur_px / times)


def _lighter(here: Conditions, times: float) -> Conditions:
    light = min(_MOST_LIGHT, here.dark + (here.light - here.dark) * times)
    return replace(here, light=max(light, here.light))


_CHANGES: Final[Mapping[RemedyKind, Callable[[Conditions, float], Conditions]]] = {
    "nearer": _nearer,
    "focus": _sharper,
    "light": _lighter,
}
