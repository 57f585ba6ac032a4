"""The disk that holds the records: can it be written, is there room, how long is an event kept waiting."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final

from controller.checkup import Finding
from controller.settings.model import Config

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
        told = f"{folder} cannot be written ({error.strerror}): nothing would be kept; set [data] directory elsewhere"
        yield Finding("disk", "broken", told)
        return
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    needed_mb = LEAST_MB + (config.evidence.size_mb if config.evidence.keep else 0)
    if free_mb < needed_mb:
        told = f"{folder} has {free_mb} MB left: free some, {needed_mb} MB are needed for records and pictures"
        yield Finding("disk", "broken" if free_mb < LEAST_MB else "better", told)
    elif wait_ms > SLOW_MS:
        told = f"{folder} takes {wait_ms:.0f} ms to keep an event: take a faster card or disk, {SLOW_MS:.0f} ms is felt"
        yield Finding("disk", "better", told)
    else:
        yield Finding("disk", "ok", f"{folder}: {free_mb} MB free, an event is safe after {wait_ms:.1f} ms")


def _durable_ms(folder: Path) -> float:
    """How long it takes until a line is on the disk, milliseconds at the median."""
    probe = folder / f".doctor-{os.getpid()}"
    taken: list[float] = []
    try:
        with probe.open("wb") as file:
            for _ in range(_TRIES):
                start = time.perf_counter()
                file.write(b"x" * 100)
                file.flush()
                os.fsync(file.fileno())
                taken.append((time.perf_counter() - start) * 1000)
    finally:
        probe.unlink(missing_ok=True)
    return median(taken)
