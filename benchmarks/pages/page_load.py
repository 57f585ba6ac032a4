"""How long a card takes into the record while phones ask for pages: paired passes with and without requests.

Run it from the project's folder: ``python -m benchmarks.pages.page_load FILM RECORD [--per-second 100]``, with the
film and the record that ``schiri demo`` leaves in its folder. The film is watched in real time by the daemon's own loop
with its console; requests for the table's page come from another process. A card's delay runs from the moment at which
it was first seen lying (``t`` of its play) to the moment at which its event is on the disk.
"""

import argparse
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from benchmarks.pages.phones_follow import free_port
from controller.console.server import Console, PageOptions
from controller.live.camera import Source, eyes
from controller.live.loop import CameraLoop
from controller.live.session import MatchSession, News
from controller.live.table import LiveTable, Subscriber
from controller.record import text as record
from controller.record.events import Played
from controller.settings.model import ConsoleConfig
from controller.store.resume import take_up
from hardware.camera.source import open_source

FPS = 20.0
THREADS = 16
"""From which pages are asked for."""


def main() -> int:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description="The delay of cards while pages are asked for.")
    parser.add_argument("film", type=Path)
    parser.add_argument("record", type=Path)
    parser.add_argument("--per-second", type=int, default=100)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--ask", metavar="ADDRESS", help="be the phones")
    options = parser.parse_args()
    if options.ask:
        return _phones(options.ask, options.per_second)
    for number in range(options.passes):
        for per_second in (0, options.per_second):
            delays, answered = _watched(options, per_second)
            worst = max(delays, default=0.0)
            print(
                f"pass {number + 1}  {per_second:4} requests/s ({answered:5} answered)"
                f"  {len(delays):3} cards  median {median(delays or [0.0]):.2f} s  worst {worst:.2f} s",
                flush=True,
            )
    return 0


def _watched(options: argparse.Namespace, per_second: int) -> tuple[list[float], int]:
    """Watch the film once; the delays of its cards, seconds, and the requests that were answered."""
    opening = record.read(options.record.read_bytes()).opening
    delays: list[float] = []
    with TemporaryDirectory() as folder, take_up(Path(folder), new=False) as journal:
        session = MatchSession(journal, opening)
        console = Console(
            ConsoleConfig(address="127.0.0.1", port=free_port()), Path(folder), session, PageOptions("swiss")
        )
        began = [0.0]

        class Delays(Subscriber):
            """Notes how late each card was told."""

            def on_event(self, news: News) -> None:
                if isinstance(news.event, Played) and news.event.t is not None:
                    delays.append(time.monotonic() - began[0] - news.event.t)

        table = LiveTable(session, invite=console.invitation)
        table.subscribe(Delays())
        console.follow(table)
        watch = CameraLoop(table, eyes(session.match, Source(str(options.film))))
        console.open()
        phones = _asking(options, console.port, per_second) if per_second else None
        with open_source(str(options.film), fps=FPS, paced=True) as camera:
            began[0] = time.monotonic()
            watch.run(camera)
        answered = 0
        if phones:
            phones.terminate()
            told, _ = phones.communicate()
            answered = int((told or b"0").split()[-1]) if told else 0
        console.close()
    return delays, answered


def _asking(options: argparse.Namespace, port: int, per_second: int) -> "subprocess.Popen[bytes]":
    ask = [sys.executable, "-m", "benchmarks.pages.page_load", str(options.film), str(options.record)]
    ask += ["--ask", f"http://127.0.0.1:{port}/", "--per-second", str(per_second)]
    return subprocess.Popen(ask, stdout=subprocess.PIPE)  # noqa: S603 - our own


def _phones(address: str, per_second: int) -> int:
    """Ask for a page so many times a second, from a few threads, until stopped."""
    answered = [0]
    stopped = threading.Event()

    def stop(_signal: int, _frame: object) -> None:
        stopped.set()

    signal.signal(signal.SIGTERM, stop)

    def ask() -> None:
        due = time.monotonic()
        while not stopped.is_set():
            due += THREADS / per_second
            time.sleep(max(due - time.monotonic(), 0))
            try:
                with urlopen(address, timeout=5) as page:  # noqa: S310 - our own console
                    page.read()
                answered[0] += 1
            except OSError:
                time.sleep(0.1)

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    stopped.wait()
    print(answered[0], flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
