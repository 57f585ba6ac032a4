"""CameraAdvice so that more is read, as values; the sentences are said where somebody reads them."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean
from typing import Final, Literal, TypeAlias

from vision.base.observation import CORNER_NAMES, CornerName
from vision.calibration.read_rate import GOOD, Remedy
from vision.calibration.survey import AreaReport, Survey

_FAINT: Final = 50.0
"""Grey levels between black and white below which grain begins to cost marks."""
_DARK: Final = 110.0
"""White that is no lighter than this lacks light."""
_GLARE: Final = 0.02
"""Share of an area that may be clipped."""
_UNEVEN: Final = 2.0
"""Largest ratio of the light in two corners."""
_FLICKER: Final = 0.04

AdviceKind: TypeAlias = Literal[
    "pale", "dim", "nearer", "focus", "light", "all", "faint", "haze", "glare", "uneven", "flicker"
]
"""Kinds of advice, in this order.

A mat as white as cards, seen from too far to notice all; too little light to notice all. Bring the camera nearer; focus
it; more light, since too few cards are read; all of these, for none alone is enough. More light, for black and white
hardly differ; a haze of light; glare; one corner darker than another; a lamp that flickers.
"""


@dataclass(frozen=True, slots=True)
class CameraAdvice:
    """Advice to change one thing."""

    kind: AdviceKind
    seats: tuple[int, ...] = ()
    """Seats at whose areas it applies."""
    found: float = 0.0
    """Measured value: pixels a millimetre, mm of an edge, grey levels, a share, or times as light."""
    needed: float = 0.0
    """Needed value in the same unit, for `dim` times as light; 0 where there is no such figure."""
    share: float = 0.0
    """Share of the cards there that are read now."""
    then: float = 0.0
    """Expected share after the change; 0 where it was not tried."""
    corners: tuple[CornerName, ...] = ()
    """The dark and the light one, for `uneven`."""


def advice(survey: Survey) -> tuple[CameraAdvice, ...]:
    """List the changes to make, the gravest first; nothing when all is well."""
    # What glare alone explains is told as glare.
    # So is what cards cost that are not noticed.
    noticed = survey.noticing.share
    poor = [area for area in survey.areas if area.rate < GOOD * (1 - area.clipped) * noticed]
    helps = (*_noticing(survey), *_remedies(poor, survey))
    lit = any(one.kind in {"light", "dim"} for one in helps)
    return (*helps, *_light(survey, lit=lit))


def _noticing(survey: Survey) -> Iterator[CameraAdvice]:
    """Advise on the change by which all cards are noticed, and tell how many are read then."""
    found, seats, now = survey.noticing, _seats(list(survey.areas)), expected_share(survey)
    least = min(area.px_per_mm for area in survey.areas)
    match found.doubt:
        case "pale":
            yield CameraAdvice("pale", seats, least, least * found.times, share=now, then=now / found.share)
        case "dim":
            yield CameraAdvice("dim", seats, needed=found.times, share=now, then=now / found.share)
        case None:
            pass


def _remedies(poor: list[AreaReport], survey: Survey) -> tuple[CameraAdvice, ...]:
    """List the remedies of the area in which fewest cards are read, for all in which too few are."""
    if not poor:
        return ()
    seats, worst = _seats(poor), min(poor, key=lambda area: area.rate)
    if not survey.remedies:
        return (CameraAdvice("all", seats, share=worst.rate),)
    return tuple(
        CameraAdvice(one.kind, seats, *_figures(worst, one), share=worst.rate, then=one.rate) for one in survey.remedies
    )


def _figures(area: AreaReport, remedy: Remedy) -> tuple[float, float]:
    """Return the figure that was measured, and the one that the remedy makes of it."""
    match remedy.kind:
        case "nearer":
            return area.px_per_mm, area.px_per_mm * remedy.times
        case "focus":
            return area.edge_mm, area.edge_mm / remedy.times
        case "light":
            return area.contrast, area.contrast * remedy.times


def _light(survey: Survey, *, lit: bool) -> Iterator[CameraAdvice]:
    if faint := [area for area in survey.areas if area.contrast < _FAINT]:
        contrast, dark = min(area.contrast for area in faint), max(survey.whites) < _DARK
        if not (dark and lit):
            yield CameraAdvice("faint" if dark else "haze", _seats(faint), contrast, _FAINT)
    if glare := [area for area in survey.areas if area.clipped > _GLARE]:
        yield CameraAdvice("glare", _seats(glare), max(area.clipped for area in glare))
    bright, dim = max(survey.whites), min(survey.whites)
    if bright > _UNEVEN * dim:
        places = (survey.whites.index(dim), survey.whites.index(bright))
        yield CameraAdvice("uneven", found=bright / dim, corners=(CORNER_NAMES[places[0]], CORNER_NAMES[places[1]]))
    if survey.flicker > _FLICKER:
        yield CameraAdvice("flicker", found=survey.flicker)


def _seats(areas: list[AreaReport]) -> tuple[int, ...]:
    return tuple(area.seat for area in areas)


def expected_share(survey: Survey) -> float:
    """Share of all cards that should be read, 0 to 1: the mean of the areas."""
    return mean(area.rate for area in survey.areas)
