"""The pages' view of doubtful moments: why each was kept, its frames made small, and the squares that are blurred."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import cv2

from controller.console.words.gettext import _
from controller.console.words.names import sign, word_name
from controller.live.moments import moment_file
from controller.live.moments.moment import BlurBox, DoubtfulTime, KeptMoment, MomentError, open_picture
from controller.live.moments.store import ListedMoment, MomentStore
from controller.record.cards import Card
from groundwork.errors import CardError
from groundwork.picture import u8

COLUMNS: Final = 8
ROWS: Final = 6
"""Squares over a frame, each large enough for a finger."""
WIDE_PX: Final = 960
SMALL_PX: Final = 320
"""Width of a frame as a page shows it, whole and in a row."""
_QUALITY: Final = 75
_IN_A_ROW: Final = 6
"""Small frames of a moment, from its beginning to its end."""


@dataclass(frozen=True, slots=True)
class MomentEntry:
    """A moment as the list shows it."""

    name: str
    when: str
    why: tuple[str, ...]
    size_mb: float
    seconds: float
    frames: int
    frame: int
    """The one that shows the doubt best."""
    is_blurred: bool
    is_damaged: bool = False


def entries(store: MomentStore, names: Sequence[str]) -> list[MomentEntry]:
    """All moments, the newest first; ``names`` of the players in order of play."""
    return [_entry(one, names) for one in store.listed()]


def _entry(one: ListedMoment, names: Sequence[str]) -> MomentEntry:
    size_mb, moment = one.size_bytes / 1_000_000, one.moment
    if moment is None:
        return MomentEntry(one.name, one.name, (), size_mb, 0.0, 0, 0, is_blurred=False, is_damaged=True)
    length = moment.ended - moment.began
    sentences, best = tuple(reasons(moment, names)), doubtful_frame(moment)
    return MomentEntry(
        one.name, when(moment), sentences, size_mb, length, len(moment.times), best, is_blurred=bool(moment.blurred)
    )


def when(moment: KeptMoment) -> str:
    """Return when a moment was, by the table's clock."""
    return f"{datetime.fromisoformat(moment.taken).astimezone():%Y-%m-%d %H:%M:%S}"


def elsewhere(store: MomentStore, name: str) -> str:
    """Return a sentence on which other moments have some of the frames, after a space; nothing if none has."""
    times = list[str]()
    with suppress(MomentError):  # the moment itself is damaged
        for other in store.sharing(name):
            with suppress(MomentError):  # dropped meanwhile, or damaged
                times.append(when(moment_file.read_moment(store.path(other))))
    sentence = _("Some of the same frames are also in other moments, as they were: {times}.")
    return f" {sentence.format(times=', '.join(times))}" if times else ""


def card_text(name: str) -> str:
    """Return a card or a command as the eyes name it, for the eye.

    >>> card_text("H10"), card_text("undo")
    ('♥10', 'Undo')
    """
    try:
        return sign(Card(name))
    except CardError:
        return word_name(name)


def reasons(moment: KeptMoment, names: Sequence[str]) -> Iterator[str]:
    """Yield the reasons why a moment was kept, a sentence each."""
    yield from dict.fromkeys(_reason(doubt, names) for doubt in moment.doubts)


def _reason(doubt: DoubtfulTime, names: Sequence[str]) -> str:
    match doubt.kind:
        case "unread":
            seat = int(doubt.about) if doubt.about.isdecimal() else 0
            name = names[seat] if seat < len(names) else str(seat + 1)
            return _("Something at {name} was not read.").format(name=name)
        case "candidate":
            return _("{card} was not read for certain.").format(card=card_text(doubt.about))
        case "corrected":
            return _("Somebody corrected {card}.").format(card=card_text(doubt.about))
        case "gap":
            return _("The table was not seen: {reason}.").format(reason=_gap_words().get(doubt.about, doubt.about))


def _gap_words() -> Mapping[str, str]:
    return {
        "mat": _("the mat was hidden, gone or moving"),
        "dark": _("it was too dark"),
        "frozen": _("the same picture came again and again"),
        "load": _("the machine was too busy"),
    }


def doubtful_frame(moment: KeptMoment) -> int:
    """Return the frame at the end of the first doubt: what is doubtful lies there then."""
    at = moment.doubts[0].ended if moment.doubts else moment.ended
    return min(range(len(moment.times)), key=lambda number: abs(moment.times[number] - at))


def in_a_row(count: int) -> tuple[int, ...]:
    """Return some frames of so many, from the first to the last.

    >>> in_a_row(11), in_a_row(2)
    ((0, 2, 4, 6, 8, 10), (0, 1))
    """
    count_shown = min(count, _IN_A_ROW)
    return tuple(round(number * (count - 1) / max(count_shown - 1, 1)) for number in range(count_shown))


def small(jpeg: bytes, wide_px: int) -> bytes:
    """Return a frame as a page shows it; raises MomentError."""
    gray = open_picture(jpeg)
    scale = min(1.0, wide_px / gray.shape[1])
    scaled = u8(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)) if scale < 1 else gray
    return cv2.imencode(".jpg", scaled, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def chosen(form: Mapping[str, str], size: tuple[int, int]) -> list[BlurBox]:
    """Return the squares that a form asks to blur, in pixels of frames of this size."""
    width, height = size
    columns = [round(width * number / COLUMNS) for number in range(COLUMNS + 1)]
    rows = [round(height * number / ROWS) for number in range(ROWS + 1)]
    return [
        BlurBox(columns[column], rows[row], columns[column + 1] - columns[column], rows[row + 1] - rows[row])
        for row in range(ROWS)
        for column in range(COLUMNS)
        if f"square{row}-{column}" in form
    ]
