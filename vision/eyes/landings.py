"""Landings of cards without marks: the reader of faces reads where something new lies still.

A picture of the mat with everything explained is updated place by place; a landed card is what differs from it there. A
read card is reported frame by frame as a mark would be. So the tracker believes it, or not, by the same laws.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import cos, sin
from typing import Final

import cv2
import numpy as np

from groundwork.picture import MARKED, Colouring, Gray, Mask, Window, mask_of, over, u8, window
from vision.base.thresholds import THRESHOLDS
from vision.decks.patch import CardPose
from vision.decks.reader import FaceReader, FaceReading, FaceUnread
from vision.eyes.grid import MatView
from vision.eyes.tracker import CardGlimpse, PlacedMark, TrackedCard, glimpse_of, matches
from vision.ground.background import STRIDE, sample
from vision.mat.layout import CardSize

_LIMITS: Final = THRESHOLDS.landings
_DECK: Final = 0
"""Number of the deck whose cards bear no marks."""


@dataclass(frozen=True, slots=True, eq=False)
class _Thing:
    """A thing that came to lie and is accounted for, read or not."""

    samples: Mask
    """The samples that see it."""
    part: Window
    """The same in pixels, with a rim."""
    under: Gray
    """The picture there before it came."""
    glimpse: CardGlimpse | None
    """The card that was read."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A place in which something differs."""

    samples: Mask
    """The samples that see it, with a rim."""
    part: Window
    """The same in pixels, with a rim."""


class FaceLandings:
    """Reads the cards of one deck by their faces as they land on a mat whose place is known."""

    def __init__(self, reader: FaceReader, view: MatView, gray: Gray, colour: Callable[[], Colouring]) -> None:
        """Begin with a picture of the mat; what lies there now is read once it has moved.

        Args:
            reader: of the deck.
            view: of the mat.
            gray: the picture.
            colour: gives the way to the colour of the picture that is looked at.
        """
        self._reader, self._view, self._colour = reader, view, colour
        self._known = gray.copy()
        """The picture of the mat with all that is accounted for."""
        self._still = np.zeros(view.shape, np.uint8)
        """Frames since something moved near each sample."""
        self._failed = np.zeros(view.shape, np.uint8)
        """The looks at things that were read in vain since something moved."""
        self._things = list[_Thing]()
        self._read = list[_Thing]()
        """The things that were read and are not believed yet."""
        self._waits = False
        reach = 2 * round(view.px_on(_LIMITS.near_mm) / STRIDE) + 1
        self._near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        rim = 2 * round(view.px_on(_LIMITS.rim_mm) / STRIDE) + 1
        self._rim = np.ones((rim, rim), np.uint8)
        self._surroundings = round(view.px_on(_LIMITS.surroundings_mm) / STRIDE)
        """Samples round a place that the reader is shown, too."""
        self._field = view.field()
        height, width = (min(count * STRIDE, side) for count, side in zip(view.shape, gray.shape, strict=True))
        self._whole = slice(0, height), slice(0, width)
        """The pixels that samples stand for."""
        card = reader.library.size
        self._card = view.samples_on(1) * card.width_mm * card.height_mm

    @property
    def busy(self) -> bool:
        """Whether something that came is not accounted for."""
        return self._waits or bool(self._read)

    def update(
        self, gray: Gray, moved: Mask | None, foreign: Mask, laid: Sequence[TrackedCard]
    ) -> tuple[CardGlimpse, ...]:
        """Process a frame; return the cards that were read and not touched since.

        Args:
            gray: the frame.
            moved: where it differs from the frame before.
            foreign: where it shows something else than the mat.
            laid: the cards that are believed to lie there.
        """
        self._count_still(moved)
        places = self._places(gray, at_rest=moved is None)
        open_ = [place for place in places if not self._try_place(gray, place, places, foreign, laid)]
        self._waits = moved is not None or any(not self._has_failed(place) for place in open_)
        if moved is None:
            self._accept_unchanged(gray, open_)
        read = [thing.glimpse for thing in self._read if thing.glimpse is not None]
        self._read = [
            thing
            for thing in self._read
            if thing.glimpse is not None and not any(matches(thing.glimpse, card) for card in laid)
        ]
        return tuple(read)

    def leave(self, glimpse: CardGlimpse) -> None:
        """Tell a card that was read no more while it lies where it is."""
        self._read = [thing for thing in self._read if thing.glimpse is not glimpse]

    def _count_still(self, moved: Mask | None) -> None:
        """Count the frames in which nothing moves near each sample; what is touched is read again."""
        np.minimum(self._still, MARKED - 1, out=self._still)
        self._still += 1
        if moved is not None:
            near = u8(cv2.dilate(moved, self._near))
            self._still[near > 0] = 0
            self._failed[near > 0] = 0
            # Nobody believes it yet, so that it must be read once more where it lies then.
            for thing in [one for one in self._read if cv2.countNonZero(one.samples & moved)]:
                self._read.remove(thing)
                if thing in self._things:
                    self._things.remove(thing)
                    cv2.copyTo(thing.under, _enlarged(thing.samples, thing.part), self._known[thing.part])

    def _places(self, gray: Gray, *, at_rest: bool) -> list[_Place]:
        """Find the places on the mat in which the frame differs from the explained picture."""
        apart = cv2.absdiff(sample(gray), sample(self._known))
        limit = max(THRESHOLDS.outline.change, THRESHOLDS.outline.change_noise * float(np.median(apart)))
        differs = over(apart, limit) & self._field
        joined = u8(cv2.dilate(u8(cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))), self._rim))
        count, labels = cv2.connectedComponents(joined)
        sizes = np.bincount(labels.ravel(), weights=(differs > 0).ravel(), minlength=count)
        if at_rest and sizes[1:].sum() > _LIMITS.flood * self._card:
            # Another light: what lies there is as it was.
            np.copyto(self._known, gray)
            return []
        found = [mask_of(labels == label) for label in range(1, count) if sizes[label] >= _LIMITS.least * self._card]
        return [_Place(samples_, self._part(samples_)) for samples_ in found]

    def _part(self, found: Mask) -> Window:
        """Return the pixels of samples, with a rim so wide that most of it is unchanged."""
        rows, columns = window(found, self._surroundings)
        bottom, right = self._whole[0].stop, self._whole[1].stop
        return (
            slice(rows.start * STRIDE, min(rows.stop * STRIDE, bottom)),
            slice(columns.start * STRIDE, min(columns.stop * STRIDE, right)),
        )

    def _has_failed(self, place: _Place) -> bool:
        """Whether the thing in a place failed to be read since something moved there."""
        return cv2.countNonZero(self._failed & place.samples) > _LIMITS.same * cv2.countNonZero(place.samples)

    def _accept_unchanged(self, gray: Gray, places: Sequence[_Place]) -> None:
        """Accept all but some places at rest as explained: shadows of hands, a light that changes slowly."""
        if not places:
            np.copyto(self._known, gray)
            return
        rest = u8(cv2.bitwise_not(u8(reduce(np.bitwise_or, [one.samples for one in places]))))
        cv2.copyTo(gray[self._whole], _enlarged(rest, self._whole), self._known[self._whole])

    def _try_place(
        self, gray: Gray, place: _Place, places: Sequence[_Place], foreign: Mask, laid: Sequence[TrackedCard]
    ) -> bool:
        """Explain what differs in a place, if it is still and can be read."""
        here = place.samples > 0
        if int(self._still[here].min()) < _LIMITS.frames:
            return False
        if cv2.countNonZero(foreign & place.samples) < _LIMITS.least * self._card:
            self._accept(gray, place)
            return True
        if self._has_failed(place):
            return False
        found, before = self._ask_reader(gray, place, places, laid)
        if isinstance(found, FaceUnread) and found.pose is None:
            self._failed[here] = MARKED
            return False
        glimpse = None
        if isinstance(found, FaceReading):
            glimpse = glimpse_of(_DECK, found.name, _spots(found.pose, self._reader.library.size))
        thing = _Thing(place.samples, place.part, before[place.part].copy(), glimpse)
        self._accept(gray, place)
        self._things.append(thing)
        if glimpse is not None:
            self._read.append(thing)
        return True

    def _ask_reader(
        self, gray: Gray, place: _Place, places: Sequence[_Place], laid: Sequence[TrackedCard]
    ) -> tuple[FaceReading | FaceUnread, Gray]:
        """Ask the reader about a place; return its answer and the picture before."""
        others = [one.samples for one in places if one is not place]
        changed = reduce(np.bitwise_or, [one.samples for one in places])
        known = [
            card.card for card in laid if card.deck == _DECK and not cv2.countNonZero(self._view.place(card) & changed)
        ]
        colour = self._coloured(place.part)
        answers = list[tuple[FaceReading | FaceUnread, Gray]]()
        for before in self._pictures_before(place):
            alike = _equalize_at(before, gray, others, place.part)
            answer = self._reader.read(alike, gray, self._view.calibration, place.part, known, colour)
            answers.append((answer, before))
            if isinstance(answer, FaceReading):
                return answers[-1]
        return answers[-1]

    def _pictures_before(self, place: _Place) -> Iterator[Gray]:
        """Yield the pictures before: without what lay in a place already, which may have been moved, and with it."""
        touched = [one for one in self._things if cv2.countNonZero(one.samples & place.samples)]
        if touched:
            without = self._known.copy()
            for thing in reversed(touched):
                cv2.copyTo(thing.under, _enlarged(thing.samples, thing.part), without[thing.part])
            yield without
        yield self._known

    def _accept(self, gray: Gray, place: _Place) -> None:
        """Accept a place as the frame shows it; a thing that lay wholly in it is gone."""
        cv2.copyTo(gray[place.part], _enlarged(place.samples, place.part), self._known[place.part])
        self._things = [one for one in self._things if cv2.countNonZero(one.samples & ~place.samples)]

    def _coloured(self, part: Window) -> Callable[[Window], Gray] | None:
        """Return a function that gives the colour of a part of the frame; None if its source has no colour."""
        if not self._reader.library.is_coloured:
            return None
        colouring = self._colour()
        coloured = colouring(part)
        return None if coloured is None else lambda _: coloured


def _enlarged(found: Mask, part: Window) -> Mask:
    """Enlarge a mask of samples to the pixels of a part."""
    rows, columns = part
    cut = found[rows.start // STRIDE : -(-rows.stop // STRIDE), columns.start // STRIDE : -(-columns.stop // STRIDE)]
    large = cv2.resize(cut, None, fx=STRIDE, fy=STRIDE, interpolation=cv2.INTER_NEAREST)
    return u8(large[: rows.stop - rows.start, : columns.stop - columns.start])


def _equalize_at(before: Gray, gray: Gray, places: Sequence[Mask], part: Window) -> Gray:
    """Copy the frame into the picture before at other places."""
    if not places:
        return before
    merged = before.copy()
    mask = _enlarged(u8(reduce(np.bitwise_or, places)), part)
    cv2.copyTo(gray[part], mask, merged[part])
    return merged


def _spots(pose: CardPose, size: CardSize) -> tuple[PlacedMark, ...]:
    """Place a mark in each corner of a card."""
    right = cos(pose.turn), sin(pose.turn)
    down = -right[1], right[0]
    x, y = size.width_mm / 2 - _LIMITS.corner_mm, size.height_mm / 2 - _LIMITS.corner_mm
    spots = list[PlacedMark]()
    for across, along, turned in (
        (-x, -y, right),
        (x, -y, down),
        (x, y, (-right[0], -right[1])),
        (-x, y, (-down[0], -down[1])),
    ):
        centre = pose.x_mm + across * right[0] + along * down[0], pose.y_mm + across * right[1] + along * down[1]
        spots.append(PlacedMark(centre, turned))
    return tuple(spots)
