"""The table's side of a hall: what its display shows, and the lines of its records until the hall has them.

It follows the table from the archive and a queue, on a thread of its own: whatever becomes of broker and hall, the game
does not notice.
"""

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from controller.hall import member, messages, shown
from controller.hall.messages import (
    MOST_LINES,
    MOST_NAMED,
    ChainedLine,
    CommandRefused,
    Kept,
    MessageError,
    RecordHeld,
    RecordLines,
    RecordsHeld,
    SendAgain,
    VerdictNoted,
)
from controller.hall.outbox import Outbox
from controller.hall.topics import HallTopics, TableTopics
from controller.hall.verdict_outbox import NO_PICTURES, VerdictOutbox
from controller.language.translate import Locale
from controller.live import evidence
from controller.live.board import AlertBoard
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, News
from controller.settings.console import HallConfig
from controller.store.archive import Archive, RecordLine
from controller.store.pictures import FOLDER
from controller.store.sqlite import ArchiveError
from controller.web.broker_line import BrokerAddress, BrokerLine, BrokerReached, Heard
from controller.web.newest import Latest

ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
_TICK_S: Final = 0.25
"""Between two looks at what is owed, while nothing is heard."""

_log = logging.getLogger(__name__)


def broker_address(settings: HallConfig) -> BrokerAddress:
    """The broker of a table's hall, and who the table is there."""
    return BrokerAddress.of(settings.broker, settings.table, settings.password, settings.certificate)


def topics(settings: HallConfig) -> TableTopics:
    """The topics of a table in its hall."""
    return HallTopics(settings.hall).of(settings.table)


class Uplink:
    """Tells a hall what a table plays.

    Attributes:
        status: whether the hall is reached and has everything, in words.
    """

    def __init__(self, settings: HallConfig, directory: Path, record: str) -> None:
        """Begin to connect; returns at once.

        Args:
            settings: which hall.
            directory: of the data: the archive, and the mark of this table.
            record: the name of the match in progress.

        Raises:
            MemberError: the file with the mark of this table cannot be used.
        """
        self._settings, self._directory = settings, directory
        self._member = member.load(directory, record, self._earlier, f"{settings.hall}/{settings.table}")
        self._topics = topics(settings)
        self._outbox = Outbox()
        self._door = threading.Lock()
        """Held for moments, while the outbox is used."""
        self._record, self._locale = record, Locale()
        self._session: MatchSession | None = None
        self._newest: Latest[messages.TableShown | None] = Latest(None)
        self._late: deque[tuple[float, str, bytes]] = deque()
        """What is published when its time has come: when, where and what."""
        self._verdicts = VerdictOutbox(directory / FOLDER)
        self._closing = threading.Event()
        will = (self._topics.availability, OFFLINE)
        self._line = BrokerLine(
            broker_address(settings), f"schiri-{self._member.sender}", (self._topics.command,), will
        )
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self._thread.start()

    @property
    def status(self) -> str:
        """Whether the hall is reached and has everything, in words."""
        if self._line.trouble:
            return self._line.trouble
        if self._line.is_taken is False:
            return f"{self._line.address} does not let this table write to hall {self._settings.hall}"
        is_done = self._outbox.is_done and self._verdicts.is_done
        return "connected; the hall has every line" if is_done else "connected; lines are on their way"

    def follow(self, session: MatchSession, board: AlertBoard, record: str, locale: Locale) -> None:
        """Tell of this match from now on; by the game's thread."""
        now = self._member.playing(record)
        if now is not self._member:
            self._member = now
            try:
                member.save(self._directory, now)
            except OSError as error:
                # The hall is told this match all the same, unless the table starts anew before it is over.
                _log.warning("hall: %s cannot be written: %s", self._directory / member.FILE, error.strerror)
        self._session, self._record, self._locale = session, record, locale
        self._release()
        board.observers.append(self._see)

    def tell(self, news: News) -> None:
        """Hear of an event that is on the disk; by the game's thread, returns at once."""
        self._release()
        session = self._session
        if session is None or self._settings.share != "table":
            return
        for one in news.told:
            told = shown.verdict_message(news, one, self._member.sender, self._record, self._locale)
            names = evidence.pictures(one.verdict, session.events)
            is_pictured = self._settings.pictures and not one.withdrawn
            self._verdicts.put(told, names if is_pictured else NO_PICTURES, self._due())

    def close(self) -> None:
        """Say that the table is gone, and hang up."""
        self._closing.set()
        self._thread.join(3)
        self._line.close((self._topics.availability, OFFLINE))

    def _earlier(self) -> list[str]:
        """The names of the records that are there already; none where they cannot be read, and so not be told."""
        with suppress(ArchiveError, sqlite3.Error), Archive(self._directory) as archive:
            return [one.name for one in archive.matches()]
        return []

    def _release(self) -> None:
        session = self._session
        if session is not None:
            with self._door:
                self._outbox.hold(self._record, shown.released_lines(session.match, session.events))

    def _see(self, composed: ComposedFace) -> None:
        session = self._session
        if session is None:
            return
        now = shown.table_message(composed, self._member.sender, self._record, len(session.events), self._locale)
        self._newest.put(shown.scores_alone(now) if self._settings.share == "scores" else now)

    def _due(self) -> float:
        return time.monotonic() + self._settings.delay_s

    def _run(self) -> None:
        number = 1
        with ExitStack() as stack:
            archive: Archive | None = None
            while not self._closing.is_set():
                try:
                    archive = archive or stack.enter_context(Archive(self._directory))
                    self._hear(archive, self._line.next(_TICK_S))
                    self._send(archive)
                except (ArchiveError, sqlite3.Error) as error:
                    _log.debug("hall: %s", error)  # the table itself says so where it must
                number = self._show(number)

    def _hear(self, archive: Archive, heard: BrokerReached | Heard | None) -> None:
        match heard:
            case BrokerReached():
                self._greet(archive)
            case Heard():
                self._obey(heard.data)
            case None:
                pass

    def _greet(self, archive: Archive) -> None:
        """Say that the table is there, and which records it has."""
        self._line.publish(self._topics.availability, ONLINE, retain=True)
        if (now := self._newest.value) is not None:
            self._late.append((self._due(), self._topics.state, messages.written(now)))
        over = [one for one in archive.matches() if not one.running and self._member.mark_of(one.name)]
        with self._door:
            for one in over:
                if one.name != self._record:
                    self._outbox.hold(one.name, archive.count(one.id))
            self._outbox.forget_answers()
        self._verdicts.forget_answers()

    def _offer(self, held: Mapping[str, int]) -> None:
        """Say which records there are; the hall answers each with what it has."""
        by_mark: dict[str, list[str]] = {}
        for name in sorted(held):
            by_mark.setdefault(self._member.mark_of(name), []).append(name)
        for mark, names in by_mark.items():
            for begin in range(0, len(names), MOST_NAMED):
                part = tuple(RecordHeld(record=name, lines=held[name]) for name in names[begin : begin + MOST_NAMED])
                self._line.publish(self._topics.event, messages.written(RecordsHeld(sender=mark, records=part)))

    def _obey(self, data: bytes) -> None:
        """Do what the hall says; what is said to another table of this name is not for this one."""
        try:
            command = messages.read("cmd", data)
        except MessageError as error:
            self._refuse("?", str(error))
            return
        if isinstance(command, VerdictNoted) and command.sender == self._member.sender:
            self._verdicts.note(command.id)
        if not isinstance(command, Kept | SendAgain):
            return
        if command.sender != (self._member.mark_of(command.record) or self._member.sender):
            return
        with self._door:
            obey = self._outbox.keep if isinstance(command, Kept) else self._outbox.send_from
            done = obey(command.record, command.line)
        if not done:
            self._refuse(command.do, f"this table has no line {command.line} of record {command.record} to give")

    def _refuse(self, do: str, why: str) -> None:
        refused = CommandRefused(sender=self._member.sender, do=do, why=messages.plain(why, messages.MOST_TEXT))
        self._line.publish(self._topics.reply, messages.written(refused))

    def _send(self, archive: Archive) -> None:
        """Send what the hall lacks, of each record one message at a time."""
        if not self._line.is_up:
            return
        with self._door:
            unasked = self._outbox.unasked(time.monotonic())
            owed = self._outbox.owed(time.monotonic())
        self._offer(unasked)
        names = {one.name: one.id for one in archive.matches()} if owed else {}
        for record, first, count in owed:
            lines = archive.part(names[record], first, min(count, MOST_LINES)) if record in names else []
            if lines:
                self._send_lines(record, first, lines)
        for told in self._verdicts.due(time.monotonic()):
            data = messages.written(told)
            if not self._line.fits(self._topics.verdict, data):
                data = messages.written(told.model_copy(update={"pictures": ()}))
            self._line.publish(self._topics.verdict, data)

    def _send_lines(self, record: str, first: int, lines: Sequence[RecordLine]) -> None:
        """Send these lines of a record, or so many of them as the broker takes in one message."""
        told = tuple(ChainedLine(data=one.data.decode(), link=one.link.decode()) for one in lines)
        data = messages.written(
            RecordLines(sender=self._member.mark_of(record), record=record, first=first, lines=told)
        )
        if len(lines) > 1 and not self._line.fits(self._topics.event, data):
            self._send_lines(record, first, lines[: len(lines) // 2])
        else:
            self._line.publish(self._topics.event, data)

    def _show(self, number: int) -> int:
        """Publish the newest face and all else whose time has come; the number of the newest face."""
        held = self._newest.held
        if held[0] > number and held[1] is not None:
            self._late.append((self._due(), self._topics.state, messages.written(held[1])))
        while self._late and self._late[0][0] <= time.monotonic():
            _, topic, data = self._late.popleft()
            self._line.publish(topic, data, retain=topic == self._topics.state)
        return held[0]
