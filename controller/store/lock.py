"""One referee a table, and one hall a folder: who may write there."""

import fcntl
import os
from pathlib import Path

from controller.store.journal import JournalError


def lock(directory: Path, writer: str = "referee") -> int:
    """Lock the match in progress for writing, until the handle is closed or the process ends, however it ends.

    The folder itself is locked, for SQLite loses its own locks when anybody closes the file of the database.

    Args:
        directory: the folder.
        writer: the name of the writer, for the error sentence of another process.

    Raises:
        JournalError: another process has it, or there is no such folder and none can be made.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise JournalError(f"{directory} cannot be written: {why}") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise JournalError(f"{directory} is being written by another running {writer}; stop that one first") from error
    return handle


def is_locked(directory: Path) -> bool:
    """Whether a referee writes here now; this creates no file and takes no lock."""
    try:
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False
