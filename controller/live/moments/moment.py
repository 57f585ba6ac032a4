"""The values of a kept moment: why it was kept, how the table was watched, which frames and cards it holds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np

from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import Collect, DealStart, Event, MatchStart, Played, Ruling
from groundwork.picture import Gray, u8
from vision.base.observation import USUAL_STRICTNESS, Strictness
from vision.mat.layout import Area
from vision.mat.lens import Lens

# The error of moments and bundles.


class MomentError(ValueError):
    """A moment that there is not, or a file that is none; the message says which, why and what to do."""


# Frames as JPEG, and back.

QUALITY: Final = 92
"""The JPEG's quality: marks of 20 pixels are read as well as without compression."""


def compress_picture(gray: Gray) -> bytes:
    """Return a frame as a JPEG; raises MomentError."""
    is_encoded, data = cv2.imencode(".jpg", gray, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not is_encoded:
        raise MomentError(f"a frame of {gray.shape[1]}x{gray.shape[0]} pixels cannot be compressed")
    return data.tobytes()


def open_picture(jpeg: bytes) -> Gray:
    """Return the frame in a JPEG; raises MomentError."""
    gray = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    if gray is None:
        raise MomentError("a frame cannot be unpacked; export the bundle anew, or drop the moment")
    return u8(gray)


DoubtKind: TypeAlias = Literal["unread", "candidate", "corrected", "gap"]
"""Kind of doubt: a thing lies there that was not read; a card was read too seldom or too poorly to be believed; a
person corrected a card; the table was not seen."""


@dataclass(frozen=True, slots=True)
class DoubtfulTime:
    """A doubtful stretch of time, in seconds since the match event."""

    kind: DoubtKind
    began: float
    ended: float
    about: str = ""
    """The card, the reason of a gap, or the seat as a number."""


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card that the eyes believed to lie on the mat."""

    deck: int
    card: str
    first: float
    """Time at which it was read there first, seconds since the match event."""
    x_mm: float
    y_mm: float
    turn: float
    """Degrees clockwise as the camera sees it."""

    @property
    def landing(self) -> tuple[int, str, float]:
        """The deck, the card and the time, which tell a landing from all others."""
        return self.deck, self.card, self.first


@dataclass(frozen=True, slots=True)
class StoredFrame:
    """Compressed frame, and the cards that lay there."""

    seconds: float
    """The time, seconds since the match event."""
    jpeg: bytes
    lying: tuple[LyingCard, ...]
    size: tuple[int, int]
    """Width and height, pixels."""


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """The parameters of the eyes, so that a moment can be read again as it was read then."""

    seats: int
    symbology: str = "aruco"
    decks: tuple[int, ...] = (0,)
    card: str = "63x88"
    """Size of the cards, a name in `CARD_SIZES`."""
    bend: tuple[float, float] | None = None
    """The lens: k1 and k2 for half the picture's diagonal; None: not measured."""
    areas: tuple[Area, ...] | None = None
    """The areas in which the seats lay their cards; None for the printed ones."""
    strictness: Strictness = USUAL_STRICTNESS

    def lens(self, width_px: int, height_px: int) -> Lens | None:
        """Return the lens before a picture of that size, or None if it was not measured."""
        return None if self.bend is None else Lens.straight(width_px, height_px).with_bend(self.bend)


@dataclass(frozen=True, slots=True)
class BlurBox:
    """A rectangle of pixels that was made unrecognizable in the stored frames."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class CardSpan:
    """A card that lay there, from its first frame of a moment to its last."""

    lay: LyingCard
    frame: int
    """The first frame in which it lay there, from 0; earlier than it was believed."""
    until: int
    """The last frame in which it was believed to lie there."""


@dataclass(frozen=True, slots=True)
class KeptMoment:
    """All that is told of a moment beside its frames."""

    taken: str
    """ISO date and time, UTC; of a bundle the date alone."""
    match: str
    """The name of the match in the archive; empty if it is in none."""
    doubts: tuple[DoubtfulTime, ...]
    table: WatchedTable
    size: tuple[int, int]
    """Width and height of the frames, pixels."""
    times: tuple[float, ...]
    """The times of the frames, seconds since the match event."""
    cards: tuple[CardSpan, ...]
    lost: int = 0
    """Frames of that time that were not kept because the game came first."""
    blurred: tuple[BlurBox, ...] = ()

    @property
    def began(self) -> float:
        """Time at which its first frame was taken, seconds since the match event."""
        return self.times[0]

    @property
    def ended(self) -> float:
        """Time at which its last frame was taken, seconds since the match event."""
        return self.times[-1]


def spans(frames: tuple[StoredFrame, ...]) -> tuple[CardSpan, ...]:
    """Return the cards that lay there in these frames, in the order in which they were read first."""
    found: dict[tuple[int, str, float], CardSpan] = {}
    for number, frame in enumerate(frames):
        for card in frame.lying:
            known = found.get(card.landing)
            first = known.frame if known else _first(frames, card.first)
            found[card.landing] = CardSpan(card, first, number)
    return tuple(sorted(found.values(), key=lambda span: span.lay.first))


def _first(frames: tuple[StoredFrame, ...], seconds: float) -> int:
    """Return the first frame taken at this time or later."""
    return next((number for number, frame in enumerate(frames) if frame.seconds >= seconds - 1e-6), 0)


# The truth of a moment: which cards lay there, as people have corrected what the camera read.

_LATE_S: Final = 0.1
"""A play is dated by the first reading of its card; so much later it may be written."""
_BELIEVED_S: Final = 20.0
"""The time within which a doubtful candidate may still be believed."""
_LETTERS: Final = "ABCDE"


@dataclass(frozen=True, slots=True)
class TrueLanding:
    """A card that lay on the mat in a moment."""

    frame: int
    """The first frame in which it lay there; of one that a person entered, by when it did."""
    card: str
    deck: int | None
    """The deck; None: a person entered the card, and the table has several decks."""
    place: tuple[float, float, float] | None
    """Millimetres from the left and from the top of the mat, degrees clockwise; None: nobody measured it."""
    read: str | None
    """The card as it was read then; None if unread."""
    is_certain: bool = True
    """Whether it counts; not where a person took the play back: nobody knows whether the card lay there."""


def landings(moment: KeptMoment, events: Sequence[Event]) -> tuple[TrueLanding, ...]:
    """Return the cards that lay there, in the order of their frames; of one frame those that people entered come first.

    The ``events`` are the record's lines, corrections too.
    """
    standing = {one.number: one for one in corrected(events) if not isinstance(one, Rejected)}
    truths: list[TrueLanding] = []
    lines: set[int] = set()
    for span in moment.cards:
        number = _line(events, span)
        if number is not None:
            lines.add(number)
        truths.append(_landing(span, number, standing))
    truths += [entered for number, entered in _entered(moment, events) if number not in lines]
    truths += [one for one in _candidates(moment, events, standing) if all(one.card != other.card for other in truths)]
    return tuple(sorted(truths, key=lambda one: (one.frame, one.read is not None)))


def _line(events: Sequence[Event], span: CardSpan) -> int | None:
    """Return the line by which the camera said that this card was laid: the newest of it; None where it is no play."""
    for number, event in reversed([*enumerate(events, 1)]):
        if event.t is None or event.t > span.lay.first + _LATE_S:
            continue
        if isinstance(event, DealStart):
            return None
        if isinstance(event, Played) and event.src == "camera" and str(event.card) == span.lay.card:
            return number
    return None


def _landing(span: CardSpan, number: int | None, standing: Mapping[int, StandingEvent]) -> TrueLanding:
    lay = span.lay
    place = lay.x_mm, lay.y_mm, lay.turn
    read = TrueLanding(span.frame, lay.card, lay.deck, place, lay.card)
    if number is None:
        return read
    one = standing.get(number)
    if one is None or not isinstance(one.event, Played):
        return replace(read, is_certain=False)
    return replace(read, card=str(one.event.card))


def _entered(moment: KeptMoment, events: Sequence[Event]) -> Iterator[tuple[int, TrueLanding]]:
    """Yield the plays that people entered and the moment may show, with their lines.

    One without a time was laid after the play or trick before it, and before the next event. It is certain that the
    moment shows it in two cases: if the latter is in it, or if it is the card that was doubtful.
    """
    decks, doubted, before = moment.table.decks, {doubt.about for doubt in moment.doubts}, 0.0
    for seconds, one in dated(events):
        event = one.event
        earliest = before if event.t is None else event.t
        if isinstance(event, Played | Collect) and event.t is not None:
            before = event.t
        if not isinstance(event, Played) or event.src == "camera":
            continue
        if earliest <= moment.ended and seconds >= moment.began:
            frame = _frame(moment, seconds)
            is_certain = moment.began <= seconds <= moment.ended or str(event.card) in doubted
            deck = decks[0] if len(decks) == 1 else None
            yield one.number, TrueLanding(frame, str(event.card), deck, None, None, is_certain)


def _candidates(
    moment: KeptMoment, events: Sequence[Event], standing: Mapping[int, StandingEvent]
) -> Iterator[TrueLanding]:
    """Yield the cards that were not read for certain.

    To read one is right or wrong only if somebody said what lay there.
    """
    for doubt in moment.doubts:
        if doubt.kind == "candidate":
            believed = (
                standing.get(number)
                for number, event in enumerate(events, 1)
                if isinstance(event, Played) and str(event.card) == doubt.about
                if event.t is not None and doubt.began - _LATE_S <= event.t <= doubt.ended + _BELIEVED_S
            )
            one = next(believed, None)
            card = str(one.event.card) if one is not None and isinstance(one.event, Played) else doubt.about
            yield TrueLanding(_frame(moment, doubt.began), card, None, None, None, is_certain=False)


def _frame(moment: KeptMoment, seconds: float) -> int:
    """Return the last frame that was taken by then, or the first."""
    return max((number for number, at in enumerate(moment.times) if at <= seconds), default=0)


def dated(events: Sequence[Event]) -> tuple[tuple[float, StandingEvent], ...]:
    """Return the events that stand, in corrected order, with their times.

    An event without a time is as late as the next one with a time.
    """
    every = [one for one in corrected(events) if not isinstance(one, Rejected)]
    times: list[float] = []
    later = max((one.event.t for one in every if one.event.t is not None), default=0.0)
    for one in reversed(every):
        later = float(later if one.event.t is None else one.event.t)
        times.append(later)
    return tuple(zip(reversed(times), every, strict=True))


def story(moment: KeptMoment, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events of a moment's time that stand, after the match line; nobody's name is in them."""
    opening = next((event for event in events if isinstance(event, MatchStart)), None)
    within = [
        one.event
        for seconds, one in dated(events)
        if moment.began <= seconds <= moment.ended and not isinstance(one.event, MatchStart)
    ]
    return tuple(_nameless(event) for event in ([opening] if opening else []) + within)


def _nameless(event: Event) -> Event:
    if isinstance(event, MatchStart):
        return replace(event, seats=tuple(_LETTERS[: len(event.seats)]), img=None)
    return replace(event, by=None, img=None) if isinstance(event, Ruling) else replace(event, img=None)


def rate(moment: KeptMoment) -> float:
    """Frames a second, by the middle distance between two."""
    apart = sorted(late - early for early, late in pairwise(moment.times))
    return round(1 / apart[len(apart) // 2], 3) if apart else 15.0
