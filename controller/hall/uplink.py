"""The table's side of a hall: its display, and the lines of its records until the hall has them.

It follows the table from the archive and a queue, on a thread of its own: a failure of broker or hall does not disturb
the game.
"""

import hashlib
import hmac
import logging
import re
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from pydantic import ValidationError

from controller.hall import member, messages
from controller.hall.messages import (
    ADDRESS,
    MOST_LINES,
    MOST_NAME,
    MOST_NAMED,
    MOST_ROWS,
    MOST_TEXT,
    AlertShown,
    AnyMessage,
    ArbiterAdmitted,
    ArbiterComing,
    CardShown,
    ChainedLine,
    CommandRefused,
    HallTopics,
    Kept,
    MessageError,
    RecordHeld,
    RecordLines,
    RecordsHeld,
    RowShown,
    SendAgain,
    TableShown,
    TableTopics,
    VerdictCard,
    VerdictNoted,
    VerdictPicture,
    VerdictTold,
    plain,
)
from controller.language.translate import Locale, on_face, translated
from controller.live import evidence, scoreboard, verdict_cards
from controller.live.evidence import PicturedPlay
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, Update
from controller.live.table import LiveTable, Subscriber
from controller.record.events import DealStart, Decision, Event
from controller.referee.announce import Announcement
from controller.rules import standing
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from controller.settings.model import HallConfig
from controller.store import pictures as evidence_store
from controller.store.archive import Archive, RecordLine
from controller.store.pictures import FOLDER
from controller.store.sqlite import ArchiveError
from controller.web.broker_line import BrokerAddress, BrokerLine, BrokerReached, Received
from controller.web.newest import Latest
from firmware_bridge.face.face import Lamp

# The outbox of a table: the numbers of the lines that the hall still needs; the archive itself holds them.
#
# A broker's acknowledgement proves nothing: it may lose messages. So no line counts as delivered before the hall has
# confirmed that it is on its disk, and missing lines are sent again.

PATIENCE_S: Final = 5.0
"""The time after which unanswered lines are sent again."""


@dataclass(slots=True)
class _Record:
    """The state of one record between the table and the hall."""

    released: int = 0
    """The number of lines that may leave the table."""
    stored: int | None = None
    """The number of lines that the hall has acknowledged; None before its first answer."""
    sent_s: float | None = None
    """The time of the last unanswered question or lines."""

    def is_due(self, now_s: float) -> bool:
        """Whether an answer of the hall is overdue."""
        return self.sent_s is None or now_s - self.sent_s >= PATIENCE_S


@dataclass(slots=True)
class Outbox:
    """The queue of a table's records for the hall; times are monotonic seconds."""

    _records: dict[str, _Record] = field(default_factory=dict[str, _Record])

    def unknown_records(self, now_s: float) -> dict[str, int]:
        """Return the records to ask the hall about now: their names and numbers of released lines."""
        unknown: dict[str, int] = {}
        for name, entry in sorted(self._records.items()):
            if entry.stored is None and entry.is_due(now_s):
                entry.sent_s, unknown[name] = now_s, entry.released
        return unknown

    @property
    def is_done(self) -> bool:
        """Whether the hall has acknowledged all released lines."""
        return all(one.stored is not None and one.stored >= one.released for one in self._records.values())

    def release(self, record: str, lines: int) -> None:
        """Release so many lines of a record."""
        entry = self._records.setdefault(record, _Record())
        entry.released = max(entry.released, lines)

    def reset(self) -> None:
        """Forget all answers, because the connection is new."""
        for entry in self._records.values():
            entry.stored, entry.sent_s = None, None

    def acknowledge(self, record: str, line: int) -> bool:
        """Note that the hall has a record up to this line; returns whether it is a record of this table."""
        entry = self._records.get(record)
        if entry is None:
            return False
        entry.stored, entry.sent_s = line, None
        return True

    def resend_from(self, record: str, line: int) -> bool:
        """Send lines again from this one on; returns whether they are released."""
        entry = self._records.get(record)
        if entry is None or line > entry.released:
            return False
        entry.stored, entry.sent_s = line - 1, None
        return True

    def due_lines(self, now_s: float) -> list[tuple[str, int, int]]:
        """List the lines to send now, oldest record first: name, first line and number of lines."""
        due: list[tuple[str, int, int]] = []
        for name, entry in sorted(self._records.items()):
            if entry.stored is not None and entry.stored < entry.released and entry.is_due(now_s):
                entry.sent_s = now_s
                due.append((name, entry.stored + 1, entry.released - entry.stored))
        return due


# The messages of a table while it plays: the face of its display in the table's language, and its verdicts.

_LAMPS: Final[dict[Lamp, Literal["off", "turn", "foul"]]] = {
    Lamp.OFF: "off",
    Lamp.TURN: "turn",
    Lamp.FOUL: "foul",
}


def released_lines(match: AnyMatch, events: Sequence[Event]) -> int:
    """Count the lines of a record that may leave the table: while a deal is played, those before it.

    A deal's lines show cards laid away, passed or shown to some; once it is over none of them is hidden.
    """
    if not match.running or match.ended:
        return len(events)
    return next((n - 1 for n in range(len(events), 0, -1) if isinstance(events[n - 1], DealStart)), 0)


def table_message(composed: ComposedFace, sender: str, record: str, lines: int, locale: Locale) -> TableShown:
    """Return the message for the display of a table; no code to pair a phone with, and no address."""
    state = replace(composed.state, code="", address="")
    face = on_face(scoreboard.face(composed.match, composed.announced, state), locale)
    deal = composed.match.deal
    plays = deal.open.plays if deal is not None and composed.match.running else ()
    lamps = [row.lamp for row in face.rows]
    rows = [_row(composed.match, side, lamps, locale) for side in standing.sides(composed.match)]
    trick = [CardShown(name=_name(composed.match.names[play.seat]), card=str(play.card)) for play in plays]
    return TableShown(
        sender=sender,
        record=record,
        lines=lines,
        title=_name(face.title),
        status=plain(face.status, MOST_TEXT),
        rows=tuple(rows[:MOST_ROWS]),
        trick=tuple(trick[:MOST_ROWS]),
        alert=AlertShown(kind=face.alert.kind, text=plain(face.alert.text, MOST_TEXT)) if face.alert else None,
        ended=composed.match.ended,
    )


def _row(match: AnyMatch, side: standing.Side, lamps: Sequence[Lamp], locale: Locale) -> RowShown:
    """Return a side's row, with the lamp of a player of it that has one."""
    own = [lamps[seat] for seat in side.seats if seat < len(lamps)]
    lamp = next((one for one in (Lamp.FOUL, Lamp.TURN) if one in own), Lamp.OFF)
    strokes = _name(match.game.sheet.strokes(side.total))
    return RowShown(
        name=_name(translated(side.name, locale)), score=_name(side.sum), strokes=strokes, lamp=_LAMPS[lamp]
    )


def _name(text: str) -> str:
    return plain(text, MOST_NAME)


def _address(address: str) -> str:
    """Return the address of the table's pages, if it fits the messages' form."""
    return address if re.fullmatch(ADDRESS, address) else ""


def scores_only(shown: TableShown) -> TableShown:
    """Return the display's state without the play: names and scores only."""
    rows = tuple(row.model_copy(update={"lamp": "off"}) for row in shown.rows)
    return shown.model_copy(update={"status": "", "trick": (), "alert": None, "rows": rows})


def verdict_message(
    update: Update, announcement: Announcement, sender: str, record: str, locale: Locale
) -> VerdictTold:
    """Make the message for a verdict that an event announces or withdraws; without its pictures."""
    verdict = announcement.verdict
    return VerdictTold(
        sender=sender,
        record=record,
        line=update.number,
        verdict=verdict.kind,
        name="" if verdict.seat is None else _name(update.match.names[verdict.seat]),
        rule=_name(verdict.rule),
        text=plain(translated(verdict.text, locale), MOST_TEXT),
        withdrawn=announcement.withdrawn,
        about=_name(scoreboard.about(verdict)),
        cards=tuple(_cards(update.match, verdict)),
        suits=locale.cards.suits,
    )


def _cards(match: AnyMatch, verdict: Verdict) -> Iterator[VerdictCard]:
    """Yield the cards of a verdict that lie open, as far as its deal is the newest one."""
    if match.deal is not None and match.deal.number == verdict.deal:
        for card, part in verdict_cards.open_cards(match, verdict)[:MOST_ROWS]:
            yield VerdictCard(part=part, card=str(card))


StandingRulings: TypeAlias = Mapping[str, tuple[Decision, str]]
"""The rulings on the verdicts known to a table, and their authors, by accusation."""


def rulings(match: AnyMatch, heard: Sequence[Verdict]) -> StandingRulings:
    """Return the rulings in effect on the verdicts that a table may know of."""
    known = {verdict.accusation for verdict in heard}
    found = ((match.verdicts[number - 1], ruling) for number, ruling in match.rulings.items())
    return {
        scoreboard.about(verdict): (ruling.decision, ruling.by or "")
        for verdict, ruling in found
        if verdict.accusation in known
    }


def ruling_messages(
    update: Update, before: StandingRulings, sender: str, record: str, locale: Locale
) -> Iterator[VerdictTold]:
    """Yield messages on the rulings made or reopened since, one a verdict."""
    now = rulings(update.match, update.announced)
    for verdict in update.announced:
        about = scoreboard.about(verdict)
        if now.get(about) != before.get(about):
            decision, by = now.get(about, ("open", ""))
            message = verdict_message(update, Announcement(verdict, None), sender, record, locale)
            yield message.model_copy(update={"ruling": decision, "by": _name(by)})


# Verdicts on their way to a hall: each waits a moment for its pictures, and is sent until the hall acknowledges it.

NO_PICTURES: Final[Mapping[PicturedPlay, str]] = MappingProxyType({})
"""The pictures of a verdict that is sent without any."""
_PICTURES_S: Final = 3.0
"""The longest wait of a verdict for a picture, seconds; then it is sent without."""
_MOST_UNANSWERED: Final = 4
"""The most unanswered verdicts at a time: each may bring two pictures."""


@dataclass(slots=True, eq=False)
class _QueuedVerdict:
    message: VerdictTold
    names: Mapping[PicturedPlay, str]
    due_s: float
    sent_s: float | None = None
    """The time of the last unanswered message; None if not sent on this connection."""


class VerdictOutbox:
    """The queue of verdicts for the hall, filled by the game's thread and emptied by another.

    Times are monotonic seconds.
    """

    def __init__(self, folder: Path) -> None:
        """Queue verdicts with the evidence pictures of all matches in ``folder``."""
        self._folder = folder
        self._unacknowledged: deque[_QueuedVerdict] = deque()

    @property
    def is_done(self) -> bool:
        """Whether the hall has acknowledged all verdicts."""
        return not self._unacknowledged

    def put(self, message: VerdictTold, names: Mapping[PicturedPlay, str], due_s: float) -> None:
        """Queue a verdict from a time on, with the pictures of these names."""
        identified = message.model_copy(update={"id": hashlib.sha256(messages.written(message)).hexdigest()[:16]})
        self._unacknowledged.append(_QueuedVerdict(identified, names, due_s))

    def due(self, now_s: float) -> Iterator[VerdictTold]:
        """Yield the verdicts to send now, few at a time.

        Each has its pictures, or after a while those that exist. Unanswered ones are repeated.
        """
        for entry in [*self._unacknowledged][:_MOST_UNANSWERED]:
            pictures = tuple(self._pictures(entry.names))
            if now_s < entry.due_s or (len(pictures) < len(entry.names) and now_s < entry.due_s + _PICTURES_S):
                return
            if entry.sent_s is None or now_s - entry.sent_s >= PATIENCE_S:
                entry.sent_s = now_s
                yield entry.message.model_copy(update={"pictures": pictures})

    def reset(self) -> None:
        """Send unanswered verdicts again, because the connection is new."""
        for entry in [*self._unacknowledged]:
            entry.sent_s = None

    def acknowledge(self, verdict: str) -> None:
        """Remove a verdict that the hall has acknowledged, by its id."""
        for entry in [*self._unacknowledged]:
            if entry.message.id == verdict:
                self._unacknowledged.remove(entry)

    def _pictures(self, names: Mapping[PicturedPlay, str]) -> Iterator[VerdictPicture]:
        for of, name in names.items():
            path = evidence_store.find(self._folder, name)
            # An unreadable, oversized or deleted picture never becomes available: the verdict goes without it.
            with suppress(OSError, ValidationError):
                if path is not None:
                    yield VerdictPicture(of=of, jpeg=path.read_bytes())


# Arbiters of the hall on their way to the table's own pages: each brings a key that the hall has sent to the table.

_ADMITTED_S: Final = 60.0
"""The time for which a key is good, seconds."""
_MOST_ADMITTED: Final = 50


class Admissions:
    """The keys that admit arbiters of the hall, each good once and for a minute; from any thread."""

    def __init__(self) -> None:
        self._door = threading.Lock()
        self._due: dict[str, tuple[str, float]] = {}
        """The name and the end of each key."""

    def put(self, key: str, name: str) -> None:
        """Add a key that admits its bearer under a name."""
        with self._door:
            self._due[key] = name, time.monotonic() + _ADMITTED_S
            while len(self._due) > _MOST_ADMITTED:
                del self._due[next(iter(self._due))]

    def redeem(self, key: str) -> str:
        """Return the name of a key and invalidate it; empty for an unknown or expired key."""
        with self._door:
            found = next((own for own in self._due if hmac.compare_digest(own.encode(), key.encode())), "")
            name, end_s = self._due.pop(found, ("", 0.0))
        return name if end_s > time.monotonic() else ""


ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
_TICK_S: Final = 0.25
"""Seconds between two checks for something to send, while nothing is received."""

_log = logging.getLogger(__name__)


def broker_address(settings: HallConfig) -> BrokerAddress:
    """Return the broker of a table's hall, with the table's user name and password there."""
    return BrokerAddress.of(settings.broker, settings.table, settings.password, settings.certificate)


def topics(settings: HallConfig) -> TableTopics:
    """Return the topics of a table in its hall."""
    return HallTopics(settings.hall).of(settings.table)


class Uplink(Subscriber):
    """A subscriber that sends a table's record, verdicts and display to its hall.

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
        self._member = member.load(directory, record, self._earlier_records, f"{settings.hall}/{settings.table}")
        self._topics = topics(settings)
        self._outbox = Outbox()
        self._door = threading.Lock()
        """The lock on the outbox, held for moments."""
        self._record, self._locale = record, Locale()
        self._session: MatchSession | None = None
        self._table: LiveTable | None = None
        """The table on which an arbiter who is coming is shown."""
        self._ruled: StandingRulings = {}
        """The rulings that were sent to the hall."""
        self._admissions = Admissions()
        self._newest: Latest[messages.TableShown | None] = Latest(None)
        self._delayed: deque[tuple[float, str, bytes]] = deque()
        """The delayed messages: time, topic and payload."""
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
        """The state of the connection in words: reached, and complete."""
        if self._line.trouble:
            return self._line.trouble
        if self._line.is_accepted is False:
            return f"{self._line.address} does not let this table write to hall {self._settings.hall}"
        is_done = self._outbox.is_done and self._verdicts.is_done
        return "connected; the hall has every line" if is_done else "connected; lines are on their way"

    def set_session(self, session: MatchSession, record: str, locale: Locale) -> None:
        """Send this match from now on, after subscribing to the table; by the game's thread."""
        now = self._member.playing(record)
        if now is not self._member:
            self._member = now
            try:
                member.save(self._directory, now)
            except OSError as error:
                # The hall still gets this match, unless the table restarts before it is over.
                _log.warning("hall: %s cannot be written: %s", self._directory / member.FILE, error.strerror)
        self._session, self._record, self._locale = session, record, locale
        self._ruled = rulings(session.match, session.announced)
        self._release_lines()

    def serve(self, table: LiveTable) -> None:
        """Show the hall's messages about arbiters at this table from now on."""
        self._table = table

    def on_event(self, update: Update) -> None:
        """Release lines and queue an event's verdicts; by the game's thread, returns at once."""
        self._release_lines()
        session = self._session
        if session is None or self._settings.share != "table":
            return
        for one in update.announcements:
            told = verdict_message(update, one, self._member.sender, self._record, self._locale)
            names = evidence.pictures(one.verdict, session.events)
            is_pictured = self._settings.pictures and not one.withdrawn
            self._verdicts.put(told, names if is_pictured else NO_PICTURES, self._due())
        for told in ruling_messages(update, self._ruled, self._member.sender, self._record, self._locale):
            self._verdicts.put(told, NO_PICTURES, self._due())
        self._ruled = rulings(update.match, update.announced)

    def redeem_admission(self, key: str) -> str:
        """Return the name of the arbiter whom the hall admits with this key, once; else empty; by any thread."""
        return self._admissions.redeem(key)

    def close(self) -> None:
        """Report that the table is gone, and disconnect."""
        self._closing.set()
        self._thread.join(3)
        self._line.close((self._topics.availability, OFFLINE))

    def _earlier_records(self) -> list[str]:
        """Return the names of earlier records; empty if they cannot be read."""
        with suppress(ArchiveError, sqlite3.Error), Archive(self._directory) as archive:
            return [one.name for one in archive.matches()]
        return []

    def _release_lines(self) -> None:
        session = self._session
        if session is not None:
            with self._door:
                self._outbox.release(self._record, released_lines(session.match, session.events))

    def on_face(self, shown: ComposedFace) -> None:
        """Queue the newest face for the hall; by the game's thread, returns at once."""
        session = self._session
        if session is None:
            return
        now = table_message(shown, self._member.sender, self._record, len(session.events), self._locale)
        if self._settings.arbiters and (address := _address(shown.state.address)):
            now = now.model_copy(update={"address": address})
        self._newest.put(scores_only(now) if self._settings.share == "scores" else now)

    def _due(self) -> float:
        return time.monotonic() + self._settings.delay_s

    def _run(self) -> None:
        number = 1
        with ExitStack() as stack:
            archive: Archive | None = None
            while not self._closing.is_set():
                try:
                    archive = archive or stack.enter_context(Archive(self._directory))
                    self._handle(archive, self._line.receive(_TICK_S))
                    self._send(archive)
                except (ArchiveError, sqlite3.Error) as error:
                    _log.debug("hall: %s", error)  # the table itself says so where it must
                number = self._show(number)

    def _handle(self, archive: Archive, received: BrokerReached | Received | None) -> None:
        match received:
            case BrokerReached():
                self._announce(archive)
            case Received():
                self._handle_command(received.data)
            case None:
                pass

    def _announce(self, archive: Archive) -> None:
        """Announce the table and its records."""
        self._line.publish(self._topics.availability, ONLINE, retain=True)
        if (now := self._newest.value) is not None:
            self._delayed.append((self._due(), self._topics.state, messages.written(now)))
        over = [one for one in archive.matches() if not one.running and self._member.mark_of(one.name)]
        with self._door:
            for one in over:
                if one.name != self._record:
                    self._outbox.release(one.name, archive.count(one.id))
            self._outbox.reset()
        self._verdicts.reset()

    def _announce_records(self, held: Mapping[str, int]) -> None:
        """Announce the records; the hall answers each with its number of lines."""
        by_mark: dict[str, list[str]] = {}
        for name in sorted(held):
            by_mark.setdefault(self._member.mark_of(name), []).append(name)
        for mark, names in by_mark.items():
            for begin in range(0, len(names), MOST_NAMED):
                part = tuple(RecordHeld(record=name, lines=held[name]) for name in names[begin : begin + MOST_NAMED])
                self._line.publish(self._topics.event, messages.written(RecordsHeld(sender=mark, records=part)))

    def _handle_command(self, data: bytes) -> None:
        """Carry out a command of the hall, unless it is for another table of this name."""
        try:
            command = messages.read("cmd", data)
        except MessageError as error:
            self._refuse("?", str(error))
            return
        if command.sender == self._member.sender:
            self._handle_arbiter_command(command)
        if not isinstance(command, Kept | SendAgain):
            return
        if command.sender != (self._member.mark_of(command.record) or self._member.sender):
            return
        with self._door:
            obey = self._outbox.acknowledge if isinstance(command, Kept) else self._outbox.resend_from
            done = obey(command.record, command.line)
        if not done:
            self._refuse(command.do, f"this table has no line {command.line} of record {command.record} to give")

    def _handle_arbiter_command(self, command: AnyMessage) -> None:
        """Carry out a command about verdicts and arbiters."""
        match command:
            case VerdictNoted():
                self._verdicts.acknowledge(command.id)
            case ArbiterComing() if self._table:
                with self._table.lock:
                    self._table.board.await_arbiter(command.name)
            case ArbiterAdmitted() if self._settings.arbiters:
                self._admissions.put(command.key, command.name)
            case _:
                pass

    def _refuse(self, do: str, why: str) -> None:
        refused = CommandRefused(sender=self._member.sender, do=do, why=messages.plain(why, messages.MOST_TEXT))
        self._line.publish(self._topics.reply, messages.written(refused))

    def _send(self, archive: Archive) -> None:
        """Send missing lines, one message a record at a time."""
        if not self._line.is_up:
            return
        with self._door:
            unasked = self._outbox.unknown_records(time.monotonic())
            owed = self._outbox.due_lines(time.monotonic())
        self._announce_records(unasked)
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
        """Send these lines of a record, as many as fit in one message."""
        told = tuple(ChainedLine(data=one.data.decode(), link=one.link.decode()) for one in lines)
        data = messages.written(
            RecordLines(sender=self._member.mark_of(record), record=record, first=first, lines=told)
        )
        if len(lines) > 1 and not self._line.fits(self._topics.event, data):
            self._send_lines(record, first, lines[: len(lines) // 2])
        else:
            self._line.publish(self._topics.event, data)

    def _show(self, number: int) -> int:
        """Publish the newest face and all due messages; returns the number of that face."""
        held = self._newest.current
        if held[0] > number and held[1] is not None:
            self._delayed.append((self._due(), self._topics.state, messages.written(held[1])))
        while self._delayed and self._delayed[0][0] <= time.monotonic():
            _, topic, data = self._delayed.popleft()
            self._line.publish(topic, data, retain=topic == self._topics.state)
        return held[0]
