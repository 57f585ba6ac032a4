"""One evidence picture: the mat from above under a strip that says what it shows, and where in it the card lies."""

from dataclasses import dataclass
from datetime import UTC, datetime
from math import atan2, cos, degrees, dist, radians, sin
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.base.observation import Corners
from vision.base.picture import Gray
from vision.mat.layout import CardSize
from vision.mat.rectify import PX_PER_MM

QUALITY: Final = 80
"""Of the JPEG: indices and marks stay readable at 70 to 110 kB a picture."""
_STRIP_PX: Final = 36
_TEXT_PX: Final = 22.0
_MARGIN_PX: Final = 10
_COMMENT: Final = b"\xff\xfe"
"""Begins the comment of a JPEG file, which tells where the card lies; other programs pass over it."""
_BEGINS: Final = "card at"
_MARKS_THAT_TELL: Final = 2
_AROUND: Final = 0.08
"""Of a card's width and height, seen around it."""
_AFTER_START: Final = 2
"""Bytes of the mark with which a JPEG file begins."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption of an evidence picture."""

    seconds: float
    """Since the match event."""
    deal: int
    trick: int | None
    """None for a card that is part of no trick."""
    player: str
    card: str

    def text(self, wall_s: float) -> str:
        """One line; ``wall_s`` is when the picture was taken, seconds since 1970.

        >>> Caption(754.2, 2, 5, "Berta", "DQ").text(1.7e9)[:44]
        'Berta: DQ - deal 2, trick 5 - 0:12:34 after '
        """
        minutes, seconds = divmod(int(self.seconds), 60)
        since = f"{minutes // 60}:{minutes % 60:02}:{seconds:02} after the start"
        when = datetime.fromtimestamp(wall_s, UTC).astimezone().isoformat(" ", "seconds")
        trick = "in no trick" if self.trick is None else f"trick {self.trick}"
        return f"{self.player}: {self.card} - deal {self.deal}, {trick} - {since} - {when}"


class CompressionError(ValueError):
    """A picture that cannot be compressed."""


class PhotographedCard(Protocol):
    """A card on the mat, as the eyes know it."""

    @property
    def card(self) -> str:
        """Its name."""
        ...

    @property
    def x_mm(self) -> float:
        """Centre from the left edge of the mat."""
        ...

    @property
    def y_mm(self) -> float:
        """Centre from the top edge of the mat."""
        ...

    @property
    def angle(self) -> float:
        """Degrees clockwise; a quarter turn off now and then where a single mark tells it."""
        ...

    @property
    def marks(self) -> int:
        """Most marks of it that one frame has shown."""
        ...


@dataclass(frozen=True, slots=True)
class CardOutline:
    """Where a picture shows the card that it is about."""

    size: tuple[int, int]
    """Width and height of the picture, pixels."""
    corners: Corners
    strip: int = _STRIP_PX
    """Height of the strip above the mat, pixels: a page says in its own words what stands there."""

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of the card, pixels."""
        across, down = zip(*self.corners, strict=True)
        return sum(across) / 4, sum(down) / 4

    @property
    def angle(self) -> float:
        """The turn of the card, degrees clockwise."""
        (left, top), (right, below) = self.corners[:2]
        return degrees(atan2(below - top, right - left))

    @property
    def around(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the card with a margin, once it is turned upright about its centre."""
        (x, y), (one, other, _opposite, last) = self.centre, self.corners
        width, height = (dist(one, end) * (1 + 2 * _AROUND) for end in (other, last))
        return x - width / 2, y - height / 2, width, height


def corners(card: PhotographedCard, size: CardSize) -> Corners | None:
    """The corners of a lying card in its picture, pixels; clockwise from its own top left corner.

    None where a single mark tells how it lies: an outline beside the card would speak against the picture.
    """
    if card.marks < _MARKS_THAT_TELL:
        return None
    turn, half_width, half_height = radians(card.angle), size.width_mm / 2, size.height_mm / 2

    def at(across: float, down: float) -> tuple[float, float]:
        x = card.x_mm + across * cos(turn) - down * sin(turn)
        y = card.y_mm + across * sin(turn) + down * cos(turn)
        return round(x * PX_PER_MM, 1), round(y * PX_PER_MM + _STRIP_PX, 1)

    left, top = -half_width, -half_height
    return at(left, top), at(half_width, top), at(half_width, half_height), at(left, half_height)


def read_outline(path: Path) -> CardOutline | None:
    """Where a picture shows its card; None where it does not say so, as pictures of earlier releases do not."""
    try:
        with Image.open(path) as picture:
            said, size = picture.info.get("comment", b""), picture.size
    except OSError:
        return None
    words = said.decode("ascii", "replace") if isinstance(said, bytes) else ""
    try:
        numbers = [float(word) for word in words.removeprefix(_BEGINS).split()] if words.startswith(_BEGINS) else []
    except ValueError:
        return None
    if len(numbers) != 8 or not np.isfinite(numbers).all():
        return None
    a, b, c, d = zip(numbers[::2], numbers[1::2], strict=True)
    return CardOutline(size, (a, b, c, d))


def evidence_jpeg(view: Gray, text: str, at: Corners | None = None) -> bytes:
    """A view under its caption, as a JPEG file that says where the card lies.

    Raises:
        CompressionError: the library cannot compress it.
    """
    picture = np.vstack((_strip(text, view.shape[1]), view))
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise CompressionError(f"a picture of {view.shape[1]}x{view.shape[0]} pixels cannot be compressed")
    return _saying(data.tobytes(), at) if at else data.tobytes()


def _saying(data: bytes, at: Corners) -> bytes:
    """A JPEG file with a comment that tells where the card lies."""
    told = " ".join([_BEGINS, *(f"{number:g}" for point in at for number in point)]).encode("ascii")
    comment = _COMMENT + (len(told) + 2).to_bytes(2, "big") + told
    return data[:_AFTER_START] + comment + data[_AFTER_START:]


def _strip(text: str, width: int) -> Gray:
    """Black on white; a text that is too long for the width is written smaller."""
    strip = Image.new("L", (width, _STRIP_PX), 255)
    room = width - 2 * _MARGIN_PX
    wide = ImageFont.load_default(_TEXT_PX).getlength(text)
    font = ImageFont.load_default(_TEXT_PX * min(1.0, room / wide))
    ImageDraw.Draw(strip).text((_MARGIN_PX, _STRIP_PX / 2), text, fill=0, font=font, anchor="lm")
    return np.asarray(strip, dtype=np.uint8)
