"""Watching a table: frames in, events on the disk, faces out. The loop of the daemon, of ``read`` and of the demo."""

import logging
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, Protocol

from controller.live.board import AlertBoard
from controller.live.camera_words import told
from controller.live.evidence import Evidence
from controller.live.priority import TableLock
from controller.live.session import MatchSession, News
from controller.record.cards import Card
from controller.record.events import Correction, Event, Origin
from controller.report.replay import of_newest
from controller.rules.match import AnyMatch
from controller.store.journal import JournalError
from vision.base.observation import AreaSight, Blind, Laid, Lifted, Observation, Sight
from vision.base.picture import Gray
from vision.eyes.pipeline import Eyes
from vision.marks.identity import NO_DECK

# Observations with times since the match event in place of the media times that the eyes have.


def dated(seen: Observation, offset: float) -> Observation:
    """An observation by a clock that is so many seconds ahead."""
    match seen:
        case Blind():
            return replace(seen, began=seen.began + offset, ended=seen.ended + offset)
        case Lifted():
            return replace(seen, seconds=seen.seconds + offset)
        case Laid():
            since = _later(seen.since, offset)
            return replace(seen, seconds=seen.seconds + offset, first=seen.first + offset, since=since)


def dated_sight(sight: Sight, offset: float) -> Sight:
    """A view of the table by a clock that is so many seconds ahead."""
    return replace(sight, t=sight.t + offset, areas=tuple(_dated_area(area, offset) for area in sight.areas))


def _dated_area(area: AreaSight, offset: float) -> AreaSight:
    empty, unread = _later(area.empty_since, offset), _later(area.unread_since, offset)
    return replace(area, empty_since=empty, unread_since=unread)


def _later(seconds: float | None, offset: float) -> float | None:
    return None if seconds is None else seconds + offset


OPENING_S: Final = 3.0
"""Seconds after the start in which the eyes read the cards that lay on the mat before."""

_log = logging.getLogger(__name__)

Due = Callable[[AnyMatch], Event | None]
"""The next event that follows by itself from a match as it stands, if any does."""

Tell = Callable[[News], None]
"""Hears of every event that was taken in, once the displays have been given its face."""


class FrameListener(Protocol):
    """A listener to every frame and every line of the record; it returns at once."""

    def frame(self, seconds: float, since: float, gray: Gray, eyes: Eyes) -> None:
        """Hear of a frame that the eyes have looked at, taken at ``seconds``; they count theirs from ``since``."""
        ...

    def hear(self, news: News, events: Sequence[Event]) -> None:
        """Hear of a new line of the record; ``events`` are all lines."""
        ...


class TableLoop:
    """One table being watched; buttons and phones take part by :meth:`enter` and :meth:`say`, from any thread."""

    def __init__(
        self,
        session: MatchSession,
        eyes: Eyes,
        board: AlertBoard,
        tell: Tell,
        evidence: Evidence | None = None,
        *,
        moments: FrameListener | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Watch a table.

        Args:
            session: the match.
            eyes: that look at the frames.
            board: shows what is told.
            tell: hears of every event.
            evidence: takes pictures of plays, if any are kept.
            moments: keeps frames around what is doubtful, if any are kept.
            clock: seconds that nobody sets, with which what phones say is dated.
        """
        self._clock = clock
        self._session, self._eyes, self._board, self._tell, self._evidence = session, eyes, board, tell, evidence
        self._moments = moments
        self._since = session.last_seconds
        """Seconds since the match event at which this watch began: a resumed match goes on from there."""
        self._door = TableLock()
        """Held while anything is taken in: the record has one end."""
        self._seen = (self._since, clock())
        """The newest frame's time since the match event, and the clock when it came."""
        self.due: Due = lambda _: None
        """The next event that follows by itself from a match as it stands, such as a secret call that is revealed."""
        self.asked: Callable[[str], None] | None = None
        """Hears what somebody wants to hear, such as ``score`` or ``last-trick``; let it be quick."""
        self._trouble = ""
        self._is_open = False
        """Whether the mat has been in view since this watch began."""
        self._board.look()

    @property
    def now(self) -> float:
        """Seconds since the match event, also while the camera is blind."""
        seconds, clock = self._seen
        return round(seconds + self._clock() - clock, 3)

    @property
    def is_reading(self) -> bool:
        """Whether something moves on the mat or a card is being read: pages and pictures give way; by any thread."""
        return self._eyes.moving or bool(self._eyes.landing)

    def let_finish(self, at_most_s: float) -> None:
        """Stand still while something is taken in, but no longer than this after that began; by another thread."""
        self._door.let_finish(at_most_s)

    @contextmanager
    def held(self) -> Generator[None]:
        """Hold the table's lock, so that no event comes between looking at the match and acting on it; be quick.

        What was seen and waits is taken in before, and not between the two.

        Raises:
            JournalError: that could not be written.
        """
        with self._door:
            self._settle()
            yield

    def enter(self, event: Event) -> News:
        """Take in an event that did not come from the camera; the disk first, then the displays.

        Raises:
            JournalError: it could not be written; nothing has changed.
        """
        with self._door:
            self._settle()
            if not isinstance(event, Correction):
                self.follow()
            news = self._session.add(event)
            self.take(news)
        return news

    def follow(self) -> None:
        """Take in what is due by itself; what cannot be written now is due again with the next event."""
        with self._door:
            event = self.due(self._session.match)
            if event is None:
                return
            try:
                news = self._session.add(replace(event, t=self.now, src="console"))
            except JournalError as error:
                _log.warning("what is due waits: %s", error)
                return
            self.take(news)

    def _settle(self) -> None:
        """Take in what was seen and waits."""
        for before in self._session.settle():
            self.take(before)

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
            self._board.look()
            self._pass_on()
            return self._session.answer

    def run(self, frames: Iterable[tuple[float, Gray]]) -> None:
        """Watch until the frames end; a camera's errors pass through, all that was seen is kept."""
        for seconds, gray in frames:
            self._seen = (self._since + seconds, self._clock())
            found = self._eyes.feed(seconds, gray)
            self._look(gray)
            for seen in found:
                if not self._lay_there_before(seen, seconds):
                    self._observe(seen, seconds, gray)
            trouble = told(self._eyes.trouble)
            if trouble != self._trouble:
                self.trouble(trouble)
            if self._moments:
                self._moments.frame(self._since + seconds, self._since, gray, self._eyes)
            self._tend(seconds)
        with self._door:
            for news in self._session.finish():
                self.take(news)

    def _look(self, gray: Gray) -> None:
        """Take in how the places look, once the mat is in view; the first such view ends the gap before it."""
        if not self._session.tells_sight or self._eyes.view is None:
            return
        sight = dated_sight(self._eyes.sight(), self._since)
        if not sight.areas:
            return
        with self._door:
            news = () if self._is_open else self._session.open_eyes(sight.t)
            self._is_open = True
            for card in self._eyes.landing:
                self._session.glimpse(Card(card.card), (card.x_mm, card.y_mm), sight.t)
            for one in (*news, *self._session.look(sight)):
                self._photograph(one, gray)
                self.take(one)

    def _observe(self, seen: Observation, seconds: float, gray: Gray) -> None:
        with self._door:
            for news in self._session.observe(dated(seen, self._since), self._since + seconds):
                self._photograph(news, gray)
                self.take(news)
            self._board.look_again()
            self._pass_on()

    def _tend(self, seconds: float) -> None:
        """Do the work that needs no card: save unsaved events again and, once, compare the mat with the record."""
        with self._door:
            self._session.save()
            if self._session.is_to_compare and seconds >= OPENING_S and not self._trouble:
                self._session.compare([Card(one.card) for one in self._eyes.laid if one.deck != NO_DECK])
            self._board.look_again()

    def _pass_on(self) -> None:
        """Show the numbers behind the newest score on request; the voice hears of every request."""
        asked = self._session.asked
        if asked == "score":
            self._board.reply(of_newest(self._session.match))
        if self.asked and asked:
            self.asked(asked)

    def _lay_there_before(self, seen: Observation, seconds: float) -> bool:
        """Whether an observation is a command card that was heard before the match was resumed."""
        word = isinstance(seen, Laid) and seen.deck == NO_DECK
        return word and self._since > 0 and seconds < OPENING_S

    def take(self, news: News) -> None:
        """Show and tell what an event changed."""
        self._board.take(news)
        self._tell(news)
        if self._evidence:
            self._evidence.hear(news.match, news.results, self._session.events)
        if self._moments:
            self._moments.hear(news, self._session.events)
        if not isinstance(news.event, Correction):  # what is taken back is not said again at once
            self.follow()

    def _photograph(self, news: News, gray: Gray) -> None:
        """Take the picture of a play, from the frame that settled it."""
        if self._evidence and self._eyes.view:
            view = self._eyes.view
            laid = self._eyes.laid
            self._evidence.see(news.number, news.event, news.match, gray, view.calibration, view.mat, laid)

    def trouble(self, text: str) -> None:
        """Show what is wrong with the table, in words, until it is right again (an empty text)."""
        with self._door:
            self._trouble = text
            # A camera that stays blind brings no frame at which it would be tried again.
            self._session.save()
            self._board.trouble(text)
