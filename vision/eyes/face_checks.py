"""Checks of stickers: the face of a card that landed is held against the marks that are read on it.

A card is told if its face is known for certain and a mark on it is another card's, or if no mark is read on it though
it lies still for seconds. Marks count that were read since anything last moved where they are, wholly within the card's
outline: whatever lies below the card or comes to lie on it later is none of them. What is doubtful is not told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from groundwork.picture import Colouring, Gray, Mask
from vision.base.observation import StickerDoubt
from vision.base.thresholds import THRESHOLDS
from vision.decks.reader import FaceReader
from vision.eyes.grid import MatView
from vision.eyes.landings import FaceLandings
from vision.eyes.tracker import CardGlimpse, PlacedMark
from vision.marks.identity import COPY

_LIMITS: Final = THRESHOLDS.landings


@dataclass(frozen=True, slots=True)
class _ReadMark:
    """A mark that was read, and that nothing has touched since."""

    spot: PlacedMark
    name: str
    """The card it names, without its copy."""
    is_sure: bool
    is_ours: bool
    """Whether it is of this table's decks."""


class FaceChecks:
    """Holds the faces of cards as they land against their marks."""

    def __init__(
        self,
        reader: FaceReader,
        view: MatView,
        gray: Gray,
        colour: Callable[[], Colouring],
        decks: frozenset[int],
    ) -> None:
        """Begin with a picture of the mat; what lies there now is not checked before it is moved.

        Args:
            reader: of the deck; it knows where labels are.
            view: of the mat.
            gray: the picture.
            colour: gives the way to the colour of the picture that is looked at.
            decks: numbers of this table's decks.
        """
        self._landings, self._view, self._decks = FaceLandings(reader, view, gray, colour), view, decks
        self._marks = list[_ReadMark]()
        self._since = dict[CardGlimpse, float]()
        """When the face of a card was read first; of cards that were not told nor found right yet."""

    @property
    def busy(self) -> bool:
        """Whether a card that came was not checked yet."""
        return self._landings.busy

    def update(
        self, seconds: float, gray: Gray, moved: Mask | None, foreign: Mask, seen: Sequence[CardGlimpse]
    ) -> tuple[StickerDoubt, ...]:
        """Take in a frame; the cards of which something is found to be wrong, each once for each landing.

        Args:
            seconds: of the frame.
            gray: the frame.
            moved: where it differs from the frame before.
            foreign: where it shows something else than the mat.
            seen: the cards whose marks are read in it.
        """
        self._update_marks(moved, seen)
        # No card is known to lie elsewhere: that is what its marks say.
        faces, found = self._landings.update(gray, moved, foreign, ()), list[StickerDoubt]()
        self._since = {face: self._since.get(face, seconds) for face in faces}
        for face, since in self._since.items():
            on_it = [mark for mark in self._marks if self._view.covers(face, mark.spot)]
            wrong = [mark.name for mark in on_it if mark.is_sure and mark.is_ours and mark.name != face.card]
            if not on_it and seconds - since < _LIMITS.unmarked_s:
                continue
            if wrong or not on_it:
                found.append(StickerDoubt(face.card, wrong[0] if wrong else "", face.x_mm, face.y_mm))
            self._landings.leave(face)
        return tuple(found)

    def _update_marks(self, moved: Mask | None, seen: Sequence[CardGlimpse]) -> None:
        """Keep the marks that are read, in place of what was read where something moves now."""
        if moved is not None and self._marks:
            places = self._view.mark_samples([mark.spot for mark in self._marks])
            flat = moved.ravel()
            self._marks = [
                mark for mark, samples in zip(self._marks, places, strict=True) if not flat.take(samples).any()
            ]
        fresh = [
            _ReadMark(spot, card.card.partition(COPY)[0], card.is_sure, card.deck in self._decks)
            for card in seen
            for spot in card.spots
        ]
        old = [one for one in self._marks if not any(new.spot.is_at(one.spot, _LIMITS.same_mark_mm) for new in fresh)]
        self._marks = [*old, *fresh]
