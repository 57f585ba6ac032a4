"""A live table: its match, journal, face and subscribers; cards, buttons and phones enter here."""

import logging
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace

from controller.live.alert_board import AlertBoard, Invite, no_invitation
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, Update
from controller.record.events import Correction, Event, Origin, Undo
from controller.referee import questions
from controller.report.replay import newest_breakdown
from controller.rules.match import AnyMatch
from controller.store.journal import JournalError

_log = logging.getLogger(__name__)

Due = Callable[[AnyMatch], Event | None]
"""A function that returns the next automatic event of a match, such as the reveal of a secret call."""


def _no_due_event(match: AnyMatch) -> None:
    del match


class TableLock:
    """A reentrant lock whose release other threads can await without acquiring it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth, self._since = 0, 0.0
        self._free = threading.Event()
        self._free.set()

    def __enter__(self) -> None:
        """Acquire the lock."""
        self._lock.acquire()
        self._depth += 1
        if self._depth == 1:
            self._since = time.monotonic()
            self._free.clear()

    def __exit__(self, *_: object) -> None:
        """Release the lock."""
        self._depth -= 1
        if self._depth == 0:
            self._free.set()
        self._lock.release()

    def wait_until_free(self, at_most_s: float) -> None:
        """Block until the lock is free, or was held for so long, to leave the interpreter to its holder."""
        if not self._free.is_set():
            self._free.wait(max(0.0, self._since + at_most_s - time.monotonic()))


class Subscriber:
    """A subscriber of a table: each method is called in the thread of the change, under the table's lock.

    The methods never block or raise; slow subscribers store the newest value and work in a thread of their own.
    """

    def on_face(self, shown: ComposedFace) -> None:
        """Handle the face that the displays show from now on."""

    def on_event(self, update: Update) -> None:
        """Handle an event that is on the disk, once its face is shown."""

    def on_request(self, word: str) -> None:
        """Answer a request, such as ``score`` or ``last-trick``."""


class LiveTable:
    """A live table; buttons, phones and the camera use it from any thread, under one lock.

    An event goes to the disk, then onto the displays, then to all subscribers, in the order in which they subscribed.
    """

    def __init__(
        self,
        session: MatchSession,
        *,
        invite: Invite = no_invitation,
        due: Due = _no_due_event,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open a table for a match.

        Args:
            session: the match.
            invite: returns the invitation for each face.
            due: returns the next automatic event.
            clock: monotonic seconds, by which events of phones are dated.
        """
        self.session = session
        self.lock = TableLock()
        """The lock for all changes: the record has one end."""
        self.is_reading = False
        """Whether the camera's loop sees motion or reads a card: pages yield then."""
        self._subscribers: list[Subscriber] = []
        self._due, self._clock = due, clock
        self._frame_time = (session.last_seconds, clock())
        """The newest frame's time since the match event, and the clock when it arrived."""
        self.board = AlertBoard(session, self._show, invite)
        self.board.refresh()

    def subscribe(self, *subscribers: Subscriber) -> None:
        """Add subscribers after the present ones; each gets the current face."""
        with self.lock:
            for subscriber in subscribers:
                self._subscribers.append(subscriber)
                subscriber.on_face(self.board.newest)

    @property
    def now(self) -> float:
        """Seconds since the match event, also while the camera is blind."""
        seconds, clock = self._frame_time
        return round(seconds + self._clock() - clock, 3)

    def set_time(self, seconds: float) -> None:
        """Set the time to that of the newest frame, seconds since the match event."""
        self._frame_time = (seconds, self._clock())

    @contextmanager
    def exclusive(self) -> Generator[None]:
        """Lock the table, so that no event comes between reading the match and acting on it; be quick.

        Pending observations are added before.

        Raises:
            JournalError: a pending observation could not be written.
        """
        with self.lock:
            self._settle()
            yield

    def enter(self, event: Event, *, only_possible: bool = False) -> Update:
        """Add an event that did not come from the camera; the disk first, then the displays.

        Args:
            event: a fact of the table, or a player's word.
            only_possible: whether an impossible event is refused.

        Raises:
            ImpossibleEventError: the event is impossible; the match is unchanged.
            JournalError: the event could not be written; the match is unchanged.
        """
        with self.lock:
            self._settle()
            if not isinstance(event, Correction):
                self.enter_due()
            update = self.session.add(event, only_possible=only_possible)
            self.publish(update)
        return update

    def enter_due(self) -> None:
        """Add the next automatic event; if it cannot be written now, it is due again with the next event."""
        with self.lock:
            match = self.session.match
            event = questions.due_question(match) or self._due(match)
            if event is None:
                return
            try:
                update = self.session.add(replace(event, t=self.now))
            except JournalError as error:
                _log.warning("what is due waits: %s", error)
                return
            self.publish(update)

    def say(self, word: str, source: Origin = "button") -> str:
        """Carry out a word as its command card would in the place for commands.

        Args:
            word: a name of docs/commands.md, such as ``undo``.
            source: the origin in the record.

        Returns:
            One sentence if the word has no meaning now or waits for more; empty if it was carried out.

        Raises:
            JournalError: the event could not be written.
        """
        with self.lock:
            for update in self.session.say(word, self.now, source):
                self.publish(update)
            self.board.refresh()
            self.answer_request()
            return self.session.answer

    def answer_request(self) -> None:
        """Show the numbers behind the newest score on request; subscribers answer every request."""
        word = self.session.request
        if word == "score":
            self.board.reply(newest_breakdown(self.session.match))
        if word:
            for subscriber in self._subscribers:
                subscriber.on_request(word)

    def publish(self, update: Update) -> None:
        """Publish an event to board and subscribers, then add the automatic event that follows."""
        with self.lock:
            self.board.show_update(update)
            for subscriber in self._subscribers:
                subscriber.on_event(update)
            if not isinstance(update.event, Undo):  # an undone event must not follow again at once
                self.enter_due()

    def trouble(self, text: str) -> None:
        """Show a trouble of the table, in words, until an empty text ends it."""
        with self.lock:
            # A blind camera brings no frame, at which unsaved events would be retried.
            self.session.save()
            self.board.trouble(text)

    def _settle(self) -> None:
        """Add pending observations."""
        for before in self.session.settle():
            self.publish(before)

    def _show(self, face: ComposedFace) -> None:
        for subscriber in self._subscribers:
            subscriber.on_face(face)
