"""Draws strokes and circles as they are written on the sheet: each fifth stroke crosses the four before it (COI-S8)."""

from PIL import ImageDraw

from firmware_bridge.displays.pen import Colour

MARKS = frozenset("Ioφ ")

STEP = 0.30
"""Distance from one stroke to the next; all sizes here are in heights of a stroke."""

GAP = 0.45
CIRCLE = 0.60
THICK = 0.10

CROSSING = "/"
"""The fifth stroke; its place is that of the first of the four it crosses."""


def is_tally(text: str) -> bool:
    """Whether the text is made of the sheet's marks alone."""
    return MARKS.issuperset(text)


def width(text: str, height: float) -> float:
    """Measure the width of the marks when drawn, pixels."""
    return places(text)[1] * height


def draw_tally(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, height: float, ink: Colour) -> None:
    """Draw the marks; ``at`` is their left end on the base line."""
    left, base = at
    thick = max(1, round(THICK * height))
    for mark, place in places(text)[0]:
        x = left + place * height
        if mark == "I":
            draw.line((x + thick / 2, base - height, x + thick / 2, base), fill=ink, width=thick)
        elif mark == CROSSING:
            end = x + 3 * STEP * height + thick
            draw.line((x - 0.08 * height, base - 0.1 * height, end + 0.08 * height, base - 0.9 * height), ink, thick)
        else:
            top = base - (0.5 + CIRCLE / 2) * height
            draw.ellipse((x, top, x + CIRCLE * height, top + CIRCLE * height), outline=ink, width=thick)
            if mark == "φ":
                middle = x + CIRCLE * height / 2
                draw.line((middle, base - height, middle, base), fill=ink, width=thick)


def places(text: str) -> tuple[list[tuple[str, float]], float]:
    """Each mark with its left end, and the width of all, in heights of a stroke."""
    placed: list[tuple[str, float]] = []
    x = end = 0.0
    run = 0
    for mark in text:
        run = run + 1 if mark == "I" else 0
        if mark == "I" and run % 5 == 0:
            placed.append((CROSSING, x - 4 * STEP))
            x = end + GAP
            continue
        if mark == " ":
            x = end + GAP
            continue
        placed.append((mark, x))
        end = x + (THICK if mark == "I" else CIRCLE)
        x = x + STEP if mark == "I" else end + GAP / 3
    return placed, end
