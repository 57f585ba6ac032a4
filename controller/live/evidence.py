"""Evidence: a picture of the mat for every play, kept when a verdict refers to it (docs/records.md).

Nobody knows, when a card is laid, whether it will matter; so every play is photographed. A picture waits in memory
until a verdict refers to it. Most are forgotten, never written, when the deal after theirs is over. All the work is
done on a thread of its own. The camera never waits for it, and whatever goes wrong with it, the game goes on.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from math import atan2, cos, degrees, dist, radians, sin
from pathlib import Path
from queue import SimpleQueue
from typing import Final, Literal, Protocol, TypeAlias

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from controller.live.priority import lower_priority
from controller.live.session import Update
from controller.live.table import Subscriber
from controller.record.events import Event, Played
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Result, Verdict
from controller.store.pictures import PictureStore, StorageLimits, is_name
from groundwork.picture import Gray
from vision.base.observation import Corners
from vision.mat.geometry import Calibration
from vision.mat.layout import CardSize, Mat
from vision.mat.rectify import PX_PER_MM, Crop

# One evidence picture: the mat from above under a strip that says what it shows, and where in it the card lies.

QUALITY: Final = 80
"""The JPEG's quality: indices and marks stay readable at 70 to 110 kB a picture."""
_STRIP_PX: Final = 36
_TEXT_PX: Final = 22.0
_MARGIN_PX: Final = 10
_COMMENT: Final = b"\xff\xfe"
"""Beginning of the comment of a JPEG file with the place of the card; other programs pass over it."""
_BEGINS: Final = "card at"
_ORIENTING_MARKS: Final = 2
_AROUND: Final = 0.08
"""The margin around a card, as a share of its width and height."""
_AFTER_START: Final = 2
"""Bytes of the mark with which a JPEG file begins."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption of an evidence picture."""

    seconds: float
    """The time of the play, seconds since the match event."""
    deal: int
    trick: int | None
    """Number of the trick; None for a card that is part of no trick."""
    player: str
    card: str

    def text(self, wall_s: float) -> str:
        """Return one line; ``wall_s`` is when the picture was taken, seconds since 1970.

        >>> Caption(754.2, 2, 5, "Berta", "DQ").text(1.7e9)[:44]
        'Berta: DQ - deal 2, trick 5 - 0:12:34 after '
        """
        minutes, seconds = divmod(int(self.seconds), 60)
        since = f"{minutes // 60}:{minutes % 60:02}:{seconds:02} after the start"
        when = datetime.fromtimestamp(wall_s, UTC).astimezone().isoformat(" ", "seconds")
        trick = "in no trick" if self.trick is None else f"trick {self.trick}"
        return f"{self.player}: {self.card} - deal {self.deal}, {trick} - {since} - {when}"


class CompressionError(ValueError):
    """A picture that cannot be compressed."""


class PhotographedCard(Protocol):
    """A card on the mat, as the eyes know it."""

    @property
    def card(self) -> str:
        """The card's name."""
        ...

    @property
    def x_mm(self) -> float:
        """Centre from the left edge of the mat."""
        ...

    @property
    def y_mm(self) -> float:
        """Centre from the top edge of the mat."""
        ...

    @property
    def angle(self) -> float:
        """Degrees clockwise; a quarter turn off now and then where a single mark tells it."""
        ...

    @property
    def marks(self) -> int:
        """Most marks of it that one frame has shown."""
        ...


@dataclass(frozen=True, slots=True)
class CardOutline:
    """The outline of the card that a picture is about."""

    size: tuple[int, int]
    """Width and height of the picture, pixels."""
    corners: Corners
    strip: int = _STRIP_PX
    """Height of the strip above the mat, pixels: a page says in its own words what stands there."""

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of the card, pixels."""
        across, down = zip(*self.corners, strict=True)
        return sum(across) / 4, sum(down) / 4

    @property
    def angle(self) -> float:
        """The turn of the card, degrees clockwise."""
        (left, top), (right, below) = self.corners[:2]
        return degrees(atan2(below - top, right - left))

    @property
    def around(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the card with a margin, once it is turned upright about its centre."""
        (x, y), (one, other, _opposite, last) = self.centre, self.corners
        width, height = (dist(one, end) * (1 + 2 * _AROUND) for end in (other, last))
        return x - width / 2, y - height / 2, width, height


def corners(card: PhotographedCard, size: CardSize) -> Corners | None:
    """Return the corners of a lying card in its picture, pixels; clockwise from its own top left corner.

    None where a single mark tells how it lies: an outline beside the card would speak against the picture.
    """
    if card.marks < _ORIENTING_MARKS:
        return None
    turn, half_width, half_height = radians(card.angle), size.width_mm / 2, size.height_mm / 2

    def at(across: float, down: float) -> tuple[float, float]:
        x = card.x_mm + across * cos(turn) - down * sin(turn)
        y = card.y_mm + across * sin(turn) + down * cos(turn)
        return round(x * PX_PER_MM, 1), round(y * PX_PER_MM + _STRIP_PX, 1)

    left, top = -half_width, -half_height
    return at(left, top), at(half_width, top), at(half_width, half_height), at(left, half_height)


def read_outline(path: Path) -> CardOutline | None:
    """Read where a picture shows its card; None where it does not say so, as pictures of earlier releases do not."""
    try:
        with Image.open(path) as picture:
            comment, size = picture.info.get("comment", b""), picture.size
    except OSError:
        return None
    words = comment.decode("ascii", "replace") if isinstance(comment, bytes) else ""
    try:
        numbers = [float(word) for word in words.removeprefix(_BEGINS).split()] if words.startswith(_BEGINS) else []
    except ValueError:
        return None
    if len(numbers) != 8 or not np.isfinite(numbers).all():
        return None
    a, b, c, d = zip(numbers[::2], numbers[1::2], strict=True)
    return CardOutline(size, (a, b, c, d))


def evidence_jpeg(view: Gray, text: str, at: Corners | None = None) -> bytes:
    """Return a view under its caption, as a JPEG file that says where the card lies.

    Raises:
        CompressionError: the library cannot compress it.
    """
    picture = np.vstack((_strip(text, view.shape[1]), view))
    is_encoded, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not is_encoded:
        raise CompressionError(f"a picture of {view.shape[1]}x{view.shape[0]} pixels cannot be compressed")
    return _with_comment(data.tobytes(), at) if at else data.tobytes()


def _with_comment(data: bytes, at: Corners) -> bytes:
    """Return a JPEG file with a comment that says where the card lies."""
    told = " ".join([_BEGINS, *(f"{number:g}" for point in at for number in point)]).encode("ascii")
    comment = _COMMENT + (len(told) + 2).to_bytes(2, "big") + told
    return data[:_AFTER_START] + comment + data[_AFTER_START:]


def _strip(text: str, width: int) -> Gray:
    """Black on white; a text that is too long for the width is written smaller."""
    strip = Image.new("L", (width, _STRIP_PX), 255)
    room = width - 2 * _MARGIN_PX
    wide = ImageFont.load_default(_TEXT_PX).getlength(text)
    font = ImageFont.load_default(_TEXT_PX * min(1.0, room / wide))
    ImageDraw.Draw(strip).text((_MARGIN_PX, _STRIP_PX / 2), text, fill=0, font=font, anchor="lm")
    return np.asarray(strip, dtype=np.uint8)


PicturedPlay: TypeAlias = Literal["act", "proof"]
"""The play that a verdict is about, and the one that proves it."""
WAITING_AT_MOST: Final = 8
"""Pictures that are not compressed yet: 16 MB; a slow disk must not fill the memory."""
_CLOSE_WITHIN_S: Final = 5.0

_log = logging.getLogger(__name__)


def match_id(events: Sequence[Event], now_s: float) -> str:
    """Return the folder name of a match's pictures: the id in its record, else its time (seconds since 1970)."""
    named = next((event.img for event in events if event.img is not None and is_name(event.img)), None)
    return named.partition("/")[0] if named else f"{datetime.fromtimestamp(now_s, UTC):%Y-%m-%dT%H%M%SZ}"


def pictures(verdict: Verdict, events: Sequence[Event]) -> Mapping[PicturedPlay, str]:
    """Return the names of a verdict's pictures, as far as the record's lines have any; no play has two."""
    plays: dict[PicturedPlay, int] = {"act": verdict.event}
    if verdict.proved != verdict.event:
        plays["proof"] = verdict.proved
    named: dict[PicturedPlay, str] = {}
    for of, number in plays.items():
        name = events[number - 1].img if 0 < number <= len(events) else None
        if name is not None and is_name(name):
            named[of] = name
    return named


class Evidence(Subscriber):
    """Pictures of one match: taken, kept and forgotten."""

    def __init__(
        self,
        folder: Path,
        match: str,
        limits: StorageLimits = StorageLimits(),  # noqa: B008  frozen
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Begin, or go on after a restart: the pictures of the running deal are still there, unless it was killed.

        Args:
            folder: folder of all matches' pictures.
            match: as `match_id` says.
            limits: how much is kept.
            clock: seconds since 1970.
        """
        self.trouble: str | None = None
        """The reason why pictures are being lost, in one sentence, or None."""
        self._match, self._clock = match, clock
        self._warned, self._asked = set[str](), set[str]()
        self._store = PictureStore(folder, match, limits, clock)
        self._crop: tuple[Calibration, Crop] | None = None
        self._free = threading.Semaphore(WAITING_AT_MOST)
        self._refused = self._failed = 0
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="evidence", daemon=True)
        self._jobs.put(self._store.open)
        self._thread.start()

    @property
    def lost(self) -> int:
        """Pictures that could not be taken or written."""
        return self._refused + self._failed + self._store.lost

    @property
    def in_memory(self) -> int:
        """Pictures that wait in memory for a verdict; by any thread."""
        return self._store.in_memory

    def name(self, number: int, match: AnyMatch, event: Event) -> str | None:
        """Return the picture's name for an event's field ``img``; None for events that are not photographed.

        Args:
            number: number of the event.
            match: before the event.
            event: what the camera saw.
        """
        if not isinstance(event, Played) or match.deal is None:
            return None
        return f"{self._match}/{number:05}-d{match.deal.number}-s{event.seat}-{event.card}.jpg"

    def see(
        self,
        number: int,
        event: Event,
        match: AnyMatch,
        gray: Gray,
        calibration: Calibration,
        mat: Mat,
        laid: Sequence[PhotographedCard] = (),
    ) -> None:
        """Take the picture that an event names, from the frame that settled it.

        Args:
            number: number of the event.
            event: what the camera saw.
            match: after the event.
            gray: the frame.
            calibration: where the mat is in it.
            mat: how large it is.
            laid: the cards that lie there, so that the picture can say where this one does.
        """
        if not isinstance(event, Played) or event.img is None or match.deal is None:
            return
        player = match.names[event.seat] if 0 <= event.seat < len(match.names) else f"seat {event.seat}"
        caption = Caption(event.t or 0.0, match.deal.number, match.deal.trick_of(number), player, str(event.card))
        cards = [card for card in laid if card.card == event.card]
        at = corners(cards[0], mat.card) if len(cards) == 1 else None
        self.save_later(event.img, gray, calibration, mat, caption, at)

    def on_event(self, update: Update) -> None:
        """Keep the pictures of an event's match that verdicts refer to."""
        self.update(update.match, update.results, update.events)

    def update(self, match: AnyMatch, results: Iterable[Result], events: Sequence[Event]) -> None:
        """Keep what verdicts and questions refer to; when a deal is over, forget what waits from the deals before it.

        Args:
            match: after the newest event, whatever corrections have made of its verdicts.
            results: what the newest event made true.
            events: the record's lines.
        """
        for verdict in (*match.verdicts, *match.suspicions):
            self.retain(pictures(verdict, events).values())
        for result in results:
            if isinstance(result, DealResult):
                self.forget(result.deal)

    def save_later(
        self, name: str, gray: Gray, calibration: Calibration, mat: Mat, caption: Caption, at: Corners | None = None
    ) -> None:
        """Queue a picture; returns at once. It is lost, and counted, while too many wait for the disk.

        The frame is not copied, which would take longer than all the rest: it must not change afterwards.
        """
        if not self._free.acquire(blocking=False):
            self._refused += 1
            self._report("slow", "too many are waiting for the disk")
            return
        crop, wall_s = self._crop_of(calibration, mat, gray), self._clock()
        part = crop.cut(gray)
        self._jobs.put(partial(self._save, name, crop, part, caption.text(wall_s), at))

    def retain(self, names: Iterable[str]) -> None:
        """Retain pictures that a verdict refers to."""
        for name in names:
            if name not in self._asked:
                self._asked.add(name)
                self._jobs.put(partial(self._store.keep, name))

    def forget(self, before_deal: int) -> None:
        """Delete the pictures of the deals before this one that no verdict refers to."""
        self._jobs.put(partial(self._store.forget, before_deal))

    def close(self) -> None:
        """Write the pictures in the queue and end the thread; a disk that hangs is given up after a while."""
        self._jobs.put(self._store.close)
        self._jobs.put(None)
        self._thread.join(_CLOSE_WITHIN_S)

    def _crop_of(self, calibration: Calibration, mat: Mat, gray: Gray) -> Crop:
        if self._crop is None or self._crop[0] is not calibration:
            self._crop = calibration, Crop(calibration, mat, gray.shape)
        return self._crop[1]

    def _save(self, name: str, crop: Crop, part: Gray, text: str, at: Corners | None) -> None:
        self._free.release()
        try:
            data = evidence_jpeg(crop.straighten(part), text, at)
        except BaseException:
            self._failed += 1
            raise
        self._store.save(name, data)
        self.trouble = None

    def _work(self) -> None:
        lower_priority()
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except OSError as error:
                self._report(type(error).__name__, str(error))
            except Exception:
                # A thread that dies of one picture would lose all that follow.
                _log.exception("an evidence picture could not be made")

    def _report(self, kind: str, reason: str) -> None:
        """Set the trouble, and log each kind of it once a match."""
        self.trouble = f"evidence pictures are lost: {reason}"
        if kind not in self._warned:
            self._warned.add(kind)
            _log.warning("%s; the game goes on", self.trouble)
