"""One table: its match, the disk, the face, and everybody who follows them; cards, buttons and phones enter here."""

import logging
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace

from controller.live.alert_board import AlertBoard, Invite, invite_nobody
from controller.live.priority import TableLock
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, News
from controller.record.events import Correction, Event, Origin, Undo
from controller.referee import questions
from controller.report.replay import of_newest
from controller.rules.match import AnyMatch
from controller.store.journal import JournalError

_log = logging.getLogger(__name__)

Due = Callable[[AnyMatch], Event | None]
"""The next event that follows by itself from a match as it stands, such as a secret call that is revealed."""


def _nothing_due(match: AnyMatch) -> None:
    del match


class Subscriber:
    """A follower of a table: each method is called in the thread of the change, under the table's lock.

    None of them waits or raises: whoever needs time keeps the newest value and works in a thread of its own.
    """

    def on_face(self, shown: ComposedFace) -> None:
        """Take the face that the displays show from now on."""

    def on_event(self, news: News) -> None:
        """Take an event that is on the disk, once its face is shown."""

    def on_request(self, word: str) -> None:
        """Answer what somebody wants to know, such as ``score`` or ``last-trick``."""


class LiveTable:
    """One table; buttons, phones and the camera take part from any thread, under one lock.

    An event goes to the disk, then onto the displays, then to all subscribers, in the order in which they subscribed.
    """

    def __init__(
        self,
        session: MatchSession,
        *,
        invite: Invite = invite_nobody,
        due: Due = _nothing_due,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open a table at which a match is played.

        Args:
            session: the match.
            invite: tells how phones join, at each face.
            due: tells what follows by itself.
            clock: seconds that nobody sets, with which what phones say is dated.
        """
        self.session = session
        self.lock = TableLock()
        """Held while anything is taken in: the record has one end."""
        self.is_reading = False
        """Whether something moves on the mat or a card is being read, as the camera's loop has it: pages give way."""
        self._subscribers: list[Subscriber] = []
        self._due, self._clock = due, clock
        self._seen = (session.last_seconds, clock())
        """The newest frame's time since the match event, and the clock when it came."""
        self.board = AlertBoard(session, self._show, invite)
        self.board.look()

    def subscribe(self, *subscribers: Subscriber) -> None:
        """Let these follow the table after those that do already; each is given the face that is shown."""
        with self.lock:
            for subscriber in subscribers:
                self._subscribers.append(subscriber)
                subscriber.on_face(self.board.newest)

    @property
    def now(self) -> float:
        """Seconds since the match event, also while the camera is blind."""
        seconds, clock = self._seen
        return round(seconds + self._clock() - clock, 3)

    def set_time(self, seconds: float) -> None:
        """Go by the newest frame's time, seconds since the match event."""
        self._seen = (seconds, self._clock())

    def let_finish(self, at_most_s: float) -> None:
        """Stand still while something is taken in, but no longer than this after that began; by another thread."""
        self.lock.let_finish(at_most_s)

    @contextmanager
    def held(self) -> Generator[None]:
        """Hold the table's lock, so that no event comes between looking at the match and acting on it; be quick.

        What was seen and waits is taken in before, and not between the two.

        Raises:
            JournalError: that could not be written.
        """
        with self.lock:
            self._settle()
            yield

    def enter(self, event: Event, *, only_possible: bool = False) -> News:
        """Take in an event that did not come from the camera; the disk first, then the displays.

        Args:
            event: what happened, or what somebody says.
            only_possible: whether one that the match cannot take in is refused.

        Raises:
            ImpossibleEventError: it cannot be; nothing has changed.
            JournalError: it could not be written; nothing has changed.
        """
        with self.lock:
            self._settle()
            if not isinstance(event, Correction):
                self.enter_due()
            news = self.session.add(event, only_possible=only_possible)
            self.publish(news)
        return news

    def enter_due(self) -> None:
        """Take in what is due by itself; what cannot be written now is due again with the next event."""
        with self.lock:
            match = self.session.match
            event = questions.due(match) or self._due(match)
            if event is None:
                return
            try:
                news = self.session.add(replace(event, t=self.now))
            except JournalError as error:
                _log.warning("what is due waits: %s", error)
                return
            self.publish(news)

    def say(self, word: str, source: Origin = "button") -> str:
        """Do what a command card with this word does in the place for commands.

        Args:
            word: a name of docs/commands.md, such as ``undo``.
            source: what it is recorded to come from.

        Returns:
            One sentence why it means nothing now, or what it waits for; empty if it was done.

        Raises:
            JournalError: it could not be written.
        """
        with self.lock:
            for news in self.session.say(word, self.now, source):
                self.publish(news)
            self.board.look()
            self.answer_request()
            return self.session.answer

    def answer_request(self) -> None:
        """Show the numbers behind the newest score on request; subscribers answer every request."""
        word = self.session.asked
        if word == "score":
            self.board.reply(of_newest(self.session.match))
        if word:
            for subscriber in self._subscribers:
                subscriber.on_request(word)

    def publish(self, news: News) -> None:
        """Show and tell what an event changed, then take in what follows from it."""
        with self.lock:
            self.board.take(news)
            for subscriber in self._subscribers:
                subscriber.on_event(news)
            if not isinstance(news.event, Undo):  # what is taken back is not said again at once
                self.enter_due()

    def trouble(self, text: str) -> None:
        """Show what is wrong with the table, in words, until it is right again (an empty text)."""
        with self.lock:
            # A camera that stays blind brings no frame at which it would be tried again.
            self.session.save()
            self.board.trouble(text)

    def _settle(self) -> None:
        """Take in what was seen and waits."""
        for before in self.session.settle():
            self.publish(before)

    def _show(self, shown: ComposedFace) -> None:
        for subscriber in self._subscribers:
            subscriber.on_face(shown)
