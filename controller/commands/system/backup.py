"""``schiri backup`` and ``schiri restore``: all that a table knows in one file, and back again."""

import os
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from controller.appliance.owner import Owner, own_all, owner_of, to_who_typed
from controller.appliance.paths import USER, SystemPaths
from controller.settings.model import Config, load, parse
from controller.store import atomic, backup
from controller.store.backup import CALIBRATION, SETTINGS, BackupError
from controller.store.lock import lock


def write(settings: Path, out: Path | None, told: TextIO) -> int:
    """Back a table up; returns the exit status."""
    config = load(settings)
    path = out or Path(f"schiri-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.tar.gz")
    count = backup.write(config.data.directory, settings, config.calibration_file, path)
    to_who_typed(path)
    told.write(f"{path}: {count} files, {path.stat().st_size:,} bytes\n")
    return 0


def restore(path: Path, settings: Path, told: TextIO) -> int:
    """Put a backup back; what is there goes aside, and nothing is deleted; returns the exit status.

    Records go where the settings say: those that are there, else those of the backup. All belongs to whom the data
    belonged before, also if root puts it back.
    """
    config = load(settings) if settings.exists() else _kept_settings(path)
    directory = config.data.directory if config else settings.parent / "data"
    owner = _owner(directory)
    with ExitStack() as stack:
        handle = lock(directory)
        stack.callback(os.close, handle)
        # On the same disk, so that what was unpacked takes its place in one step.
        scratch = Path(tempfile.mkdtemp(prefix=".restore-", dir=directory))
        stack.callback(shutil.rmtree, scratch, ignore_errors=True)
        held = backup.unpack(path, scratch)
        aside = _aside(directory, [name for name in held if name != SETTINGS])
        elsewhere = {SETTINGS: settings, CALIBRATION: config.calibration_file if config else directory / CALIBRATION}
        for name in held:
            _put(scratch / name, elsewhere.get(name, directory / name), keep=name == SETTINGS)
        tops = {directory / name.split("/")[0] for name in held if name not in elsewhere}
        written = [_beside(to) for name, to in elsewhere.items() if name in held]
        own_all([directory, *sorted(tops), *written, *([aside] if aside else [])], owner, deep=[*tops])
    told.write(f"{directory}: {len(held)} files are as {path} holds them\n")
    if aside:
        told.write(f"what was there before: {aside}\n")
    return 0


def _kept_settings(path: Path) -> Config | None:
    """The settings in a backup, if it holds any."""
    text = backup.settings(path)
    return None if text is None else parse(text, f"{SETTINGS} in {path}")


def _owner(directory: Path) -> Owner:
    """To whom the data belongs: of an installed table the service, else whoever has the folder, or the one it is in."""
    return owner_of(directory, USER if directory == SystemPaths().data and not directory.exists() else None)


def _aside(directory: Path, names: Iterable[str]) -> Path | None:
    """Move what the backup replaces into a folder of its own; None if there was nothing."""
    tops = {name.split("/")[0] for name in names}
    there = [path for top in sorted(tops) for path in directory.glob(f"{top}*")]
    if not there:
        return None
    try:
        aside = _free(directory / f"before-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
        for path in there:
            path.rename(aside / path.name)
    except OSError as error:
        raise BackupError(f"{directory}: what is there cannot be put aside: {error.strerror}") from error
    return aside


def _free(wanted: Path) -> Path:
    """A new folder of this name, with a number after it where a second restore came in the same second."""
    number, path = 1, wanted
    while path.exists():
        number += 1
        path = wanted.with_name(f"{wanted.name}-{number}")
    path.mkdir(mode=0o750)
    return path


def _put(unpacked: Path, path: Path, *, keep: bool) -> None:
    """Move a file to its place; settings that are there stay, the backup's lie beside them."""
    if keep and path.exists() and path.read_bytes() != unpacked.read_bytes():
        path = path.with_name(f"{path.name}.restored")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o750)
        if path.parent.stat().st_dev == unpacked.stat().st_dev:
            atomic.move(unpacked, path)
        else:
            atomic.write(path, unpacked.read_bytes(), 0o640)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}") from error


def _beside(path: Path) -> Path:
    """Where a file of this place was written: beside one that stays."""
    restored = path.with_name(f"{path.name}.restored")
    return restored if restored.exists() else path
