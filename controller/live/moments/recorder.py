"""The recorder: holds the newest frames in memory, and writes those around something doubtful to the disk.

It never gets in the way of the game: the camera's thread hands a frame over without copying it, all work is done on a
thread that gives way to the others, what is too much is left out, and whatever goes wrong, the game goes on.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from queue import SimpleQueue
from typing import Final

from controller.live.moments import doubts, pictures
from controller.live.moments.doubts import DoubtWatch
from controller.live.moments.errors import MomentError
from controller.live.moments.moment import DoubtfulTime, KeptMoment, LyingCard, StoredFrame, WatchedTable, spans
from controller.live.moments.moment_file import MOST_FRAMES, RECORD, MomentFile
from controller.live.moments.ring import FrameRing
from controller.live.moments.store import MomentStore
from controller.live.priority import give_way
from controller.live.session import News
from controller.record import text as record
from controller.record.events import Event, Played
from vision.base.picture import Gray
from vision.eyes.pipeline import Eyes

BEFORE_S: Final = 3.0
"""So long before a doubt frames are kept,"""
AFTER_S: Final = 2.0
"""and so long after it."""
LONGEST_S: Final = 20.0
"""Of one moment; what is doubtful for longer is another one."""
MEMORY_BYTES: Final = 96_000_000
WAITING_AT_MOST: Final = 6
"""Frames that are not compressed yet: 12 MB at 1080p; a slow machine must not fill the memory."""
MOVING_S: Final = 1 / 16
"""Between two frames while something moves or a card is being read,"""
RESTING_S: Final = 0.2
"""and while nothing does: for the eyes that read them again half a second without a frame is a gap."""
_LINGER_S: Final = 1.0
"""So long after a motion every frame is kept: what has come to rest is being read."""
_YIELD_S: Final = 1.0
"""So long no frame is kept after the camera had to drop pictures."""
_AROUND_S: Final = 0.7
"""Around a landing some frames are held longer than others: its card may be corrected later."""
_CLOSE_WITHIN_S: Final = 10.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Span:
    """A moment that is not written yet, in seconds since the match event."""

    began: float
    ended: float
    doubts: tuple[DoubtfulTime, ...]

    def with_doubt(self, doubt: DoubtfulTime) -> "_Span | None":
        """The same moment longer by a doubt; None if that is another one."""
        began, ended = min(self.began, doubt.began - BEFORE_S), max(self.ended, doubt.ended + AFTER_S)
        apart = doubt.began - BEFORE_S > self.ended or doubt.ended + AFTER_S < self.began
        return None if apart or ended - began > LONGEST_S else _Span(began, ended, (*self.doubts, doubt))


class MomentRecorder:
    """Records one match at one table, until it is closed."""

    def __init__(
        self,
        store: MomentStore,
        table: WatchedTable,
        match: str = "",
        most_bytes: int = MEMORY_BYTES,
        clock: Callable[[], float] = time.time,
        *,
        waits: bool = False,
    ) -> None:
        """Begin with no frame.

        Args:
            store: where moments are written.
            table: how it is watched.
            match: its name in the archive, if it is in one.
            most_bytes: of frames in memory.
            clock: seconds since 1970.
            waits: keep every frame, however long it takes: of a film, which waits, too.
        """
        self.written = 0
        """Moments that are on the disk."""
        self.trouble: str | None = None
        """Why the last moment was lost, in one sentence, or None."""
        self._store, self._table, self._match, self._clock = store, table, match, clock
        self._waits = waits
        self._ring, self._watch = FrameRing(most_bytes), DoubtWatch()
        self._open: _Span | None = None
        self._events: Sequence[Event] = ()
        self._free = threading.Semaphore(WAITING_AT_MOST)
        self._dropped = 0
        self._rests_until = self._lingers_until = self._last = float("-inf")
        self._lost = deque[float](maxlen=MOST_FRAMES)
        self._kept = deque[float](maxlen=MOST_FRAMES)
        """When the frames of the newest moments on the disk were taken: what is dropped there shall be gone."""
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="moments", daemon=True)
        self._thread.start()

    def frame(self, seconds: float, since: float, gray: Gray, eyes: Eyes) -> None:
        """Take in a frame that the eyes have looked at; returns at once. Nobody may draw in it afterwards.

        Args:
            seconds: when it was taken, since the match event.
            since: the match event's time at which the eyes began to count theirs.
            gray: the frame.
            eyes: that have looked at it.
        """
        for doubt in self._watch.look(eyes, seconds, since):
            self._jobs.put(partial(self._doubt, doubt))
        dropped = eyes.dropped()
        if dropped > self._dropped:
            self._rests_until = seconds + _YIELD_S
        self._dropped = dropped
        if eyes.moving or eyes.landing:
            self._lingers_until = seconds + _LINGER_S
        apart = MOVING_S if seconds <= self._lingers_until else RESTING_S
        if seconds - self._last < apart - 1e-6:
            return
        if seconds < self._rests_until or not self._free.acquire(blocking=self._waits):
            self._jobs.put(partial(self._lost.append, seconds))
            return
        self._last = seconds
        lying = tuple(
            LyingCard(card.deck, card.card, card.first + since, card.x_mm, card.y_mm, card.angle) for card in eyes.laid
        )
        self._jobs.put(partial(self._take, seconds, gray, lying))

    def hear(self, news: News, events: Sequence[Event]) -> None:
        """Take in a new line of the record; ``events`` are all lines. By any thread; returns at once."""
        self._jobs.put(partial(self._heard, news, events))

    def close(self) -> None:
        """Write what is open and end the thread; a disk that hangs is given up after a while."""
        self._jobs.put(self._finish)
        self._jobs.put(None)
        self._thread.join(_CLOSE_WITHIN_S)

    def _heard(self, news: News, events: Sequence[Event]) -> None:
        self._events = events
        event = news.event
        if isinstance(event, Played) and event.t is not None:
            since = event.t if event.since is None else max(event.since, event.t - BEFORE_S)
            self._ring.mark(since - _AROUND_S, event.t + _AROUND_S)
        for doubt in doubts.doubts_of_line(news, events):
            self._doubt(doubt)

    def _take(self, seconds: float, gray: Gray, lying: tuple[LyingCard, ...]) -> None:
        try:
            jpeg = pictures.compress_picture(gray)
        finally:
            self._free.release()
        frame = StoredFrame(seconds, jpeg, lying, (gray.shape[1], gray.shape[0]))
        self._close_before(frame)
        if not self._ring.add(frame):
            self._tell("memory", "a frame is larger than [moments] memory_mb allows; set more")

    def _close_before(self, frame: StoredFrame) -> None:
        """Write the open moment if it is over, or as far as it goes if this frame would push some of it out."""
        span = self._open
        if span is None:
            return
        if frame.seconds > span.ended + BEFORE_S:
            self._finish()  # what is doubtful from now on is another moment: no frame is in both
        elif self._ring.pushes_out(frame, span.began):
            self._finish()
            if frame.seconds <= span.ended:
                self._open = replace(span, began=frame.seconds)

    def _doubt(self, doubt: DoubtfulTime) -> None:
        """Begin a moment, or make the open one longer."""
        longest = LONGEST_S - BEFORE_S - AFTER_S
        cut = replace(doubt, began=max(doubt.began, doubt.ended - longest))
        longer = self._open.with_doubt(cut) if self._open else None
        if longer is None:
            self._finish()
            longer = _Span(cut.began - BEFORE_S, cut.ended + AFTER_S, (cut,))
        self._open = longer

    def _finish(self) -> None:
        """Write the open moment, if there is one and any frame shows it."""
        span, self._open = self._open, None
        frames = self._ring.between(span.began, span.ended)[-MOST_FRAMES:] if span else ()
        if span is None or not frames:
            return
        size = frames[-1].size
        same = tuple(frame for frame in frames if frame.size == size and self._is_wanted(frame.seconds, span))
        if not same:
            return
        lost = sum(span.began <= seconds <= span.ended for seconds in self._lost)
        taken = datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="seconds")
        times = tuple(round(frame.seconds, 4) for frame in same)
        moment = KeptMoment(taken, self._match, span.doubts, self._table, size, times, spans(same), lost=lost)
        lines = "".join(f"{record.to_line(event)}\n" for event in list(self._events))
        self._store.add(MomentFile(moment, tuple(frame.jpeg for frame in same), {RECORD: lines.encode()}))
        self._kept.extend(frame.seconds for frame in same)
        self.written, self.trouble = self.written + 1, None

    def _is_wanted(self, seconds: float, span: _Span) -> bool:
        """Whether a frame belongs to a moment: one that is in another already only if it shows the doubt itself."""
        return seconds not in self._kept or any(doubt.began <= seconds <= doubt.ended for doubt in span.doubts)

    def _work(self) -> None:
        give_way()
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except (OSError, MomentError) as error:
                self._tell(type(error).__name__, self._reason(error))
            except Exception:
                # A thread that dies of one moment would lose all that follow.
                _log.exception("a moment could not be kept")

    def _reason(self, error: OSError | MomentError) -> str:
        """Why a moment is not kept, with its folder and what to do where the machine's own words say neither."""
        told = error.strerror if isinstance(error, OSError) else None
        if told is None:
            return str(error)
        return f"{self._store.folder} cannot be written ({told}); make room there, or name another folder"

    def _tell(self, kind: str, reason: str) -> None:
        """Say what is wrong, and warn when it begins."""
        if self.trouble is None:
            _log.warning("a doubtful moment is not kept (%s): %s; the game goes on", kind, reason)
        self.trouble = reason
