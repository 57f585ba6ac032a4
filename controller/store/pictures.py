"""The folder of evidence pictures: what waits for a verdict, what is kept, and how much of it.

FOLDER/<match>/waiting/<picture> until a verdict refers to it, then FOLDER/<match>/<picture>. Files with other names are
nobody's business and stay.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.store import atomic

WAITING: Final = "waiting"
LEAST_FREE_BYTES: Final = 50_000_000
"""Left free on the disk, whatever the limits: the record comes first."""

_MATCH: Final = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z", re.ASCII)
_PICTURE: Final = re.compile(r"\d{5,}-d(\d+)-s\d-\w{1,8}\.jpg", re.ASCII)
_JPEG_ENDS: Final = b"\xff\xd9"


class StoreFullError(OSError):
    """The disk has too little room left for pictures."""


@dataclass(frozen=True, slots=True)
class StorageLimits:
    """How much is kept."""

    size_bytes: int = 200_000_000
    age_s: float = 90 * 86_400.0


def is_name(text: str) -> bool:
    """Whether a text names a picture, ``<match>/<picture>``; a record may have been written by anybody."""
    match, _, picture = text.partition("/")
    return bool(_MATCH.fullmatch(match) and _PICTURE.fullmatch(picture))


def find(folder: Path, name: str) -> Path | None:
    """Where a picture is, kept or waiting; None if it is not, or its name is none."""
    if not is_name(name):
        return None
    kept = folder / name
    return next((path for path in (kept, kept.parent / WAITING / kept.name) if path.is_file()), None)


class PictureStore:
    """The pictures of one match, and those of earlier ones that are kept."""

    def __init__(self, folder: Path, match: str, limits: StorageLimits, clock: Callable[[], float]) -> None:
        """Look after a folder; nothing is touched yet. ``clock`` tells seconds since 1970."""
        self._folder, self._limits, self._clock = folder, limits, clock
        self._kept = folder / match
        self._waiting = self._kept / WAITING

    def open(self) -> None:
        """Clear away half pictures, and what waits for verdicts in matches that are over; raises OSError."""
        for path in self._files():
            if path.name.endswith(atomic.UNFINISHED) and _PICTURE.match(path.name.removeprefix(".")):
                path.unlink()
        for path in self._pictures():
            if _waits(path) and (path.parent != self._waiting or not _is_whole(path)):
                path.unlink()
        self._prune()

    def save(self, name: str, data: bytes) -> None:
        """Write a picture, whole or not at all; raises OSError."""
        self._waiting.mkdir(parents=True, exist_ok=True)
        if (free := shutil.disk_usage(self._waiting).free) < LEAST_FREE_BYTES:
            raise StoreFullError(f"only {free // 1_000_000} MB are free on its disk, and the record comes first")
        path = self._waiting / Path(name).name
        # The record's own writes would wait for a picture's; few pictures are kept, and those are synced then.
        atomic.write(path, data, durable=False)
        os.utime(path, (self._clock(), self._clock()))

    def keep(self, name: str) -> None:
        """Keep a picture that a verdict refers to; one that is kept already, or is lost, changes nothing."""
        path = find(self._folder, name)
        if path is None or not _waits(path):
            return
        atomic.move(path, path.parent.parent / path.name)
        self._prune()

    def forget(self, before_deal: int) -> None:
        """Delete what still waits from the deals before this one."""
        for path in self._pictures():
            deal = _PICTURE.fullmatch(path.name)
            if path.parent == self._waiting and deal and int(deal[1]) < before_deal:
                path.unlink()

    def _prune(self) -> None:
        """Delete what is too old, then the oldest until the rest is small enough."""
        found = sorted(((path.stat(), path) for path in self._pictures()), key=lambda one: one[0].st_mtime)
        total, now = sum(stat.st_size for stat, _ in found), self._clock()
        for stat, path in found:
            if total <= self._limits.size_bytes and now - stat.st_mtime <= self._limits.age_s:
                break
            path.unlink()
            total -= stat.st_size
        self._tidy()

    def _tidy(self) -> None:
        """Remove the folders of earlier matches that hold nothing any more."""
        for match in self._folder.iterdir() if self._folder.is_dir() else ():
            if _MATCH.fullmatch(match.name) and match != self._kept:
                for place in (match / WAITING, match):
                    with suppress(OSError):  # it holds something, or is not there
                        place.rmdir()

    def _pictures(self) -> Iterator[Path]:
        """Every picture of every match."""
        return (path for path in self._files() if _PICTURE.fullmatch(path.name))

    def _files(self) -> Iterator[Path]:
        """Every file in the folders of matches."""
        if not self._folder.is_dir():
            return
        for match in sorted(self._folder.iterdir()):
            if not _MATCH.fullmatch(match.name):
                continue
            for place in (match, match / WAITING):
                yield from sorted(place.iterdir()) if place.is_dir() else ()


def _waits(path: Path) -> bool:
    return path.parent.name == WAITING


def _is_whole(path: Path) -> bool:
    """Whether a picture came to the disk to its end before a power cut."""
    with path.open("rb") as file:
        file.seek(-min(2, path.stat().st_size), os.SEEK_END)
        return file.read() == _JPEG_ENDS
