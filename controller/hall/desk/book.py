"""The record of a hall's tournament on its disk: a step counts once it is written, and nothing is ever overwritten."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

from controller.hall.desk import exports, papers
from controller.hall.desk.exports import RecordReader
from controller.hall.desk.texts import DeskView
from controller.record import chain
from controller.record.message import Message, reason_of
from controller.store.archive import Archive, RecordLine
from controller.store.sqlite import ArchiveError, reason
from controller.tournament import steps
from controller.tournament.fold import Tournament, TournamentCourse, TournamentRound, after, tournament
from controller.tournament.steps import ResultEntered, StepError, TournamentOpened, TournamentStep

# The files of a tournament by their usual names: papers to print, and exports to take along.


@dataclass(frozen=True, slots=True)
class DeskFile:
    """A file that is made of the current tournament."""

    kind: str
    """The file's media type."""
    make: Callable[[DeskView, int, RecordReader], bytes]
    """The file's maker: takes the tournament, a round (0: the newest) and the tables' records; raises StepError."""


def _slips(view: DeskView, number: int, _: RecordReader) -> bytes:
    return papers.slips(view, _round(view.state, number))


def _seating(view: DeskView, number: int, _: RecordReader) -> bytes:
    return papers.seating(view, _round(view.state, number))


def _round(state: Tournament, number: int) -> TournamentRound:
    """Return the round of a number, 0 for the newest; raises StepError."""
    if not state.rounds:
        raise StepError(Message("no round was seated yet"))
    return state.round(number or len(state.rounds))


FILES: Final[Mapping[str, DeskFile]] = {
    "slips.pdf": DeskFile("application/pdf", _slips),
    "seating.pdf": DeskFile("application/pdf", _seating),
    "guide.pdf": DeskFile("application/pdf", lambda view, _, __: papers.guide(view)),
    "ranking.pdf": DeskFile("application/pdf", lambda view, _, __: papers.ranking(view)),
    "ranking.csv": DeskFile("text/csv", lambda view, _, __: exports.as_csv(view).encode()),
    "tournament.json": DeskFile("application/json", lambda view, _, __: exports.as_json(view.state).encode()),
    "event.xml": DeskFile(
        "application/xml", lambda view, _, read: exports.as_event(view.state, read, "usebio").encode()
    ),
    "bridgemate.json": DeskFile(
        "application/json", lambda view, _, read: exports.as_event(view.state, read, "bridgemate").encode()
    ),
    "boards.pbn": DeskFile("text/plain", lambda view, _, read: exports.as_pbn(view.state, read).encode()),
}
"""The files that can be printed or downloaded."""


FOLDER: Final = "tournament"
"""The tournament's folder inside the hall's."""

StepMaker: TypeAlias = Callable[[Tournament | None, int], Iterable[TournamentStep]]
"""A maker of the next steps: takes the current tournament, and the seconds since 1970."""


class DeskError(OSError):
    """The tournament cannot be read or written; the message says why, and what to do."""


class TournamentBook:
    """The tournament of a hall; from any thread, and beside other programs that write into the same folder."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """Open the record of a hall's tournaments.

        Args:
            folder: of the hall.
            clock: seconds since 1970.

        Raises:
            DeskError: it cannot be opened.
        """
        self.clock = clock
        self._door = threading.RLock()
        try:
            self._archive = Archive(folder / FOLDER, make=True)
        except ArchiveError as error:
            raise DeskError(str(error)) from error
        self._read = (0, "")
        """The match of the archive that was read last, and its mark."""
        self._state: Tournament | None = None
        self._course = TournamentCourse()
        self._records: frozenset[str] = frozenset()

    def close(self) -> None:
        """Close the file."""
        with self._door:
            self._archive.close()

    @property
    def state(self) -> Tournament | None:
        """The current tournament; None before one is opened; raises DeskError."""
        with self._door:
            self._refresh()
            return self._state

    @property
    def course(self) -> TournamentCourse:
        """The steps in effect, and those that can be redone; raises DeskError."""
        with self._door:
            self._refresh()
            return self._course

    def lines(self) -> list[RecordLine]:
        """Return the record, line by line; raises DeskError."""
        with self._door:
            self._refresh()
            return self._archive.lines(self._read[0]) if self._read[0] else []

    def has_read(self, record: str) -> bool:
        """Whether a result ever came from this record, even if it was undone; raises DeskError."""
        with self._door:
            self._refresh()
            return record in self._records

    def tables_of_marks(self) -> dict[str, str]:
        """Return the last table of each mark, by the results of all tournaments that can be read."""
        records: list[bytes] = []
        with self._door, suppress(sqlite3.Error):  # reading the tournament itself raises the error
            records += [self._archive.record(match.id) for match in self._archive.matches()]
        found: dict[str, str] = {}
        for data in records:
            with suppress(StepError):  # the lines before a changed one are enough
                for step in steps.read(chain.split(data)):
                    if isinstance(step, ResultEntered) and step.record:
                        found[step.record.partition("/")[0]] = step.table
        return found

    def add_steps(self, make: StepMaker) -> Tournament:
        """Write the steps that a maker yields for the tournament, all or none; the returned state is on the disk.

        Raises:
            StepError: one of them is impossible.
            DeskError: they cannot be written.
        """
        with self._door:
            try:
                try:
                    return self._apply(make)
                except (sqlite3.Error, ArchiveError):
                    # The archive may have been opened while the disk was read-only: reopen it and retry.
                    self._archive.reopen(stand_in=True)
                    return self._apply(make)
            except (sqlite3.Error, ArchiveError) as error:
                why = reason(self._archive.path, error) if isinstance(error, sqlite3.Error) else str(error)
                raise DeskError(f"nothing was changed: {self._archive.path} cannot be written: {why}") from error

    def _apply(self, make: StepMaker) -> Tournament:
        try:
            with self._archive.transaction():
                self._refresh()
                return self._written(make)
        except (sqlite3.Error, ArchiveError, StepError):
            self._read = (0, "")
            raise

    def _written(self, make: StepMaker) -> Tournament:
        for step in make(self._state, int(self.clock())):
            if isinstance(step, TournamentOpened):
                self._begin()
            line = steps.to_line(step)
            state, course = after(self._state, self._course, step)
            match = self._read[0]
            number = self._archive.count(match) + 1
            before = self._archive.part(match, number - 1, 1)[0].link if number > 1 else b""
            self._archive.write(match, number, [RecordLine(line, chain.link(before, line))])
            self._state, self._course = state, course
            self._records |= _records([step])
            self._read = match, self._archive.mark(match)
        if self._state is None:
            raise StepError(Message("a tournament is opened first"))
        return self._state

    def _begin(self) -> None:
        """Begin another tournament; the one before it stays in the archive."""
        if (running := self._archive.running()) is not None:
            self._archive.put_aside(running.id)
        name = self._archive.free_name(datetime.fromtimestamp(self.clock(), UTC))
        self._read = self._archive.add(name, running=True), ""
        self._state, self._course, self._records = None, TournamentCourse(), frozenset()

    def _refresh(self) -> None:
        """Read the steps that other programs have written since."""
        try:
            running = self._archive.running()
            now = (running.id, self._archive.mark(running.id)) if running else (0, "")
            if now == self._read:
                return
            if running is None:
                self._state, self._course, self._records = None, TournamentCourse(), frozenset()
            else:
                self._load(running.id)
            self._read = now
        except (sqlite3.Error, ArchiveError) as error:
            raise DeskError(f"{self._archive.path} cannot be read: {error}") from error

    def _load(self, match: int) -> None:
        data, report = self._archive.check(match)
        if report.fault is not None:
            raise DeskError(f"the record of the tournament in {self._archive.path} was changed: {report.fault.text}")
        try:
            found = [*steps.read(chain.split(data))]
            self._state, self._course = tournament(found)
        except StepError as error:
            raise DeskError(f"{self._archive.path} holds no tournament: {reason_of(error)}") from error
        self._records = _records(found)


def _records(found: Iterable[TournamentStep]) -> frozenset[str]:
    """Return the records from which results were taken."""
    return frozenset(step.record for step in found if isinstance(step, ResultEntered))
