"""``schiri backup`` and ``schiri restore``: all that a table knows in one file, and back again."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from controller.settings.model import load
from controller.store import atomic, backup
from controller.store.backup import CALIBRATION, SETTINGS, BackupError
from controller.store.lock import lock


def write(settings: Path, out: Path | None, told: TextIO) -> int:
    """Back a table up; returns the exit status."""
    config = load(settings)
    path = out or Path(f"schiri-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.tar.gz")
    count = backup.write(config.data.directory, settings, config.calibration_file, path)
    told.write(f"{path}: {count} files, {path.stat().st_size:,} bytes\n")
    return 0


def restore(path: Path, settings: Path, told: TextIO) -> int:
    """Put a backup back; what is there goes aside, and nothing is deleted; returns the exit status."""
    held = backup.read(path)
    config = load(settings) if settings.exists() else None
    directory = config.data.directory if config else settings.parent / "data"
    elsewhere = {SETTINGS: settings, CALIBRATION: config.calibration_file if config else directory / CALIBRATION}
    handle = lock(directory)
    try:
        aside = _aside(directory, [name for name in held if name != SETTINGS])
        for name, data in held.items():
            _write(elsewhere.get(name, directory / name), data, keep=name == SETTINGS)
    finally:
        os.close(handle)
    told.write(f"{directory}: {len(held)} files are as {path} holds them\n")
    if aside:
        told.write(f"what was there before: {aside}\n")
    return 0


def _aside(directory: Path, names: list[str]) -> Path | None:
    """Move what the backup replaces into a folder of its own; None if there was nothing."""
    tops = {name.split("/")[0] for name in names}
    there = [path for top in sorted(tops) for path in directory.glob(f"{top}*")]
    if not there:
        return None
    aside = directory / f"before-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}"
    try:
        aside.mkdir()
        for path in there:
            path.rename(aside / path.name)
    except OSError as error:
        raise BackupError(f"{directory}: what is there cannot be put aside: {error.strerror}") from error
    return aside


def _write(path: Path, data: bytes, *, keep: bool) -> None:
    """Write a file whole; settings that are there stay, the backup's lie beside them."""
    if keep and path.exists() and path.read_bytes() != data:
        path = path.with_name(f"{path.name}.restored")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic.write(path, data)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}") from error
