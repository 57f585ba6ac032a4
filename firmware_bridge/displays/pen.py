"""Writes text into a picture with the one font that Pillow brings along, and the letters that font lacks.

The font (a subset of Aileron) has little more than ASCII. Accents are drawn over their letters, card suits as shapes,
so that no system font is needed and every machine draws the same picture.
"""

import math
import unicodedata
from functools import cache
from typing import TypeAlias

from PIL import ImageDraw, ImageFont

from firmware_bridge.face.fit import shorten

Colour: TypeAlias = tuple[int, int, int] | int
Polyline: TypeAlias = tuple[tuple[float, float], ...]

ACCENTS: dict[str, tuple[Polyline, ...]] = {
    "\u0300": (((-0.10, -0.05), (0.03, 0.06)),),
    "\u0301": (((-0.03, 0.06), (0.10, -0.05)),),
    "\u0302": (((-0.10, 0.06), (0.0, -0.05), (0.10, 0.06)),),
    "\u0303": (((-0.12, 0.04), (-0.05, -0.02), (0.05, 0.04), (0.12, -0.02)),),
    "\u0304": (((-0.10, 0.0), (0.10, 0.0)),),
    "\u0306": (((-0.10, -0.04), (-0.04, 0.05), (0.04, 0.05), (0.10, -0.04)),),
    "\u0307": (((0.0, 0.0),),),
    "\u0308": (((-0.11, 0.0),), ((0.11, 0.0),)),
    "\u030a": (((0.0, -0.07), (0.07, 0.0), (0.0, 0.07), (-0.07, 0.0), (0.0, -0.07)),),
    "\u030b": (((-0.10, 0.06), (-0.02, -0.05)), ((0.05, 0.06), (0.13, -0.05))),
    "\u030c": (((-0.10, -0.05), (0.0, 0.06), (0.10, -0.05)),),
    "\u0323": (((0.0, 0.08),),),
    "\u0327": (((0.0, 0.0), (0.04, 0.08), (-0.05, 0.13)),),
    "\u0328": (((0.02, 0.0), (-0.04, 0.10), (0.05, 0.13)),),
}
"""Lines of each combining mark, in ems around the middle of its place above (below for the last three) the letter."""

BELOW = {"\u0323", "\u0327", "\u0328"}
"""The marks under a letter."""

SPELLED = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
    | {"\u2013": "-", "\u2014": "-", "\u2212": "-", "\xd7": "x", "\u2192": "->", "\u2022": "\xb7"}
)
"""Letters and signs that are written with others; a figure is never among them."""

DOTS = 15
"""Size up to which letters are set on whole pixels."""

SUITS = "♠♥♦♣"
"""Drawn as shapes."""


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font at a size in pixels."""
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise OSError("Pillow was built without FreeType; install a Pillow wheel from the package index")
    return found


def spell(text: str) -> list[tuple[str, str]]:
    """Split the text into pairs of a character and the accents over it."""
    pairs: list[tuple[str, str]] = []
    for character in unicodedata.normalize("NFD", text.translate(SPELLED)):
        if unicodedata.combining(character) and pairs:
            pairs[-1] = (pairs[-1][0], pairs[-1][1] + character)
        else:
            pairs.append((character, ""))
    return pairs


def width(text: str, size: int) -> float:
    """Measure the width of the text when written, pixels."""
    return sum(_advance(character, size) for character, _ in spell(text))


def fit(text: str, size: int, room: float, least: int) -> tuple[str, int]:
    """Fit the text to the room at a size not under ``least``; at the least size it is shortened."""
    while size > least and width(text, size) > room:
        size -= 1
    return shorten(text, lambda shorter: width(shorter, size) <= room), size


def paragraph(text: str, size: int, least: int, room: float, most_lines: int) -> tuple[list[str], int]:
    """Fit the text in at most so many lines, smaller if need be, at the least size shortened; return the size too."""
    lines = lines_of(text, size, room)
    if size > least and (len(lines) > most_lines or any(width(line, size) > room for line in lines)):
        return paragraph(text, size - 1, least, room, most_lines)
    *first, last = (
        [*lines[: most_lines - 1], " ".join(lines[most_lines - 1 :])] if lines[most_lines:] else lines or [""]
    )
    return [*first, shorten(last, lambda shorter: width(shorter, size) <= room)], size


def lines_of(text: str, size: int, room: float) -> list[str]:
    """Break the text between words into lines that fit; a word too long for a line has one to itself."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def write(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, ink: Colour) -> None:
    """Write the text; ``at`` is its left end on the base line."""
    x, y = at
    for character, accents in spell(text):
        if character in SUITS:
            _suit(draw, character, (x + 0.38 * size, y - 0.34 * size), 0.34 * size, ink)
        else:
            draw.text((x, y), character, fill=ink, font=font(size), anchor="ls")
        for accent in accents:
            _accent(draw, accent, character, (x, y), size, ink)
        x += _advance(character, size)


def _advance(character: str, size: int) -> float:
    advance = 0.76 * size if character in SUITS else font(size).getlength(character)
    # So small, words would touch: each space gets a pixel more.
    return advance if size > DOTS else math.ceil(advance) + (character == " ")


def _accent(
    draw: ImageDraw.ImageDraw, accent: str, letter: str, at: tuple[float, float], size: int, ink: Colour
) -> None:
    left, top, right, _ = font(size).getbbox(letter, anchor="ls")
    half = 0.045 * size if size > DOTS else 0
    x = at[0] + (left + right) / 2 - (0 if half else 1)
    y = at[1] + (0.02 * size if accent in BELOW else top - max(2, 0.12 * size))
    for line in ACCENTS.get(accent, ()):
        points = [(x + dx * size, y + dy * size) for dx, dy in line]
        draw.line(points, fill=ink, width=max(1, round(2 * half)), joint="curve")
        for px, py in points:
            if half:
                draw.ellipse((px - half, py - half, px + half, py + half), fill=ink)
            else:
                draw.point((px, py), fill=ink)


def _suit(draw: ImageDraw.ImageDraw, suit: str, middle: tuple[float, float], half: float, ink: Colour) -> None:
    """Draw a suit's shape, its height twice ``half``."""
    x, y = middle

    def disc(dx: float, dy: float, radius: float) -> None:
        box = (x + (dx - radius) * half, y + (dy - radius) * half, x + (dx + radius) * half, y + (dy + radius) * half)
        draw.ellipse(box, fill=ink)

    def polygon(*points: tuple[float, float]) -> None:
        draw.polygon([(x + dx * half, y + dy * half) for dx, dy in points], fill=ink)

    if suit in "♠♣":
        polygon((0, 0), (0.35, 1), (-0.35, 1))
    if suit == "♣":
        disc(0, -0.55, 0.45)
    if suit == "♦":
        polygon((0, -1), (0.75, 0), (0, 1), (-0.75, 0))
        return
    down = -1 if suit == "♥" else 1
    side = 0.45 if suit != "♣" else 0.5
    disc(-side, 0.3 * down, 0.47)
    disc(side, 0.3 * down, 0.47)
    if suit != "♣":
        polygon((-0.86, 0.12 * down), (0, -1 * down), (0.86, 0.12 * down), (0, 0.5 * down))
