"""Suit signs of French, Swiss and German packs, drawn as shapes, so that no typeface need have them."""

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Final, TypeAlias

from vision.faces.brush import BLACK, Brush, PathPoints, PrintInk
from vision.words.cards import Suits

# Outlines in a unit square.

Outline: TypeAlias = list[tuple[float, float]]
"""The points of a polygon; x to the right, y down, the sign about 1 wide and high around 0, 0."""

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
    """Return a round blob of this radius around x, y."""
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
"""The polygons of each sign by suit letter, and `star`, `crown`."""


# Signs of packs.

SignLayer: TypeAlias = tuple[list[PathPoints], PrintInk]

RED: Final[PrintInk] = (200, 24, 36)
BLUE: Final[PrintInk] = (28, 46, 110)
GOLD: Final[PrintInk] = (214, 158, 24)
GREEN: Final[PrintInk] = (46, 110, 52)
BROWN: Final[PrintInk] = (122, 78, 36)

INKS: Final[Mapping[Suits, Mapping[str, PrintInk]]] = {
    "french": {"S": BLACK, "H": RED, "D": RED, "C": BLACK},
    "swiss": {"S": GREEN, "H": BROWN, "D": (52, 52, 56), "C": RED},
    "german": {"S": GREEN, "H": RED, "D": BROWN, "C": (52, 52, 56)},
}
"""The colour of index and name, by suit letter; trumps, the Excuse and the joker are blue."""


def is_plain(card: str) -> bool:
    """Whether a card belongs to a suit: it is neither a trump of its own, nor the Excuse or a joker."""
    return card not in ("EX", "JO") and card[0] != "T"


def ink_of(card: str, suits: Suits) -> PrintInk:
    """Return the colour of the card's index."""
    return INKS[suits].get(card[0], BLUE) if card not in ("EX", "JO") else BLUE


def sign(pen: Brush, card: str, suits: Suits, x_mm: float, y_mm: float, size_mm: float, turned: bool = False) -> None:
    """Draw the sign of a card's suit around a point; a star for trumps, the Excuse and the joker."""
    layers = _SIGNS[suits][card[0]] if is_plain(card) else _STAR
    size = -size_mm if turned else size_mm
    for outlines, ink in layers:
        pen.polygons([[(x_mm + x * size, y_mm + y * size) for x, y in outline] for outline in outlines], ink)


def _french(suit: str) -> list[SignLayer]:
    # Each outline is filled by itself: where two overlap, their windings might cancel out. The club's three leaves
    # leave a gap in their middle.
    gap = [disc(0, 0, 0.12)] if suit == "C" else []
    return [([outline], INKS["french"][suit]) for outline in (*OUTLINES[suit], *gap)]


def _acorn() -> list[SignLayer]:
    nut: PathPoints = [(0.27 * sin(a), 0.06 + 0.46 * _tip(cos(a))) for a in _turn(40, pi / 2)]
    cup: PathPoints = [(-0.33, 0.1), (-0.3, -0.16), (-0.12, -0.3), (0.12, -0.3), (0.3, -0.16), (0.33, 0.1)]
    stalk: PathPoints = [(-0.05, -0.26), (-0.1, -0.54), (0.03, -0.54), (0.06, -0.26)]
    bumps: list[PathPoints] = [disc(x, -0.06 + abs(x) * 0.15, 0.045) for x in (-0.2, 0, 0.2)]
    return [([nut], GOLD), ([stalk], BROWN), ([cup], GREEN), (bumps, (24, 70, 30))]


def _tip(height: float) -> float:
    """Stretch a height on an acorn's lower end, so that the end runs out to a point."""
    return height + 0.12 * max(height, 0) ** 8


def _turn(steps: int, start: float = 0) -> list[float]:
    return [start + 2 * pi * step / steps for step in range(steps)]


def _rose() -> list[SignLayer]:
    petals: list[SignLayer] = [
        ([disc(0.29 * sin(a), -0.29 * cos(a), 0.235)], ink) for a, ink in zip(_turn(5), [RED] * 5, strict=True)
    ]
    sepals: list[PathPoints] = [
        [
            (0.56 * sin(a), -0.56 * cos(a)),
            (0.3 * sin(a + 0.3), -0.3 * cos(a + 0.3)),
            (0.3 * sin(a - 0.3), -0.3 * cos(a - 0.3)),
        ]
        for a in _turn(5, pi / 5)
    ]
    return [
        (sepals, GREEN),
        *petals,
        ([disc(0, 0, 0.3)], RED),
        ([disc(0, 0, 0.2)], (246, 214, 90)),
        ([disc(0, 0, 0.08)], GREEN),
    ]


def _bell() -> list[SignLayer]:
    slot: PathPoints = [(-0.34, 0.13), (0.34, 0.13), (0.34, 0.19), (-0.34, 0.19)]
    clapper = disc(0, 0.2, 0.1)
    ring = [(-0.09, -0.36), (-0.09, -0.52), (0.09, -0.52), (0.09, -0.36)]
    return [
        ([ring], BROWN),
        ([disc(0, 0.04, 0.46)], BROWN),
        ([disc(0, 0.04, 0.42)], GOLD),
        ([disc(-0.15, -0.14, 0.1)], (250, 226, 140)),
        ([slot], BROWN),
        ([clapper], BROWN),
    ]


def _shield() -> list[SignLayer]:
    edge = _escutcheon(1.0)
    inner = _escutcheon(0.86)
    half: PathPoints = [(x, y) for x, y in inner if x >= -0.001]
    return [([edge], BLACK), ([inner], (250, 216, 80)), ([half], (52, 52, 56))]


def _leaf() -> list[SignLayer]:
    right: PathPoints = [(0, -0.52), (0.16, -0.36), (0.38, -0.2), (0.42, 0.02), (0.3, 0.22), (0.12, 0.28), (0.05, 0.24)]
    blade: PathPoints = [*right, *((-x, y) for x, y in reversed(right[1:]))]
    stalk: PathPoints = [(-0.04, 0.22), (0.04, 0.22), (0.08, 0.54), (-0.04, 0.54)]
    vein: PathPoints = [(-0.02, 0.24), (0, -0.36), (0.02, 0.24)]
    return [([blade], GREEN), ([stalk], GREEN), ([vein], (24, 70, 30))]


def _escutcheon(scale: float) -> PathPoints:
    """Return the outline of a shield: straight above, round below, a point at the foot."""
    right = [(0.0, -0.44), (0.42, -0.44), (0.42, 0.02), (0.36, 0.22), (0.22, 0.4), (0.0, 0.54)]
    left = [(-x, y) for x, y in reversed(right[1:-1])]
    return [(x * scale, y * scale) for x, y in (*right, *left)]


_SIGNS: Final[Mapping[Suits, Mapping[str, list[SignLayer]]]] = {
    "french": {suit: _french(suit) for suit in "SHDC"},
    "swiss": {"S": _acorn(), "H": _bell(), "D": _shield(), "C": _rose()},
    "german": {"S": _leaf(), "H": _french("H"), "D": _bell(), "C": _acorn()},
}
_STAR: Final[list[SignLayer]] = [(list(OUTLINES["star"]), GOLD)]
