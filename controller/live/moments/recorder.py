"""Recorder: holds the newest frames in memory, and writes those around something doubtful to the disk.

It never gets in the way of the game. The camera's thread hands a frame over without copying it, and all work is done on
a thread that gives way to the others. What is too much is left out, and whatever goes wrong, the game goes on.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from math import dist
from queue import SimpleQueue
from typing import Final

from controller.live.moments.moment import (
    DoubtfulTime,
    KeptMoment,
    LyingCard,
    MomentError,
    StoredFrame,
    WatchedTable,
    compress_picture,
    spans,
)
from controller.live.moments.moment_file import MOST_FRAMES, RECORD, MomentFile
from controller.live.moments.reading import CardName
from controller.live.moments.store import MomentStore
from controller.live.priority import lower_priority
from controller.live.session import Update
from controller.live.table import Subscriber
from controller.record import text as record
from controller.record.events import Amend, Event, Gap, Insert, Played, Seen
from groundwork.picture import Gray
from vision.eyes.pipeline import Eyes

# Doubts at a table: something unread, a candidate, a card that a person corrected, a gap.

UNREAD_S: Final = 1.0
"""The time for which an unread object must lie still before it is doubtful: mostly it is a hand."""
CANDIDATE_S: Final = 1.0
"""A card that is read where it lies is believed long before."""
SAME_PLACE_MM: Final = 40.0
"""Two readings of a card that lies lie no farther apart: a single mark leaves its middle open by two centimetres."""
LOOK_BACK_S: Final = 8.0
"""A card that was entered by hand was laid before, at most so long ago."""
_SHOWN: Final = frozenset(("frozen", "mat", "dark", "load"))
"""Gaps of which frames show anything: in the others no picture came, or no program ran."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A card that is read and not believed, as it was read first."""

    card: str
    began: float
    """Seconds since the match event."""
    place: tuple[float, float]
    """Millimetres from the left and from the top of the mat."""
    is_told: bool = False


class DoubtWatch:
    """Watch for doubts in the eyes and the record of one table, each reported once."""

    def __init__(self) -> None:
        """Begin with no doubt told."""
        self._told_unread = dict[int, float]()
        """The start of each seat's reported unread object."""
        self._given_up: float | None = None
        """Time at which a thing was last taken for no card."""
        self._unread = 0
        self._candidates = dict[CardName, _Candidate]()

    def look(self, eyes: Eyes, seconds: float, since: float) -> Iterator[DoubtfulTime]:
        """Yield the doubts that the newest frame gives.

        Args:
            eyes: eyes that have looked at it.
            seconds: when it was taken, since the match event.
            since: the match event's time at which the eyes began to count theirs.
        """
        if eyes.counts.unread > self._unread:
            self._given_up = seconds
        self._unread = eyes.counts.unread
        if self._given_up is not None:
            yield from self._unread_in(eyes, seconds, since, self._given_up)
        if eyes.landing or self._candidates:
            yield from self._poor(eyes, seconds, since)

    def _unread_in(self, eyes: Eyes, seconds: float, since: float, given_up: float) -> Iterator[DoubtfulTime]:
        """Areas in which something lies that the eyes have taken for no card."""
        for seat, area in enumerate(eyes.sight().areas):
            if area.unread_since is None:
                self._told_unread.pop(seat, None)
                continue
            began = area.unread_since + since
            if seat not in self._told_unread and seconds - began >= UNREAD_S and given_up >= began:
                self._told_unread[seat] = began
                yield DoubtfulTime("unread", began, seconds, str(seat))

    def _poor(self, eyes: Eyes, seconds: float, since: float) -> Iterator[DoubtfulTime]:
        """Cards that are read where they lie, and still are not believed."""
        poor = {
            (card.deck, card.card): _Candidate(card.card, card.first + since, (card.x_mm, card.y_mm))
            for card in eyes.landing
        }
        # Where its place is not sure, the eyes begin to count its readings anew: it lies there since the first.
        for name, before in self._candidates.items():
            if name in poor and dist(before.place, poor[name].place) <= SAME_PLACE_MM:
                poor[name] = before
        for name, one in poor.items():
            if not one.is_told and seconds - one.began >= CANDIDATE_S:
                poor[name] = replace(one, is_told=True)
                yield DoubtfulTime("candidate", one.began, seconds, one.card)
        self._candidates = poor


def doubts_of_line(update: Update) -> Iterator[DoubtfulTime]:
    """Yield the doubts that a new line of the record gives."""
    match update.event:
        case Gap(why=why, from_=began, t=ended) if why in _SHOWN and ended is not None:
            yield DoubtfulTime("gap", began, ended, why)
        case Seen(unread=seats, t=at) if seats and at is not None:
            yield DoubtfulTime("unread", at, at, str(seats[0]))
        case Amend(of=number) if number < update.number:
            yield from _of_play(update.events[number - 1])
        case Insert(event={"e": "play"}, before=number) if number < update.number:
            yield from _entered(update.event.event.get("card", ""), update.events, number)
        case Played(src=source, card=card) if source not in (None, "camera"):
            yield from _entered(card, update.events, update.number)
        case _:
            pass


def _of_play(event: Event) -> Iterator[DoubtfulTime]:
    """Yield the doubt about a card that the camera read and a person changed."""
    if isinstance(event, Played) and event.t is not None and event.src == "camera":
        since = event.t if event.since is None else event.since
        yield DoubtfulTime("corrected", max(since, event.t - LOOK_BACK_S), event.t, str(event.card))


def _entered(card: object, events: Sequence[Event], number: int) -> Iterator[DoubtfulTime]:
    """Yield the doubt about a card that a person entered as event ``number``, or before it: it was not read."""
    at = next((event.t for event in events[number - 1 :] if event.t is not None), None)
    before = [event.t for event in events[: number - 1] if event.t is not None]
    if at is not None:
        began = max([at - LOOK_BACK_S, *(time for time in before[-1:] if time <= at)])
        yield DoubtfulTime("corrected", began, at, str(card))


# The ring of frames in memory: the newest ones, and a few of every landing for as long as there is room.

APART_S: Final = 0.15
"""Seconds between two frames of an older landing: a card is believed after three."""


class FrameRing:
    """Compressed frames, of a number of bytes that is never exceeded; the oldest go first."""

    def __init__(self, most_bytes: int) -> None:
        """Begin with room for so many bytes of frames: half for the newest, half for landings before."""
        self._half = most_bytes // 2
        self._newest = _Belt()
        self._landings = _Belt()
        self._marked = deque[tuple[float, float]]()
        """The landings, from when to when."""

    @property
    def size_bytes(self) -> int:
        """The bytes of all frames that it holds."""
        return self._newest.size_bytes + self._landings.size_bytes

    @property
    def since(self) -> float | None:
        """The time from which it holds every frame; None while it holds none."""
        return self._newest.frames[0].seconds if self._newest.frames else None

    def pushes_out(self, frame: StoredFrame, seconds: float) -> bool:
        """Whether this frame would push out one that was taken at this time or later."""
        over = self._newest.size_bytes + len(frame.jpeg) - self._half
        for one in self._newest.frames:
            if over <= 0:
                return False
            if one.seconds >= seconds:
                return True
            over -= len(one.jpeg)
        return False

    def mark(self, began: float, ended: float) -> None:
        """Keep some frames of this stretch longer than others: a card was laid in it, which may be corrected later."""
        self._marked.append((began, ended))

    def add(self, frame: StoredFrame) -> bool:
        """Add a frame, newer than all others; return whether it has room at all."""
        if len(frame.jpeg) > self._half:
            return False
        self._newest.add(frame)
        while self._newest.size_bytes > self._half:
            self._retire(self._newest.pop())
        return True

    def between(self, began: float, ended: float) -> tuple[StoredFrame, ...]:
        """Return the frames of a stretch of time, oldest first."""
        every = (*self._landings.frames, *self._newest.frames)
        return tuple(frame for frame in every if began <= frame.seconds <= ended)

    def _retire(self, frame: StoredFrame) -> None:
        """Keep a frame that has left the newest ones if it shows a landing, and not too soon after the one before."""
        while self._marked and self._marked[0][1] < frame.seconds:
            self._marked.popleft()
        last = self._landings.frames[-1].seconds if self._landings.frames else float("-inf")
        if frame.seconds - last >= APART_S and any(began <= frame.seconds for began, _ in self._marked):
            self._landings.add(frame)
            while self._landings.size_bytes > self._half:
                self._landings.pop()


class _Belt:
    """Frames in the order of time, and their bytes."""

    def __init__(self) -> None:
        self.frames = deque[StoredFrame]()
        self.size_bytes = 0

    def add(self, frame: StoredFrame) -> None:
        self.frames.append(frame)
        self.size_bytes += len(frame.jpeg)

    def pop(self) -> StoredFrame:
        """Remove the oldest frame and return it."""
        frame = self.frames.popleft()
        self.size_bytes -= len(frame.jpeg)
        return frame


BEFORE_S: Final = 3.0
"""The time before a doubt for which frames are kept,"""
AFTER_S: Final = 2.0
"""and so long after it."""
LONGEST_S: Final = 20.0
"""The longest moment; a longer doubt starts another one."""
MEMORY_BYTES: Final = 96_000_000
WAITING_AT_MOST: Final = 6
"""Frames that are not compressed yet: 12 MB at 1080p; a slow machine must not fill the memory."""
MOVING_S: Final = 1 / 16
"""Seconds between two frames during motion or reading,"""
RESTING_S: Final = 0.2
"""and while nothing does: for the eyes that read them again half a second without a frame is a gap."""
_LINGER_S: Final = 1.0
"""The time after a motion for which every frame is kept, because resting cards are being read."""
_YIELD_S: Final = 1.0
"""The pause in keeping frames after the camera dropped pictures."""
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
        """Return the moment extended by a doubt; None if the doubt is a moment of its own."""
        began, ended = min(self.began, doubt.began - BEFORE_S), max(self.ended, doubt.ended + AFTER_S)
        apart = doubt.began - BEFORE_S > self.ended or doubt.ended + AFTER_S < self.began
        return None if apart or ended - began > LONGEST_S else _Span(began, ended, (*self.doubts, doubt))


class MomentRecorder(Subscriber):
    """Recorder of one match at one table, until it is closed."""

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
            table: description of how it is watched.
            match: name in the archive, if it is in one.
            most_bytes: most bytes of frames in memory.
            clock: seconds since 1970.
            waits: keep every frame, however long it takes: of a film, which waits, too.
        """
        self.written = 0
        """Moments that are on the disk."""
        self.trouble: str | None = None
        """The reason why the last moment was lost, in one sentence, or None."""
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
        """Times of the frames of the newest moments on the disk: what is dropped there shall be gone."""
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="moments", daemon=True)
        self._thread.start()

    def frame(self, seconds: float, since: float, gray: Gray, eyes: Eyes) -> None:
        """Add a frame that the eyes have looked at; return at once. Nobody may draw in it afterwards.

        Args:
            seconds: when it was taken, since the match event.
            since: the match event's time at which the eyes began to count theirs.
            gray: the frame.
            eyes: eyes that have looked at it.
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

    def on_event(self, update: Update) -> None:
        """Note a new line of the record; by any thread, return at once."""
        self._jobs.put(partial(self._read, update))

    def close(self) -> None:
        """Write what is open and end the thread; a disk that hangs is given up after a while."""
        self._jobs.put(self._finish)
        self._jobs.put(None)
        self._thread.join(_CLOSE_WITHIN_S)

    def _read(self, update: Update) -> None:
        self._events = update.events
        event = update.event
        if isinstance(event, Played) and event.t is not None:
            since = event.t if event.since is None else max(event.since, event.t - BEFORE_S)
            self._ring.mark(since - _AROUND_S, event.t + _AROUND_S)
        for doubt in doubts_of_line(update):
            self._doubt(doubt)

    def _take(self, seconds: float, gray: Gray, lying: tuple[LyingCard, ...]) -> None:
        try:
            jpeg = compress_picture(gray)
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
        date = datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="seconds")
        times = tuple(round(frame.seconds, 4) for frame in same)
        moment = KeptMoment(date, self._match, span.doubts, self._table, size, times, spans(same), lost=lost)
        lines = "".join(f"{record.to_line(event)}\n" for event in list(self._events))
        self._store.add(MomentFile(moment, tuple(frame.jpeg for frame in same), {RECORD: lines.encode()}))
        self._kept.extend(frame.seconds for frame in same)
        self.written, self.trouble = self.written + 1, None

    def _is_wanted(self, seconds: float, span: _Span) -> bool:
        """Whether a frame belongs to a moment: one that is in another already only if it shows the doubt itself."""
        return seconds not in self._kept or any(doubt.began <= seconds <= doubt.ended for doubt in span.doubts)

    def _work(self) -> None:
        lower_priority()
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except (OSError, MomentError) as error:
                self._tell(type(error).__name__, self._reason(error))
            except Exception:
                # A thread that dies of one moment would lose all that follow.
                _log.exception("a moment could not be kept")

    def _reason(self, error: OSError | MomentError) -> str:
        """Return why a moment is not kept, with its folder and a remedy if the system's message has neither."""
        reason = error.strerror if isinstance(error, OSError) else None
        if reason is None:
            return str(error)
        return f"{self._store.folder} cannot be written ({reason}); make room there, or name another folder"

    def _tell(self, kind: str, reason: str) -> None:
        """Log what is wrong, and warn when it begins."""
        if self.trouble is None:
            _log.warning("a doubtful moment is not kept (%s): %s; the game goes on", kind, reason)
        self.trouble = reason
