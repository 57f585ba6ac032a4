"""The disk that holds the records: can it be written, is there room, how long is an event kept waiting."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from typing import Final

from controller.checkup import Finding
from controller.record.message import Message
from controller.settings.model import Config
from controller.store.atomic import UNWRITABLE

_TRIES: Final = 9
SLOW_MS: Final = 100.0
"""A card is on the disk before anybody is told of it: slower than this is felt at the table."""
LEAST_MB: Final = 100
"""Room for some hundred evenings without pictures."""


def check(config: Config) -> Iterator[Finding]:
    """Write as an event is written, and look at the room left."""
    folder = config.data.directory
    try:
        folder.mkdir(parents=True, exist_ok=True)
        wait_ms = _durable_ms(folder)
    except OSError as error:
        yield Finding(Message("disk"), "broken", _unwritable(folder, str(error.strerror)))
        return
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    sizes = (part.size_mb for part in (config.evidence, config.moments) if part.keep)
    needed_mb = LEAST_MB + sum(sizes)
    if free_mb < needed_mb:
        yield Finding(
            Message("disk"), "broken" if free_mb < LEAST_MB else "better", _no_room(folder, free_mb, needed_mb)
        )
    elif wait_ms > SLOW_MS:
        yield Finding(Message("disk"), "better", _slow(folder, wait_ms))
    else:
        yield Finding(Message("disk"), "ok", _fine(folder, free_mb, wait_ms))


def unwritable(folder: Path) -> Message | None:
    """Return why no records can be kept in a folder, or in one that is to be made there; None: they can.

    A disk that takes nothing for now, being full or read-only, is no reason: the referee waits for it.
    """
    try:
        existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        with TemporaryFile(dir=existing):
            return None
    except OSError as error:
        return None if error.errno in UNWRITABLE else _unwritable(folder, str(error.strerror))


def _unwritable(folder: Path, reason: str) -> Message:
    return Message(
        "{folder} cannot be written ({reason}): nothing would be kept; set [data] directory elsewhere",
        folder=str(folder),
        reason=reason,
    )


def _no_room(folder: Path, free_mb: int, needed_mb: int) -> Message:
    return Message(
        "{folder} has {n} MB left: free some, {n2} MB are needed for records and pictures",
        folder=str(folder),
        n=free_mb,
        n2=needed_mb,
    )


def _slow(folder: Path, wait_ms: float) -> Message:
    return Message(
        "{folder} takes {n} ms to keep an event: take a faster card or disk, {n2} ms is felt",
        folder=str(folder),
        n=f"{wait_ms:.0f}",
        n2=f"{SLOW_MS:.0f}",
    )


def _fine(folder: Path, free_mb: int, wait_ms: float) -> Message:
    return Message(
        "{folder}: {n} MB free, an event is safe after {n2} ms", folder=str(folder), n=free_mb, n2=f"{wait_ms:.1f}"
    )


def _durable_ms(folder: Path) -> float:
    """Measure how long a line takes to reach the disk, milliseconds at the median."""
    probe = folder / f".doctor-{os.getpid()}"
    durations: list[float] = []
    try:
        with probe.open("wb") as file:
            for _ in range(_TRIES):
                start = time.perf_counter()
                file.write(b"x" * 100)
                file.flush()
                os.fsync(file.fileno())
                durations.append((time.perf_counter() - start) * 1000)
    finally:
        probe.unlink(missing_ok=True)
    return median(durations)
