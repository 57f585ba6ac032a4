"""A face as a picture for a display of any size: small ones in dots, larger ones as a board."""

from PIL import Image

from firmware_bridge.displays.pictures import board, oled
from firmware_bridge.face.face import Face

SMALL_PIXELS = 129
"""Height from which a display is drawn as a board; below it every dot counts, as on our own firmware's displays."""


def render(face: Face, size: tuple[int, int] = (800, 480)) -> Image.Image:
    """The face as a picture of this size: black and white dots below ``SMALL_PIXELS`` of height, else in colour.

    ``oled.enlarge`` makes the small ones large enough to look at.
    """
    return oled.render(face, size) if size[1] < SMALL_PIXELS else board.render(face, size)
