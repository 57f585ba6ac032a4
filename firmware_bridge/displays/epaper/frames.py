"""The frames of Waveshare's 4.3 inch UART e-paper, 800x600 (user manual V1.6).

``A5``, length of the whole frame as 16 bits, command, data, ``CC 33 C3 3C``, and the XOR of everything before. All
numbers go high byte first. It keeps a picture in its memory and puts it on the paper when it is told to refresh.
"""

from functools import reduce
from typing import Final

SIZE: Final = (800, 600)

BLACK: Final = 0
WHITE: Final = 3

FONTS: Final = {32: 1, 48: 2, 64: 3}
"""Heights of its letters, dots, and their numbers."""

_START: Final = 0xA5
_END: Final = bytes([0xCC, 0x33, 0xC3, 0x3C])
_FRAME_BYTES: Final = 9
"""Size of a frame without data."""


def frame(command: int, data: bytes = b"") -> bytes:
    """Encode one frame.

    >>> frame(0x00).hex(" ")
    'a5 00 09 00 cc 33 c3 3c ac'
    """
    body = bytes([_START]) + (_FRAME_BYTES + len(data)).to_bytes(2, "big") + bytes([command]) + data + _END
    return body + bytes([reduce(int.__xor__, body)])


def numbers(*values: int) -> bytes:
    """Coordinates as they are sent."""
    return b"".join(value.to_bytes(2, "big") for value in values)


HANDSHAKE: Final = frame(0x00)
REFRESH: Final = frame(0x0A)
CLEAR: Final = frame(0x2E)


def rotate(*, half: bool) -> bytes:
    """Upright, or turned by 180 degrees."""
    return frame(0x0D, bytes([half]))


def colours(ink: int, ground: int) -> bytes:
    """Colours for what follows, 0 black to 3 white."""
    return frame(0x10, bytes([ink, ground]))


def font(high: int) -> bytes:
    """Letters of this height, one of ``FONTS``."""
    return frame(0x1E, bytes([FONTS[high]]))


def text(left: int, top: int, letters: str) -> bytes:
    """Text in printable ASCII, its upper left corner here."""
    return frame(0x30, numbers(left, top) + letters.encode("ascii") + b"\0")


def fill(left: int, top: int, right: int, bottom: int) -> bytes:
    """Draw a full rectangle; its edges belong to it."""
    return frame(0x24, numbers(left, top, right, bottom))


def outline(left: int, top: int, right: int, bottom: int) -> bytes:
    """Draw an empty rectangle."""
    return frame(0x25, numbers(left, top, right, bottom))


def circle(left: int, top: int, radius: int) -> bytes:
    """Draw an empty circle around a middle."""
    return frame(0x26, numbers(left, top, radius))


def triangle(*corners: tuple[int, int]) -> bytes:
    """Draw a full triangle."""
    return frame(0x29, numbers(*(value for corner in corners for value in corner)))
