"""A key that only this machine knows, kept where only this program's user can read it."""

import secrets
from pathlib import Path
from typing import Final

from controller.store import atomic

_BYTES: Final = 32


class SecretError(OSError):
    """A key that cannot be kept or is readable by others; the message says where, and what to do."""


def load(path: Path) -> bytes:
    """The key in this file; made on first use.

    Raises:
        SecretError: it cannot be read or written, is damaged, or others may read it.
    """
    try:
        _make(path)
        mode, key = path.stat().st_mode & 0o077, path.read_bytes()
    except OSError as error:
        raise SecretError(f"{path} cannot be used: {error.strerror}") from error
    if mode:
        raise SecretError(f"{path} can be read by others; delete it, and pair the phones anew")
    if len(key) != _BYTES:
        raise SecretError(f"{path} is damaged; delete it, and pair the phones anew")
    return key


def _make(path: Path) -> None:
    """Write a new key, whole or not at all, unless there is one."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic.write(path, secrets.token_bytes(_BYTES), 0o600)
