"""Folders in memory, where files cost nothing."""

from pathlib import Path
from typing import Final

_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
MEMORY: Final = _MEMORY if _MEMORY.is_dir() else None
"""Folder in which files are made in memory; None: nowhere but on a disk."""
