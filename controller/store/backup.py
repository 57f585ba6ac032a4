"""A table's data in one file: the records, the pictures, the calibration and the settings; and back again."""

import gzip
import hashlib
import io
import json
import os
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final

from controller.record import chain
from controller.store import atomic
from controller.store.archive import FILE, Archive
from controller.store.match_journal import began
from controller.store.sqlite import ArchiveError, DamagedError, connect, copy_matches, is_damage, reason

MANIFEST: Final = "backup.json"
SETTINGS: Final = "schiri.toml"
CALIBRATION: Final = "calibration.json"
VERSION: Final = 1
MOST_BYTES: Final = 4_000_000_000
"""The most unpacked bytes, however small the backup: a few hundred can be made to unpack to a full disk."""
MOST_TIMES: Final = 20
"""The largest ratio of unpacked to packed size, above a minimum; records shrink to a fifth."""
MOST_FILES: Final = 200_000
_MOST_HEADER: Final = 1_000_000
"""The most bytes of a file's header, which is read into memory at once: its name, its size and whatever else."""
_FOLDERS: Final = ("evidence", "earlier", "decks")
"""The files of the data directory; paired phones are a secret of this machine and stay here."""


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
        # A backup has passwords of cameras and names of players: nobody else may read it.
        os.close(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        with tempfile.TemporaryDirectory(prefix="schiri-") as scratch, tarfile.open(half, "w:gz") as tar:
            for name, path in _files(directory, settings, calibration, Path(scratch)):
                data = path.read_bytes()
                sums[name] = hashlib.sha256(data).hexdigest()
                _add(tar, name, data)
            when = datetime.now(UTC).isoformat(timespec="seconds")
            about = {"v": VERSION, "schiri": version("schiri"), "made": when, "files": sums}
            _add(tar, MANIFEST, json.dumps(about, indent=1).encode())
        atomic.move(half, out)
    except (ArchiveError, sqlite3.Error) as error:
        raise BackupError(f"{_unread(directory / FILE, error)}; nothing was backed up") from error
    except PermissionError as error:
        if error.filename and Path(error.filename).is_relative_to(directory):
            who = "put sudo before the command" if os.geteuid() else "it is not root's to read"
            raise BackupError(f"{error.filename} cannot be read: {error.strerror}; {who}") from error
        raise BackupError(atomic.unwritable(out, error)) from error
    except OSError as error:
        raise BackupError(atomic.unwritable(out, error)) from error
    finally:
        with suppress(OSError):
            half.unlink()
    return len(sums)


def unpack(path: Path, folder: Path) -> tuple[str, ...]:
    """Unpack a backup into an empty folder, and return the names of its files; the table's own files stay untouched.

    Raises:
        BackupError: it is none, or not as it was written, or its records are damaged, or the disk is too small.
    """
    sums: dict[str, str] = {}
    with _readable(path), _Unpacked(path) as stream, tarfile.open(fileobj=stream, mode="r:") as tar:
        for member in _members(tar, stream, path):
            if not member.isreg() or (file := tar.extractfile(member)) is None:
                continue  # what a link leads to would be written again for each
            if member.name != MANIFEST and not _is_ours(member.name):
                sums[member.name] = ""  # no file of ours, whatever its list says
                continue
            sums[member.name] = _copied(file, folder / member.name)
        about: dict[str, Any] = json.loads(atomic.read(folder / MANIFEST)) if MANIFEST in sums else {}
        if not about:
            raise BackupError(f"{_NONE.format(path=path)}: there is no whole {MANIFEST} in it; nothing was changed")
        expected_sums, is_current = about["files"], about["v"] == VERSION
    if not is_current:
        raise BackupError(f"{path} is a backup of another version of this program; nothing was changed")
    del sums[MANIFEST]
    if sums != expected_sums:
        raise BackupError(f"{path} is not as it was written; nothing was changed")
    if FILE in sums:
        _replace_archive(path, folder)
    return tuple(sums)


_NONE: Final = "{path} is no backup that `schiri backup` has written"


@contextmanager
def _readable(path: Path) -> Generator[None]:
    """Report any fault of a backup in one sentence."""
    no_backup = _NONE.format(path=path)
    try:
        yield
    except BackupError:
        raise
    except (tarfile.ReadError, gzip.BadGzipFile) as error:
        raise BackupError(f"{no_backup}, or was cut off: it is no whole .tar.gz; nothing was changed") from error
    except KeyError as error:
        raise BackupError(f"{no_backup}: there is no whole {MANIFEST} in it; nothing was changed") from error
    except (OSError, EOFError, zlib.error, tarfile.TarError, TypeError, ValueError, RecursionError) as error:
        raise BackupError(f"{path} cannot be read as a backup ({_why(error)}); nothing was changed") from error


class _Unpacked(gzip.GzipFile):
    """The unpacked bytes of a backup, read no further than the current part may reach.

    Attributes:
        left: bytes of the part that may still be read.
    """

    left = _MOST_HEADER

    def read(self, size: int | None = -1) -> bytes:
        """Read on; raises BackupError behind the end of the part."""
        self.left -= self.left + 1 if size is None or size < 0 else size
        if self.left < 0:
            raise BackupError(f"{self.name} is no backup of ours: a header in it is too long; nothing was changed")
        return super().read(size)


def _members(tar: tarfile.TarFile, stream: _Unpacked, path: Path) -> Iterator[tarfile.TarInfo]:
    """Yield the files of a backup, as long as it does not unpack to far more than one of ours does."""
    most = max(MOST_BYTES, path.stat().st_size * MOST_TIMES)
    size = 0
    for number, member in enumerate(tar, 1):
        size += max(0, member.size)
        if size > most or number > MOST_FILES:
            raise BackupError(
                f"{path} would unpack to more than {most // 1_000_000:,} MB or {MOST_FILES:,} files, which no backup "
                "of ours does; nothing was changed"
            )
        stream.left = max(0, member.size) + _MOST_HEADER
        yield member
        stream.left = _MOST_HEADER


def _copied(file: IO[bytes], to: Path) -> str:
    """Write a file of a backup; returns its sum."""
    digest = hashlib.sha256()
    to.parent.mkdir(parents=True, exist_ok=True, mode=0o750)
    with open(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640), "wb") as into:  # noqa: PTH123  a handle
        while part := file.read(1_000_000):
            digest.update(part)
            into.write(part)
    return digest.hexdigest()


def _replace_archive(path: Path, folder: Path) -> None:
    """Replace a backup's archive by a copy of ours, because a database can contain programs.

    Raises:
        BackupError: there is anything wrong with it, or the disk takes no other.
    """
    file = folder / f"found-{FILE}"
    try:
        (folder / FILE).rename(file)
        _copy_matches(file, folder)
    except (ArchiveError, sqlite3.Error) as error:
        foreign = "the records in it are damaged, or none that this program writes"
        why = foreign if is_damage(error) else f"the records in it cannot be unpacked: {reason(folder / FILE, error)}"
        raise BackupError(f"{path}: {why}; nothing was changed") from error
    finally:
        for suffix in ("", "-wal", "-shm"):
            file.with_name(file.name + suffix).unlink(missing_ok=True)


def _copy_matches(records: Path, folder: Path) -> Path:
    """Copy the matches of an archive, and nothing else of it, into a new one in a folder.

    Raises:
        ArchiveError: it is damaged, of a newer version, or holds what this program does not write.
        sqlite3.Error: likewise.
    """
    copy = folder / FILE
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640))
    with closing(connect(records, make=False)) as base, closing(connect(copy, make=True)) as into:
        copy_matches(base, into)
    with Archive(folder) as archive:
        for match in archive.matches():
            began(match.name)
            lines = [line.data for line in archive.lines(match.id)]
            if chain.split(b"".join(lines)) != lines:
                raise DamagedError(f"match {match.name} has a row that is not one line")
    return copy


def _files(directory: Path, settings: Path, calibration: Path, scratch: Path) -> Iterator[tuple[str, Path]]:
    """List the files that belong to a table: name in the backup, and where it is."""
    if (directory / FILE).exists():
        yield FILE, _copy_matches(directory / FILE, scratch)
    for folder in _FOLDERS:
        for path in sorted((directory / folder).rglob("*")):
            if path.is_file():
                yield path.relative_to(directory).as_posix(), path
    if calibration.exists():
        yield CALIBRATION, calibration
    if settings.exists():
        yield SETTINGS, settings


def _is_ours(name: str) -> bool:
    """Whether a backup of ours can hold a file of this name: only then is it written."""
    path = PurePosixPath(name)
    plain = not path.is_absolute() and ".." not in path.parts and "\0" not in name and "\\" not in name
    return (
        plain
        and str(path) == name
        and (name in (FILE, CALIBRATION, SETTINGS) or (path.parts[0] in _FOLDERS and len(path.parts) > 1))
    )


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mtime, info.mode = len(data), int(datetime.now(UTC).timestamp()), 0o640
    tar.addfile(info, io.BytesIO(data))


def _unread(path: Path, error: ArchiveError | sqlite3.Error) -> str:
    return str(error) if isinstance(error, ArchiveError) else f"{path} cannot be read: {reason(path, error)}"


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
