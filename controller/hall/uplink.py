"""The table's side of a hall: what its display shows, and the lines of its records until the hall has them.

It follows the table from the archive and a queue, on a thread of its own: whatever becomes of broker and hall, the game
does not notice.
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
from controller.language.translate import Locale, on_face, said
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

# The outbox of a table: which lines of which record the hall still needs; the archive itself holds them.
#
# A broker's acknowledgement proves nothing: it may lose what it took. So nothing counts as told before the hall has
# said that it is on its disk, and whatever it lacks is sent again.

PATIENCE_S: Final = 5.0
"""After which lines are sent again that the hall has not answered."""


@dataclass(slots=True)
class _Record:
    """The state of one record between the table and the hall."""

    held: int = 0
    """Lines that may leave the table."""
    kept: int | None = None
    """Lines that the hall has said it has; None: it has said nothing yet."""
    sent_s: float | None = None
    """When it was last asked or lines were last sent, and it has not answered."""

    def is_due(self, now_s: float) -> bool:
        """Whether the hall is not expected to answer any more."""
        return self.sent_s is None or now_s - self.sent_s >= PATIENCE_S


@dataclass(slots=True)
class Outbox:
    """The records of a table beside what the hall has of them; times are seconds of one clock that nobody sets."""

    _records: dict[str, _Record] = field(default_factory=dict[str, _Record])

    def unasked(self, now_s: float) -> dict[str, int]:
        """The records of which the hall is to be asked now what it has: their names, and how many lines may leave."""
        found: dict[str, int] = {}
        for name, one in sorted(self._records.items()):
            if one.kept is None and one.is_due(now_s):
                one.sent_s, found[name] = now_s, one.held
        return found

    @property
    def is_done(self) -> bool:
        """Whether the hall has all that may leave the table."""
        return all(one.kept is not None and one.kept >= one.held for one in self._records.values())

    def hold(self, record: str, lines: int) -> None:
        """Let so many lines of a record leave the table by now."""
        one = self._records.setdefault(record, _Record())
        one.held = max(one.held, lines)

    def forget_answers(self) -> None:
        """The line to the hall is a new one: what it has it will say again."""
        for one in self._records.values():
            one.kept, one.sent_s = None, None

    def keep(self, record: str, line: int) -> bool:
        """The hall has this record up to this line; whether that is a record of this table."""
        one = self._records.get(record)
        if one is None:
            return False
        one.kept, one.sent_s = line, None
        return True

    def send_from(self, record: str, line: int) -> bool:
        """The hall asks for the lines from this one on; whether they can be had."""
        one = self._records.get(record)
        if one is None or line > one.held:
            return False
        one.kept, one.sent_s = line - 1, None
        return True

    def owed(self, now_s: float) -> list[tuple[str, int, int]]:
        """List what is to be sent now, oldest record first: its name, the first line and how many lines there are."""
        found: list[tuple[str, int, int]] = []
        for name, one in sorted(self._records.items()):
            if one.kept is not None and one.kept < one.held and one.is_due(now_s):
                one.sent_s = now_s
                found.append((name, one.kept + 1, one.held - one.kept))
        return found


# The messages of a table while it plays: the face of its display in the table's language, and its verdicts.

_LAMPS: Final[dict[Lamp, Literal["off", "turn", "foul"]]] = {
    Lamp.OFF: "off",
    Lamp.TURN: "turn",
    Lamp.FOUL: "foul",
}


def released_lines(match: AnyMatch, events: Sequence[Event]) -> int:
    """Count the lines of a record that may leave the table: while a deal is played, those before it.

    What was laid away, passed or shown to some stands in its lines; once it is over nothing of it is hidden.
    """
    if not match.running or match.ended:
        return len(events)
    return next((n - 1 for n in range(len(events), 0, -1) if isinstance(events[n - 1], DealStart)), 0)


def table_message(composed: ComposedFace, sender: str, record: str, lines: int, locale: Locale) -> TableShown:
    """Return what a display at the table shows now; no code to pair a phone with, and no address."""
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
    """A side with the lamp of whoever of it has one."""
    own = [lamps[seat] for seat in side.seats if seat < len(lamps)]
    lamp = next((one for one in (Lamp.FOUL, Lamp.TURN) if one in own), Lamp.OFF)
    strokes = _name(match.game.sheet.strokes(side.total))
    return RowShown(name=_name(said(side.name, locale)), score=_name(side.sum), strokes=strokes, lamp=_LAMPS[lamp])


def _name(text: str) -> str:
    return plain(text, MOST_NAME)


def _address(address: str) -> str:
    """The address of the table's pages, if it is one as messages have it."""
    return address if re.fullmatch(ADDRESS, address) else ""


def scores_alone(shown: TableShown) -> TableShown:
    """The same without what is played and said: who leads by how much."""
    rows = tuple(row.model_copy(update={"lamp": "off"}) for row in shown.rows)
    return shown.model_copy(update={"status": "", "trick": (), "alert": None, "rows": rows})


def verdict_message(update: Update, told: Announcement, sender: str, record: str, locale: Locale) -> VerdictTold:
    """A verdict that an event lets the table hear, or that it withdraws; without its pictures."""
    found = told.verdict
    return VerdictTold(
        sender=sender,
        record=record,
        line=update.number,
        verdict=found.kind,
        name="" if found.seat is None else _name(update.match.names[found.seat]),
        rule=_name(found.rule),
        text=plain(said(found.text, locale), MOST_TEXT),
        withdrawn=told.withdrawn,
        about=_name(scoreboard.about(found)),
        cards=tuple(_cards(update.match, found)),
        suits=locale.cards.suits,
    )


def _cards(match: AnyMatch, verdict: Verdict) -> Iterator[VerdictCard]:
    """The cards of a verdict that lie open, as far as its deal is the newest one."""
    if match.deal is not None and match.deal.number == verdict.deal:
        for card, part in verdict_cards.open_cards(match, verdict)[:MOST_ROWS]:
            yield VerdictCard(part=part, card=str(card))


StandingRulings: TypeAlias = Mapping[str, tuple[Decision, str]]
"""The rulings on the verdicts that a table knows of, and who made them, by accusation."""


def rulings(match: AnyMatch, heard: Sequence[Verdict]) -> StandingRulings:
    """The rulings that stand on the verdicts that a table may know of."""
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
    """Messages on what has been ruled since or is open again, one a verdict."""
    now = rulings(update.match, update.announced)
    for verdict in update.announced:
        about = scoreboard.about(verdict)
        if now.get(about) != before.get(about):
            decision, by = now.get(about, ("open", ""))
            told = verdict_message(update, Announcement(verdict, None), sender, record, locale)
            yield told.model_copy(update={"ruling": decision, "by": _name(by)})


# Verdicts on their way to a hall: each waits a moment for its pictures, and is sent until the hall has it.

NO_PICTURES: Final[Mapping[PicturedPlay, str]] = MappingProxyType({})
"""Of a verdict that is told without."""
_PICTURES_S: Final = 3.0
"""Seconds for which a verdict waits for a picture; then it is told without."""
_MOST_UNANSWERED: Final = 4
"""Verdicts that are on their way at a time: each may bring two pictures."""


@dataclass(slots=True, eq=False)
class _OwedVerdict:
    told: VerdictTold
    names: Mapping[PicturedPlay, str]
    due_s: float
    sent_s: float | None = None
    """When it was last sent, and the hall has not answered; None: not on this line."""


class VerdictOutbox:
    """The verdicts that a hall has not yet, in order; put in by the game's thread, sent and taken out by another.

    Times are seconds of one clock that nobody sets.
    """

    def __init__(self, folder: Path) -> None:
        """``folder``: of all matches' evidence pictures."""
        self._folder = folder
        self._owed: deque[_OwedVerdict] = deque()

    @property
    def is_done(self) -> bool:
        """Whether the hall has all of them."""
        return not self._owed

    def put(self, told: VerdictTold, names: Mapping[PicturedPlay, str], due_s: float) -> None:
        """Owe a verdict from a time on, with the pictures of these names."""
        identified = told.model_copy(update={"id": hashlib.sha256(messages.written(told)).hexdigest()[:16]})
        self._owed.append(_OwedVerdict(identified, names, due_s))

    def due(self, now_s: float) -> Iterator[VerdictTold]:
        """Give the verdicts that are to be sent now, few at a time.

        Each comes with its pictures, or after a while with those that there are; once more, if the hall has not
        answered.
        """
        for one in [*self._owed][:_MOST_UNANSWERED]:
            found = tuple(self._pictures(one.names))
            if now_s < one.due_s or (len(found) < len(one.names) and now_s < one.due_s + _PICTURES_S):
                return
            if one.sent_s is None or now_s - one.sent_s >= PATIENCE_S:
                one.sent_s = now_s
                yield one.told.model_copy(update={"pictures": found})

    def forget_answers(self) -> None:
        """The line to the hall is a new one: what was not answered is sent again."""
        for one in [*self._owed]:
            one.sent_s = None

    def note(self, verdict: str) -> None:
        """The hall has a verdict, by its id; one that it says again is none of these any more."""
        for one in [*self._owed]:
            if one.told.id == verdict:
                self._owed.remove(one)

    def _pictures(self, names: Mapping[PicturedPlay, str]) -> Iterator[VerdictPicture]:
        for of, name in names.items():
            path = evidence_store.find(self._folder, name)
            # What is no picture, or too large, or gone again, is none that comes later: the verdict is told without.
            with suppress(OSError, ValidationError):
                if path is not None:
                    yield VerdictPicture(of=of, jpeg=path.read_bytes())


# Arbiters of the hall on their way to the table's own pages: each brings a key of which the hall has told the table.

_ADMITTED_S: Final = 60.0
"""Seconds for which a key is good."""
_MOST_ADMITTED: Final = 50


class Admissions:
    """The keys with which arbiters of the hall are let in, each good once and for a minute; from any thread."""

    def __init__(self) -> None:
        self._door = threading.Lock()
        self._due: dict[str, tuple[str, float]] = {}
        """The name and the end of each key."""

    def put(self, key: str, name: str) -> None:
        """Let whoever brings this key in, under a name."""
        with self._door:
            self._due[key] = name, time.monotonic() + _ADMITTED_S
            while len(self._due) > _MOST_ADMITTED:
                del self._due[next(iter(self._due))]

    def take(self, key: str) -> str:
        """The name that came with a key, which is used up; empty: there is no such key, or it is too old."""
        with self._door:
            found = next((own for own in self._due if hmac.compare_digest(own.encode(), key.encode())), "")
            name, end_s = self._due.pop(found, ("", 0.0))
        return name if end_s > time.monotonic() else ""


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


class Uplink(Subscriber):
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
        self._table: LiveTable | None = None
        """The table on which an arbiter who is coming is shown."""
        self._ruled: StandingRulings = {}
        """The rulings of which the hall was told."""
        self._admissions = Admissions()
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
        if self._line.is_accepted is False:
            return f"{self._line.address} does not let this table write to hall {self._settings.hall}"
        is_done = self._outbox.is_done and self._verdicts.is_done
        return "connected; the hall has every line" if is_done else "connected; lines are on their way"

    def follow(self, session: MatchSession, record: str, locale: Locale) -> None:
        """Tell of this match from now on, once the table is subscribed to; by the game's thread."""
        now = self._member.playing(record)
        if now is not self._member:
            self._member = now
            try:
                member.save(self._directory, now)
            except OSError as error:
                # The hall is told this match all the same, unless the table starts anew before it is over.
                _log.warning("hall: %s cannot be written: %s", self._directory / member.FILE, error.strerror)
        self._session, self._record, self._locale = session, record, locale
        self._ruled = rulings(session.match, session.announced)
        self._release()

    def serve(self, table: LiveTable) -> None:
        """Show at this table from now on what the hall says of its arbiters."""
        self._table = table

    def on_event(self, update: Update) -> None:
        """Let the lines leave that may, and owe the hall an event's verdicts; by the game's thread, returns at once."""
        self._release()
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

    def admitted(self, key: str) -> str:
        """The name of the arbiter whom the hall lets in with this key, once; empty: the key is none; by any thread."""
        return self._admissions.take(key)

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
                self._outbox.hold(self._record, released_lines(session.match, session.events))

    def on_face(self, shown: ComposedFace) -> None:
        """Keep the newest face for the hall; by the game's thread, returns at once."""
        session = self._session
        if session is None:
            return
        now = table_message(shown, self._member.sender, self._record, len(session.events), self._locale)
        if self._settings.arbiters and (address := _address(shown.state.address)):
            now = now.model_copy(update={"address": address})
        self._newest.put(scores_alone(now) if self._settings.share == "scores" else now)

    def _due(self) -> float:
        return time.monotonic() + self._settings.delay_s

    def _run(self) -> None:
        number = 1
        with ExitStack() as stack:
            archive: Archive | None = None
            while not self._closing.is_set():
                try:
                    archive = archive or stack.enter_context(Archive(self._directory))
                    self._hear(archive, self._line.receive(_TICK_S))
                    self._send(archive)
                except (ArchiveError, sqlite3.Error) as error:
                    _log.debug("hall: %s", error)  # the table itself says so where it must
                number = self._show(number)

    def _hear(self, archive: Archive, heard: BrokerReached | Received | None) -> None:
        match heard:
            case BrokerReached():
                self._greet(archive)
            case Received():
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
        if command.sender == self._member.sender:
            self._attend(command)
        if not isinstance(command, Kept | SendAgain):
            return
        if command.sender != (self._member.mark_of(command.record) or self._member.sender):
            return
        with self._door:
            obey = self._outbox.keep if isinstance(command, Kept) else self._outbox.send_from
            done = obey(command.record, command.line)
        if not done:
            self._refuse(command.do, f"this table has no line {command.line} of record {command.record} to give")

    def _attend(self, command: AnyMessage) -> None:
        """Do what the hall says of verdicts and arbiters."""
        match command:
            case VerdictNoted():
                self._verdicts.note(command.id)
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
        held = self._newest.current
        if held[0] > number and held[1] is not None:
            self._late.append((self._due(), self._topics.state, messages.written(held[1])))
        while self._late and self._late[0][0] <= time.monotonic():
            _, topic, data = self._late.popleft()
            self._line.publish(topic, data, retain=topic == self._topics.state)
        return held[0]
