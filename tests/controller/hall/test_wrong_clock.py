"""Tables with a wrong clock: a Pi without a battery lives in 1970, and a clock that was set wrong in the future."""

import subprocess
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from controller.hall import member
from controller.hall.collector import HallCollector
from controller.hall.desk.actions import step_maker
from controller.hall.desk.book import TournamentBook
from controller.hall.desk.readings import ResultReader, began_s
from controller.hall.desk.texts import DeskView
from controller.hall.member import Member, load
from controller.hall.tables import FOLDER
from controller.referee.fold import outcome
from controller.store import match_journal
from controller.store.archive import NAMED_BY, Archive
from controller.store.resume import take_up
from controller.store.wall_clock import WallClock
from controller.tournament.standings import standings
from tests.controller.hall.hall_table import HALL, House, a_house, lines_of, opening, playing
from tests.support.loops import some
from tests.support.waiting import until

EVENTS = lines_of()
YEAR_S: Final = 365.25 * 86_400
_AUTHORITY: Final = """\
[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = own_extensions
[any]
commonName = supplied
[own_extensions]
basicConstraints = CA:TRUE
"""


def certified(folder: Path, begins: str, ends: str) -> None:
    """A broker's key and a certificate for such a time, as `openssl` writes times: for a table whose clock is apart."""
    folder.mkdir()
    (folder / "authority").write_text(_AUTHORITY)
    (folder / "index").touch()
    (folder / "serial").write_text("01")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "broker.key")
    asked = ("openssl", "req", "-new", *key, "-subj", "/CN=hall", "-out", "asked")
    signed = ("-startdate", begins, "-enddate", ends, "-keyfile", "broker.key", "-out", "broker.crt")
    given = ("openssl", "ca", "-selfsign", "-batch", "-notext", "-config", "authority", "-in", "asked", *signed)
    for command in (asked, given):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603  # ours


TIMES: Final = [("20900101000000Z", "21000101000000Z"), ("19710101000000Z", "19810101000000Z")]
"""Times of certificates: one is not good yet, as every one is in 1970, and one is over, as in the future."""


@pytest.fixture
def house(clocks: list[float], tmp_path: Path) -> Generator[House]:
    """A hall with a certificate that the table's clock does not believe."""
    certified(tmp_path / "hall", *TIMES[clocks[0] > 56 * YEAR_S])
    with a_house(tmp_path / "hall") as one:
        yield one


def set_clock(patch: pytest.MonkeyPatch, wall_s: float) -> None:
    """Let the table's clock say this from the next match on, seconds since 1970."""
    patch.setattr(match_journal, "WallClock", partial(WallClock, wall=lambda: wall_s))


def records(folder: Path) -> dict[str, bytes]:
    """The records of an archive by their names, each held against its chain."""
    found: dict[str, bytes] = {}
    with Archive(folder) as archive:
        for match in archive.matches():
            found[match.name], report = archive.check(match.id)
            assert report.fault is None
    return found


@pytest.mark.needs("mosquitto")
@pytest.mark.parametrize("clocks", [[12.0, 56 * YEAR_S, 40.0], [70 * YEAR_S, 56 * YEAR_S, 12.0]], ids=["1970", "2040"])
def test_every_match_arrives_once_and_in_order_whatever_the_clock_says(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clocks: list[float]
) -> None:
    """An evening before the hall stays at the table; in the hall the clock jumps to and fro by decades."""
    data = tmp_path / "table"
    set_clock(monkeypatch, 55 * YEAR_S)
    with take_up(data, new=False) as before:
        for event in EVENTS:
            before.append(event)
        own = before.name
    told: set[str] = set()
    for wall_s in some(clocks):
        set_clock(monkeypatch, wall_s)
        with playing(house.settings("3"), data, opening(EVENTS)) as one:
            one.play(*EVENTS[1:])
            told.add(one.journal.name)
            if wall_s == clocks[-1]:  # the hall comes late, and hears of those before, too
                collector = house.collector()
                until(lambda one=one: one.uplink.status == "connected; the hall has every line")
                assert collector.seen.value.of("3").trouble == ""
                collector.close()
    [folder] = (house.broker.folder / FOLDER).iterdir()
    assert len(told) == len(clocks)
    assert records(folder) == {name: line for name, line in records(data).items() if name in told}
    assert own not in records(folder)


@pytest.mark.needs("mosquitto")
@pytest.mark.parametrize("wall_s", [12.0, 70 * YEAR_S], ids=["1970", "2040"])
def test_a_round_gets_its_result_and_no_table_is_slow_that_has_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wall_s: float
) -> None:
    house = House(tmp_path / "hall")
    house.up()
    set_clock(monkeypatch, wall_s)
    start, now_s = opening(EVENTS), [56 * YEAR_S]
    with closing(TournamentBook(house.broker.folder, lambda: now_s[0])) as book:
        rules = {"game": start.game, "seats": "3", "rounds": "1", "minutes": "50", "tables": "3 4"}
        book.add_steps(step_maker("open", {"title": "Club", **rules}))
        book.add_steps(step_maker("register", {"names": "\n".join([*start.seats, "Dora", "Emil", "Fritz"])}))
        book.add_steps(step_maker("draw", {}))
        state = book.add_steps(step_maker("round", {}))
        [seated, _] = state.rounds[0].begun.tables
        names = (name for side in seated.sides for entry in side for name in state.entries[entry].names)
        start = replace(start, seats=tuple(names))
        now_s[0] += 60
        clock, reader = lambda: now_s[0], ResultReader(book)
        collector = HallCollector(house.broker.address, HALL, house.broker.folder, clock, results=reader)
        with playing(house.settings("3"), tmp_path / "table", start) as one:
            until(lambda: collector.seen.value.of("3").shown)
            now_s[0] += 3600
            one.play(*EVENTS[1:])
            until(lambda: bool(book.state and book.state.rounds[0].results))
            until(lambda: collector.seen.value.of("3").heard_s == now_s[0])
        collector.close()
        assert book.state is not None
        rows = DeskView(book.state, "en", now_s[0]).round(book.state.rounds[0])["tables"]
        assert {row["name"]: row["slow"] for row in rows} == {"3": False, "4": True}
        assert sum(own.points or 0 for own in standings(book.state)) == sum(outcome(EVENTS).total)
    house.close()


NOW_S: Final = 56 * YEAR_S


def named(seconds: float) -> str:
    return f"{1:016x}/{datetime.fromtimestamp(seconds, UTC).strftime(NAMED_BY)}"


@pytest.mark.parametrize(
    ("clock_s", "seen_s", "believed_s"),
    [
        (NOW_S, NOW_S, NOW_S),
        (NOW_S - 3600, NOW_S, NOW_S - 3600),  # what it shows may be delayed by its settings
        (NOW_S - 86_400, NOW_S, NOW_S),
        (NOW_S + 600, NOW_S, NOW_S),
        (12, NOW_S, NOW_S),
        (70 * YEAR_S, NOW_S, NOW_S),
        (NOW_S, None, NOW_S),
    ],
)
def test_a_clock_is_believed_as_far_as_the_hall_has_seen_the_same(
    clock_s: float, seen_s: float | None, believed_s: float
) -> None:
    assert began_s(named(int(clock_s)), seen_s) == int(believed_s)


def test_two_machines_made_from_one_card_are_two_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one begins with its own match: the card brings the records of the first."""
    serial = tmp_path / "serial-number"
    monkeypatch.setattr(member, "_SERIAL", serial)
    old, own, later = "2026-11-24T190000Z", "2026-11-25T190000Z", "2026-11-26T190000Z"
    unknown = load(tmp_path, old, list)
    serial.write_bytes(b"10000000aaaaaaaa\0")
    first = load(tmp_path, own, list)
    assert (first.sender, first.machine, first.since) == (unknown.sender, "10000000aaaaaaaa", old)
    assert load(tmp_path, own, list) == first
    serial.write_bytes(b"10000000bbbbbbbb\0")
    second = load(tmp_path, own, lambda: [old, later])
    assert second.sender != first.sender
    assert [second.tells(name) for name in (old, own, later)] == [False, True, False]
    assert load(tmp_path, later, list) == second
    serial.unlink()
    assert load(tmp_path, later, list) == second


def test_a_membership_of_an_earlier_version_is_read_and_one_that_is_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hall.json"
    path.write_text('{"sender": "0123456789abcdef", "since": "2026-11-24T190000Z"}\n')
    assert load(tmp_path, "x", list) == Member("0123456789abcdef", "2026-11-24T190000Z")
    for wrong in some(("{", '{"sender": 1}', '{"sender": "a", "since": "b", "also": 3}', "[]")):
        path.write_text(wrong)
        with pytest.raises(OSError, match="is damaged; delete it, and the hall is told from the next record on"):
            load(tmp_path, "x", list)
