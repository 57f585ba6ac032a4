"""The camera's loop of the daemon, of ``read`` and of the demo: frames in, observations into the table."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from controller.live.camera import CameraTrouble, Frame
from controller.live.camera_words import trouble_text
from controller.live.evidence import Evidence
from controller.live.rehearsal import NO_PLAY, Rehearsal
from controller.live.session import Update
from controller.live.table import LiveTable
from controller.record.cards import Card
from groundwork.picture import Gray
from vision.base.observation import AreaSight, Blind, Laid, Lifted, Observation, Sight, StickerDoubt
from vision.eyes.pipeline import Eyes
from vision.marks.identity import NO_DECK

# Observations with times since the match event in place of the media times that the eyes have.


def dated(observation: Observation, offset: float) -> Observation:
    """Return an observation by a clock that is so many seconds ahead."""
    match observation:
        case Blind():
            return replace(observation, began=observation.began + offset, ended=observation.ended + offset)
        case Lifted():
            return replace(observation, seconds=observation.seconds + offset)
        case Laid():
            since = _later(observation.since, offset)
            return replace(
                observation, seconds=observation.seconds + offset, first=observation.first + offset, since=since
            )


def dated_sight(sight: Sight, offset: float) -> Sight:
    """Return a view of the table by a clock that is so many seconds ahead."""
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
        """Handle a frame that the eyes have read, taken at ``seconds``; the eyes count theirs from ``since``."""
        ...


class CameraLoop:
    """The camera's loop of a table: reads each frame and adds the observations to the match.

    Args:
        table: The watched table.
        eyes: The reader of the frames.
        evidence: Saves pictures of plays, if pictures are kept.
        moments: Saves frames around doubtful events, if they are kept.
        pictures: Returns the trouble with the frames themselves, in words, or an empty text.
        rehearsal: The test deal, during which no card is a play.
        doubts: Returns, once, the stickers that the newest frame has shown to be wrong.
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
        doubts: Callable[[], Sequence[StickerDoubt]] = tuple,
    ) -> None:
        self._table, self._session, self._eyes = table, table.session, eyes
        self._evidence, self._moments, self._pictures = evidence, moments, pictures
        self._rehearsal, self._doubts = rehearsal or Rehearsal(), doubts
        self._since = table.session.last_seconds
        """The start of this loop, seconds since the match event: a resumed match goes on from there."""
        self._trouble = ""
        self._is_open = False
        """Whether the mat has been in view since the loop started."""

    def run(self, frames: Iterable[Frame | CameraTrouble]) -> None:
        """Process all frames; a camera's errors pass through, and observations before them are kept."""
        for frame in frames:
            if isinstance(frame, CameraTrouble):
                self._report_trouble(frame.text)
            else:
                self._process(*frame)
        with self._table.lock:
            for update in self._session.finish():
                self._table.publish(update)

    def _process(self, seconds: float, gray: Gray) -> None:
        """Process a frame, taken so many seconds after the first."""
        self._table.set_time(self._since + seconds)
        observations, doubts = self._eyes.feed(seconds, gray), self._doubts()
        self._table.is_reading = self._eyes.moving or bool(self._eyes.landing)
        if self._rehearsal.take(self._eyes, is_dealt=self._session.match.running):
            if self._trouble != NO_PLAY:
                self._report_trouble(NO_PLAY)
            self._housekeep(seconds)
            return
        self._update_sight(gray)
        for observation in observations:
            if not self._is_old_command(observation, seconds):
                self._observe(observation, seconds, gray)
        for doubt in doubts:
            with self._table.lock:
                self._session.doubt_stickers(Card(doubt.card), Card(doubt.marks) if doubt.marks else None)
        trouble = trouble_text(self._eyes.trouble) or self._pictures()
        if trouble != self._trouble:
            self._report_trouble(trouble)
        if self._moments:
            self._moments.frame(self._since + seconds, self._since, gray, self._eyes)
        self._housekeep(seconds)

    def _report_trouble(self, text: str) -> None:
        self._trouble = text
        self._table.trouble(text)

    def _update_sight(self, gray: Gray) -> None:
        """Add the view of the places, once the mat is in view; the first view ends the gap before it."""
        if not self._session.records_sight or self._eyes.view is None:
            return
        sight = dated_sight(self._eyes.sight(), self._since)
        if not sight.areas:
            return
        with self._table.lock:
            updates = () if self._is_open else self._session.end_gap(sight.t)
            self._is_open = True
            for card in self._eyes.landing:
                if card.deck != NO_DECK:  # a command card's word names no card
                    self._session.glimpse(Card(card.card), (card.x_mm, card.y_mm), sight.t)
            for update in (*updates, *self._session.update_sight(sight)):
                self._photograph(update, gray)
                self._table.publish(update)

    def _observe(self, observation: Observation, seconds: float, gray: Gray) -> None:
        with self._table.lock:
            for update in self._session.observe(dated(observation, self._since), self._since + seconds):
                self._photograph(update, gray)
                self._table.publish(update)
            self._table.answer_request()

    def _housekeep(self, seconds: float) -> None:
        """Retry unsaved events, refresh the face and, once, compare the mat with a resumed record."""
        with self._table.lock:
            self._session.save()
            if self._session.is_to_compare and seconds >= OPENING_S and not self._trouble:
                self._session.compare([Card(one.card) for one in self._eyes.laid if one.deck != NO_DECK])
            self._table.board.refresh_if_changed()

    def _is_old_command(self, observation: Observation, seconds: float) -> bool:
        """Whether an observation is a command card that was handled before the match was resumed."""
        word = isinstance(observation, Laid) and observation.deck == NO_DECK
        return word and self._since > 0 and seconds < OPENING_S

    def _photograph(self, update: Update, gray: Gray) -> None:
        """Save the picture of a play, from the frame that settled it."""
        if self._evidence and self._eyes.view:
            view = self._eyes.view
            laid = self._eyes.laid
            self._evidence.see(update.number, update.event, update.match, gray, view.calibration, view.mat, laid)
