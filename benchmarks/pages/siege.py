"""A table besieged: strangers hold connections, read no streams and ask for nonsense while cards are played.

Run it from the project's folder: ``python -m benchmarks.pages.siege [--deals 1000]``. A match, which may have had many
deals before, is played through the console's table, an event every 50 ms, in turns in peace and while a process of its
own besieges the pages, so that both see the same machine. Printed are the referee's time for an event (on the disk,
folded, shown), and how a player's phone is answered meanwhile. Exit status 1 if an event is lost, a player is turned
away, or an event takes more than twice as long as in peace, at the median or for the slowest of a hundred.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from unittest.mock import patch

from controller.record.events import DealStart, Event, Void
from controller.settings.model import ConsoleConfig
from controller.store.resume import take_up
from controller.web import host
from tests.support.console.besiegers import ADDRESSES, ASKING, HOST
from tests.support.console.console_rig import OPENING, REVOKED, Rig

PAUSE_S = 0.05
ROUND: Sequence[Event] = (*REVOKED, Void(why="misdeal"))


@dataclass
class Spell:
    """A spell at the table."""

    taken_ms: list[float] = field(default_factory=list[float])
    answered_ms: list[float] = field(default_factory=list[float])
    refused: int = 0

    @property
    def marks(self) -> tuple[float, float]:
        """The time for an event, ms: the median, and the slowest of a hundred."""
        return median(self.taken_ms), quantiles(self.taken_ms, n=100)[98]

    def told(self) -> str:
        """Write the spell's figures in a line."""
        return ", ".join(
            f"{name} {median(values):.2f} ms median, {quantiles(values, n=100)[98]:.2f} ms p99"
            for name, values in (("an event taken in", self.taken_ms), ("a page answered", self.answered_ms))
        )


def play(rig: Rig, spell: Spell, seconds: float) -> None:
    """Play deals, and ask for the page as a player does after each event."""
    until, number = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        event = ROUND[number % len(ROUND)]
        start = time.perf_counter()
        rig.table.enter(DealStart(dealer=0) if isinstance(event, DealStart) else event)
        spell.taken_ms.append((time.perf_counter() - start) * 1000)
        spell.refused += not _page(rig, spell)
        number += 1
        time.sleep(PAUSE_S)


def besiege(rig: Rig, spell: Spell, seconds: float, connections: int) -> str:
    """Play while a process of its own besieges the pages; returns the answers to it."""
    words = [str(rig.console.port), str(seconds + 2), str(connections)]
    command = [sys.executable, "-m", "tests.support.console.besiegers", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as siege:  # noqa: S603  our own words
        assert siege.stdout  # noqa: S101
        siege.stdout.readline()
        play(rig, spell, seconds)
        siege.wait()
        return siege.stdout.read().strip()


def _page(rig: Rig, spell: Spell) -> bool:
    start = time.perf_counter()
    connection = HTTPConnection(HOST, rig.console.port, timeout=10, source_address=("127.0.0.1", 0))
    try:
        connection.request("GET", "/", headers={"Connection": "close"})
        good = connection.getresponse().status == 200
    except OSError:
        good = False
    finally:
        connection.close()
    spell.answered_ms.append((time.perf_counter() - start) * 1000)
    return good


def main() -> int:
    """Play in peace and besieged; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="of each spell")
    parser.add_argument("--rounds", type=int, default=3, help="of a spell in peace and one besieged")
    parser.add_argument("--deals", type=int, default=0, help="played beforehand")
    parser.add_argument("--connections", type=int, default=1_150, help="that are held")
    asked = parser.parse_args()
    real = host.is_loopback

    def is_loopback(address: str) -> bool:
        return address not in (*ADDRESSES, *ASKING) and real(address)

    with (
        TemporaryDirectory() as folder,
        patch.object(host, "is_loopback", is_loopback),
        take_up(Path(folder), new=False) as journal,
    ):
        for event in (OPENING, *(ROUND * asked.deals)):
            journal.append(event)
        rig = Rig(journal, settings=ConsoleConfig(address=HOST, port=0), watching=False)  # pyrefly: ignore[bad-argument-type]  # a log
        rig.console.open()
        peace, besieged, answers = Spell(), Spell(), list[str]()
        for _ in range(asked.rounds):
            play(rig, peace, asked.seconds)
            answers.append(besiege(rig, besieged, asked.seconds, asked.connections))
        count = len(peace.taken_ms) + len(besieged.taken_ms)
        lost = count + asked.deals * len(ROUND) - (len(journal.events) - 1)
        rig.console.close()
    print(f"in peace: {peace.told()}\nbesieged: {besieged.told()}")
    print(f"{count} events, {lost} lost; players turned away: {besieged.refused}; besiegers were answered")
    print(*answers, sep="\n")
    slower = [late / soon for late, soon in zip(besieged.marks, peace.marks, strict=True)]
    print(f"an event takes {slower[0]:.2f} times as long at the median, {slower[1]:.2f} times at p99")
    return int(lost != 0 or besieged.refused > 0 or max(slower) > 2)


if __name__ == "__main__":
    sys.exit(main())
