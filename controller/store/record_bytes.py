"""The bytes of a record or of its chain, from a file or a pipe that may be anything."""

import errno
from pathlib import Path
from typing import BinaryIO, Final

MOST_BYTES: Final = 64 << 20
"""Larger is no record: one of 120,000 events has 20 million bytes."""


def read(path: Path) -> bytes:
    """All that a file holds; raises OSError where it cannot be read, or is larger than any record."""
    with path.open("rb") as file:
        return read_from(file, str(path))


def read_from(file: BinaryIO, name: str) -> bytes:
    """The rest of an open file, by the name to tell it by; raises OSError likewise."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"larger than {MOST_BYTES >> 20} MB, as no record is", name)
    return data
