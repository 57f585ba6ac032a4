"""An archive does nothing but keep lines: what somebody has added to its database neither comes back nor is written."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.cli import main
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, MatchStart, Played
from controller.store import backup
from controller.store.archive import FILE, Archive, RecordLine
from controller.store.journal import CURRENT
from controller.store.resume import take_up
from controller.store.sqlite import DamagedError
from tests.controller.store.test_restore import packed
from tests.support.disk import base_of

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENTS: list[Event] = [OPENING, *(Played(seat=seat, card=Card("SA"), t=float(seat)) for seat in range(3)), Collect()]
SWALLOW = "CREATE TRIGGER swallow BEFORE INSERT ON line WHEN NEW.number > 1 BEGIN SELECT RAISE(IGNORE); END"
ACTING = (
    SWALLOW,
    "CREATE TRIGGER change AFTER INSERT ON line BEGIN UPDATE line SET data = x'0a' WHERE number = NEW.number; END",
    "CREATE TRIGGER keep BEFORE UPDATE ON match BEGIN SELECT RAISE(IGNORE); END",
    "CREATE UNIQUE INDEX single ON line (match) WHERE number > 5",
)
IDLE = "CREATE TABLE notes (text); CREATE VIEW newest AS SELECT max(number) FROM line; ANALYZE"


@pytest.fixture(scope="module")
def two_matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a table with two matches, of which the second goes on."""
    data = tmp_path_factory.mktemp("data")
    for new in (False, True):
        with take_up(data, new=new) as journal:
            for event in EVENTS:
                journal.append(event)
    return data


@pytest.fixture
def settings(two_matches: Path, tmp_path: Path) -> Path:
    home = tmp_path / "home"
    shutil.copytree(two_matches, home / "data")
    (home / "schiri.toml").write_text(
        f'[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n[data]\ndirectory = "{home}/data"\n'
    )
    return home / "schiri.toml"


def change(database: Path, statements: str) -> None:
    """Do to a database what no program of ours does."""
    with closing(sqlite3.connect(database)) as base, base:
        base.executescript(statements)


def rows(database: Path) -> list[object]:
    """All that a database has of matches."""
    with closing(sqlite3.connect(database)) as base:
        return [base.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in ("match", "line")]  # noqa: S608


def schema(database: Path) -> set[object]:
    with closing(sqlite3.connect(database)) as base:
        return {*base.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")}


def given(settings: Path, out: Path, statements: str) -> Path:
    """A backup of a table's records after somebody has changed them."""
    other = out.with_suffix(".sqlite3")
    other.write_bytes((settings.parent / "data" / FILE).read_bytes())
    change(other, statements)
    return packed(out, {FILE: other.read_bytes()})


@pytest.mark.parametrize("added", [*ACTING, IDLE, "PRAGMA user_version = 0; PRAGMA journal_mode = DELETE"])
def test_the_matches_of_a_backup_come_back_and_nothing_that_was_added_to_them(
    settings: Path, tmp_path: Path, added: str
) -> None:
    own = settings.parent / "data" / FILE
    before = rows(own), schema(own)
    assert main(["restore", str(given(settings, tmp_path / "b.tar.gz", added)), "--config", str(settings)]) == 0
    assert (rows(own), schema(own)) == before
    with take_up(settings.parent / "data", new=False) as journal:
        for event in EVENTS[1:]:
            journal.append(event)
        assert (journal.events, journal.trouble) == ([*EVENTS, *EVENTS[1:]], "")
    with Archive(settings.parent / "data") as archive:
        kept = archive.running()
        assert kept is not None
        assert [*record.read(archive.record(kept.id)).events] == [*EVENTS, *EVENTS[1:]]


LINE = "CREATE TABLE line (match INTEGER NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, link BLOB NOT NULL"
POSING = {
    "view": "ALTER TABLE line RENAME TO held; CREATE VIEW line AS SELECT * FROM held",
    "computed": f"DROP TABLE line; {LINE}, more TEXT AS (hex(data)))",
    "default": f"DROP TABLE line; {LINE} DEFAULT (randomblob(9)), PRIMARY KEY (match, number)) STRICT, WITHOUT ROWID",
    "checked": f"DROP TABLE line; {LINE}, CHECK (number < 9), PRIMARY KEY (match, number)) STRICT, WITHOUT ROWID",
    "gone": "DROP TABLE line",
    "virtual": "DROP TABLE line; CREATE VIRTUAL TABLE line USING fts5 (match, number, data, link)",
}
NOT_OURS = {
    **POSING,
    "of no match": "INSERT INTO line VALUES (77, 1, x'0a', x'61')",
    "no name": "UPDATE match SET name = '../../you/autostart' WHERE running = 1",
    "two lines in one": "UPDATE line SET data = CAST(data || data AS BLOB) WHERE number = 2",
    "no line": "UPDATE line SET data = x'' WHERE number = 2",
}


@pytest.mark.parametrize("name", NOT_OURS)
def test_a_foreign_schema_is_refused(
    settings: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = given(settings, tmp_path / "b.tar.gz", f"PRAGMA foreign_keys = OFF; {NOT_OURS[name]}")
    data = settings.parent / "data"
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    assert main(["restore", str(bad), "--config", str(settings)]) == 2
    assert capsys.readouterr().err == (
        f"schiri: {bad}: the records in it are damaged, or none that this program writes; nothing was changed\n"
    )
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before


def test_a_disk_that_is_too_small_for_the_matches_is_not_their_damage(
    settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    whole = given(settings, tmp_path / "b.tar.gz", "")
    monkeypatch.setattr(backup, "copy_matches", fill)
    assert main(["restore", str(whole), "--config", str(settings)]) == 2
    assert capsys.readouterr().err == (
        f"schiri: {whole}: the records in it cannot be unpacked: the disk is full; nothing was changed\n"
    )


def test_a_value_of_another_type_is_refused(settings: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    other.write_bytes((settings.parent / "data" / FILE).read_bytes())
    strict = schema(other)
    change(
        other,
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', '') WHERE name = 'line'",
    )
    change(other, "UPDATE line SET data = 'text' WHERE number = 2")
    change(
        other,
        "PRAGMA writable_schema = ON;"
        " UPDATE sqlite_schema SET sql = replace(sql, 'WITHOUT', 'STRICT, WITHOUT') WHERE name = 'line'",
    )
    assert schema(other) == strict
    bad = packed(tmp_path / "b.tar.gz", {FILE: other.read_bytes()})
    assert main(["restore", str(bad), "--config", str(settings)]) == 2


@pytest.mark.parametrize("statement", POSING.values())
def test_no_command_reads_a_table_that_is_another_one(settings: Path, statement: str) -> None:
    change(settings.parent / "data" / FILE, statement)
    with pytest.raises(DamagedError, match="no table line of ours"):
        Archive(settings.parent / "data")


@pytest.mark.parametrize("statement", ACTING)
def test_triggers_in_the_archive_are_reported_at_the_start_and_a_backup_leads_out(
    settings: Path, statement: str, tmp_path: Path
) -> None:
    data, out = settings.parent / "data", tmp_path / "b.tar.gz"
    before = rows(data / FILE)
    change(data / FILE, statement)
    words = statement.split()
    part = "index single" if "INDEX" in words else f"trigger {words[2]}"
    with pytest.raises(DamagedError) as told:
        take_up(data, new=False)
    assert str(told.value) == (
        f"{data / FILE} cannot be used: {part} in it is not of this program and may change what is written; "
        "`schiri backup` and then `schiri restore` keep the matches without it"
    )
    assert [main([word, str(out), "--config", str(settings)]) for word in ("backup", "restore")] == [0, 0]
    with take_up(data, new=False) as journal:
        assert journal.events == EVENTS
    assert rows(data / FILE) == before


def test_triggers_on_foreign_tables_stay(settings: Path) -> None:
    data = settings.parent / "data"
    change(data / FILE, IDLE)
    before = schema(data / FILE)
    with take_up(data, new=False) as journal:
        journal.append(DealStart(dealer=0))
        assert (journal.events, journal.trouble) == ([*EVENTS, DealStart(dealer=0)], "")
    assert schema(data / FILE) == before


@pytest.mark.parametrize("statement", ACTING)
def test_a_trigger_added_during_a_match_costs_none_of_it(
    settings: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    data = settings.parent / "data"
    with caplog.at_level(logging.CRITICAL), take_up(data, new=False) as journal:
        change(data / FILE, statement)
        for event in EVENTS[1:]:
            journal.append(event)
        assert journal.trouble == "the records are damaged; this match is kept in current.jsonl"
    assert [*record.read((data / CURRENT).read_bytes()).events] == [*EVENTS, *EVENTS[1:]]


def aside(archive: Archive) -> None:
    archive.put_aside(2)


def again(archive: Archive) -> None:
    archive.rewrite(2, 1, RecordLine(b"{}\n", b"link"))


def add(archive: Archive) -> None:
    archive.add("2026-01-01T000000Z")


def write(archive: Archive) -> None:
    archive.write(2, 6, [RecordLine(b"{}\n", b"link")] * 3)


@pytest.mark.parametrize("do", [aside, again, add, write])
def test_a_write_that_changes_another_number_of_rows_is_none(settings: Path, do: Callable[[Archive], None]) -> None:
    """Whatever the reason; here a trigger that no schema shows."""
    data = settings.parent / "data"
    before = rows(data / FILE)
    with Archive(data, make=True) as archive:
        base = vars(archive)["_base"]
        for at, event in enumerate(("INSERT ON main.match", "UPDATE ON main.match", "UPDATE ON main.line")):
            base.execute(f"CREATE TEMP TRIGGER t{at} BEFORE {event} BEGIN SELECT RAISE(IGNORE); END")
        base.execute(
            "CREATE TEMP TRIGGER t BEFORE INSERT ON main.line WHEN NEW.number = 7 BEGIN SELECT RAISE(IGNORE); END"
        )
        with pytest.raises(sqlite3.DatabaseError, match=r"of \d rows \d were written"), archive.transaction():
            do(archive)
    assert rows(data / FILE) == before


def test_an_event_that_the_disk_swallows_is_not_called_saved(settings: Path) -> None:
    data = settings.parent / "data"
    with take_up(data, new=False) as journal:
        base_of(journal).execute(SWALLOW.replace("CREATE", "CREATE TEMP").replace("ON line", "ON main.line"))
        (data / CURRENT).mkdir()
        journal.append(Collect())
        assert journal.unsaved == 1
        assert journal.trouble.startswith("NOT SAVED: the records are damaged, and ")
        (data / CURRENT).rmdir()


@pytest.mark.parametrize("name", ["../x", "/you/x", ""])
def test_a_match_of_a_foreign_name_is_written_into_no_file(
    settings: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data, to = settings.parent / "data", tmp_path / "to"
    (tmp_path / "you").mkdir()
    with closing(sqlite3.connect(data / FILE)) as base, base:
        base.execute("UPDATE match SET name = ? WHERE id = 1", (name.replace("/you", f"{tmp_path}/you"),))
    assert main(["record", "export", "1", "--to", str(to), "--config", str(settings)]) == 2
    assert "a match cannot be named" in capsys.readouterr().err
    assert [*tmp_path.rglob("*.jsonl")] == []
