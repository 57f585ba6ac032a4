"""A picture for a small display of black and white dots, 128x64 like the SSD1306."""

from PIL import Image, ImageDraw

from firmware_bridge.displays import pen, tally
from firmware_bridge.face import Face, Lamp, Row

LETTERS = 11
"""Size of the letters; with 10 they begin to run together."""

LINE_PIXELS = 12
"""Height of a line of them."""

LAMP_PIXELS = 7
"""Width of the lamp's shape before the name."""

NAME_SHARE = 0.42
SCORE_SHARE = 0.3
"""Shares of the width for name and score; the strokes have the rest."""


def render(face: Face, size: tuple[int, int] = (128, 64)) -> Image.Image:
    """The face as a picture of black and white dots.

    Below the rows stands the alert, black on white, if there is one, else the status; the title only where there is
    room for it.
    """
    wide, high = size
    image = Image.new("1", size, 0)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    rows_bottom = high - _notes(draw, face, wide, high)
    top = LINE_PIXELS if rows_bottom >= LINE_PIXELS * (len(face.rows) + 1) else 0
    if not face.rows:
        _write(draw, 0, rows_bottom / 2, face.title, wide, letters=2 * LETTERS)
    elif top:
        _write(draw, 0, LINE_PIXELS / 2, face.title, wide)
    for index, row in enumerate(face.rows):
        step = (rows_bottom - top) / len(face.rows)
        _row(draw, row, wide, top + (index + 0.5) * step, round(min(step, 20)))
    return image


def enlarge(image: Image.Image, times: int) -> Image.Image:
    """The picture with each dot so many pixels wide, for people to look at."""
    return image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)


def _notes(draw: ImageDraw.ImageDraw, face: Face, wide: int, high: int) -> int:
    """Write alert or status at the bottom; the height it takes."""
    most = max(1, min(2, high // LINE_PIXELS - len(face.rows)))
    lines, _ = pen.paragraph(face.alert or face.status, LETTERS, LETTERS, wide - 2, most)
    taken = LINE_PIXELS * len(lines)
    if face.alert:
        draw.rectangle((0, high - taken, wide, high), fill=1)
    for index, line in enumerate(lines):
        _write(draw, 1, high - taken + (index + 0.5) * LINE_PIXELS, line, wide - 1, ink=0 if face.alert else 1)
    return taken


def _row(draw: ImageDraw.ImageDraw, row: Row, wide: int, middle: float, high: int) -> None:
    """Lamp, name, strokes, and the score as large as the row lets it be."""
    if row.lamp is Lamp.TURN:
        draw.polygon([(0, middle - 4), (4, middle), (0, middle + 4)], fill=1)
    if row.lamp is Lamp.FOUL:
        draw.line((0, middle - 2, 4, middle + 2), fill=1)
        draw.line((0, middle + 2, 4, middle - 2), fill=1)
    name = round(wide * NAME_SHARE)
    _write(draw, LAMP_PIXELS, middle, row.name, name)
    strokes, room = LAMP_PIXELS + name + 2, wide * (1 - SCORE_SHARE - NAME_SHARE) - LAMP_PIXELS - 2
    if not tally.is_tally(row.strokes):
        _write(draw, strokes, middle, row.strokes, room)
    elif tally.width(row.strokes, 7) <= room:
        tally.draw_tally(draw, (strokes, round(middle + 3)), row.strokes, 7, 1)
    score, size = pen.fitting(row.score, high, wide * SCORE_SHARE, LETTERS)
    pen.write(draw, (round(wide - pen.width(score, size)), round(middle + 0.36 * size)), score, size, 1)


def _write(
    draw: ImageDraw.ImageDraw,
    left: float,
    middle: float,
    text: str,
    room: float,
    *,
    ink: int = 1,
    letters: int = LETTERS,
) -> None:
    """One line of text around a middle height."""
    text, size = pen.fitting(text, letters, room, LETTERS)
    pen.write(draw, (left, round(middle + 0.36 * size)), text, size, ink)
