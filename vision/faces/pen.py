"""With what faces of cards are drawn: letters and signs by millimetres, and the lower half as the upper one turned."""

from collections.abc import Callable
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from vision.faces.shapes import OUTLINES

Decorator: TypeAlias = Callable[[Image.Image], None]
Ink: TypeAlias = tuple[int, int, int]

PX_PER_MM: Final = 6
"""Finer than any camera sees the card, so that drawing it smaller stays sharp."""
FINE: Final = 2 * PX_PER_MM
"""Pixels a millimetre at which faces are drawn before they are halved."""
INK: Final = {"S": (26, 26, 30), "C": (26, 26, 30), "H": (190, 24, 34), "D": (190, 24, 34)}
"""Of index and pips, by suit letter."""


def twice(picture: Image.Image, decorate: Decorator) -> None:
    """Decorate, turn by half, decorate, turn back."""
    decorate(picture)
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    decorate(turned)
    picture.paste(turned.transpose(Image.Transpose.ROTATE_180))


def text(draw: ImageDraw.ImageDraw, words: str, x: float, y: float, tall_mm: float, ink: Ink) -> None:
    """Write words round a point, pixels."""
    font = ImageFont.load_default(size=tall_mm * FINE)
    draw.text((x, y), words, fill=ink, font=font, anchor="mm", stroke_width=2, stroke_fill=ink)


def sign(draw: ImageDraw.ImageDraw, name: str, x: float, y: float, size_mm: float, ink: Ink) -> None:
    """Draw a sign of `face_shapes.OUTLINES` round a point, pixels; upside down at a size below 0."""
    scale = size_mm * FINE
    for outline in OUTLINES[name]:
        draw.polygon([(x + dx * abs(scale), y + dy * scale) for dx, dy in outline], fill=ink)
