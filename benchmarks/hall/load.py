"""The load on a hall: simulated tables that play at many times people's pace, and how soon its board shows each event.

Run it from the project's folder: ``python -m benchmarks.hall.load [--tables 200 …] [--speed 20] [--minutes 10]``. The
hall is the program itself with its own Mosquitto, TLS and a password for each table; a board page's stream is read all
the while. Afterwards the archives on the hall's disk are compared with the tables' own, line by line. Exit status 1
if a line is missing, doubled or another one.
"""

import argparse
import json
import multiprocessing
import os
import socket
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx2 as httpx

from benchmarks.hall.load_tables import Orders, evening, run
from controller.hall.broker import Broker
from controller.hall.tables import FOLDER
from controller.store.archive import Archive, NoMatchError
from controller.web.broker_line import BrokerAddress

HALL: Final = "load"
RECORD: Final = Path("examples/mittlere/evening.jsonl")
PROCESSES: Final = 2
_STARTS_S: Final = 12.0
"""The time for all tables to connect, before the first event."""


def main() -> int:
    """Load a hall with each number of tables; returns the exit status."""
    parser = argparse.ArgumentParser(description="Simulated tables and a hall.")
    parser.add_argument("--tables", type=int, nargs="+", default=[200], help="one run for each number")
    parser.add_argument("--speed", type=float, default=20.0, help="times people's pace, an event in three seconds")
    parser.add_argument("--minutes", type=float, default=10.0)
    options = parser.parse_args()
    lost = 0
    for tables in options.tables:
        with TemporaryDirectory(prefix="schiri-hall-load-") as folder:
            figures = load(Path(folder), tables, options.speed, 60 * options.minutes)
        print(figures, flush=True)
        lost += figures.wrong
    return 1 if lost else 0


@dataclass(frozen=True, slots=True)
class Figures:
    """The results of a run."""

    tables: int
    seconds: float
    events: int
    delays_s: tuple[float, ...]
    """The delay of every event from publishing to the board, smallest first; a skipped one counts by the next."""
    unseen: int
    """The number of events that no board has shown."""
    lines: int
    """The number of lines that the hall should have."""
    wrong: int
    """The number of these lines that are missing, doubled, or different."""
    hall_s: float
    """The processor time of the hall while the tables played."""
    broker_s: float
    hall_mb: float
    broker_mb: float

    def __str__(self) -> str:
        worst = self.delays_s[-1] if self.delays_s else float("nan")
        middle, late = (self._part(part) for part in (0.5, 0.99))
        rate = self.events / self.seconds
        return (
            f"{self.tables} tables, {self.seconds:.0f} s, {self.events} events ({rate:.0f} a second);"
            f" table to board: median {1000 * middle:.0f} ms, p99 {1000 * late:.0f}, worst {1000 * worst:.0f},"
            f" not shown {self.unseen}; {self.lines} lines, wrong {self.wrong};"
            f" hall {100 * self.hall_s / self.seconds:.1f} % of a core, {self.hall_mb:.0f} MB;"
            f" broker {100 * self.broker_s / self.seconds:.1f} %, {self.broker_mb:.0f} MB"
        )

    def _part(self, part: float) -> float:
        if not self.delays_s:
            return float("nan")
        return self.delays_s[min(len(self.delays_s) - 1, int(part * len(self.delays_s)))]


@dataclass(slots=True)
class BoardReader:
    """A board page that stays open."""

    url: str
    arrived: dict[str, list[tuple[str, int, float]]] = field(
        default_factory=lambda: defaultdict[str, list[tuple[str, int, float]]](list)
    )
    """The record, the number of its lines and the time of each state, by table."""

    def read(self) -> None:
        """Read the stream until it ends."""
        with httpx.stream("GET", self.url, timeout=None) as stream:  # it lasts as long as the hall
            try:
                for line in stream.iter_lines():
                    if line.startswith("data: {"):
                        self._take(json.loads(line.removeprefix("data: ")))
            except httpx.HTTPError:
                return

    def _take(self, told: dict[str, Any]) -> None:
        if shown := told["shown"]:
            self.arrived[told["table"]].append((shown["record"], shown["lines"], time.monotonic()))


def load(folder: Path, tables: int, speed: float, seconds: float) -> Figures:
    """Let so many tables play; their hall is in this folder."""
    mqtt_port, board_port = _port(), _port()
    broker = Broker(folder, HALL, mqtt_port)
    broker.prepare()
    names = [(number, str(number), broker.enrol(str(number))) for number in range(1, tables + 1)]
    with _hall(folder, mqtt_port, board_port) as (hall, broker_pid):
        reader = BoardReader(f"http://127.0.0.1:{board_port}/tables")
        thread = threading.Thread(target=reader.read, daemon=True)
        thread.start()
        begins_s = time.monotonic() + _STARTS_S
        outs = [folder / f"process-{at}.json" for at in range(min(PROCESSES, tables))]
        shares = [tuple(names[at :: len(outs)]) for at in range(len(outs))]
        address = BrokerAddress("127.0.0.1", mqtt_port, "", "", is_encrypted=True, certificate=broker.certificate)
        plain = Orders(HALL, address, (), RECORD.read_bytes(), speed, begins_s, begins_s + seconds, folder)
        spawned = multiprocessing.get_context("spawn").Process
        orders = [replace(plain, tables=share, out=out) for share, out in zip(shares, outs, strict=True)]
        processes = [spawned(target=run, args=(own,)) for own in orders]
        for process in processes:
            process.start()
        time.sleep(max(0.0, begins_s - time.monotonic()))
        before = _used_s(hall), _used_s(broker_pid)
        time.sleep(seconds)
        spent = _used_s(hall) - before[0], _used_s(broker_pid) - before[1]
        memory = _resident_mb(hall), _resident_mb(broker_pid)
        for process in processes:
            process.join()
        time.sleep(1)
    done: list[dict[str, Any]] = [one for out in outs for one in json.loads(out.read_text(encoding="utf-8"))]
    delays, unseen = _delays(done, reader)
    lines, wrong = _compared(folder, done)
    events = sum(len(one["published"]) for one in done)
    return Figures(tables, seconds, events, tuple(sorted(delays)), unseen, lines, wrong, *spent, *memory)


def _delays(done: Sequence[dict[str, Any]], reader: BoardReader) -> tuple[list[float], int]:
    """Return the time that each event took to the board, seconds, and the number of events that never arrived."""
    delays, unseen = list[float](), 0
    for one in done:
        arrived, at = reader.arrived[one["name"]], 0
        for record, lines, when in one["published"]:
            while at < len(arrived) and arrived[at][:2] < (record, lines):
                at += 1
            if at == len(arrived):
                unseen += 1
            else:
                delays.append(arrived[at][2] - when)
    return delays, unseen


def _compared(folder: Path, done: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Count the lines the hall should have, and those of them that are missing or different."""
    played = evening(RECORD.read_bytes())
    whole, wrong, lines = b"".join(line.data.encode() for line in played.lines), 0, 0
    for one in done:
        with Archive(folder / FOLDER / one["sender"]) as archive:
            for name in one["records"]:
                wanted = one["last"] if name == one["records"][-1] else len(played.lines)
                expected = b"".join(whole.splitlines(keepends=True)[:wanted])
                lines += wanted
                try:
                    data, report = archive.check(archive.find(name).id)
                except NoMatchError:
                    data, report = b"", None
                if data != expected or (report is not None and report.fault is not None):
                    wrong += max(1, abs(data.count(b"\n") - wanted))
    return lines, wrong


@contextmanager
def _hall(folder: Path, mqtt_port: int, board_port: int) -> Generator[tuple[int, int]]:
    """Run the program itself; yields the process numbers of it and of its broker."""
    command = [sys.executable, "-P", "-m", "controller", "hall", "--folder", str(folder), "--name", HALL]
    ports = ["--mqtt-port", str(mqtt_port), "--port", str(board_port)]
    with subprocess.Popen([*command, *ports], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as hall:  # noqa: S603  # ours
        while True:
            try:
                socket.create_connection(("127.0.0.1", board_port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        try:
            yield hall.pid, int((folder / "mosquitto.pid").read_text(encoding="ascii"))
        finally:
            hall.terminate()


def _port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as ear:
        return int(ear.getsockname()[1])


def _used_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_mb(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    sys.exit(main())
