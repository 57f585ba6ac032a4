"""Recognises the mat by its texture where cards have left and in the seats' areas: a cloth may be as bright as it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import inf
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np

from groundwork.picture import Gray, Mask, u8
from vision.base.observation import Point
from vision.base.thresholds import THRESHOLDS
from vision.eyes.grid import MatView
from vision.eyes.tracker import TrackedCard
from vision.ground.background import Background
from vision.ground.texture import MatTexture, Numbers

_LIMITS: Final = THRESHOLDS.recognition
_RIM_MM: Final = THRESHOLDS.grid.rim_mm


CamouflageSize: TypeAlias = Literal["card", "area"]
"""The size of what hides the mat of an area and is as bright as it: a card's at least, or all of the area."""


@dataclass(slots=True)
class Recognition:
    """Recognition of the mat by its texture, as far as it has one."""

    view: MatView
    ground: Background
    texture: MatTexture
    middles_px: Sequence[Point]
    """The middles of the seats' areas."""
    pairs: Sequence[Numbers]
    """The pairs of neighbouring squares of each area, by seat."""
    camouflaged: Mapping[int, CamouflageSize] = field(default_factory=dict[int, CamouflageSize])
    """Sizes of what is as bright as the mat and hides it, by seat."""
    has_moved: bool = True
    """Whether something has moved since all parts of the areas were checked."""
    is_doubted: bool = False
    """Whether something as bright as the mat but not the mat was seen, and the areas not checked since."""
    attested: float = -inf
    """Seconds at the last check that found nothing hiding the mat."""
    _again: float = inf
    """Seconds when provisional squares are checked again; infinite: there are none."""
    _rested: int = 0
    """Frames at rest since the mat was followed."""
    _relit: int = 0
    """Changes of light that were handled."""

    @property
    def is_camouflaged(self) -> bool:
        """Whether something as bright as the mat hides all of an area."""
        return "area" in self.camouflaged.values()

    @property
    def is_due(self) -> bool:
        """Whether something as bright as the mat hides it, or may."""
        return self.is_doubted or self.is_camouflaged

    def learn(self, frames: Sequence[Gray], cards: Mask) -> None:
        """Learn the mat from the first frames in which it is seen.

        Args:
            frames: these.
            cards: samples of them that show cards, as far as the bare mat is known there all the same.
        """
        other = self.ground.unsure | cards
        self.texture.learn(frames, other, is_certain=not cv2.countNonZero(other))

    def learn_new(self, gray: Gray, foreign: Mask, cards: Iterable[TrackedCard]) -> None:
        """Learn the mat from one frame, after it was pushed; a second sight confirms it.

        Args:
            gray: the frame.
            foreign: samples of it that show something else than the mat.
            cards: those that lie on the mat, or land.
        """
        self.texture.learn_new(gray, self._add_cards(foreign | self.ground.unsure, cards))

    def shows_mat_for(self, card: TrackedCard, others: Iterable[TrackedCard], gray: Gray, hidden: Mask) -> bool:
        """Whether the mat is recognised round a card's place, or has no texture.

        Args:
            card: which card.
            others: cards that lie on the mat, or land.
            gray: the frame.
            hidden: samples of it that show something else than the mat, or that moved.
        """
        (middle,) = self.view.calibration.px_of([(card.x_mm, card.y_mm)])
        place = self.view.place(card)
        # What lay on it or below it may have left with it.
        beside = (one for one in others if not cv2.countNonZero(place & self.view.place(one)))
        other = self._add_cards(hidden, beside)
        within_px = self.view.px_on(self.view.mat.card.width_mm / 2)
        is_seen = self.texture.is_seen(gray, middle, other, self.ground.light, within_px)
        self.is_doubted |= is_seen is False
        return is_seen is not False

    def update(self, seconds: float, cards: Iterable[TrackedCard], gray: Gray, foreign: Mask) -> bool:
        """Find areas in which something as bright as the mat hides it; True: it hides more of them than before.

        Parts of an area are checked once something has moved, or where a new thing may not be seen to move.

        Args:
            seconds: of the frame.
            cards: those that lie on the mat, or land.
            gray: the frame.
            foreign: samples of it that show something else than the mat.
        """
        other, light, before = self._add_cards(foreign, cards), self.ground.light, self.camouflaged
        found = [self.texture.classify(gray, at, other, light) for at in self.middles_px]
        # Where something else covers too much to tell, it lies on the mat if the rest of the mat is seen.
        is_whole = "covered" not in found or self.texture.is_whole(gray, other, light)
        hides = {"other"} if is_whole else {"other", "covered"}
        asks = self.has_moved or "card" in before.values() or not self.ground.visibility.moves
        self.has_moved = self.is_doubted = False
        camouflaged = dict[int, CamouflageSize]()
        for seat, (seen, pairs) in enumerate(zip(found, self.pairs, strict=True)):
            if seen in hides:
                camouflaged[seat] = "area"
            elif asks and self.texture.is_hidden(gray, pairs, other, light):
                camouflaged[seat] = "card"
        self.camouflaged = camouflaged
        if not self.is_camouflaged:
            self.attested = seconds
        if not camouflaged:
            self._relearn(seconds, gray, other)
        return any(size == "area" and before.get(seat) != "area" for seat, size in camouflaged.items())

    def _relearn(self, seconds: float, gray: Gray, other: Mask) -> None:
        """Check again what was learned beside something else; what has come since is not learned."""
        if not self.texture.is_provisional:
            self._again = inf
        elif self._again == inf:
            self._again = seconds + _LIMITS.again_s
        elif seconds >= self._again:
            self._again = seconds + _LIMITS.again_s
            self.texture.relearn(gray, other | self.ground.unsure, self.ground.light)

    def follow(self, seconds: float, cards: Iterable[TrackedCard], gray: Gray) -> None:
        """Follow the mat in a frame in which nothing has moved for long, if it is the mat that is seen."""
        self._rested = (self._rested + 1) % _LIMITS.seldom
        if self.camouflaged or self._rested:
            return
        other, light = self._add_cards(self.ground.foreign() | self.ground.unsure, cards), self.ground.light
        if self._relit != self.ground.relit:
            self._relit = self.ground.relit
            self.texture.forget_grain()
        self.is_doubted = not self.texture.follow(gray, other, light)
        if not self.is_doubted:
            self.attested = seconds
            self._relearn(seconds, gray, other)

    def _add_cards(self, hidden: Mask, cards: Iterable[TrackedCard]) -> Mask:
        """Add the samples of cards to a mask: a white card is like a white mat."""
        return u8(reduce(np.bitwise_or, (self.view.place(card, _RIM_MM) for card in cards), hidden))
