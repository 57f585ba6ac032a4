"""The glass of an emulated e-paper, painted from the frames that it is sent."""

from typing import Final

from PIL import Image, ImageDraw

from firmware_bridge.displays import pen
from firmware_bridge.displays.epaper import frames as epaper_frames

GREY: Final = (0, 85, 170, 255)
"""Four colours of the glass, black to white."""

Drawing = ImageDraw.ImageDraw


class BadFrame(ValueError):  # noqa: N818 - named for the mistake
    """Bytes that are no frames of this display."""


class Glass:
    """The display's memory.

    Attributes:
        image: What is drawn so far; it is on the paper once the display is told to refresh.
    """

    def __init__(self) -> None:
        self.image = Image.new("L", epaper_frames.SIZE, GREY[epaper_frames.WHITE])
        self._draw = Drawing(self.image)
        self._ink, self._ground, self._size = GREY[0], GREY[3], 32
        self._fonts = {number: high for high, number in epaper_frames.FONTS.items()}

    def receive(self, data: bytes) -> None:
        """Do what whole frames ask for; raises BadFrame."""
        while data:
            one, data = _first(data)
            self._obey(one[3], one[4:-5])

    def _obey(self, command: int, data: bytes) -> None:
        match command:
            case 0x10:
                self._ink, self._ground = GREY[data[0]], GREY[data[1]]
            case 0x1E:
                self._size = self._fonts[data[0]]
            case 0x2E:
                self._draw.rectangle((0, 0, *epaper_frames.SIZE), fill=self._ground)
            case 0x24:
                self._draw.rectangle(_numbers(data), fill=self._ink)
            case 0x25:
                self._draw.rectangle(_numbers(data), outline=self._ink)
            case 0x26:
                x, y, radius = _numbers(data)
                self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=self._ink)
            case 0x29:
                self._draw.polygon(_numbers(data), fill=self._ink)
            case 0x30:
                left, top = _numbers(data[:4])
                letters = data[4:-1].decode("ascii")
                pen.write(self._draw, (left, top + 0.8 * self._size), letters, self._size, self._ink)
            case _:
                pass  # A handshake, a rotation, a refresh: nothing to be painted.


def _first(data: bytes) -> tuple[bytes, bytes]:
    """Split the data into the first frame and the rest."""
    long = int.from_bytes(data[1:3], "big")
    one = data[:long]
    if len(one) < 9 or one != epaper_frames.frame(one[3], one[4:-5]):
        raise BadFrame(f"{one.hex(' ')} is no frame of the e-paper")
    return one, data[long:]


def _numbers(data: bytes) -> list[int]:
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]
