"""Suit signs, crown and star as outlines in a unit square."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final, TypeAlias

Outline: TypeAlias = list[tuple[float, float]]
"""Points of a polygon; x to the right, y down, the sign about 1 wide and high around 0, 0."""

_STEPS: Final = 48


def _heart() -> Outline:
    angles = [2 * pi * step / _STEPS for step in range(_STEPS)]
    return [
        (sin(a) ** 3 / 2, -(13 * cos(a) - 5 * cos(2 * a) - 2 * cos(3 * a) - cos(4 * a)) / 30 - 0.04) for a in angles
    ]


def _diamond() -> Outline:
    return [(0, -0.56), (0.14, -0.24), (0.4, 0), (0.14, 0.24), (0, 0.56), (-0.14, 0.24), (-0.4, 0), (-0.14, -0.24)]


def _stem() -> Outline:
    return [(-0.03, 0.05), (0.03, 0.05), (0.07, 0.35), (0.2, 0.52), (-0.2, 0.52), (-0.07, 0.35)]


def disc(x: float, y: float, radius: float) -> Outline:
    """A round blob of this radius around x, y."""
    angles = [2 * pi * step / _STEPS for step in range(_STEPS)]
    return [(x + radius * cos(a), y + radius * sin(a)) for a in angles]


def _star() -> Outline:
    radii = (0.55, 0.22)
    return [(radii[i % 2] * sin(pi * i / 5), -radii[i % 2] * cos(pi * i / 5)) for i in range(10)]


def _crown() -> Outline:
    return [(-0.5, 0.3), (-0.5, -0.3), (-0.25, 0), (0, -0.4), (0.25, 0), (0.5, -0.3), (0.5, 0.3)]


def _spade() -> list[Outline]:
    return [[(x * 0.98, -y * 0.95 - 0.06) for x, y in _heart()], _stem()]


def _club() -> list[Outline]:
    return [disc(0, -0.27, 0.24), disc(-0.26, 0.1, 0.24), disc(0.26, 0.1, 0.24), _stem()]


_MAKERS: Final[dict[str, Callable[[], list[Outline]]]] = {
    "S": _spade,
    "H": lambda: [_heart()],
    "D": lambda: [_diamond()],
    "C": _club,
    "star": lambda: [_star()],
    "crown": lambda: [_crown()],
}

OUTLINES: Final[dict[str, list[Outline]]] = {name: make() for name, make in _MAKERS.items()}
"""Polygons of each sign by suit letter, and `star`, `crown`."""
