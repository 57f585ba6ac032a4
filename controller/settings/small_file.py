"""Files of text that people write: read whole, and no further than any of them goes."""

import errno
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 4 << 20
"""The longest settings have some ten thousand; a device or a sparse file would fill the memory."""


def read_text(path: Path, encoding: str = "utf-8-sig") -> str:
    """Read a file of text whole.

    Raises:
        OSError: it cannot be read, or is larger.
        UnicodeDecodeError: it is no text.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"it is larger than {MOST_BYTES >> 20} MB", str(path))
    return data.decode(encoding)
