"""Files that only this program's user can read; where the disk takes none they wait in memory, over a start anew."""

import logging
import secrets
from pathlib import Path
from typing import Final

from controller.store import atomic, spool

_BYTES: Final = 32

_log = logging.getLogger(__name__)


class SecretError(OSError):
    """A key that cannot be kept or is readable by others; the message says where, and what to do."""


def load(path: Path) -> bytes:
    """Return the key in this file, which only this machine knows; made on first use.

    Raises:
        SecretError: it cannot be read or written, is damaged, or others may read it.
    """
    new = secrets.token_bytes(_BYTES)
    try:
        path = place(path)
        if not path.exists() and not replace_file(path, new):
            _log.warning("%s cannot be kept on this disk: after the next start phones are paired anew", path)
            return new
        path = place(path)
        mode, key = path.stat().st_mode & 0o077, path.read_bytes()
    except OSError as error:
        raise SecretError(f"{path} cannot be used: {error.strerror}") from error
    if mode:
        raise SecretError(f"{path} can be read by others; delete it, and pair the phones anew")
    if len(key) != _BYTES:
        raise SecretError(f"{path} is damaged; delete it, and pair the phones anew")
    return key


def replace_file(path: Path, data: bytes) -> bool:
    """Replace a file, whole or not at all; whether it outlasts this program: the disk has taken it, or it waits.

    Raises:
        OSError: it cannot be written for another reason than that the disk takes nothing.
    """
    waiting = _waiting(path)
    if atomic.try_write(lambda: write(path, data)):
        return True
    if waiting:
        atomic.write(waiting, data, 0o600, durable=False)
    return waiting is not None


def write(path: Path, data: bytes) -> None:
    """Replace a file on the disk; what waited is gone; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic.write(path, data, 0o600)
    if waiting := _waiting(path):
        waiting.unlink(missing_ok=True)


def place(path: Path) -> Path:
    """Find the newest content: on the disk, which takes now what waits, or in memory; raises OSError."""
    waiting = _waiting(path)
    if waiting is None or not waiting.exists():
        return path
    data = waiting.read_bytes()
    return path if atomic.try_write(lambda: write(path, data)) else waiting


def _waiting(path: Path) -> Path | None:
    """Return the path in memory where a file waits while the disk takes nothing; None if there is no such place."""
    folder = spool.runtime_folder()
    return folder / f"{spool.of_folder('phones', path.parent)}{path.name}" if folder else None
