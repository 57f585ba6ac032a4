"""The letters and figures of a card's index as own strokes, so that no typeface need have them."""

from collections.abc import Mapping
from typing import Final

TALL: Final = 100.0
"""Height of every glyph, with its stroke."""
STROKE: Final = 16.0
GAP: Final = 5.0
"""Between two glyphs."""

GLYPHS: Final[Mapping[str, tuple[float, str]]] = {
    "0": (64, "M8 34V66A24 26 0 0 0 56 66V34A24 26 0 0 0 8 34Z"),
    "1": (40, "M8 27 32 9V92"),
    "2": (64, "M9 32A23 24 0 0 1 55 32C55 50 27 62 9 92H56"),
    "3": (64, "M10 19C15 12 22 8 31 8 44 8 53 16 53 28S44 48 29 48C45 48 56 56 56 70S45 92 31 92C20 92 13 88 8 80"),
    "4": (68, "M45 92V8L8 69H60"),
    "5": (64, "M52 8H16L12 47C17 42 23 39 31 39 46 39 56 50 56 65S46 92 31 92C21 92 13 88 8 81"),
    "6": (64, "M51 19C47 12 41 8 34 8 17 8 8 24 8 52V66A24 26 0 0 0 56 66 24 26 0 0 0 8 66"),
    "7": (64, "M8 8H56C40 34 30 60 27 92"),
    "8": (64, "M32 47A20 19.5 0 0 1 32 8 20 19.5 0 0 1 32 47 24 22.5 0 0 0 32 92 24 22.5 0 0 0 32 47"),
    "9": (64, "M13 81C17 88 23 92 30 92 47 92 56 76 56 48V34A24 26 0 0 0 8 34 24 26 0 0 0 56 34"),
    "A": (78, "M8 92 39 8 70 92M19 63H59"),
    "B": (70, "M10 8V92H38A22 22 0 0 0 38 48H10M10 8H35A20 20 0 0 1 35 48"),
    "C": (72, "M64 28C58 14 50 8 38 8 18 8 8 24 8 50S18 92 38 92C50 92 58 86 64 72"),
    "D": (72, "M10 8V92H30C53 92 64 76 64 50S53 8 30 8Z"),
    "F": (64, "M10 92V8H56M10 48H48"),
    "J": (58, "M48 8V66A20 26 0 0 1 8 66"),
    "K": (74, "M10 8V92M62 8 10 58M29 41 66 92"),
    "N": (74, "M10 92V8L64 92V8"),
    "O": (76, "M8 38V62A30 30 0 0 0 68 62V38A30 30 0 0 0 8 38Z"),
    "Q": (78, "M8 38V62A30 30 0 0 0 68 62V38A30 30 0 0 0 8 38ZM47 68 69 93"),
    "R": (72, "M10 92V8H38A23 23 0 0 1 38 54H10M37 54 62 92"),
    "U": (76, "M10 8V62A28 30 0 0 0 66 62V8"),
    "V": (78, "M8 8 39 92 70 8"),
}
"""Width of each glyph with its stroke, and the path of its stroke."""


def glyph_width(text: str) -> float:
    """The width of glyphs beside each other.

    >>> width("10")
    109.0
    """
    return sum(GLYPHS[letter][0] for letter in text) + GAP * (len(text) - 1)
