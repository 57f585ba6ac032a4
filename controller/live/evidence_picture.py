"""One evidence picture: the mat from above under a strip that says what it shows."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.base.picture import Gray

QUALITY: Final = 80
"""Of the JPEG: indices and marks stay readable at 70 to 110 kB a picture."""
_STRIP_PX: Final = 36
_TEXT_PX: Final = 22.0
_MARGIN_PX: Final = 10


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


def jpeg(view: Gray, text: str) -> bytes:
    """A view under its caption, as a JPEG file; raises CompressionError if the library cannot compress it."""
    picture = np.vstack((_strip(text, view.shape[1]), view))
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise CompressionError(f"a picture of {view.shape[1]}x{view.shape[0]} pixels cannot be compressed")
    return data.tobytes()


def _strip(text: str, width: int) -> Gray:
    """Black on white; a text that is too long for the width is written smaller."""
    strip = Image.new("L", (width, _STRIP_PX), 255)
    room = width - 2 * _MARGIN_PX
    wide = ImageFont.load_default(_TEXT_PX).getlength(text)
    font = ImageFont.load_default(_TEXT_PX * min(1.0, room / wide))
    ImageDraw.Draw(strip).text((_MARGIN_PX, _STRIP_PX / 2), text, fill=0, font=font, anchor="lm")
    return np.asarray(strip, dtype=np.uint8)
