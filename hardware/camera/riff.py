"""How many whole frames an AVI file holds, from its chunks; a recording may end in the middle of one.

Source: Microsoft, "AVI RIFF File Reference"; sizes are little-endian and chunks are padded to even lengths.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import unpack
from typing import BinaryIO

_HEADER = 8


@dataclass(frozen=True, slots=True)
class Content:
    """The content of an AVI file."""

    frames: int
    """Whole video frames."""
    torn: bool
    """Whether the file ends before it should."""


def riff_content(path: Path) -> Content | None:
    """Whole frames of an AVI file; None for a file that is none.

    Raises:
        OSError: the file cannot be read.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(12)
        if start[:4] != b"RIFF" or start[8:] != b"AVI ":
            return None
        frames, promised, torn = 0, 0, False
        for name, length, place in _chunks(file, size):
            torn = torn or place + length > size
            if name == b"avih":
                promised = _total_frames(file)
            frames += name[2:] in (b"dc", b"db") and 0 < length <= size - place
        return Content(frames, torn or frames < promised)


def _chunks(file: BinaryIO, size: int) -> Iterator[tuple[bytes, int, int]]:
    """Name, length and place of each chunk, those inside lists too."""
    place = 0
    while place + _HEADER <= size:
        file.seek(place)
        name, length = unpack("<4sI", file.read(_HEADER))
        yield name, length, place + _HEADER
        inside = name in (b"RIFF", b"LIST")
        place += _HEADER + (4 if inside else length + length % 2)


def _total_frames(file: BinaryIO) -> int:
    """Fifth number of the main header, at whose start the file stands."""
    header = file.read(20)
    return int(unpack("<5I", header)[4]) if len(header) == 20 else 0
