"""A table and its hall over a real Mosquitto, through what goes wrong in an evening."""

import os
import resource
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.checkup.hall import check
from controller.commands.halls.hall import HallOptions, enrol
from controller.hall import broker, messages, uplink
from controller.hall.broker import BrokerProcess, stop
from controller.hall.collector import HallCollector
from controller.hall.desk.actions import step_maker
from controller.hall.desk.book import TournamentBook
from controller.hall.desk.readings import ResultReader
from controller.hall.tables import FOLDER
from controller.record import text as record
from controller.record.events import DealStart, Event, Played
from controller.referee.fold import fold, outcome
from controller.rules.results import Verdict
from controller.settings.model import Config, HallConfig, TableConfig
from controller.store.archive import Archive
from controller.tournament.standings import standings
from controller.web import broker_line
from controller.web.broker_line import BrokerAddress, BrokerLine, Received
from tests.controller.hall.fed_hall import chained, sent
from tests.controller.hall.hall_table import (
    EVENING,
    HALL,
    House,
    Playing,
    lines_of,
    listens,
    opening,
    playing,
    small_disk,
)
from tests.support.examples import Example
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = pytest.mark.needs("mosquitto")
EVENTS = lines_of()
ACCUSED = lines_of(Example("schieber/4-thanks-too-early").data)
"""A match with a wrong bid, a declaration that a card refutes, and a revoke that a later trick proves."""
JPEG = b"\xff\xd8\xff\xe0"


def pictured(folder: Path, number: int, event: Event) -> Event:
    """The event with a picture of it in the folder, if it is a play."""
    if not isinstance(event, Played):
        return event
    name = f"2026-11-24T190000Z/{number:05}-d1-s{event.seat}-{event.card}.jpg"
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(JPEG + bytes([number]))
    return replace(event, img=name)


def kept(house: House, one: Playing) -> bytes:
    """The record of a table's match on the hall's disk, held against its chain."""
    [folder] = (house.broker.folder / FOLDER).iterdir()
    with Archive(folder) as archive:
        data, report = archive.check(archive.find(one.journal.name).id)
    assert report.fault is None
    return data


def own(data: Path, one: Playing) -> bytes:
    with Archive(data) as archive:
        return archive.record(archive.find(one.journal.name).id)


def arrives(collector: HallCollector, one: Playing, table: str = "3") -> None:
    until(lambda: collector.seen.value.of(table).lines == len(one.session.events))


def test_the_match_of_a_table_is_its_result_in_the_tournament(house: House, tmp_path: Path) -> None:
    start = opening(EVENTS)
    with closing(TournamentBook(house.broker.folder)) as book:
        book.add_steps(
            step_maker("open", {"title": "Club", "game": start.game, "seats": "3", "rounds": "1", "tables": "3"})
        )
        book.add_steps(step_maker("register", {"names": "\n".join(start.seats)}))
        book.add_steps(step_maker("draw", {}))
        book.add_steps(step_maker("round", {}))
        collector = HallCollector(house.broker.address, HALL, house.broker.folder, results=ResultReader(book))
        with playing(house.settings("3"), tmp_path / "table", start) as one:
            until(lambda: collector.seen.value.of("3").is_online)
            one.play(*EVENTS[1:])
            arrives(collector, one)
            until(lambda: bool(book.state and book.state.rounds[0].results))
        collector.close()
        assert book.state is not None
        found = {book.state.entries[own.entry].name: own.points for own in standings(book.state)}
        assert found == dict(zip(start.seats, outcome(EVENTS).total, strict=True))


def test_an_evening_arrives_line_by_line_and_is_a_record_like_any_other(house: House, tmp_path: Path) -> None:
    collector = house.collector()
    with playing(house.settings("3"), tmp_path / "table", opening(EVENTS)) as one:
        until(lambda: collector.seen.value.of("3").is_online)
        one.play(*EVENTS[1:])
        arrives(collector, one)
        until(lambda: bool((shown := collector.seen.value.of("3").shown) and shown.ended))
        until(lambda: one.uplink.status == "connected; the hall has every line")
    until(lambda: not collector.seen.value.of("3").is_online)
    collector.close()
    assert kept(house, one) == own(tmp_path / "table", one)
    assert record.read(kept(house, one)).events[1:] == EVENTS[1:]


@pytest.mark.parametrize("more", [{}, {"pictures": False}, {"share": "scores"}], ids=["all", "no pictures", "scores"])
def test_a_verdict_arrives_with_the_pictures_of_its_plays_if_they_may_leave(
    house: House, tmp_path: Path, more: dict[str, Any]
) -> None:
    data, collector = tmp_path / "table", house.collector()
    events = [pictured(data / "evidence", number, event) for number, event in enumerate(ACCUSED, 1)]
    told = [found for step in fold(events) for found in step.results if isinstance(found, Verdict)]
    with playing(replace(house.settings("3"), **more), data, opening(ACCUSED)) as one:
        one.play(*events[1:])
        arrives(collector, one)
        if "share" not in more:
            until(lambda: len(collector.seen.value.verdicts) == len(told) > 0)
    collector.close()
    found = [{one.of: one.jpeg for one in seen.message.pictures} for seen in collector.seen.value.verdicts]
    plays = [{"act": verdict.event, "proof": verdict.proved} for verdict in told]
    pictures = [
        {of: JPEG + bytes([number]) for of, number in each.items() if isinstance(events[number - 1], Played)}
        for each in plays
    ]
    assert found == ([] if "share" in more else [{} for _ in told] if more else pictures)


def test_verdicts_that_are_told_while_the_line_is_down_reach_the_arbiter_each_once(
    house: House, tmp_path: Path
) -> None:
    collector = house.collector()
    told = [found for step in fold(ACCUSED) for found in step.results if isinstance(found, Verdict)]
    with playing(house.settings("3"), tmp_path / "table", opening(ACCUSED)) as one:
        until(lambda: collector.seen.value.of("3").is_online)
        house.down()
        one.play(*ACCUSED[1:])
        house.up()
        until(lambda: one.uplink.status == "connected; the hall has every line")
        assert len(collector.seen.value.verdicts) == len(told) > 0
    collector.close()


STRANGERS = """
import resource, socket, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
lines = [socket.create_connection(("127.0.0.1", int(sys.argv[1])), 60) for _ in range(1100)]
print("here", flush=True)
sys.stdin.read()
"""


def test_more_who_never_say_who_they_are_than_a_program_may_usually_hold_shut_nobody_out(house: House) -> None:
    """Mosquitto lets go of them after about 95 seconds; until then it has room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    house.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    try:
        house.up()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    command = [sys.executable, "-c", STRANGERS, str(house.broker.port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as strangers:  # noqa: S603  # ours
        assert strangers.stdout is not None
        assert strangers.stdout.readline() == b"here\n"
        trouble = broker_line.check_broker(uplink.broker_address(house.settings("3")), patience_s=60)
        strangers.terminate()
    assert trouble == ""


def test_messages_before_the_password_fill_the_memory_of_the_broker_to_a_bound(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever announces the largest packets and never ends them; tables come in again once these are gone."""
    assert "\nmemory_limit 400000000\n" in broker._CONFIG
    monkeypatch.setattr(broker, "_CONFIG", broker._CONFIG.replace("memory_limit 400000000", "memory_limit 60000000"))
    house.close()
    house.broker.prepare()
    house.up()
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    begun = b"\x10\xe0\x96\xe2\x03" + b"\x00" * 7_000_000  # CONNECT of 7,900,000 bytes (MQTT 5, 2.1.4), cut off
    held = 0
    with ExitStack() as stack, suppress(OSError):
        for _ in range(20):
            line = stack.enter_context(
                context.wrap_socket(socket.create_connection(("127.0.0.1", house.broker.port), 60))
            )
            line.sendall(begun)
            held += 1
    assert 0 < held < 12
    assert broker_line.check_broker(uplink.broker_address(house.settings("3")), patience_s=60) == ""


def test_a_broker_that_has_ended_is_started_anew(house: House) -> None:
    house.close()
    process = BrokerProcess(house.broker)
    try:
        for _ in range(2):
            os.kill(int((house.broker.folder / "mosquitto.pid").read_text()), signal.SIGKILL)
            until(lambda: not listens(house.broker.port))
            until(lambda: process.watch() or listens(house.broker.port))
    finally:
        process.close()


def test_a_broker_that_forgets_and_a_hall_that_is_away_lose_no_line(house: House, tmp_path: Path) -> None:
    """It is killed with all it remembers in mid-match, twice; the hall comes only when everything is played."""
    with playing(house.settings("3"), tmp_path / "table", opening(EVENTS)) as one:
        third = len(EVENTS) // 3
        one.play(*EVENTS[1:third])
        until(lambda: one.uplink.status.startswith("connected"))
        house.down()
        one.play(*EVENTS[third : 2 * third])
        house.up()
        collector = house.collector()
        one.play(*EVENTS[2 * third :])
        until(lambda: collector.seen.value.of("3").lines > 0)
        house.down()
        collector.close()
        house.up()
        collector = house.collector()
        arrives(collector, one)
        collector.close()
    assert kept(house, one) == own(tmp_path / "table", one)


def test_a_hall_that_has_lost_its_records_is_sent_them_again(house: House, tmp_path: Path) -> None:
    """As where its machine is replaced by another one with an older copy of its folder."""
    with playing(house.settings("3"), tmp_path / "table", opening(EVENTS)) as one:
        collector = house.collector()
        one.play(*EVENTS[1:])
        arrives(collector, one)
        collector.close()
        house.down()
        shutil.rmtree(house.broker.folder / FOLDER)
        house.up()
        collector = house.collector()
        until(lambda: collector.seen.value.of("3").lines == len(EVENTS))
        collector.close()
    assert kept(house, one) == own(tmp_path / "table", one)


def test_a_table_that_starts_anew_in_mid_deal_goes_on_where_the_hall_is(house: House, tmp_path: Path) -> None:
    collector = house.collector()
    half = len(EVENTS) // 2
    with playing(house.settings("3"), tmp_path / "table", opening(EVENTS)) as one:
        one.play(*EVENTS[1:half])
    with playing(house.settings("3"), tmp_path / "table", opening(EVENTS)) as two:
        two.play(*EVENTS[half:])
        arrives(collector, two)
    collector.close()
    assert (kept(house, two), one.journal.name) == (own(tmp_path / "table", two), two.journal.name)


def test_two_tables_of_one_name_are_told_apart_and_told(house: House, tmp_path: Path) -> None:
    collector, settings = house.collector(), house.settings("3")
    with (
        playing(settings, tmp_path / "one", opening(EVENTS)) as one,
        playing(settings, tmp_path / "two", opening(EVENTS)) as two,
    ):
        one.play(*EVENTS[1:])
        two.play(*EVENTS[1:40])
        until(lambda: collector.seen.value.of("3").is_doubled)
        for each in (one, two):
            until(lambda each=each: each.uplink.status == "connected; the hall has every line")
    collector.close()
    held: dict[bytes, int] = {}
    for folder in some([*(house.broker.folder / FOLDER).iterdir()]):
        with Archive(folder) as archive:
            [match] = archive.matches()
            held[archive.record(match.id)] = archive.count(match.id)
    assert set(held) > {own(tmp_path / "one", one)}
    assert all(own(tmp_path / "two", two).startswith(data) for data in set(held) - {own(tmp_path / "one", one)})


def test_a_forged_line_under_a_table_s_mark_changes_nothing_and_its_machine_may_become_another_table(
    house: House, tmp_path: Path
) -> None:
    """Table 5 knows the mark of table 3 and the name of its record; then 3's machine plays on as table 5."""
    collector, five, address = house.collector(), house.settings("5"), house.broker.address
    forger = BrokerLine(BrokerAddress.of(five.broker, "5", five.password, five.certificate), "forger", ())
    with playing(house.settings("3"), tmp_path / "table", opening(EVENTS)) as one:
        until(lambda: collector.seen.value.of("3").marks and forger.is_up)
        [mark] = collector.seen.value.of("3").marks
        for message in sent(mark, one.journal.name, chained(b'{"e":"match","v":2,"game":"skat","seats":["Eve"]}\n')):
            forger.publish(f"schiri/{HALL}/5/event", messages.written(message))
        until(lambda: collector.seen.value.of("5").refused == 2)
        one.play(*EVENTS[1:])
        arrives(collector, one)
        until(lambda: one.uplink.status == "connected; the hall has every line")
    assert (kept(house, one), collector.seen.value.of("3").trouble) == (own(tmp_path / "table", one), "")
    chosen = HallOptions(HALL, address.port, address="127.0.0.1")
    anew = enrol(house.broker.folder, chosen, ["3", "5"])[1].settings
    until(lambda: not forger.is_up)
    with playing(anew, tmp_path / "table", opening(EVENTS)) as two:
        until(lambda: two.uplink.status == "connected; the hall has every line")
    collector.close()
    forger.close()
    with Archive(house.broker.folder / FOLDER / mark) as archive, Archive(tmp_path / "table") as table:
        assert {one.name: archive.record(one.id) for one in archive.matches()} == {
            one.name: table.record(one.id) for one in table.matches()
        }
    assert (collector.seen.value.of("5").trouble, {*collector.seen.value.of("5").marks}) == ("", {mark})


def test_a_table_writes_and_reads_nothing_of_another_s(house: House) -> None:
    """Mosquitto itself holds them to it, by the list that the hall wrote."""
    three, four = house.settings("3"), house.settings("4")
    address = house.broker.address
    lines = [
        BrokerLine(
            type(address)("127.0.0.1", address.port, one.table, one.password, True, one.certificate), one.table, ("#",)
        )
        for one in (three, four)
    ]
    hall = BrokerLine(address, "listener", ("schiri/#",))
    until(lambda: all(line.is_up for line in (*lines, hall)))
    tried = ("state", "event", "verdict", "availability", "cmd/reply", "cmd")
    for table in some(("4", "3")):
        for topic in tried:
            lines[0].publish(f"schiri/club/{table}/{topic}", b"x")
    hall.publish("schiri/club/4/cmd", b"for four")
    heard = {(one.topic, one.data) for line in (hall, *lines) for one in _all(line)}
    assert heard == {(f"schiri/club/3/{topic}", b"x") for topic in tried[:5]} | {("schiri/club/4/cmd", b"for four")}
    for line in (*lines, hall):
        line.close()


def _all(line: BrokerLine) -> list[Received]:
    """What is heard until nothing has come for a moment, from the first message on."""
    found: list[Received] = []
    patience_s = 2.0
    while (one := line.receive(patience_s)) is not None:
        if isinstance(one, Received):
            found.append(one)
    return found


# The library lets go of a connection whose encryption was refused only when it is collected.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_wrong_password_and_a_strange_broker_are_said_in_words(house: House, tmp_path: Path) -> None:
    with playing(house.settings("3", password="wrong"), tmp_path / "table", opening(EVENTS)) as one:  # noqa: S106
        until(lambda: "refuses this name and password" in one.uplink.status)
        one.play(*EVENTS[1:])  # and the game goes on
    strange = house.settings("5", certificate="")
    with playing(strange, tmp_path / "other", opening(EVENTS)) as one:
        until(lambda: "is not reached" in one.uplink.status)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_check_up_says_whether_the_hall_is_reached(house: House) -> None:
    def found(settings: HallConfig) -> tuple[str, str]:
        [one] = check(Config(TableConfig("mittlere", ("Anna", "Berta", "Carla")), hall=settings))
        return one.state, one.told

    right = house.settings("3")
    assert found(right) == ("ok", f"club at {right.broker} is reached")
    state, told = found(house.settings("3", password="wrong"))  # noqa: S106
    assert (state, "refuses this name and password" in told, "schiri hall enrol" in told) == ("better", True, True)
    state, told = found(replace(right, hall="otherclub"))
    assert (state, told.split(";")[0]) == (
        "better",
        f"{right.broker} does not let 3 write to schiri/otherclub/3/event",
    )
    house.down()
    state, told = found(right)
    assert (state, told.startswith(f"{right.broker} is not reached: the machine is there")) == ("better", True)
    assert [*check(Config(TableConfig("mittlere", ("Anna", "Berta", "Carla"))))] == []


def test_a_table_whose_settings_name_another_hall_says_so(house: House, tmp_path: Path) -> None:
    wrong = replace(house.settings("3"), hall="otherclub")
    with playing(wrong, tmp_path / "table", opening(EVENTS)) as one:
        one.play(*EVENTS[1:])
        until(lambda: one.uplink.status == f"{wrong.broker} does not let this table write to hall otherclub")


def test_an_empty_message_is_no_trouble_on_the_board(house: House, tmp_path: Path) -> None:
    """With one a table tries whether it may write."""
    right, collector = house.settings("3"), house.collector()
    until(lambda: not collector.trouble)
    assert broker_line.check_broker(uplink.broker_address(right), uplink.topics(right).event) == ""
    with playing(right, tmp_path / "table", opening(EVENTS)) as one:
        one.play(*EVENTS[1:])
        until(lambda: one.uplink.status == "connected; the hall has every line")
    assert collector.seen.value.of("3").trouble == ""
    collector.close()


def test_a_broker_that_a_killed_hall_has_left_gives_way_to_the_next_and_tables_are_enrolled(house: House) -> None:
    house.close()
    left = house.broker.start()
    until(lambda: listens(house.broker.port) and broker.wait_until_listening(left))
    house.up()
    assert left.poll() is not None
    assert not broker_line.check_broker(uplink.broker_address(house.settings("7")))


def test_a_broker_is_waited_for_while_its_process_is_not_mosquitto_yet(house: House) -> None:
    """On a busy machine a process has its parent's name for a while after it was started."""
    house.close()
    config = house.broker.folder / "mosquitto.conf"
    for options, hears in ((f"-c {config}", True), ("-c nowhere.conf", False)):
        late = f"sleep 0.3; PATH=$PATH:/usr/sbin exec mosquitto {options}"
        with subprocess.Popen(["/bin/sh", "-c", late]) as starting:  # noqa: S603
            assert broker.wait_until_listening(starting) is hears
            starting.terminate()


def is_mosquitto(pid: int) -> bool:
    return Path(f"/proc/{pid}/comm").read_text(encoding="ascii").strip() == "mosquitto"


def test_a_table_is_enrolled_while_the_broker_is_still_starting(house: House) -> None:
    """The signal by which it learns of new passwords ends a Mosquitto that does not handle signals yet."""
    for table in "456":
        house.close()
        running = house.broker.start()
        until(partial(is_mosquitto, running.pid))
        settings = house.settings(table)
        assert running.poll() is None
        trouble = broker_line.check_broker(uplink.broker_address(settings))
        stop(running)
        assert not trouble


def test_a_hall_whose_disk_is_full_says_so_and_gets_every_line_later(house: House, tmp_path: Path) -> None:
    with (
        small_disk(house.broker.folder / FOLDER),
        playing(house.settings("3"), tmp_path / "table", opening(EVENTS)) as one,
    ):
        filler = house.broker.folder / FOLDER / "filler"
        collector = house.collector()
        second = [at for at, event in enumerate(EVENTS) if isinstance(event, DealStart)][1]
        one.play(*EVENTS[1 : second + 1])
        until(lambda: collector.seen.value.of("3").lines == second)
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        one.play(*EVENTS[second + 1 :])
        until(lambda: "its lines cannot be kept: " in collector.seen.value.of("3").trouble)
        assert one.uplink.status == "connected; lines are on their way"
        filler.unlink()
        arrives(collector, one)
        until(lambda: one.uplink.status == "connected; the hall has every line")
        collector.close()
        assert kept(house, one) == own(tmp_path / "table", one)


READER = """
import sys
from controller.web.broker_line import BrokerAddress, BrokerLine
port, user, password, certificate = sys.argv[1:]
line = BrokerLine(BrokerAddress("127.0.0.1", int(port), user, password, True, certificate), "reader", ("schiri/#",))
while not line.is_up:
    line.receive(0.1)
line.publish("schiri/club/reader/cmd", b"here")
while True:
    line.receive(1)
"""


def test_a_reader_that_does_not_read_holds_nobody_up(house: House, tmp_path: Path) -> None:
    """It is stopped as a laptop that sleeps is: connected, and takes nothing."""
    address, collector = house.broker.address, house.collector()
    ear = BrokerLine(address, "ear", ("schiri/club/reader/cmd",))
    until(lambda: ear.is_up)
    line = (str(address.port), address.user, address.password, address.certificate)
    with subprocess.Popen([sys.executable, "-P", "-c", READER, *line]) as reader:  # noqa: S603  # ours
        until(lambda: isinstance(ear.receive(0.1), Received))
        reader.send_signal(signal.SIGSTOP)
        with playing(house.settings("3"), tmp_path / "table", opening(EVENTS)) as one:
            one.play(*EVENTS[1:])
            arrives(collector, one)
        reader.kill()
    ear.close()
    collector.close()
    assert kept(house, one) == own(tmp_path / "table", one)


def test_malformed_messages_are_reported_and_harm_nothing(house: House, tmp_path: Path) -> None:
    collector = house.collector()
    settings = house.settings("3")
    address = house.broker.address
    foul = BrokerLine(
        type(address)("127.0.0.1", address.port, "3", settings.password, True, settings.certificate), "foul", ()
    )
    until(lambda: foul.is_up and not collector.trouble)
    foul.publish("schiri/club/3/event", b"\xff{")
    until(lambda: "no message of event" in collector.seen.value.of("3").trouble)
    foul.close()
    with playing(settings, tmp_path / "table", opening(EVENTS)) as one:
        one.play(*EVENTS[1:])
        arrives(collector, one)
    collector.close()
    assert kept(house, one).count(b"\n") == EVENING.count(b"\n")
    assert time.time() - collector.seen.value.of("3").heard_s < 3600
