"""A referee that is killed at random points, again and again, and what is on the disk each time.

    python -m tests.support.power_cut FOLDER POINTS SEED

A child goes on with the match in FOLDER and tells each event that was acknowledged; it is killed somewhere between its
start and its end, mostly inside a write, for it does little else. Then the files are copied (without the shared memory,
which no power cut leaves) and opened as after a restart. Another process reads the archive all the time.
"""

import json
import os
import random
import shutil
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.live.session import MatchSession
from controller.record.events import End, Event, MatchStart
from controller.referee.fold import outcome
from controller.store.archive import FILE, Archive
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from tests.support import table_talk

OPENING: Final = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
SHORTEST_S: Final = 1e-6
LONGEST_S: Final = 0.05
"""Bounds of the time from the child's start, or its first word, to the kill; each power of ten is as likely."""
PARTS: Final = (FILE, FILE + "-wal")


class LostError(AssertionError):
    """The disk does not hold what was acknowledged, or more than that and the event that was being written."""


def child(work: Callable[[], None]) -> int:
    """Do something in a process of its own, until it is killed."""
    own = os.fork()
    if own == 0:
        try:
            work()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return own


def play(folder: Path, plan: Sequence[Event], told: int) -> None:
    """Go on with the match as fast as the disk takes it, and tell the number of each event that was taken in."""
    with take_up(folder, new=False) as journal:
        session = MatchSession(journal, OPENING)
        os.write(told, b"%d\n" % len(journal.events))
        for event in plan[len(journal.events) :]:
            os.write(told, b"%d\n" % session.add(event).number)
            assert not journal.trouble


def read_along(folder: Path) -> None:
    """What a phone does meanwhile, without an end."""
    while True:
        with Archive(folder) as archive:
            for kept in archive.matches():
                _, found = archive.check(kept.id)
                assert found.fault is None
        time.sleep(0.02)


def killed(folder: Path, plan: Sequence[Event], chance: random.Random) -> int:
    """Let a child play until it is killed; the number of the last event that it told of, 0 if it told of none."""
    reading, told = os.pipe()
    own = child(lambda: play(folder, plan, told))
    os.close(told)
    with os.fdopen(reading, "rb") as words:
        first = words.readline() if chance.random() < 0.8 else b""
        time.sleep(SHORTEST_S * (LONGEST_S / SHORTEST_S) ** chance.random())
        stop(own)
        numbers = (first + words.read()).split(b"\n")[:-1]
    return int(numbers[-1]) if numbers else 0


def found(folder: Path, copy: Path) -> tuple[list[Event], str]:
    """The match as it is taken up after a restart, and its score."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for part in PARTS:
        if (folder / part).exists():
            shutil.copy(folder / part, copy)
    with Archive(copy) as archive:
        if not archive.matches():
            return [], ""
        journal = MatchJournal(archive, archive.find("1"))
        assert journal.broken is None
        return journal.events, str(outcome(journal.events).total) if journal.events else ""


def scores(plan: Sequence[Event], folder: Path) -> list[str]:
    """The score after so many events, played without a break."""
    with Archive(folder, make=True) as archive:
        session = MatchSession(MatchJournal(archive), OPENING)
        return ["", str(session.match.total), *(str(session.add(event).match.total) for event in plan[1:])]


@dataclass
class Table:
    """A match that is being killed: what is to be played, the score after each event, and how far it is."""

    folder: Path
    plan: Sequence[Event]
    expected: Sequence[str]
    reader: int
    told: int = 0
    """The number of the last event that was acknowledged."""
    done: int = 0
    """Number of events when it was last looked at."""

    def check(self, told: int, copy: Path) -> int:
        """Hold what is on the disk against what was told; how many events are there more than before."""
        os.kill(self.reader, signal.SIGSTOP)
        os.waitpid(self.reader, os.WUNTRACED)
        events, score = found(self.folder, copy)
        os.kill(self.reader, signal.SIGCONT)
        before, self.told, self.done = self.done, max(self.told, told), len(events)
        # A transaction that was written and never acknowledged is there after a power cut. Where only its writer died
        # and somebody else had the archive open it may be gone again: the index that they share had not named it yet.
        if not self.told <= len(events) <= max(before, self.told) + 1:
            raise LostError(f"{self.told} events were acknowledged, {before} there before, and {len(events)} are now")
        if events != self.plan[: len(events)] or score != self.expected[len(events)]:
            raise LostError(f"other events or another score after {len(events)} events")
        return len(events) - before


def seated(folder: Path, seed: int) -> Table:
    """A new match of one deal, nothing of it played, with somebody who reads along."""
    plan = [*table_talk.record(OPENING, seed, deals=1, honesty=0.9)[0], End()]
    expected = scores(plan, folder / "whole")
    take_up(folder, new=False).close()
    return Table(folder, plan, expected, child(lambda: read_along(folder)))


def main(folder: Path, points: int, seed: int) -> dict[str, int]:
    """Kill so many times, a match after the other; raises LostError."""
    chance, counts = random.Random(seed), Counter[str]()
    table = seated(folder / "match-0", seed)
    try:
        for point in range(points):
            if table.done == len(table.plan):
                stop(table.reader)
                table = seated(folder / f"match-{point}", seed + point)
            before, told = table.done, killed(table.folder, table.plan, chance)
            more = table.check(told, folder / "copy")
            counts["points"] += 1
            counts["events"] += more
            counts["before the first word"] += not told
            counts["between write and word"] += table.done > max(before, told)
    finally:
        stop(table.reader)
    return dict(counts)


def stop(process: int) -> None:
    """End a process of ours, as a power cut does; one that found something wrong has ended by itself."""
    if process:
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status):
            raise LostError("what was to be killed had failed before; its reason stands above")


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
