"""The part of a face that the wire carries: the limits of each text, and the cut that never falsifies a number."""

import re
import zlib
from collections.abc import Callable
from dataclasses import replace

from firmware_bridge.face.ascii import short
from firmware_bridge.face.face import Alert, Face, Row

TITLE_BYTES = 32
STATUS_BYTES = 64
ALERT_BYTES = 120
NAME_BYTES = 20
SCORE_BYTES = 10
STROKES_BYTES = 24
"""Longest texts, UTF-8 bytes. Name, score and strokes with their separators fill one frame; two whole pictures of these
sizes take 1.1 KB of a small controller's 2 KB."""

ELLIPSIS = "…"

_CHARACTERS = re.compile(r"[-+\u2212\xb1]?\d+(?:[.,:'\u2019/]\d+)*[\xbd%]?|.", re.DOTALL)
"""Numbers with their sign, or single characters."""

_WORDS = re.compile(r"\s+|\S+")


def shorten(text: str, fits: Callable[[str], bool], *, words: bool = False) -> str:
    """Shorten a text to the longest beginning that fits; what was left out is an ellipsis.

    Never ends in the middle of a number: 1257 is left out whole, not shown as 12.

    Args:
        text: Any text.
        fits: Whether a text fits; asked with the ellipsis.
        words: End between words only: for strokes, where a part of a group would be a false count.
    """
    if fits(text):
        return text
    kept = ""
    for atom in (_WORDS if words else _CHARACTERS).finditer(text):
        shorter = text[: atom.end()].rstrip() + ELLIPSIS
        if not fits(shorter):
            break
        kept = shorter
    return kept or ELLIPSIS


def cut(text: str, limit: int, *, words: bool = False) -> str:
    """Cut the text to at most ``limit`` bytes of UTF-8, whole characters and whole numbers.

    Args:
        text: Any text that can be encoded.
        limit: Bytes, at least the three of the ellipsis.
        words: As for ``shorten``.

    >>> cut("score 1257", 12), cut("score 1257", 9)
    ('score 1257', 'score…')
    """
    return shorten(text, lambda shorter: len(shorter.encode()) <= limit, words=words)


def fit(face: Face) -> Face:
    """Fit the face for the wire: every text within its limit, an idle table's address in its status.

    Fitting twice changes nothing more.
    """
    address = "" if face.rows else short(face.address)
    where = address if address not in face.status else ""
    return Face(
        title=cut(face.title, TITLE_BYTES),
        rows=tuple(_fit_row(row) for row in face.rows),
        status=cut(", ".join(filter(None, (face.status, where))), STATUS_BYTES),
        alert=Alert(cut(face.alert.text, ALERT_BYTES)),
    )


def _fit_row(row: Row) -> Row:
    return replace(
        row,
        name=cut(row.name, NAME_BYTES),
        score=cut(row.score, SCORE_BYTES),
        strokes=cut(row.strokes, STROKES_BYTES, words=True),
    )


def check(face: Face) -> int:
    """Calculate the CRC-32 (zlib's) of a whole picture.

    Each text has a zero behind it, each row its lamp's byte before it: title, status, alert, then the rows. The
    polynomial differs from the frames' on purpose. An error that slips through the checksum of a frame would slip
    through a second one of the same kind.
    """
    crc = zlib.crc32(b"".join(text.encode() + b"\0" for text in (face.title, face.status, face.alert.text)))
    for row in face.rows:
        crc = zlib.crc32(bytes([row.lamp]), crc)
        crc = zlib.crc32(b"".join(text.encode() + b"\0" for text in (row.name, row.score, row.strokes)), crc)
    return crc
