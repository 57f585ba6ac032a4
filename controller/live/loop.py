"""Watching a table: frames in, events on the disk, faces out. The loop of the daemon, of ``read`` and of the demo."""

import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from controller.live import scoreboard
from controller.live.evidence import Evidence
from controller.live.session import News, Session
from controller.record.cards import Card
from controller.record.events import Event, Origin
from firmware_bridge.face.face import Face
from vision.base.observation import Laid, Observation
from vision.base.picture import Gray
from vision.eyes.pipeline import Eyes
from vision.marks.identity import NO_DECK

OPENING_S: Final = 3.0
"""So long after the start the eyes read what lay on the mat already."""

Show = Callable[[Face], None]
"""Puts a face on a display; returns at once, whatever becomes of the display."""
Tell = Callable[[News], None]
"""Hears of every event that was taken in, once the displays have been given its face."""


class Watch:
    """One table being watched; buttons and phones take part by :meth:`enter` and :meth:`say`, from any thread."""

    def __init__(self, session: Session, eyes: Eyes, show: Show, tell: Tell, evidence: Evidence | None = None) -> None:
        self._session, self._eyes, self._show, self._tell, self._evidence = session, eyes, show, tell, evidence
        self._since = session.last_seconds
        """Seconds since the match event at which this watch began: a resumed match goes on from there."""
        self._door = threading.RLock()
        """Held while anything is taken in: the record has one end."""
        self._seen = (self._since, time.monotonic())
        """The newest frame's time since the match event, and the clock when it came."""
        self.asked: Callable[[str], None] | None = None
        """Hears what somebody wants to hear: ``score`` or ``repeat``; let it be quick."""
        self._trouble = self._notice = ""
        self.trouble("")

    @property
    def now(self) -> float:
        """Seconds since the match event, also while the camera is blind."""
        seconds, clock = self._seen
        return round(seconds + time.monotonic() - clock, 3)

    @contextmanager
    def held(self) -> Generator[None]:
        """Nothing else is taken in meanwhile: what was looked at still holds when it is acted on. Be quick."""
        with self._door:
            yield

    def enter(self, event: Event) -> News:
        """Take in an event that did not come from the camera; the disk first, then the displays.

        Raises:
            JournalError: it could not be written; nothing has changed.
        """
        with self._door:
            news = self._session.add(event)
            self.take(news)
        return news

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
        with self._door:
            for news in self._session.say(word, self.now, source):
                self.take(news)
            self.trouble(self._trouble)
            self._pass_on()
            return self._session.answer

    def run(self, frames: Iterable[tuple[float, Gray]]) -> None:
        """Watch until the frames end; a camera's errors pass through, all that was seen is kept."""
        for seconds, gray in frames:
            self._seen = (self._since + seconds, time.monotonic())
            for seen in self._eyes.feed(seconds, gray):
                if not self._lay_there_before(seen, seconds):
                    self._observe(seen, seconds, gray)
            if (self._eyes.trouble or "") != self._trouble:
                self.trouble(self._eyes.trouble or "")
            self._tend(seconds)
        with self._door:
            for news in self._session.finish():
                self.take(news)

    def _observe(self, seen: Observation, seconds: float, gray: Gray) -> None:
        with self._door:
            for news in self._session.observe(seen, self._since + seconds):
                self._photograph(news, gray)
                self.take(news)
            if self._session.notice != self._notice:
                self.trouble(self._trouble)
            self._pass_on()

    def _tend(self, seconds: float) -> None:
        """What waits for no card: to save what could not be saved and, once, to hold the mat against the record."""
        with self._door:
            self._session.save()
            if self._session.is_to_compare and seconds >= OPENING_S and not self._trouble:
                self._session.compare([Card(one.card) for one in self._eyes.laid if one.deck != NO_DECK])
            if self._session.notice != self._notice:
                self.trouble(self._trouble)

    def _pass_on(self) -> None:
        """Let it be known if somebody wants to hear something."""
        if self.asked and self._session.asked:
            self.asked(self._session.asked)

    def _lay_there_before(self, seen: Observation, seconds: float) -> bool:
        """Whether it is a command card that still lies there as a match is taken up again: it was heard before."""
        word = isinstance(seen, Laid) and seen.deck == NO_DECK
        return word and self._since > 0 and seconds < OPENING_S

    def take(self, news: News) -> None:
        """Show and tell what an event changed; a verdict that was taken back is said once, in place of an alert."""
        taken_back = " ".join(f"withdrawn: {told.verdict.text}" for told in news.told if told.withdrawn)
        self._notice = self._session.notice
        self._put(scoreboard.face(news.match, news.heard, self._trouble or taken_back, self._notice))
        self._tell(news)
        if self._evidence:
            self._evidence.hear(news.match, news.results, self._session.events)

    def _photograph(self, news: News, gray: Gray) -> None:
        """Take the picture of a play, from the frame that settled it."""
        if self._evidence and self._eyes.view:
            view = self._eyes.view
            self._evidence.see(news.number, news.event, news.match, gray, view.calibration, view.mat)

    def trouble(self, text: str) -> None:
        """Show what is wrong with the table, in words, until it is right again (an empty text)."""
        with self._door:
            self._trouble, self._notice = text, self._session.notice
            self._put(scoreboard.face(self._session.match, self._session.heard, text, self._notice))

    def _put(self, face: Face) -> None:
        """Show a face; while events are not saved every face says so, whatever else it must say."""
        unsaved = f"NOT SAVED, {face.status}" if self._session.unsaved else face.status
        self._show(replace(face, status=unsaved))
