"""The picture that is shown, and the next one as the host fills it."""

from binascii import crc32

from .protocol import (
    ALERT_BYTES,
    LAMP_OFF,
    MOST_ROWS,
    NAME_BYTES,
    SCORE_BYTES,
    STATUS_BYTES,
    STROKES_BYTES,
    TITLE_BYTES,
)

LIMITS = (TITLE_BYTES, STATUS_BYTES, ALERT_BYTES)
"""Limits of the texts by slot."""

NO_REFEREE = b"no referee"


class Picture:
    """Texts by slot; rows of lamp, name, score, strokes; all texts in UTF-8."""

    def __init__(self) -> None:
        self.texts = [b"", b"", b""]
        self.rows = [(LAMP_OFF, b"", b"", b"")] * MOST_ROWS
        self.count = MOST_ROWS

    def set_row(self, index: int, lamp: int, texts: "list[bytes]") -> bool:
        """Set a row; False if it has no place."""
        name, score, strokes = texts
        if index >= MOST_ROWS or len(name) > NAME_BYTES or len(score) > SCORE_BYTES or len(strokes) > STROKES_BYTES:
            return False
        self.rows[index] = (lamp, name, score, strokes)
        return True

    def set_text(self, slot: int, offset: int, part: bytes) -> bool:
        """Set a part of a text; False if it leaves a gap, is too long or cuts a character in two."""
        text = self.texts[slot]
        cuts = offset < len(text) and text[offset] & 0xC0 == 0x80
        if offset > len(text) or offset + len(part) > LIMITS[slot] or cuts:
            return False
        self.texts[slot] = text[:offset] + part
        return True

    def check(self, rows: int) -> int:
        """CRC-32 of the picture with its first rows."""
        crc = crc32(b"".join(text + b"\0" for text in self.texts))
        for lamp, name, score, strokes in self.rows[:rows]:
            crc = crc32(bytes([lamp]) + name + b"\0" + score + b"\0" + strokes + b"\0", crc)
        return crc & 0xFFFFFFFF

    def copy(self, count: int) -> "Picture":
        """Copy the picture with so many rows."""
        other = Picture()
        other.texts = list(self.texts)
        other.rows = list(self.rows)
        other.count = count
        return other


def blank() -> Picture:
    """Return the picture that is shown before anybody has spoken."""
    picture = Picture().copy(0)
    picture.texts[1] = NO_REFEREE
    return picture
