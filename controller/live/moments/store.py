"""The folder of moments on the disk: bounded, the oldest dropped, each file for its owner alone."""

import errno
import fcntl
import os
import re
import shutil
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.live.moments import moment_file
from controller.live.moments.moment import KeptMoment, MomentError
from controller.live.moments.moment_file import MomentFile
from controller.store import atomic
from controller.store.pictures import LEAST_FREE_BYTES, StorageLimits, StoreFullError

FOLDER: Final = "moments"
"""The folder of moments in the data directory."""
_NAME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z(-\d{1,3})?", re.ASCII)
_SUFFIX: Final = ".moment.zip"
_MODE: Final = 0o600
_PIECE_BYTES: Final = 250_000
"""Bytes written at once: an event of the record waits for no more of a moment than this."""
_TRIES: Final = 100
"""The most attempts to recreate a folder that somebody else deletes."""
_LEFT_S: Final = 3600.0
"""A half-written file that is older was left by a power cut."""


@dataclass(frozen=True, slots=True)
class ListedMoment:
    """A moment in its folder."""

    name: str
    size_bytes: int
    moment: KeptMoment | None
    """The moment; None: its file is damaged."""


class MomentStore:
    """The moments in a folder; from any thread, for each file is written whole."""

    def __init__(
        self,
        folder: Path,
        limits: StorageLimits = StorageLimits(500_000_000),  # noqa: B008  frozen
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Look after a folder; nothing is touched yet. ``clock`` tells seconds since 1970."""
        self.folder, self._limits, self._clock = folder, limits, clock

    def add(self, file: MomentFile) -> str:
        """Write a moment down and drop the oldest where there are too many; returns its name.

        Raises:
            StoreFullError: its disk has too little room left, or it is larger than all moments may be.
            OSError: it cannot be written.
        """
        data = moment_file.pack(file)
        if len(data) > self._limits.size_bytes:
            raise StoreFullError(f"a moment of {len(data) // 1_000_000} MB is larger than all of them may be")
        with self._folder_made():
            self.prune(len(data))
            if (free := shutil.disk_usage(self.folder).free) < LEAST_FREE_BYTES + len(data):
                raise StoreFullError(f"only {free // 1_000_000} MB are free on its disk, and the record comes first")
            name = self._free_name(file.moment)
            atomic.write(self._path(name), data, _MODE, piece_bytes=_PIECE_BYTES)
        return name

    def names(self) -> list[str]:
        """All moments, the newest first."""
        return sorted((path.name.removesuffix(_SUFFIX) for path in self._files()), reverse=True)

    def listed(self) -> Iterator[ListedMoment]:
        """All moments with what is told of them, the newest first."""
        for name in self.names():
            with suppress(FileNotFoundError):  # dropped meanwhile
                size_bytes = self._path(name).stat().st_size
                try:
                    yield ListedMoment(name, size_bytes, moment_file.read_moment(self._path(name)))
                except MomentError:
                    yield ListedMoment(name, size_bytes, None)

    def path(self, name: str) -> Path:
        """Return the file of a moment; raises MomentError where there is none."""
        if not _NAME.fullmatch(name) or not self._path(name).is_file():
            raise MomentError(f"there is no moment {name!r} in {self.folder}; `schiri camera list` tells what there is")
        return self._path(name)

    def read(self, name: str) -> MomentFile:
        """Return a moment, checked whole; raises MomentError."""
        return moment_file.read(self.path(name))

    def sharing(self, name: str) -> list[str]:
        """List the other moments that share frames with a moment, the newest first; raises MomentError."""
        sums, names = moment_file.frame_sums(self.path(name)), list[str]()
        for other in self.names():
            with suppress(MomentError):  # dropped meanwhile, or damaged
                if other != name and sums & moment_file.frame_sums(self.path(other)):
                    names.append(other)
        return names

    def change(self, name: str, changed: Callable[[MomentFile], MomentFile]) -> MomentFile:
        """Write a moment anew in its place as a function changes it, and return that.

        Who changes or deletes one meanwhile waits, in other programs too: what was blurred or deleted stays so.

        Raises:
            MomentError: there is none, or it is damaged.
            OSError: it cannot be written.
        """
        with self._alone(name):
            file = changed(self.read(name))
            atomic.write(self.path(name), moment_file.pack(file), _MODE, piece_bytes=_PIECE_BYTES)
        return file

    def drop(self, name: str) -> None:
        """Delete a moment; raises MomentError where there is none, OSError where it cannot be deleted."""
        with self._alone(name):
            self.path(name).unlink()

    @contextmanager
    def _alone(self, name: str) -> Generator[None]:
        """Lock the moments against other writers; raises MomentError if this one does not exist."""
        self.path(name)
        with self._locked():
            yield

    @contextmanager
    def _locked(self) -> Generator[None]:
        """Lock the moments against other writers; raises FileNotFoundError without a folder."""
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            # Who had it before may have deleted the folder.
            if not os.path.samestat(os.fstat(folder), self.folder.stat()):
                raise FileNotFoundError(errno.ENOENT, "the folder was deleted meanwhile", str(self.folder))
            yield
        finally:
            os.close(folder)

    @contextmanager
    def _folder_made(self) -> Generator[None]:
        """Make the folder and lock it: nobody else writes or deletes moments meanwhile."""
        with ExitStack() as stack:
            for tries_left in reversed(range(_TRIES)):
                try:
                    self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                    stack.enter_context(self._locked())
                    break
                except FileNotFoundError:
                    # It was deleted meanwhile, or a folder of its path can never be made.
                    if not tries_left:
                        raise
                except FileExistsError:
                    # It was there, and deleted before it was known to be a folder; a file of this name stays, and so
                    # does a link that leads nowhere.
                    if self.folder.exists() or not tries_left:
                        raise
            yield

    def drop_all(self) -> int:
        """Delete every moment, half-written ones too; returns how many there were."""
        try:
            with self._locked():
                names = self.names()
                for path in (*map(self._path, names), *self._unfinished()):
                    path.unlink(missing_ok=True)
                with suppress(OSError):  # it holds something else
                    self.folder.rmdir()
        except FileNotFoundError:
            return 0
        return len(names)

    def prune(self, room_bytes: int = 0) -> None:
        """Delete what is too old and what a power cut left half, then the oldest until there is so much room."""
        now = self._clock()
        for path in self._unfinished():
            with suppress(FileNotFoundError):  # written to its end meanwhile
                if now - path.stat().st_mtime > _LEFT_S:
                    path.unlink()
        oldest_first = sorted((path.stat().st_mtime, path) for path in self._files())
        total = sum(path.stat().st_size for _, path in oldest_first)
        for when, path in oldest_first:
            if total + room_bytes <= self._limits.size_bytes and now - when <= self._limits.age_s:
                break
            total -= path.stat().st_size
            path.unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}{_SUFFIX}"

    def _files(self) -> Iterator[Path]:
        """Yield the files of moments; other files in the folder are nobody's business."""
        for path in self.folder.glob(f"*{_SUFFIX}"):
            if _NAME.fullmatch(path.name.removesuffix(_SUFFIX)) and path.is_file():
                yield path

    def _unfinished(self) -> Iterator[Path]:
        return self.folder.glob(f".*{_SUFFIX}.*{atomic.UNFINISHED}")

    def _free_name(self, moment: KeptMoment) -> str:
        """Return the name of a moment: when it was taken, and a number where two were taken in one second."""
        date = datetime.fromisoformat(moment.taken).astimezone(UTC)
        name = f"{date:%Y-%m-%dT%H%M%SZ}"
        numbered = (f"{name}-{number}" for number in range(2, 1000))
        return next(one for one in (name, *numbered) if not self._path(one).exists())
