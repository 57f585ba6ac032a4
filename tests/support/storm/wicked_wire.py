"""The same with a real broker, real sockets and real browsers: for what a broker in this process cannot do."""

import contextlib
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Final

import httpx2 as httpx

from controller.commands.halls.hall import HallOptions, OpenHall, opened
from controller.hall.tables import FOLDER
from controller.record import chain
from controller.store.archive import Archive
from controller.web.broker_line import BrokerAddress, BrokerLine
from tests.controller.hall.hall_table import HALL, Playing, a_house, browser, playing
from tests.controller.hall.hall_table import opening as first_of
from tests.support.storm.wicked import OthersKnown, WickedTable, stranger_requests
from tests.support.storm.wicked_hall import HONEST, LOGGED, PAGES, WICKED, Counted, Evening, evening, pool, seat

_PATIENCE_S: Final = 120.0
_DONE: Final = "connected; the hall has every line"
_MOST_FILES: Final = 400
"""Open files of the whole program, with browsers, tables and broker lines of this test."""
_CONNECT: Final = b"\x10\x10\x00\x04MQTT\x05\x02\x00\x3c\x00\x00\x03eve"
"""A CONNECT packet of MQTT 5 without name and password (3.1)."""


def wire_storm(folder: Path, seed: int) -> list[str]:
    """Let a storm pass at a real broker; the laws that it broke, a sentence each."""
    chance, broken, log = Random(seed), list[str](), Counted()
    with ExitStack() as stack:
        stack.enter_context(log.listening())
        house = stack.enter_context(a_house(folder / "hall"))
        hall = stack.enter_context(opened(folder / "hall", HallOptions(HALL, port=0), house.broker.address))
        http = stack.enter_context(browser(f"http://127.0.0.1:{hall.board.port}"))
        seat(hall.book)
        tables: dict[str, Playing] = {}
        for name in HONEST:
            table = playing(house.settings(name), folder / name, first_of(_evening(name).events))
            tables[name] = stack.enter_context(table)
        own = house.settings(WICKED)
        address = BrokerAddress.of(own.broker, WICKED, own.password, own.certificate)
        speaker = BrokerLine(address, "wicked", ("#",))
        stack.callback(speaker.close)
        _wait(lambda: speaker.is_up and all(hall.collector.seen.value.of(name).marks for name in HONEST), broken)
        others = [_known(hall, name, one) for name, one in tables.items()]
        lines = [(line.data.decode(), line.link.decode()) for line in evening(8).lines]
        wicked = WickedTable(chance, HALL, WICKED, others, lines, pool(), lambda _: tables["1"].journal.name)
        for number in range(1, max(len(_evening(name).events) for name in HONEST)):
            for name, table in tables.items():
                table.play(*_evening(name).events[number : number + 1])
            wicked.act(lambda topic, data, retain: speaker.publish(topic, data, retain=retain))
            _knock(house.broker.port, chance, stack)
            if number % 10 == 1:
                broken += _asked(http, chance)
        _wait(lambda: all(one.uplink.status == _DONE for one in tables.values()), broken)
        _wait(lambda: {*HONEST} <= {*_results(hall)}, broken)
        seen = [hall.collector.seen.value.of(name) for name in HONEST]
        broken += [f"table {one.table} has trouble {one.trouble!r}" for one in seen if one.trouble or one.is_doubled]
        files = len([*Path("/proc/self/fd").iterdir()])
    broken += [f"{files} open files"] * (files > _MOST_FILES) + [f"{log.lines} lines of log"] * (log.lines > 2 * LOGGED)
    return [*broken, *_lost(folder, others)]


def _evening(name: str) -> Evening:
    return evening(10 + HONEST.index(name))


def _asked(http: httpx.Client, chance: Random) -> list[str]:
    """What is wrong with the pages."""
    broken = [f"{page} is not answered" for page in PAGES[:4] if http.get(page).status_code != 200]
    for method, path, body in stranger_requests(chance):
        with contextlib.suppress(httpx.InvalidURL):  # what a client of ours will not send
            if (status := http.request(method, path, content=body).status_code) >= 500:
                broken.append(f"{method} {path} of a stranger is answered {status}")
    return broken


def _lost(folder: Path, others: Sequence[OthersKnown]) -> list[str]:
    """The tables of which the hall has other records than they have."""
    broken: list[str] = []
    for one in others:
        with Archive(folder / one.table) as mine, Archive(folder / "hall" / FOLDER / one.mark) as kept:
            own, there = ([archive.record(match.id) for match in archive.matches()] for archive in (mine, kept))
        broken += [f"the hall has other records of table {one.table}"] * (own != there)
    return broken


def _results(hall: OpenHall) -> tuple[str, ...]:
    state = hall.book.state
    return tuple(state.rounds[-1].results) if state else ()


def _known(hall: OpenHall, name: str, one: Playing) -> OthersKnown:
    [mark] = hall.collector.seen.value.of(name).marks
    found, link = list[tuple[str, str]](), b""
    for line in _evening(name).lines:
        link = chain.link(link, line.data)
        found.append((line.data.decode(), link.decode()))
    return OthersKnown(name, mark, (one.journal.name,), found)


def _knock(port: int, chance: Random, stack: ExitStack) -> None:
    """Connect to the broker without a password, and stay, or go."""
    with contextlib.suppress(OSError):
        line = socket.create_connection(("127.0.0.1", port), 5)
        stack.callback(line.close)
        if chance.random() < 0.5:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            line = context.wrap_socket(line)
            stack.callback(line.close)
        line.sendall(chance.choice((b"", _CONNECT, b"GET / HTTP/1.1\r\n\r\n", chance.randbytes(2_000))))
        if chance.random() < 0.5:
            line.close()


def _wait(holds: Callable[[], bool], broken: list[str]) -> None:
    end_s = time.monotonic() + _PATIENCE_S
    while not holds():
        if time.monotonic() > end_s:
            broken.append("a table waits for the hall")
            return
        time.sleep(0.05)
