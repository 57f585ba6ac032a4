"""Whole files: after a full disk, a kill or a power cut a file holds the old content or the new one, never half.

The new content goes into a file beside, to the disk, and then takes the name, which POSIX `rename` does in one step.
A file that people name as a record is read whole or not at all: it may be anything, even endless.
"""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Final

UNFINISHED: Final = ".unfinished"
"""The suffix of a temporary file; one that a power cut left has no meaning."""

UNWRITABLE: Final = frozenset({errno.EROFS, errno.ENOSPC, errno.EDQUOT})
"""The errors of a disk that is full or read-only."""

_REFUSED: Final = frozenset({errno.ENOENT, errno.EACCES, errno.EPERM, errno.EROFS})
"""The errors of a folder in which nothing can be made; which of them comes depends on its disk."""

MOST_BYTES: Final = 64 << 20
"""The most bytes of a record; one of 120,000 events has 20 million."""


def read(path: Path) -> bytes:
    """Read the whole file of a record or chain; raises OSError if it cannot be read, or is larger than any."""
    with path.open("rb") as file:
        return read_from(file, str(path))


def read_from(file: BinaryIO, name: str) -> bytes:
    """Read the rest of an open file, whose name errors give; raises OSError likewise."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"larger than {MOST_BYTES >> 20} MB, as no record is", name)
    return data


def write(path: Path, data: bytes, mode: int = 0o666, *, durable: bool = True, piece_bytes: int | None = None) -> None:
    """Replace a file, or make it; what was there before stays when anything fails.

    Args:
        path: the file; its folder is there.
        data: its whole content.
        mode: of the new file, less what the process's umask takes away.
        durable: whether to wait until it is on the disk; else a power cut soon after can leave an empty file.
        piece_bytes: bring it to the disk in pieces of so many bytes, so that no other file's write waits for all of it.

    Raises:
        OSError: it cannot be written; names the file by this path.
    """
    # A temporary file for each writer: two who write one file at once leave the content of one of them, whole.
    unfinished = path.with_name(f".{path.name}.{token_hex(4)}{UNFINISHED}")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:  # noqa: PTH123  a handle
            for begin in range(0, len(data), piece_bytes or max(len(data), 1)):
                file.write(data[begin : begin + (piece_bytes or len(data))])
                file.flush()
                if piece_bytes is not None:
                    os.fdatasync(file.fileno())
            if durable:
                os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException as error:
        with suppress(OSError):
            unfinished.unlink()
        if isinstance(error, OSError):
            raise _of(path, error) from error
        raise
    if durable:
        sync_folder(path.parent)


def _of(path: Path, error: OSError) -> OSError:
    """Return the error with the name of the requested file."""
    if error.errno == errno.ENOENT and path.parent.is_dir():
        return OSError(errno.EACCES, "no file can be made in this folder", str(path))
    return OSError(error.errno, error.strerror, str(path))


def unwritable(target: Path, error: OSError) -> str:
    """Say in a sentence that a file or folder cannot be written, by the name that was asked for, why, and what to do.

    The system says "No such file or directory" of some folders that are there, but in which nothing can be made.
    """
    at = Path(os.fsdecode(error.filename)) if isinstance(error.filename, (str, bytes)) else target
    folder, reason, remedy = at.parent, error.strerror or str(error), "name another place"
    if error.errno == errno.ENOENT and not _exists(folder):
        reason, remedy = f"there is no folder {folder}", "make it first"
    elif error.errno == errno.ENOTDIR:
        reason = f"{next(filter(_exists, (folder, *folder.parents)), folder)} is no folder"
    elif error.errno in _REFUSED and not _exists(at):
        reason = f"nothing can be made in the folder {Path.cwd() if folder == Path() else folder}"
    elif at != target and at.is_relative_to(target):
        reason = f"{at}: {reason}"
    return f"{target} cannot be written: {reason}; {remedy}"


def _exists(path: Path) -> bool:
    return os.access(path, os.F_OK)


def try_write(write: Callable[[], None]) -> bool:
    """Run a write and return whether it succeeded; a full or read-only disk returns False.

    Raises:
        OSError: it cannot be written for another reason.
    """
    try:
        write()
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        return False
    return True


def move(path: Path, to: Path) -> None:
    """Give a file another name on the same disk, its content and its name being durable then; raises OSError."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
    path.replace(to)
    sync_folder(to.parent)


def sync_folder(folder: Path) -> None:
    """Make the names of a folder's files as durable as their contents; raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
