"""A page of letters as the glass of a character display shows it: dark letters in cells, on a lit ground."""

from typing import Final

from PIL import Image, ImageDraw

from firmware_bridge.displays import pen
from firmware_bridge.displays.characters import Page

_CELL: Final = (20, 32)
"""Width and height of a letter's cell, pixels."""
_GAP: Final = 3
_EDGE: Final = 14
_GLASS: Final = (190, 214, 92)
_CELLS: Final = (180, 204, 84)
_INK: Final = (32, 42, 20)


def render(page: Page) -> Image.Image:
    """The page as a picture, each letter in the middle of its cell."""
    wide, high = _CELL[0] + _GAP, _CELL[1] + _GAP
    columns = max(map(len, page))
    image = Image.new("RGB", (columns * wide + 2 * _EDGE, len(page) * high + 2 * _EDGE), _GLASS)
    draw = ImageDraw.Draw(image)
    for line, text in enumerate(page):
        for column, letter in enumerate(text):
            left, top = _EDGE + column * wide, _EDGE + line * high
            draw.rectangle((left, top, left + _CELL[0], top + _CELL[1]), fill=_CELLS)
            middle = left + (_CELL[0] - pen.width(letter, 24)) / 2
            pen.write(draw, (middle, top + 0.78 * _CELL[1]), letter, 24, _INK)
    return image
