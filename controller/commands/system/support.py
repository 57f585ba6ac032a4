"""``schiri support-bundle``: what somebody who helps needs to know, without a name, a password or a picture."""

import errno
import io
import json
import os
import re
import sqlite3
import subprocess
import zipfile
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

from controller.appliance.owner import give_to_caller
from controller.commands.table.doctor import examine
from controller.record import text as record
from controller.record.events import MatchStart
from controller.record.text import RecordError
from controller.settings import text as settings_text
from controller.settings.model import Config, ConfigError, load
from controller.store import atomic
from controller.store.archive import Archive
from controller.store.backup import BackupError
from controller.store.sqlite import ArchiveError
from hardware.camera.source import hide_password

README: Final = """\
What this holds, for somebody who helps with a table; look at it before you send it:

doctor.jsonl    what `schiri doctor` found
settings.toml   the table's settings; names of players are A, B, C, and passwords are ***
record.jsonl    the newest match, with the same letters in place of names, and more for those who ruled
log.txt         what the service said last, if there is one

There are no pictures, no keys of the console, and no list of phones in it.
"""
_SECRET: Final = re.compile(r"(?i)\b(pass(?:word|wd)?|pw|pwd|token|key|secret|code)(\s*[=:]\s*)\S+")

_BY: Final = re.compile(r'"by"\s*:\s*"((?:[^"\\\n]|\\.)*)')
"""The name of an arbiter, also in a damaged line."""


def run(settings: Path, out: Path | None, out_stream: TextIO) -> int:
    """Write the bundle; returns the exit status."""
    path = out or Path(f"schiri-support-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.zip")
    parts = {"README.txt": README, "doctor.jsonl": _doctor(settings), "log.txt": _log()}
    names: tuple[str, ...] = ()
    try:
        config = load(settings)
        _check_readable(config.data.directory)
        names = config.table.seats
        parts["settings.toml"] = settings_text.effective(_plain(config))
        parts["record.jsonl"], more = _record(config)
        names += more
    except ConfigError as error:
        if isinstance(error.__cause__, PermissionError):
            raise  # a bundle without anything in it helps nobody
        parts["settings.toml"] = f"# {error}\n"
    _write(path, {name: _scrubbed(text, names) for name, text in parts.items()})
    give_to_caller(path)
    out_stream.write(f"{path}: look at it before you send it, README.txt in it says what it holds\n")
    return 0


def _check_readable(directory: Path) -> None:
    """Refuse where the records are another user's, as they are on an installed table; raises PermissionError."""
    if directory.is_dir() and not os.access(directory, os.R_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(directory))


def _doctor(settings: Path) -> str:
    return "".join(json.dumps(asdict(finding), ensure_ascii=False) + "\n" for finding in examine(settings))


def _plain(config: Config) -> Config:
    """Return the settings without the passwords that a camera's address may hold."""
    source = config.camera.source
    return replace(config, camera=replace(config.camera, source=source and hide_password(source)))


def _record(config: Config) -> tuple[str, tuple[str, ...]]:
    """Return the newest match, and the names of its players and of those who ruled."""
    try:
        with Archive(config.data.directory) as archive:
            matches = archive.matches()
            text = archive.record(matches[-1].id).decode(errors="replace") if matches else ""
    except (ArchiveError, sqlite3.Error):
        return "", ()
    try:
        first = record.parse(text.partition("\n")[0])
    except RecordError:
        return "", ()
    ruled = dict.fromkeys(_unquoted(name) for name in _BY.findall(text) if name)
    return text, (*(first.seats if isinstance(first, MatchStart) else ()), *ruled)


def _unquoted(name: str) -> str:
    """Return a name as it stands in a line of JSON, also in one that is damaged."""
    try:
        return str(json.loads(f'"{name}"'))
    except ValueError:
        return name


def _log() -> str:
    """Read what the service said last; empty where the journal gives nothing."""
    try:
        command = ["/usr/bin/journalctl", "-u", "schiri", "-n", "2000", "--no-pager", "-q"]
        process = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)  # noqa: S603  our words
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return process.stdout


def _scrubbed(text: str, names: tuple[str, ...]) -> str:
    """Return a text without players' names and without what looks like a password."""
    letters = {name: chr(ord("A") + seat % 26) for seat, name in reversed([*enumerate(names)])}
    for name in sorted(letters, key=len, reverse=True):
        for written in {name, json.dumps(name)[1:-1]}:
            text = re.sub(rf"(?<!\w){re.escape(written)}(?!\w)", letters[name], text)
    hidden = re.sub(r"(\w+://)[^/@\s\"]+@", r"\1***@", text)
    return _SECRET.sub(r"\1\2***", hidden)


def _write(path: Path, parts: dict[str, str]) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            bundle.writestr(name, text)
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123  a handle
            file.write(buffer.getvalue())
    except FileExistsError as error:
        raise BackupError(f"{path} is there already; name a new file") from error
    except OSError as error:
        raise BackupError(atomic.unwritable(path, error)) from error
