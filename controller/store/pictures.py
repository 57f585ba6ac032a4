"""The folder of evidence pictures: what waits for a verdict, what is kept, and how much of it.

A picture waits in memory until a verdict refers to it, and is FOLDER/<match>/<picture> then. What is more than may wait
in memory, and what waits when the table is closed, is FOLDER/<match>/waiting/<picture>. Files with other names are
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

FOLDER: Final = "evidence"
"""The folder of all matches' pictures in the data directory."""
WAITING: Final = "waiting"
MOST_IN_MEMORY: Final = 16_000_000
"""The most bytes of pictures that wait in memory: some 180 pictures, of two deals in most games."""
LEAST_FREE_BYTES: Final = 50_000_000
"""The bytes left free on the disk, whatever the limits: the record comes first."""

_MATCH: Final = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z", re.ASCII)
_PICTURE: Final = re.compile(r"\d{5,}-d(\d+)-s\d-\w{1,8}(?:@\d)?\.jpg", re.ASCII)
_JPEG_ENDS: Final = b"\xff\xd9"


class StoreFullError(OSError):
    """The disk has too little room left for pictures."""


@dataclass(frozen=True, slots=True)
class StorageLimits:
    """The limits on what is kept, in bytes and seconds."""

    size_bytes: int = 200_000_000
    age_s: float = 90 * 86_400.0


@dataclass(frozen=True, slots=True)
class _WaitingPicture:
    """A picture in memory."""

    data: bytes
    when_s: float
    """The time at which it was taken, seconds since 1970."""


def is_name(text: str) -> bool:
    """Whether a text names a picture, ``<match>/<picture>``; a record may have been written by anybody."""
    match, _, picture = text.partition("/")
    return bool(_MATCH.fullmatch(match) and _PICTURE.fullmatch(picture))


def find(folder: Path, name: str) -> Path | None:
    """Find a picture, kept or waiting; None if it is neither, or its name is none."""
    if not is_name(name):
        return None
    picture = folder / name
    return next((path for path in (picture, picture.parent / WAITING / picture.name) if path.is_file()), None)


class PictureStore:
    """The pictures of one match, and those of earlier ones that are kept."""

    def __init__(self, folder: Path, match: str, limits: StorageLimits, clock: Callable[[], float]) -> None:
        """Manage a folder; no file is touched yet. ``clock`` returns seconds since 1970."""
        self._folder, self._limits, self._clock = folder, limits, clock
        self._kept = folder / match
        self._waiting = self._kept / WAITING
        self._memory: dict[str, _WaitingPicture] = {}
        """The waiting pictures by name, the oldest first."""
        self._wanted: set[str] = set()
        """The unwritten pictures that a verdict refers to."""
        self.lost = 0
        """The number of pictures that the disk refused when there was no room for them in memory."""

    def open(self) -> None:
        """Delete half pictures, and those that wait for verdicts in matches that are over; raises OSError."""
        for path in self._files():
            if path.name.endswith(atomic.UNFINISHED) and _PICTURE.match(path.name.removeprefix(".")):
                path.unlink()
        for path in self._pictures():
            if _waits(path) and (path.parent != self._waiting or not _is_whole(path)):
                path.unlink()
        self._prune()

    def save(self, name: str, data: bytes) -> None:
        """Add a picture to memory; raises OSError if one without room there cannot be written.

        A picture that a verdict refers to is written now if the disk did not take it before.
        """
        self._memory[name] = _WaitingPicture(data, self._clock())
        try:
            while sum(len(one.data) for one in self._memory.values()) > MOST_IN_MEMORY:
                self._write_out(next(iter(self._memory)))
        finally:
            self._write_wanted()

    def keep(self, name: str) -> None:
        """Retain a picture that a verdict refers to; a retained or lost one is ignored."""
        if name in self._memory:
            self._wanted.add(name)
            self._write_wanted()
            return
        path = find(self._folder, name)
        if path is None or not _waits(path):
            return
        atomic.move(path, path.parent.parent / path.name)
        self._prune()

    def forget(self, before_deal: int) -> None:
        """Delete waiting pictures of the deals before this one."""
        for name in [name for name in self._memory if name not in self._wanted and _deal(name) < before_deal]:
            del self._memory[name]
        for path in self._pictures():
            deal = _PICTURE.fullmatch(path.name)
            if path.parent == self._waiting and deal and int(deal[1]) < before_deal:
                path.unlink()

    def close(self) -> None:
        """Write the waiting pictures, so that a resumed match has them; raises OSError."""
        faults: list[OSError] = []
        for name in tuple(self._memory):
            try:
                self._write_out(name)
            except OSError as error:
                faults.append(error)
        if faults:
            raise faults[0]

    @property
    def in_memory(self) -> int:
        """The pictures that are not on the disk."""
        return len(self._memory)

    def _write_wanted(self) -> None:
        """Write the pictures in memory that a verdict refers to; raises OSError, and tries again the next time."""
        for name in sorted(self._wanted):
            self._write(self._kept, name, durable=True)
            self._wanted.discard(name)
            self._prune()

    def _write_out(self, name: str) -> None:
        """Write a picture of the memory to where it belongs; raises OSError if the disk refuses it: it is lost."""
        is_wanted = name in self._wanted
        try:
            # The record's own writes would wait for a picture's; few pictures are kept, and those are synced then.
            self._write(self._kept if is_wanted else self._waiting, name, durable=is_wanted)
        except OSError:
            del self._memory[name]
            self.lost += 1
            raise
        finally:
            self._wanted.discard(name)

    def _write(self, folder: Path, name: str, *, durable: bool) -> None:
        """Write a picture, whole or not at all, and take it out of the memory."""
        picture = self._memory[name]
        folder.mkdir(parents=True, exist_ok=True)
        if (free := shutil.disk_usage(folder).free) < LEAST_FREE_BYTES:
            raise StoreFullError(f"only {free // 1_000_000} MB are free on its disk, and the record comes first")
        path = folder / Path(name).name
        atomic.write(path, picture.data, durable=durable)
        os.utime(path, (picture.when_s, picture.when_s))
        del self._memory[name]

    def _prune(self) -> None:
        """Delete pictures that are too old, then the oldest until the rest is small enough."""
        files = sorted(((path.stat(), path) for path in self._pictures()), key=lambda one: one[0].st_mtime)
        total, now = sum(stat.st_size for stat, _ in files), self._clock()
        for stat, path in files:
            if total <= self._limits.size_bytes and now - stat.st_mtime <= self._limits.age_s:
                break
            path.unlink()
            total -= stat.st_size
        self._tidy()

    def _tidy(self) -> None:
        """Remove empty folders of earlier matches."""
        for match in self._folder.iterdir() if self._folder.is_dir() else ():
            if _MATCH.fullmatch(match.name) and match != self._kept:
                for place in (match / WAITING, match):
                    with suppress(OSError):  # it holds something, or is not there
                        place.rmdir()

    def _pictures(self) -> Iterator[Path]:
        """Yield every picture of every match."""
        return (path for path in self._files() if _PICTURE.fullmatch(path.name))

    def _files(self) -> Iterator[Path]:
        """Yield every file in the folders of matches."""
        if not self._folder.is_dir():
            return
        for match in sorted(self._folder.iterdir()):
            if not _MATCH.fullmatch(match.name):
                continue
            for place in (match, match / WAITING):
                yield from sorted(place.iterdir()) if place.is_dir() else ()


def _deal(name: str) -> int:
    """Return the deal of a picture, by its name."""
    match = _PICTURE.fullmatch(Path(name).name)
    return int(match[1]) if match else 0


def _waits(path: Path) -> bool:
    return path.parent.name == WAITING


def _is_whole(path: Path) -> bool:
    """Whether a picture was written to its end before a power cut."""
    with path.open("rb") as file:
        file.seek(-min(2, path.stat().st_size), os.SEEK_END)
        return file.read() == _JPEG_ENDS
