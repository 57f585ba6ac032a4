"""The statuses of a deal in pages of a few lines, for displays that show one short status at a time."""

from itertools import chain
from typing import Final

from firmware_bridge.face.face import Face
from firmware_bridge.face.fit import STATUS_BYTES
from firmware_bridge.mcu.pico.layout import FEW_ROWS, NOTES
from firmware_bridge.mcu.pico.text import WIDE, line, lines

LEAST_PIXELS: Final = 96
"""A narrower display shows no status."""


def render(face: Face, width: int, height: int) -> tuple[str, ...]:
    """Render the status of each page on a display of so many dots; one page where the face's own status is enough.

    Args:
        face: What to show.
        width: Of the display, dots; it sets letters as our own firmware does.
        height: Of the display, dots.

    >>> face = Face(status="all", contract="Jürg plays tutti", trick="trick 9 of 9", lead="Jürg led spades")
    >>> render(face, 128, 64)
    ('all',)
    """
    columns = width // (WIDE * max(1, min(width // 128, height // 64)))
    room = NOTES if len(face.rows) <= FEW_ROWS + 1 else 1
    if width < LEAST_PIXELS or not face.rows or _fits(face.status, columns, room):
        return (face.status,)
    pages: list[str] = []
    for part in chain.from_iterable(_parts(phrase, columns, room) for phrase in face.phrases):
        longer = f"{pages[-1]}, {part}" if pages else part
        if pages and _fits(longer, columns, room):
            pages[-1] = longer
        else:
            pages.append(part)
    return tuple(pages)


def _parts(phrase: str, columns: int, room: int) -> list[str]:
    """Split a phrase into parts that each have room, broken between words."""
    parts: list[str] = []
    while phrase:
        part: list[str] = []
        for _ in range(room):
            first, phrase, _ = line(phrase, columns)
            part.append(first)
        parts.append(" ".join(filter(None, part)))
    return parts


def _fits(text: str, columns: int, room: int) -> bool:
    return lines(text, columns) <= room and len(text.encode()) <= STATUS_BYTES
