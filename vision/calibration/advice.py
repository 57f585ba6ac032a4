"""Advice so that more is read: one sentence for each thing that is wrong."""

from collections.abc import Sequence
from statistics import mean
from typing import Final

from vision.base.trouble import CORNER_NAMES
from vision.calibration.survey import AreaReport, Survey

GOOD: Final = 0.99
"""Expected reading rate of an area below which something must be done."""

_SHARP_MM: Final = 1.0
"""An edge as wide as this is what costs marks first at any usual scale (measured: see docs/camera.md)."""
_FEW_PX: Final = 2.4
"""Pixels a millimetre below which even a sharp picture loses marks."""
_FAINT: Final = 50.0
"""Grey levels between black and white below which grain begins to cost marks."""
_DARK: Final = 110.0
"""White that is no lighter than this lacks light."""
_GLARE: Final = 0.02
"""Share of an area that may be clipped."""
_UNEVEN: Final = 2.0
"""How many times lighter one corner may be than another."""
_FLICKER: Final = 0.04


def advice(survey: Survey, names: Sequence[str]) -> tuple[str, ...]:
    """Sentences, the gravest first; none when all is well.

    Args:
        survey: what was measured.
        names: of the seats.
    """
    # What glare alone explains is told as glare.
    poor = [area for area in survey.areas if area.rate < GOOD * (1 - area.clipped)]
    told = [*_poor_areas(poor, names), *_light(survey, names)]
    if poor and not told:
        told = [f"Too few cards would be read at {_listed(poor, names)}: bring the camera nearer and focus it."]
    return tuple(told)


def _poor_areas(poor: Sequence[AreaReport], names: Sequence[str]) -> list[str]:
    told: list[str] = []
    if few := [area for area in poor if area.px_per_mm < _FEW_PX]:
        worst = min(area.px_per_mm for area in few)
        told.append(
            f"Bring the camera nearer or take larger pictures: {worst:.1f} pixels a millimetre at "
            f"{_listed(few, names)}, {_FEW_PX} are needed."
        )
    if soft := [area for area in poor if area.edge_mm > _SHARP_MM]:
        worst = max(area.edge_mm for area in soft)
        told.append(
            f"Focus the camera: edges are {worst:.1f} mm wide at {_listed(soft, names)}, {_SHARP_MM} is the most."
        )
    return told


def _light(survey: Survey, names: Sequence[str]) -> list[str]:
    told: list[str] = []
    if faint := [area for area in survey.areas if area.contrast < _FAINT]:
        told.append(
            f"More light: only {min(area.contrast for area in faint):.0f} grey levels between black and white at "
            f"{_listed(faint, names)}, {_FAINT:.0f} are needed."
            if max(survey.whites) < _DARK
            else f"Turn the lamp away from the camera: a haze of light lies over {_listed(faint, names)}."
        )
    if glare := [area for area in survey.areas if area.clipped > _GLARE]:
        share = max(area.clipped for area in glare)
        told.append(
            f"Move the lamp or shorten the exposure: {share:.0%} of {_listed(glare, names)} is white with glare."
        )
    bright, dim = max(survey.whites), min(survey.whites)
    if bright > _UNEVEN * dim:
        told.append(
            f"Move the lamp to the middle: the {CORNER_NAMES[survey.whites.index(dim)]} corner is {bright / dim:.1f} "
            f"times darker than the {CORNER_NAMES[survey.whites.index(bright)]} one."
        )
    if survey.flicker > _FLICKER:
        told.append(
            f"The light flickers by {survey.flicker:.0%}: take another lamp, or set the exposure to 10 or 20 ms "
            "where mains has 50 Hz (8.3 or 16.7 ms at 60 Hz)."
        )
    return told


def _listed(areas: Sequence[AreaReport], names: Sequence[str]) -> str:
    if len(areas) == len(names):
        return "every seat"
    return " and ".join(names[area.seat] for area in areas)


def expected(survey: Survey) -> float:
    """Share of all cards that should be read, 0 to 1: the mean of the areas."""
    return mean(area.rate for area in survey.areas)
