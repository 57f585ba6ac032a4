"""Backups made from a true one by mutation: what restoring them puts back is what the true one has, or nothing changes.

By a seed. What is changed: the file's bytes, its members, its list of sums (which vouches for the rest or
not), the settings, and the database by its bytes, its schema and its rows.
"""

import gzip
import io
import json
import sqlite3
import tarfile
from collections.abc import Callable, Mapping
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from controller.cli import main
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, MatchStart, Played
from controller.settings.model import ConfigError, load
from controller.store import backup
from controller.store.archive import FILE, Archive
from controller.store.backup import CALIBRATION, MANIFEST, SETTINGS
from controller.store.resume import take_up
from tests.support.in_memory import MEMORY

OPENING: Final = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
_EVENTS: Final[tuple[Event, ...]] = (
    *(OPENING, DealStart(dealer=0)),
    *(Played(seat=seat, card=Card("SA"), t=float(seat)) for seat in range(3)),
    Collect(),
)
_SETTINGS: Final = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n[data]\ndirectory = "{data}"\n'
_MEMBERS: Final = (
    "evidence/m/1.jpg",
    "evidence/../../you/evil",
    "earlier/a",
    "/etc/evil",
    "./backup.json",
    "hall.json",
)
_SCHEMA: Final = (
    "CREATE TRIGGER swallow BEFORE INSERT ON line WHEN NEW.number > 1 BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER change AFTER INSERT ON line BEGIN UPDATE line SET data = x'0a' WHERE number = NEW.number; END",
    "CREATE VIEW newest AS SELECT max(number) FROM line; CREATE TABLE notes (text)",
    "CREATE UNIQUE INDEX single ON line (match) WHERE number > 5",
    "ALTER TABLE line RENAME TO held; CREATE VIEW line AS SELECT match, number, upper(data) AS data, link FROM held",
    "ALTER TABLE line ADD COLUMN more",
    "CREATE INDEX again ON line (data)",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 2",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA encoding; VACUUM",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'match'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'x' WHERE name = 'line'",
)
_ROWS: Final = (
    "UPDATE match SET name = '../../you/.bashrc' WHERE id = 1",
    "UPDATE match SET running = NULL",
    "UPDATE line SET data = CAST('{}' || x'0a' AS BLOB) WHERE number = 3",
    "UPDATE line SET link = x'00' WHERE number = 3",
    "UPDATE line SET data = CAST(data || data AS BLOB) WHERE number = 2",
    "UPDATE line SET number = number + 1 WHERE number = 6",
    "INSERT INTO line VALUES (77, 1, x'0a', x'61')",
    "DELETE FROM line WHERE number = 2",
    "DELETE FROM match",
)
_TEXTS: Final = (
    '\n[calibration]\nfile = "{you}/.bashrc"\n',
    '\n[hall]\nbroker = "mqtts://elsewhere"\nhall = "x"\ntable = "1"\n',
    "\n[calibration\n",
    '\n["data"]\n"direc\\u0074ory" = "{you}"\n',
    "\n\ufeff\x00\n",
    '\n[[data]]\ndirectory = "{you}"\n',
)


@dataclass
class BackupReport:
    """The outcome of one restore."""

    broken: list[str] = field(default_factory=list[str])
    kinds: tuple[str, ...] = ()
    status: int = 0


@cache
def true_backup() -> Mapping[str, bytes]:
    """What a backup of a small table holds, by names."""
    with TemporaryDirectory(dir=MEMORY) as name:
        home = Path(name)
        data = home / "data"
        for new in (False, True):
            with redirect_stderr(io.StringIO()), take_up(data, new=new) as journal:
                for event in _EVENTS:
                    journal.append(event)
        (data / "evidence" / "m").mkdir(parents=True)
        (data / "evidence" / "m" / "1.jpg").write_bytes(b"picture")
        (data / CALIBRATION).write_text("{}")
        (home / SETTINGS).write_text(_SETTINGS.format(data="/nowhere/data"))
        backup.write(data, home / SETTINGS, data / CALIBRATION, home / "b.tar.gz")
        with tarfile.open(home / "b.tar.gz") as tar:
            return {one.name: file.read() for one in tar if (file := tar.extractfile(one))}


@cache
def true_matches() -> Mapping[str, bytes]:
    """The records in it by the names of their matches."""
    with TemporaryDirectory(dir=MEMORY) as name:
        (Path(name) / FILE).write_bytes(true_backup()[FILE])
        return {one: data for one, (data, _) in matches(Path(name)).items()}


def matches(folder: Path) -> dict[str, tuple[bytes, bool]]:
    """The records of an archive, and whether each is found to have been changed."""
    with Archive(folder) as archive:
        checked = {one.name: archive.check(one.id) for one in archive.matches()}
    return {name: (data, report.fault is not None) for name, (data, report) in checked.items()}


class _Mutation:
    """A backup in the making."""

    def __init__(self, chance: Random, you: Path) -> None:
        self.chance, self.you = chance, you
        self.held = {name: data for name, data in true_backup().items() if name != MANIFEST}
        self.infos: dict[str, tarfile.TarInfo] = {}
        self.manifest: bytes | None = None
        self.spoil: Callable[[bytes], bytes] = bytes
        self.is_signed = chance.random() < 0.8
        """Whether its list vouches for what it holds."""
        self.has_other_rows = False

    def sum_up(self) -> bytes:
        """As it is written."""
        of = self.held if self.is_signed else true_backup()
        sums = {name: sha256(data).hexdigest() for name, data in of.items() if name != MANIFEST}
        about = json.dumps({"v": 1, "schiri": "1", "made": "now", "files": sums}).encode()
        members = [*self.held.items(), (MANIFEST, about if self.manifest is None else self.manifest)]
        if self.chance.random() < 0.1:
            self.chance.shuffle(members)
        stream = io.BytesIO()
        with tarfile.open(fileobj=stream, mode="w") as tar:
            for name, data in members:
                info = self.infos.get(name) or tarfile.TarInfo(name)
                info.size = len(data) if info.isreg() else 0
                tar.addfile(info, io.BytesIO(data))
        return self.spoil(gzip.compress(stream.getvalue(), 1))

    def packed(self) -> None:
        """The file's own bytes, packed or unpacked."""
        kind = self.chance.choice(("cut", "flip", "inner", "text", "twice", "junk"))
        at, other = self.chance.random(), self.chance.randrange(1, 256)

        def flip(data: bytes) -> bytes:
            place = int(at * len(data))
            return data[:place] + bytes([data[place] ^ other]) + data[place + 1 :]

        ways: dict[str, Callable[[bytes], bytes]] = {
            "cut": lambda data: data[: int(at * len(data))],
            "flip": flip,
            "inner": lambda data: gzip.compress(flip(gzip.decompress(data)), 1),
            "text": lambda _: b"hello",
            "twice": lambda data: data + data,
            "junk": lambda data: data + b"junk",
        }
        self.spoil = ways[kind]

    def member(self) -> None:
        """A member more, less, of another kind or of another name."""
        name = self.chance.choice([*self.held, *_MEMBERS])
        match self.chance.choice(("gone", "other", "link", "long", "renamed")):
            case "gone":
                self.held.pop(name, None)
            case "other":
                self.held[name] = self.chance.randbytes(self.chance.choice((0, 1, 900)))
                self.has_other_rows |= name == FILE
            case "link":
                info = tarfile.TarInfo(name)
                info.type = self.chance.choice((tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE))
                info.linkname = self.chance.choice((str(self.you / ".bashrc"), FILE, "../you/.bashrc"))
                self.held[name], self.infos[name] = b"", info
            case "long":
                self.held[
                    f"evidence/{'d/' * self.chance.choice((1, 40, 200))}{'n' * self.chance.choice((9, 255, 300))}"
                ] = b"x"
            case _:
                self.held[self.chance.choice(_MEMBERS)] = self.held.pop(name, b"")

    def list_of_sums(self) -> None:
        """Its own list."""
        whole = json.dumps({"v": 1, "files": {}}).encode()
        odd = (b"[]", b"{}", b"null", b"[" * 5_000, b'{"v": 2, "files": {}}', b'{"v": 1, "files": 7}', b"\xff", whole)
        self.manifest = self.chance.choice(odd)

    def settings(self) -> None:
        """The settings in it."""
        text = self.held.get(SETTINGS, b"").decode(errors="replace")
        draw = self.chance.random()
        if draw < 0.6:
            text += self.chance.choice(_TEXTS).format(you=self.you)
        elif draw < 0.8 and text:
            at = self.chance.randrange(len(text))
            text = text[:at] + self.chance.choice(("", '"', "[", "\n", "=", "é")) + text[at + 1 :]
        else:
            text = text.replace("/nowhere/data", self.chance.choice((str(self.you), ".", "", "\\u0000", "a" * 300)))
        self.held[SETTINGS] = text.encode()

    def pages(self) -> None:
        """Bytes of the database, wherever they are."""
        data = bytearray(self.held.get(FILE, b""))
        if len(data) < 200:
            return
        for _ in range(self.chance.choice((1, 1, 3))):
            at = self.chance.choice((self.chance.randrange(100), self.chance.randrange(len(data))))
            if self.chance.random() < 0.7:
                data[at] = self.chance.randrange(256)
            else:
                data[at : at + 64] = self.chance.randbytes(64)
        if self.chance.random() < 0.15:
            del data[self.chance.choice((4096, len(data) // 2, len(data) - 1)) :]
        self.held[FILE] = bytes(data)

    def schema(self) -> None:
        """What the database would do besides."""
        self._execute(self.chance.choice(_SCHEMA))

    def rows(self) -> None:
        """The rows of the database."""
        self.has_other_rows = True
        self._execute(self.chance.choice(_ROWS))

    def _execute(self, statements: str) -> None:
        path = self.you.parent / "changed.sqlite3"
        path.write_bytes(self.held.get(FILE, b""))
        with closing(sqlite3.connect(path)) as base, suppress(sqlite3.Error):
            base.executescript(statements)
        self.held[FILE] = path.read_bytes()
        for beside in self.you.parent.glob("changed.sqlite3*"):
            beside.unlink()


_MUTATIONS: Final[tuple[Callable[[_Mutation], None], ...]] = (
    *(_Mutation.packed, _Mutation.member, _Mutation.list_of_sums, _Mutation.settings),
    *(_Mutation.pages, _Mutation.pages, _Mutation.pages, _Mutation.schema, _Mutation.schema, _Mutation.rows),
)


def everything(folder: Path) -> dict[str, bytes | str | None]:
    """All that is below a folder: what files hold, where links point; without folders that hold nothing."""
    return {
        str(path.relative_to(folder)): str(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }


def restored(seed: int) -> BackupReport:
    """Restore one mutated backup, and hold the laws against what became of the machine."""
    chance = Random(seed)
    with TemporaryDirectory(dir=MEMORY, prefix="restored-") as name:
        folder = Path(name)
        you, data, settings = folder / "you", folder / "share" / "schiri", folder / "etc" / SETTINGS
        you.mkdir()
        settings.parent.mkdir()
        (you / ".bashrc").write_text("alias ll='ls -l'\n")
        is_own = chance.random() < 0.5
        if is_own:
            settings.write_text(_SETTINGS.format(data=data))
            data.mkdir(parents=True)
            (data / FILE).write_bytes(true_backup()[FILE])
        mutation = _Mutation(chance, you)
        chosen = chance.sample(_MUTATIONS, chance.choice((1, 1, 1, 2)))
        for change in chosen:
            change(mutation)
        (folder / "bad.tar.gz").write_bytes(mutation.sum_up())
        report = BackupReport(kinds=tuple(change.__name__ for change in chosen))
        before = everything(folder)
        told = io.TextIOWrapper(words := io.BytesIO(), "utf-8", write_through=True)
        with (
            patch.dict("os.environ", {"XDG_DATA_HOME": str(folder / "share")}),
            redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")),
            redirect_stderr(told),
        ):
            try:
                report.status = main(["restore", str(folder / "bad.tar.gz"), "--config", str(settings)])
            except Exception as error:
                report.broken.append(f"{type(error).__name__}: {error}")
                return report
        after = everything(folder)
        changed = {one for one in {*before, *after} if before.get(one, 0) != after.get(one, 0)}
        if report.status:
            said = words.getvalue().decode()
            report.broken += [f"refused, and changed: {sorted(changed)}"] * bool(changed)
            if (report.status, said.count("\n"), said[:8]) != (2, 1, "schiri: "):
                report.broken.append(f"refused with {report.status}, and told: {said!r}")
            return report
        foreign = {one for one in changed if not one.startswith(("share/schiri/", "etc/schiri.toml"))}
        report.broken += [f"changed besides: {sorted(foreign)}"] * bool(foreign)
        report.broken += _wrong(mutation, data, settings, is_own=is_own)
        return report


def _wrong(mutation: _Mutation, data: Path, settings: Path, *, is_own: bool) -> list[str]:
    """What is wrong with a table that was restored."""
    found: list[str] = []
    for name, wanted in mutation.held.items():
        if name in (FILE, SETTINGS, MANIFEST) or name in mutation.infos:
            continue
        if not (data / name).is_file() or (data / name).read_bytes() != wanted:
            found.append(f"{name} is not as the backup has it")
    if SETTINGS in mutation.held:
        try:
            config = load(settings)
            if (config.data.directory, config.calibration_file) != (data, data / CALIBRATION):
                found.append(f"the settings lead to {config.data.directory} and {config.calibration_file}")
        except ConfigError as error:
            found.append(f"the settings cannot be used: {error}")
    if is_own and settings.read_text() != _SETTINGS.format(data=data):
        found.append("the settings that were there are others now")
    if FILE in mutation.held:
        found += _wrong_records(data, has_other_rows=mutation.has_other_rows)
    return found


def _wrong_records(data: Path, *, has_other_rows: bool) -> list[str]:
    """What is wrong with records that were restored: what was changed in them is found, and more can be written."""
    found: list[str] = []
    there = matches(data)
    if not has_other_rows and {*there} != {*true_matches()}:
        found.append(f"matches {sorted(there)} are restored")
    for name, (record, is_told) in there.items():
        if not is_told and record != true_matches().get(name) and not has_other_rows:
            found.append(f"match {name} is another one, and nobody finds that")
    with closing(sqlite3.connect(data / FILE)) as base:
        parts = {(kind, name) for kind, name in base.execute("SELECT type, name FROM sqlite_schema")}
    if parts - {("table", "match"), ("table", "line")} != {
        ("index", "sqlite_autoindex_match_1"),
        ("index", "sqlite_autoindex_match_2"),
    }:
        found.append(f"its database has {sorted(parts)}")
    if any(is_told for _, is_told in there.values()) or has_other_rows:
        return found
    with take_up(data, new=False) as journal:
        count = len(journal.events)
        journal.append(OPENING if not count else DealStart(dealer=1))
        if (len(journal.events), journal.unsaved) != (count + 1, 0):
            found.append(f"nothing more can be written: {journal.trouble}")
    with Archive(data) as archive:
        running = archive.running()
        if running is None or archive.count(running.id) != count + 1:
            found.append("what was written more is not there")
    return found
