"""Large figures made of rectangles, seven to a figure, for displays whose own letters are small."""

from typing import Final, TypeAlias

Rectangle: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, dots; the edges belong to it."""

SEGMENTS: Final = {
    "0": "abcdef",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "-": "g",
}
"""Lit segments: a at the top, clockwise to f, and g in the middle. The 1 is a shape of its own."""

WIDE: Final = 0.56
"""Width of a figure; all sizes here are shares of its height."""

GAP: Final = 0.16
THICK: Final = 0.15
NARROW: Final = ".1"
"""Characters as narrow as a segment is thick."""


def is_drawable(text: str) -> bool:
    """Whether the text is made of figures, signs and points alone."""
    return bool(text) and set(text) <= {*SEGMENTS, *"1+."}


def width(text: str, high: int) -> int:
    """Width of a text, dots."""
    return sum(_advance(character, high) for character in text) - round(GAP * high)


def rectangles(text: str, left: int, top: int, high: int) -> list[Rectangle]:
    """Draw the text in full rectangles; it must be ``is_drawable``."""
    found: list[Rectangle] = []
    for character in text:
        found += _shape(character, left, top, high)
        left += _advance(character, high)
    return found


def _advance(character: str, high: int) -> int:
    return round((THICK if character in NARROW else WIDE) * high) + round(GAP * high)


def _shape(character: str, left: int, top: int, high: int) -> list[Rectangle]:
    thick, wide = max(1, round(THICK * high)), round(WIDE * high)
    if character == "1":
        return [(left, top, left + thick - 1, top + high - 1)]
    right, bottom = left + wide - 1, top + high - 1
    upper, lower = top + (high - thick) // 2, top + (high + thick) // 2 - 1
    if character == ".":
        return [(left, bottom - thick + 1, left + thick - 1, bottom)]
    if character == "+":
        middle, reach = left + (wide - thick) // 2, wide // 2 - thick // 2
        return [(left, upper, right, lower), (middle, upper - reach, middle + thick - 1, lower + reach)]
    segments = {
        "a": (left, top, right, top + thick - 1),
        "b": (right - thick + 1, top, right, lower),
        "c": (right - thick + 1, upper, right, bottom),
        "d": (left, bottom - thick + 1, right, bottom),
        "e": (left, upper, left + thick - 1, bottom),
        "f": (left, top, left + thick - 1, lower),
        "g": (left, upper, right, lower),
    }
    return [segments[segment] for segment in SEGMENTS[character]]
