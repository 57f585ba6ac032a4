"""The camera's loop of the daemon, of ``read`` and of the demo: frames in, observations into the table."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, Protocol

from controller.live.camera import CameraTrouble, Frame
from controller.live.camera_words import told
from controller.live.evidence import Evidence
from controller.live.rehearsal import NO_PLAY, Rehearsal
from controller.live.session import News
from controller.live.table import LiveTable
from controller.record.cards import Card
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


class FrameListener(Protocol):
    """A listener to every frame; it returns at once."""

    def frame(self, seconds: float, since: float, gray: Gray, eyes: Eyes) -> None:
        """Take a frame that the eyes have looked at, taken at ``seconds``; they count theirs from ``since``."""
        ...


class CameraLoop:
    """The camera of a table: looks at each frame and takes in what follows from it.

    Args:
        table: That is watched.
        eyes: That look at the frames.
        evidence: Takes pictures of plays, if any are kept.
        moments: Keeps frames around what is doubtful, if any are kept.
        pictures: Tells what is wrong with the pictures as they come, in words; nothing where nothing is.
        rehearsal: The test deal, while which nothing that is laid is a play.
    """

    def __init__(
        self,
        table: LiveTable,
        eyes: Eyes,
        evidence: Evidence | None = None,
        moments: FrameListener | None = None,
        *,
        pictures: Callable[[], str] = str,
        rehearsal: Rehearsal | None = None,
    ) -> None:
        self._table, self._session, self._eyes = table, table.session, eyes
        self._evidence, self._moments, self._pictures = evidence, moments, pictures
        self._rehearsal = rehearsal or Rehearsal()
        self._since = table.session.last_seconds
        """Seconds since the match event at which this watch began: a resumed match goes on from there."""
        self._trouble = ""
        self._is_open = False
        """Whether the mat has been in view since this watch began."""

    def run(self, frames: Iterable[Frame | CameraTrouble]) -> None:
        """Watch until the frames end; a camera's errors pass through, all that was seen is kept."""
        for frame in frames:
            if isinstance(frame, CameraTrouble):
                self._tell_trouble(frame.text)
            else:
                self._take(*frame)
        with self._table.lock:
            for news in self._session.finish():
                self._table.publish(news)

    def _take(self, seconds: float, gray: Gray) -> None:
        """Look at a frame, taken so many seconds after the first."""
        self._table.set_time(self._since + seconds)
        found = self._eyes.feed(seconds, gray)
        self._table.is_reading = self._eyes.moving or bool(self._eyes.landing)
        if self._rehearsal.take(self._eyes, is_dealt=self._session.match.running):
            if self._trouble != NO_PLAY:
                self._tell_trouble(NO_PLAY)
            self._tend(seconds)
            return
        self._look(gray)
        for seen in found:
            if not self._lay_there_before(seen, seconds):
                self._observe(seen, seconds, gray)
        trouble = told(self._eyes.trouble) or self._pictures()
        if trouble != self._trouble:
            self._tell_trouble(trouble)
        if self._moments:
            self._moments.frame(self._since + seconds, self._since, gray, self._eyes)
        self._tend(seconds)

    def _tell_trouble(self, text: str) -> None:
        self._trouble = text
        self._table.trouble(text)

    def _look(self, gray: Gray) -> None:
        """Take in how the places look, once the mat is in view; the first such view ends the gap before it."""
        if not self._session.tells_sight or self._eyes.view is None:
            return
        sight = dated_sight(self._eyes.sight(), self._since)
        if not sight.areas:
            return
        with self._table.lock:
            news = () if self._is_open else self._session.open_eyes(sight.t)
            self._is_open = True
            for card in self._eyes.landing:
                if card.deck != NO_DECK:  # a command card's word names no card
                    self._session.glimpse(Card(card.card), (card.x_mm, card.y_mm), sight.t)
            for one in (*news, *self._session.look(sight)):
                self._photograph(one, gray)
                self._table.publish(one)

    def _observe(self, seen: Observation, seconds: float, gray: Gray) -> None:
        with self._table.lock:
            for news in self._session.observe(dated(seen, self._since), self._since + seconds):
                self._photograph(news, gray)
                self._table.publish(news)
            self._table.answer_request()

    def _tend(self, seconds: float) -> None:
        """Do the work that needs no card: save unsaved events again and, once, compare the mat with the record."""
        with self._table.lock:
            self._session.save()
            if self._session.is_to_compare and seconds >= OPENING_S and not self._trouble:
                self._session.compare([Card(one.card) for one in self._eyes.laid if one.deck != NO_DECK])
            self._table.board.look_again()

    def _lay_there_before(self, seen: Observation, seconds: float) -> bool:
        """Whether an observation is a command card that was heard before the match was resumed."""
        word = isinstance(seen, Laid) and seen.deck == NO_DECK
        return word and self._since > 0 and seconds < OPENING_S

    def _photograph(self, news: News, gray: Gray) -> None:
        """Take the picture of a play, from the frame that settled it."""
        if self._evidence and self._eyes.view:
            view = self._eyes.view
            laid = self._eyes.laid
            self._evidence.see(news.number, news.event, news.match, gray, view.calibration, view.mat, laid)
