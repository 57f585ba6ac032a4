"""``schiri hall``: the broker, the collector and the board of a hall; ``schiri hall enrol``: a table's way to it."""

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from controller.commands.stopping import stoppable
from controller.commands.terminal import say
from controller.hall import database
from controller.hall.arbiter import ArbiterDesk
from controller.hall.broker import HALL_USER, Broker, BrokerProcess
from controller.hall.collector import HallCollector
from controller.hall.desk.access import code
from controller.hall.desk.book import TournamentBook
from controller.hall.desk.pages import Desk
from controller.hall.desk.readings import ResultReader
from controller.hall.member import HallInvitation, fingerprint
from controller.hall.server import BoardServer
from controller.hall.tables import find_record, release
from controller.settings import edit
from controller.settings.model import HallConfig
from controller.settings.small_file import read_text
from controller.store import atomic
from controller.store.lock import lock
from controller.web.broker_line import BrokerAddress
from controller.web.host import describe_listen_error
from vision.words.cards import LANGS, Lang

_FILE: Final = "hall.json"
_WATCH_S: Final = 1.0
"""Seconds between two checks of the broker."""


class HallError(OSError):
    """A hall cannot be opened, or a table not enrolled; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class HallOptions:
    """The name of a hall and where it listens; kept in its folder."""

    name: str = "hall"
    mqtt_port: int = 8883
    broker: str = ""
    """Address of another broker than its own, as tables' settings write it; empty: its own."""
    user: str = ""
    """The hall's name at that broker."""
    database: str = ""
    """URL of a PostgreSQL database that has the tables' records, too; empty: none."""
    port: int = 8090
    """The port of the board page."""
    address: str = ""
    """The address for tables and screens; if empty, this machine's name on the local network."""
    password_file: str = ""
    """A file with the hall's password at another broker than its own."""
    certificate: str = ""
    """A file with that broker's certificate in PEM."""

    @property
    def host(self) -> str:
        """The host name or address under which tables and screens find this machine."""
        return self.address or f"{socket.gethostname()}.local"

    def page(self, port: int) -> str:
        """Return the address of the board page behind a port."""
        return f"http://{self.host}:{port}/"

    @property
    def tables_speak_to(self) -> str:
        """The broker's address, as tables' settings write it."""
        return self.broker or f"mqtts://{self.host}:{self.mqtt_port}"


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A table that was given its password: its settings, and the same as an invitation."""

    settings: HallConfig
    invitation: HallInvitation


def language(name: str) -> Lang:
    """Return the language of papers and pages by its name; raises HallError where there is none of it."""
    if name not in LANGS:
        raise HallError(f"there is no language {name!r}; there are {', '.join(LANGS)}")
    return name


def checked(broker: str, hall: str, table: str, **more: str) -> HallConfig:
    """Return a table's way to its hall; raises HallError where a name or an address is none."""
    try:
        return HallConfig(broker=broker, hall=hall, table=table, **more)  # pyrefly: ignore[bad-argument-type]  # texts, all of them
    except ValidationError as error:
        place, value = str(error.errors()[0]["loc"][0]), error.errors()[0]["input"]
        if place == "broker":
            raise HallError(f"{value!r} is no broker's address; write it as mqtts://HOST:PORT") from error
        raise HallError(
            f"a {place} cannot be called {value!r}: use small letters, digits and dashes, at most 32"
        ) from error


def options(folder: Path, **values: str | int | Path | None) -> HallOptions:
    """Return the options of a hall: those that are given, else those it had last; they are saved.

    Args:
        folder: folder of the hall.
        values: by the names of HallOptions; None: as it was.

    Raises:
        HallError: a name or an address is none, or the folder cannot be used.
    """
    # Another folder is where the next one may be typed: a path is kept from the root on.
    absolute = {key: str(value.absolute()) if isinstance(value, Path) else value for key, value in values.items()}
    chosen: dict[str, Any] = {key: value for key, value in absolute.items() if value is not None}
    checked(chosen.get("broker") or f"mqtts://{chosen.get('address') or 'hall'}", chosen.get("name") or "hall", "1")
    path = folder / _FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        before = HallOptions(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else HallOptions()
        now = replace(before, **chosen)
        atomic.write(path, json.dumps(asdict(now)).encode() + b"\n", 0o600)
    except OSError as error:
        raise HallError(atomic.unwritable(folder, error)) from error
    except (ValueError, TypeError) as error:
        raise HallError(f"{path} is damaged; delete it, and name the hall again with --name") from error
    return now


def run(folder: Path, chosen: HallOptions) -> int:
    """Collect and show what the tables play, until Ctrl-C or SIGTERM; returns the exit status.

    Raises:
        HallError: it cannot be opened.
        JournalError: it is open already.
        BrokerError: the broker cannot be set up.
        DatabaseError: the database cannot be used.
    """
    if chosen.database:
        database.check(chosen.database, chosen.name)
    over = threading.Event()
    with ExitStack() as stack, stoppable(over.set):
        stack.callback(os.close, lock(folder, "hall"))
        if chosen.broker:
            address, watch = _foreign(chosen), _wait
        else:
            broker = Broker(folder, chosen.name, chosen.mqtt_port)
            broker.prepare()
            process = BrokerProcess(broker)
            stack.callback(process.close)
            watch = process.watch
            address = broker.address
            if not broker.tables:
                say("no table is enrolled yet; for the first one type: schiri hall enrol 1")
        board = stack.enter_context(opened(folder, chosen, address)).board
        page = chosen.page(board.port)
        say(f"hall {chosen.name}: the board is at {page}, tables speak to {chosen.tables_speak_to}")
        say(f"a tournament is run at {page}organiser with the code {code(folder)}")
        say(f"arbiters are at {page}arbiter with the code {code(folder, 'arbiter')}")
        while not over.wait(_WATCH_S):
            watch()
    say("stopped")
    return 0


@dataclass(frozen=True, slots=True)
class OpenHall:
    """A hall's parts that speak to its broker and to browsers."""

    book: TournamentBook
    collector: HallCollector
    board: BoardServer


@contextmanager
def opened(
    folder: Path, chosen: HallOptions, address: BrokerAddress, clock: Callable[[], float] = time.time
) -> Generator[OpenHall]:
    """Open a hall that hears its broker and shows its pages; it is closed with the context.

    Args:
        folder: folder of the hall.
        chosen: options of the hall.
        address: address of the broker, and who the hall is there.
        clock: seconds since 1970.

    Raises:
        HallError: the board cannot be served.
        DeskError: the tournament cannot be opened.
    """
    with ExitStack() as stack:
        book = TournamentBook(folder, clock)
        stack.callback(book.close)
        collector = HallCollector(address, chosen.name, folder, clock, ResultReader(book), chosen.database)
        stack.callback(collector.close)
        desk = Desk(book, folder, partial(find_record, folder), address=chosen.page(chosen.port) if chosen.port else "")
        arbiter = ArbiterDesk(collector.seen, collector, folder)
        try:
            board = BoardServer(collector.seen, "0.0.0.0", chosen.port, desk=desk, arbiter=arbiter)  # noqa: S104 - screens in the hall are who it is for
        except OSError as error:
            raise HallError(
                f"port {chosen.port} cannot be used for the board: {describe_listen_error(error)}; name another: --port"
            ) from error
        stack.callback(board.close)
        yield OpenHall(book, collector, board)


def _wait() -> None:
    """Leave another's broker to whoever runs it."""


def enrol(folder: Path, chosen: HallOptions, tables: Sequence[str]) -> list[Enrolled]:
    """Give each of these tables its password, and release the marks under which it spoke so far.

    Raises:
        HallError: a name is none, or passwords are another broker's task; the marks are let go of then, too.
        BrokerError: the broker cannot be set up.
    """
    if chosen.broker:
        _release(folder, tables)
        raise HallError(
            f"tables get their passwords from {chosen.broker} itself; here the machines that came as"
            f" {', '.join(dict.fromkeys(tables))} were let go of, and may come under another name"
        )
    if HALL_USER in tables:
        raise HallError(f"a table cannot be called {HALL_USER}: that is the hall's own name at its broker")
    ways = [checked(chosen.tables_speak_to, chosen.name, table) for table in dict.fromkeys(tables)]
    broker = Broker(folder, chosen.name, chosen.mqtt_port)
    broker.prepare()
    enrolled: list[Enrolled] = []
    for way in ways:
        settings = replace(way, password=broker.enrol(way.table), certificate=broker.certificate)
        mark = fingerprint(broker.certificate)
        invitation = HallInvitation(chosen.host, chosen.mqtt_port, way.hall, way.table, settings.password, mark)
        enrolled.append(Enrolled(settings, invitation))
    broker.reload()
    _release(folder, tables)
    return enrolled


def _release(folder: Path, tables: Sequence[str]) -> None:
    """Release the marks of these tables for any name; raises HallError."""
    try:
        for table in tables:
            release(folder, table)
    except OSError as error:
        raise HallError(f"{folder} cannot be used: {error.strerror}") from error


def part(settings: HallConfig) -> str:
    """Return the part of a table's settings that leads to its hall, in TOML."""
    keys = ("broker", "hall", "table", "password", "certificate")
    return edit.with_hall("", {key: str(getattr(settings, key)) for key in keys})


def _foreign(chosen: HallOptions) -> BrokerAddress:
    secret = _read(Path(chosen.password_file)).strip() if chosen.password_file else ""
    trusted = _read(Path(chosen.certificate)) if chosen.certificate else ""
    return BrokerAddress.of(checked(chosen.broker, chosen.name, "1").broker, chosen.user, secret, trusted)


def _read(path: Path) -> str:
    try:
        return read_text(path, "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HallError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is no text'}") from error
