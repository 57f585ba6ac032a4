"""A test deal: cards are laid, read and told of, and none of them is a play."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from controller.record.message import Message
from vision.base.observation import Sight
from vision.eyes.pipeline import Eyes
from vision.marks.identity import NO_DECK

LOOKED_AT_S: Final = 30.0
"""Seconds for which a test deal goes on after somebody has looked at it."""
NO_PLAY: Final = Message("test deal: what is laid now is no play")
"""The sentence for displays and pages while it goes on."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card on the mat."""

    card: str
    x_mm: float
    y_mm: float
    is_believed: bool
    """Whether it was read often enough; else it has just come to lie."""


@dataclass(frozen=True, slots=True)
class RehearsalView:
    """The mat as the eyes have it in one frame."""

    sight: Sight
    cards: tuple[SeenCard, ...] = ()
    refused: int = 0
    """Marks of other tables' decks that were read since the test deal began."""


@dataclass(slots=True)
class Rehearsal:
    """The test deal of a table: begun and looked at by pages, ended by them or by itself.

    What it has laid is known to the eyes, and is not said again: it is no play afterwards, either. The camera's loop
    brings each frame; whatever it brings is taken by other threads as a whole.
    """

    clock: Callable[[], float] = time.monotonic
    view: RehearsalView | None = None
    """The newest frame; None before the first."""
    _until: float | None = field(default=None, repr=False)
    _refused: int | None = field(default=None, repr=False)
    """Marks of other decks that had been read when it began."""

    @property
    def is_on(self) -> bool:
        """Whether a test deal goes on."""
        return self._until is not None

    def begin(self) -> None:
        """Begin: nothing is a play from now on."""
        self.view, self._refused = None, None
        self._until = self.clock() + LOOKED_AT_S

    def look(self) -> RehearsalView | None:
        """Return the newest frame; whoever looks lets the test deal go on."""
        if self._until is not None:
            self._until = self.clock() + LOOKED_AT_S
        return self.view

    def end(self) -> None:
        """End with the next frame."""
        if self._until is not None:
            self._until = 0.0

    def take(self, eyes: Eyes, *, is_dealt: bool) -> bool:
        """Process a frame; return whether it belongs to a test deal, and to nothing else.

        Args:
            eyes: eyes that have looked at it.
            is_dealt: whether a deal is being played; it ends every test.
        """
        if self._until is None:
            return False
        if is_dealt or self.clock() > self._until:
            self._until = None
            return not is_dealt  # what comes with the frame that ends it belongs to it, too
        refused = eyes.counts.refused
        self._refused = refused if self._refused is None else self._refused
        cards = [
            SeenCard(one.card, one.x_mm, one.y_mm, is_believed=is_believed)
            for found, is_believed in ((eyes.laid, True), (eyes.landing, False))
            for one in found
            if one.deck != NO_DECK
        ]
        self.view = RehearsalView(eyes.sight(), tuple(cards), refused - self._refused)
        return True
