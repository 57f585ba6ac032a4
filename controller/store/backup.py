"""A table's data in one file: the records, the pictures, the calibration and the settings; and back again."""

import hashlib
import io
import json
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any, Final

from controller.store import atomic
from controller.store.archive import FILE
from controller.store.sqlite import ArchiveError, connect, examine, reason

MANIFEST: Final = "backup.json"
SETTINGS: Final = "schiri.toml"
CALIBRATION: Final = "calibration.json"
VERSION: Final = 1
_FOLDERS: Final = ("evidence", "earlier")
"""Of the data directory; what the console knows of paired phones is a secret of this machine and stays here."""


class BackupError(OSError):
    """A backup that cannot be written or put back; the message says why, and that nothing was changed."""


def write(directory: Path, settings: Path, calibration: Path, out: Path) -> int:
    """Write everything into one file, also while a match is played; returns how many files it holds.

    Raises:
        BackupError: it cannot be written, or is there already; or the records are damaged, or of a newer version.
    """
    if out.exists():
        raise BackupError(f"{out} is there already; name a new file")
    sums: dict[str, str] = {}
    half = out.with_name(f".{out.name}{atomic.UNFINISHED}")
    try:
        with tempfile.TemporaryDirectory(prefix="schiri-") as scratch, tarfile.open(half, "w:gz") as tar:
            for name, path in _files(directory, settings, calibration, Path(scratch)):
                data = path.read_bytes()
                sums[name] = hashlib.sha256(data).hexdigest()
                _add(tar, name, data)
            made = datetime.now(UTC).isoformat(timespec="seconds")
            about = {"v": VERSION, "schiri": version("schiri"), "made": made, "files": sums}
            _add(tar, MANIFEST, json.dumps(about, indent=1).encode())
        atomic.move(half, out)
    except (ArchiveError, sqlite3.Error) as error:
        raise BackupError(f"{_unread(directory / FILE, error)}; nothing was backed up") from error
    except OSError as error:
        raise BackupError(f"{out} cannot be written: {_why(error)}") from error
    finally:
        with suppress(OSError):
            half.unlink()
    return len(sums)


def read(path: Path) -> dict[str, bytes]:
    """The files in a backup, by name; raises BackupError for a file that is none, or not as it was written."""
    no_backup = f"{path} is no backup that `schiri backup` has written"
    try:
        with tarfile.open(path, "r:gz") as tar:
            held = {member.name: file.read() for member in tar if (file := tar.extractfile(member))}
        about: dict[str, Any] = json.loads(held.pop(MANIFEST))
        sums: dict[str, str] = about["files"]
        known = about["v"] == VERSION
    except tarfile.ReadError as error:
        raise BackupError(f"{no_backup}, or was cut off: it is no whole .tar.gz; nothing was changed") from error
    except KeyError as error:
        raise BackupError(f"{no_backup}: there is no whole {MANIFEST} in it; nothing was changed") from error
    except (OSError, EOFError, zlib.error, tarfile.TarError, TypeError, ValueError) as error:
        raise BackupError(f"{path} cannot be read as a backup ({_why(error)}); nothing was changed") from error
    if not known:
        raise BackupError(f"{path} is a backup of another version of this program; nothing was changed")
    if {name: hashlib.sha256(data).hexdigest() for name, data in held.items()} != sums or not all(map(_is_ours, held)):
        raise BackupError(f"{path} is not as it was written; nothing was changed")
    return held


def _files(directory: Path, settings: Path, calibration: Path, scratch: Path) -> Iterator[tuple[str, Path]]:
    """What belongs to a table: name in the backup, and where it is."""
    if (directory / FILE).exists():
        copy = scratch / FILE
        with closing(connect(directory / FILE, make=False)) as base, closing(sqlite3.connect(copy)) as into:
            examine(directory / FILE, base)
            base.backup(into)
        yield FILE, copy
    for folder in _FOLDERS:
        for path in sorted((directory / folder).rglob("*")):
            if path.is_file():
                yield path.relative_to(directory).as_posix(), path
    if calibration.exists():
        yield CALIBRATION, calibration
    if settings.exists():
        yield SETTINGS, settings


def _is_ours(name: str) -> bool:
    """Whether a backup of ours can hold a file of this name; it is going to be written."""
    path = PurePosixPath(name)
    plain = not path.is_absolute() and ".." not in path.parts and "\0" not in name and "\\" not in name
    return plain and (name in (FILE, CALIBRATION, SETTINGS) or (path.parts[0] in _FOLDERS and len(path.parts) > 1))


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mtime, info.mode = len(data), int(datetime.now(UTC).timestamp()), 0o640
    tar.addfile(info, io.BytesIO(data))


def _unread(path: Path, error: ArchiveError | sqlite3.Error) -> str:
    return str(error) if isinstance(error, ArchiveError) else f"{path} cannot be read: {reason(path, error)}"


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
