"""``schiri backup`` and ``schiri restore``: all that a table knows in one file, and back again."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

from controller.appliance.owner import Owner, change_owner, give_to_caller, owner_of
from controller.appliance.paths import USER, SystemPaths
from controller.settings import edit
from controller.settings.model import DataConfig, load, parse
from controller.settings.toml import SettingsTextError
from controller.store import atomic, backup
from controller.store.archive import FILE
from controller.store.backup import CALIBRATION, SETTINGS, BackupError
from controller.store.lock import lock

_UNPACKED: Final = ".restore-"
"""The beginning of the name of a folder into which a backup is unpacked."""


def write(settings: Path, out: Path | None, out_stream: TextIO) -> int:
    """Back a table up; returns the exit status."""
    config = load(settings)
    path = out or Path(f"schiri-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.tar.gz")
    count = backup.write(config.data.directory, settings, config.calibration_file, path)
    give_to_caller(path)
    out_stream.write(f"{path}: {count} files, {path.stat().st_size:,} bytes\n")
    return 0


def restore(path: Path, settings: Path, out_stream: TextIO) -> int:
    """Put a backup back; what is there goes aside, and nothing is deleted; returns the exit status.

    Records go where the settings that are there say, or to the usual place. A backup may come from anybody, and nothing
    in it chooses what is written over. All belongs to whom the data belonged before, also if root puts it back.
    """
    config = load(settings) if settings.exists() else None
    directory = config.data.directory if config else _usual(settings)
    owner = _owner(directory)
    with ExitStack() as stack:
        handle = lock(directory)
        stack.callback(os.close, handle)
        for leftover in directory.glob(f"{_UNPACKED}*"):  # by one that was cut off: a card has no room for two
            shutil.rmtree(leftover, ignore_errors=True)
        # On the same disk, so that what was unpacked takes its place in one step.
        scratch = Path(tempfile.mkdtemp(prefix=_UNPACKED, dir=directory))
        stack.callback(shutil.rmtree, scratch, ignore_errors=True)
        unpacked = backup.unpack(path, scratch)
        moved: list[str] = [] if config or SETTINGS not in unpacked else _settle(scratch / SETTINGS, directory, path)
        elsewhere = {SETTINGS: settings, CALIBRATION: config.calibration_file if config else directory / CALIBRATION}
        aside = _aside(directory, [name for name in unpacked if name != SETTINGS], elsewhere)
        files_put = {
            name: _move_file(scratch / name, elsewhere.get(name, directory / name), keep=name == SETTINGS)
            for name in unpacked
        }
        tops = {directory / name.split("/")[0] for name in unpacked if name not in elsewhere}
        written = [files_put[name] for name in elsewhere if name in unpacked]
        change_owner([directory, *sorted(tops), *written, *([aside] if aside else [])], owner, deep=[*tops])
    out_stream.write(f"{directory}: {len(unpacked)} files are as {path} holds them\n")
    if aside:
        out_stream.write(f"what was there before: {aside}\n")
    if moved:
        other = " and ".join(moved)
        out_stream.write(
            f"{settings} names {directory} now, not {other}: to have it there, move it and write that again\n"
        )
    return 0


def _usual(settings: Path) -> Path:
    """Return the data directory of a table whose settings name none; an installed one has a place of its own."""
    places = SystemPaths()
    return places.data if settings.absolute() == places.settings else DataConfig().directory


def _settle(file: Path, directory: Path, path: Path) -> list[str]:
    """Change settings that a backup holds so that the table keeps all in its data directory; what they had named.

    Args:
        file: file of these settings.
        directory: directory of the data.
        path: path of the backup.

    Raises:
        ConfigError: they cannot be used.
        BackupError: they cannot be changed.
    """
    name = f"{SETTINGS} in {path}"
    try:
        text = atomic.read(file).decode()
        config = parse(text, name)
        changes: dict[edit.KeyPath, str | None] = {}
        if config.data.directory != directory:
            changes["data", "directory"] = str(directory)
        if config.calibration.file:
            changes["calibration", "file"] = None
        text = edit.edited(text, changes)
        changed = parse(text, name)
    except (OSError, UnicodeDecodeError, SettingsTextError) as error:
        raise BackupError(f"{name} cannot be used: {error}; nothing was changed") from error
    if (changed.data.directory, changed.calibration.file) != (directory, None):
        raise BackupError(f"{name} names its data in a way that cannot be changed; nothing was changed")
    file.write_text(text, encoding="utf-8")
    named = {("data", "directory"): config.data.directory, ("calibration", "file"): config.calibration.file}
    return [f"[{section}] {key} = {str(named[section, key])!r}" for section, key in changes]


def _owner(directory: Path) -> Owner:
    """Return the owner of the data.

    It is the service for an installed table, else whoever has the folder, or the one it is in.
    """
    return owner_of(directory, USER if directory == SystemPaths().data and not directory.exists() else None)


def _aside(directory: Path, names: Iterable[str], elsewhere: Mapping[str, Path]) -> Path | None:
    """Move what the backup replaces into a folder of its own; None if there was nothing."""
    tops = {elsewhere.get(name, directory / name.split("/")[0]) for name in names}
    beside = directory.glob(f"{FILE}?*") if directory / FILE in tops else ()  # it would be taken for the new one's
    existing = [path for path in (*sorted(tops), *beside) if os.path.lexists(path)]
    if not existing:
        return None
    try:
        aside = _free(directory / f"before-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
        for path in existing:
            shutil.move(path, aside / path.name)
    except OSError as error:
        raise BackupError(f"{directory}: what is there cannot be put aside: {error.strerror}") from error
    return aside


def _free(place: Path) -> Path:
    """Return a new folder of this name.

    It has a number after the name where a second restore came in the same second.
    """
    number, path = 1, place
    while path.exists():
        number += 1
        path = place.with_name(f"{place.name}-{number}")
    path.mkdir(mode=0o750)
    return path


def _move_file(unpacked: Path, path: Path, *, keep: bool) -> Path:
    """Move a file to its place, and return that; settings that are there stay, the backup's lie beside them."""
    if keep and path.exists() and path.read_bytes() != unpacked.read_bytes():
        path = path.with_name(f"{path.name}.restored")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o750)
        if path.parent.stat().st_dev == unpacked.stat().st_dev:
            atomic.move(unpacked, path)
        else:
            atomic.write(path, unpacked.read_bytes(), 0o640)
    except OSError as error:
        raise BackupError(atomic.unwritable(path, error)) from error
    return path
