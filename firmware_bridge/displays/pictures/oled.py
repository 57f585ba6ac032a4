"""A picture for a small display of black and white dots, 128x64 like the SSD1306 or 296x128 like the 2.9 inch e-paper.

It is what our own firmware draws, by the firmware's own code: text rows go over the wire, and the display sets them.
"""

from typing import Final

from PIL import Image

from firmware_bridge.face.face import Face
from firmware_bridge.face.fit import fit
from firmware_bridge.mcu.pico.canvas import Canvas
from firmware_bridge.mcu.pico.layout import PictureLayout
from firmware_bridge.mcu.pico.picture import Picture

LEAST: Final = (128, 64)
"""The glass on which the smallest letters are drawn dot for dot; they grow by whole dots on larger ones."""


def render(face: Face, size: tuple[int, int] = LEAST) -> Image.Image:
    """The face as the display shows it, lit dots white; the height must be a multiple of eight."""
    canvas = Canvas(*size)
    unit = max(1, min(size[0] // LEAST[0], size[1] // LEAST[1]))
    PictureLayout(canvas, unit).draw(picture(fit(face)), False)
    image = Image.new("1", size, 0)
    wide = size[0]
    lit = ((place, bit) for place, bits in enumerate(canvas.pages) for bit in range(8) if bits >> bit & 1)
    for place, bit in lit:
        image.putpixel((place % wide, 8 * (place // wide) + bit), 255)
    return image


def picture(face: Face) -> Picture:
    """A face of ``fit`` as the firmware holds it once it has arrived."""
    held = Picture().copy(len(face.rows))
    held.texts = [text.encode() for text in (face.title, face.status, face.alert.text)]
    for index, row in enumerate(face.rows):
        held.set_row(index, row.lamp, [text.encode() for text in (row.name, row.score, row.strokes)])
    return held


def enlarge(image: Image.Image, times: int) -> Image.Image:
    """The picture with each dot so many pixels wide, for people to look at."""
    return image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)
