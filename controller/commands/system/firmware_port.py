"""The path at which an emulated display is plugged in: a link that is ours, and gone when the display is."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

TERMINALS: Final = Path("/dev/pts")
"""Where the links lead: to pseudo-terminals."""


class PortTaken(ValueError):  # noqa: N818 - named for the mistake
    """There can be no new link at this path."""


@contextmanager
def plugged(path: Path) -> Generator[None]:
    """Keep a path for the link of an emulated display, which takes it away at the end, by SIGTERM too.

    Raises:
        PortTaken: Something else is there, or there is no such folder.
    """
    _check(path)
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        if _is_ours(path):
            path.unlink()


def _stop(number: int, frame: FrameType | None) -> None:
    """End as Ctrl-C does."""
    del number, frame
    raise KeyboardInterrupt


def _is_ours(path: Path) -> bool:
    return path.is_symlink() and path.readlink().parent == TERMINALS


def _check(path: Path) -> None:
    """Only a link that an emulated display left behind may be replaced, never a file."""
    if not path.parent.is_dir():
        raise PortTaken(f"--port {path}: there is no folder {path.parent}")
    if _is_ours(path) and not path.exists():
        return
    if _is_ours(path):
        raise PortTaken(f"--port {path}: another display may be plugged in there; take another path or delete it")
    if path.exists() or path.is_symlink():
        raise PortTaken(f"--port {path}: something is there already; take a path where nothing is")
