"""The interface of symbologies: reading and drawing one kind of mark; and a reader that tells copies of cards apart."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from groundwork.picture import Gray
from vision.base.observation import Mark
from vision.marks.identity import COPY, DECKS, UnknownCardError


class Symbology(Protocol):
    """Kind of printed mark; `vision.marks.symbologies.load` finds it by name."""

    mark_mm: float
    """Side of the printed mark without its white margin."""
    corners: tuple[int, ...]
    """Corners of the card that carry it: 0 top left, 1 top right, 2 bottom right, 3 bottom left."""

    def expect(self, side_px: float) -> None:
        """Set the smallest side of a mark from now on, pixels; smaller things may be skipped."""
        ...

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks found, in no order; a code that is none of ours is left out, never guessed."""
        ...

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        """Read in a fraction of the time, where there is a quicker way: now and then it misses a mark, never errs."""
        ...

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """Read again by a second reader, slower or in another way, where the first has found nothing.

        It may find candidates too, marks of which it is not sure.
        """
        ...

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """Draw the mark as a square picture, black on white, without margin."""
        ...


def paired(decks: Iterable[int]) -> Mapping[int, tuple[int, int]]:
    """Return the deck and the copy of each number that the cards of such decks carry.

    A table whose settings name both numbers of a deck has one deck, not two.

    Raises:
        UnknownCardError: there is no next number for the second copies.

    >>> paired([0]), paired([0, 1])
    ({0: (0, 1), 1: (0, 2)}, {0: (0, 1), 1: (0, 2)})
    """
    found: dict[int, tuple[int, int]] = {}
    for deck in sorted({*decks}):
        if deck in found:
            continue
        if deck + 1 >= DECKS:
            raise UnknownCardError(
                f"deck {deck}: second copies carry the next number, and marks go to {DECKS - 1} only"
            )
        found |= {deck: (deck, 1), deck + 1: (deck, 2)}
    return found


class CopyReader:
    """Reads one kind of mark, and tells the copies of a card apart by their names."""

    def __init__(self, kind: Symbology, pairs: Mapping[int, tuple[int, int]]) -> None:
        """Read with this kind of mark; ``pairs``: deck and copy by number."""
        self.mark_mm, self.corners = kind.mark_mm, kind.corners
        self._kind, self._pairs = kind, pairs

    def expect(self, side_px: float) -> None:
        """No mark is smaller, pixels."""
        self._kind.expect(side_px)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks, those of cards with their copies."""
        return self._copies(self._kind.read(gray))

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        """Read in a fraction of the time."""
        return self._copies(self._kind.glance(gray))

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """Read again by a second reader."""
        return self._copies(self._kind.reread(gray))

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """Draw the mark as a square picture, black on white, without margin."""
        return self._kind.draw(deck, card, pixels)

    def _copies(self, marks: Iterable[Mark]) -> tuple[Mark, ...]:
        return tuple(self._copy(mark) for mark in marks)

    def _copy(self, mark: Mark) -> Mark:
        if mark.deck not in self._pairs:
            return mark
        deck, copy = self._pairs[mark.deck]
        return replace(mark, deck=deck, card=f"{mark.card}{COPY}{copy}")
