"""A table whose data moved to another machine: the hall lacks no line, and nobody brings lines for somebody else."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, cast
from unittest.mock import patch

import pytest

from controller.commands.halls.hall import HallOptions, OpenHall, opened
from controller.hall import member
from controller.hall.messages import TableShown
from controller.hall.tables import FOLDER, release
from controller.store.archive import Archive
from controller.web.broker_line import BrokerAddress
from controller.web.host import Host
from tests.controller.hall.fed_hall import fed_hall
from tests.support.storm.turns import TurnBroker, TurnClock, TurnLine, by_turns, serve_nobody
from tests.support.storm.wicked_hall import HALL, START_S, HonestTable, evening

OLD: Final = "3" * 16
RECORD: Final = "2026-11-26T190000Z"
PASSWORDS: Final = {"1": "one", "2": "two", "hall": "own"}


@contextmanager
def by_itself(folder: Path) -> Generator[tuple[OpenHall, TurnLine, TurnClock]]:
    """A hall, its line, and the clock of everybody; it hears what it is given turns for."""
    clock = TurnClock(float(START_S))
    with ExitStack() as stack:
        stack.enter_context(by_turns(TurnBroker(HALL, PASSWORDS), clock))
        stack.enter_context(patch.object(Host, "serve", serve_nobody))
        address = BrokerAddress("broker", 1883, "hall", PASSWORDS["hall"])
        hall = stack.enter_context(opened(folder / "hall", HallOptions(HALL, port=0), address, clock.time))
        line = cast("TurnLine", vars(hall.collector)["_line"])
        stack.callback(line.set_free)
        line.begin()
        yield hall, line, clock


def kept(folder: Path) -> dict[str, dict[str, bytes]]:
    """What a hall has, by marks and names of records."""
    found: dict[str, dict[str, bytes]] = {}
    for one in (folder / "hall" / FOLDER).iterdir():
        with Archive(one) as archive:
            found[one.name] = {match.name: archive.record(match.id) for match in archive.matches()}
    return found


@pytest.mark.parametrize("name", ["1", "2"])
def test_missing_lines_of_earlier_matches_come_under_their_own_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """As long as it plays as the same table: as another one it says nothing of them."""
    serial = tmp_path / "serial-number"
    monkeypatch.setattr(member, "_SERIAL", serial)
    table = HonestTable("1", tmp_path / "table", OLD, evening(10), evening(9))
    with by_itself(tmp_path) as (hall, line, clock):
        serial.write_bytes(b"10000000aaaaaaaa\0")
        table.begin(PASSWORDS["1"])
        table.line.set_free()
        table.uplink.close()
        while vars(line)["_inbox"]._lanes:
            vars(line)["_inbox"].get(0)
        serial.write_bytes(b"10000000bbbbbbbb\0")
        table.name = name
        table.begin(PASSWORDS[name])
        table.play(len(table.evening.events))
        for _ in range(40):
            clock.now_s += 1.0
            table.line.turn()
            for _ in range(6):
                line.turn()
        seen = hall.collector.seen.value.of(name)
        assert (table.is_done, seen.trouble, seen.is_doubled) == (True, "", False)
        table.close()
    new = member.load(table.folder, table.records[1], list, f"{HALL}/{name}").sender
    earlier, own = (b"".join(one.data for one in of.lines) for of in (table.earlier, table.evening))
    assert kept(tmp_path) == {
        new: {table.records[1]: own},
        **({OLD: {table.records[0]: earlier}} if name == "1" else {}),
    }


def test_a_machine_that_the_organiser_has_let_go_of_is_no_second_table(tmp_path: Path) -> None:
    old, new = (TableShown(sender=mark * 16, record=RECORD, lines=1, title="Mittlere", status="") for mark in "ab")
    with fed_hall(tmp_path) as hall:
        hall.feed("3", old, new)
        assert hall.seen("3").is_doubled
        release(tmp_path, "3")
        hall.feed("3", new)
        assert not hall.seen("3").is_doubled
