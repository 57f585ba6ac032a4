"""All effects of a film together, and whether it is drawn in colour or in grey."""

from collections.abc import Sequence

import cv2
import numpy as np

from groundwork.picture import Bgr, u8
from vision.base.light import FULL, Light, to_levels, to_light, u16
from vision.film.script.effect import Effect, Lamps


class EffectStack:
    """The look of surfaces, light and frames under the effects of a film."""

    def __init__(self, effects: Sequence[Effect], grey: bool) -> None:
        self._effects = effects
        self._grey = grey
        still = next((place for place, effect in enumerate(effects) if not effect.still), len(effects))
        self._first, self._then = effects[:still], effects[still:]
        self._kept: tuple[Light, Light] | None = None
        """The last light and what the effects that do not change made of it."""

    def surface(self, picture: Bgr) -> Light:
        """Return the light from a surface of these colours where all lamps shine."""
        for effect in self._effects:
            picture = effect.paint(picture)
        return to_light(u8(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)) if self._grey else picture)

    def ground(self, picture: Bgr) -> Bgr:
        """Paint the table without cards, under full light."""
        for effect in self._effects:
            picture = effect.ground(picture)
        return picture

    def lamps(self, lamps: Lamps) -> Light:
        """Return the light that falls on each pixel."""
        for effect in self._effects:
            lamps = effect.lamps(lamps)
        return self._to_colours(np.clip(lamps * FULL, 0, FULL).astype(np.uint16))

    def gloss(self) -> Light | None:
        """Return the light that a card reflects at each pixel, or None."""
        found = [gloss for effect in self._effects if (gloss := effect.gloss()) is not None]
        if not found:
            return None
        total = found[0]
        for other in found[1:]:
            total = u16(cv2.add(total, other))
        return self._to_colours(total)

    def face(self, picture: Bgr, deck: int, card: str) -> Bgr:
        """Paint a card's face."""
        for effect in self._effects:
            picture = effect.face(picture, deck, card)
        return picture

    def frame(self, light: Light, number: int) -> Bgr:
        """Make the camera's picture of the light of a moment, a new array each time."""
        if self._kept is None or self._kept[0] is not light:
            self._kept = (light, _through(self._first, light, number))
        picture = to_levels(_through(self._then, self._kept[1], number))
        for effect in self._effects:
            picture = effect.frame(picture, number)
        return picture

    def _to_colours(self, grey: Light) -> Light:
        return grey if self._grey else u16(cv2.merge((grey,) * 3))


def _through(effects: Sequence[Effect], light: Light, number: int) -> Light:
    for effect in effects:
        light = effect.lens(light, number)
    return light
