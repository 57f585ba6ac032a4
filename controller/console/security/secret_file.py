"""A key that only this machine knows, kept where only this program's user can read it."""

import logging
import secrets
from pathlib import Path
from typing import Final

from controller.store import atomic

_BYTES: Final = 32

_log = logging.getLogger(__name__)


class SecretError(OSError):
    """A key that cannot be kept or is readable by others; the message says where, and what to do."""


def load(path: Path) -> bytes:
    """The key in this file; made on first use, and good until the next start where the disk takes no file.

    Raises:
        SecretError: it cannot be read or written, is damaged, or others may read it.
    """
    new = secrets.token_bytes(_BYTES)
    try:
        if not path.exists() and not atomic.kept(lambda: _make(path, new)):
            _log.warning("%s cannot be kept on this disk: after the next start phones are paired anew", path)
            return new
        mode, key = path.stat().st_mode & 0o077, path.read_bytes()
    except OSError as error:
        raise SecretError(f"{path} cannot be used: {error.strerror}") from error
    if mode:
        raise SecretError(f"{path} can be read by others; delete it, and pair the phones anew")
    if len(key) != _BYTES:
        raise SecretError(f"{path} is damaged; delete it, and pair the phones anew")
    return key


def _make(path: Path, key: bytes) -> None:
    """Write a new key, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic.write(path, key, 0o600)
