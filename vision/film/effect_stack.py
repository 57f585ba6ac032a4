"""All effects of a film together, and whether it is drawn in colour or in grey."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.base.picture import Bgr, u8
from vision.film.script.effect import Effect, Light


class EffectStack:
    """How surfaces, light and frames look under the effects of a film."""

    def __init__(self, effects: Sequence[Effect], grey: bool) -> None:
        self._effects = effects
        self._grey = grey
        still = next((place for place, effect in enumerate(effects) if not effect.still), len(effects))
        self._first, self._then = effects[:still], effects[still:]
        self._kept: tuple[Bgr, Bgr] | None = None
        """The last picture and what the effects that do not change made of it."""

    def surface(self, picture: Bgr) -> Bgr:
        """The colours of a surface, and what it covers as a last channel if there are four."""
        for effect in self._effects:
            picture = effect.paint(picture)
        if not self._grey:
            return picture
        grey = u8(cv2.cvtColor(np.ascontiguousarray(picture[..., :3]), cv2.COLOR_BGR2GRAY))
        return grey if picture.shape[2] == 3 else np.dstack((grey, picture[..., 3]))

    def ground(self, picture: Bgr) -> Bgr:
        """The table without cards, under full light."""
        for effect in self._effects:
            picture = effect.ground(picture)
        return picture

    def light(self, light: Light) -> Bgr:
        """Brightness of the lamps at each pixel, 255 full."""
        for effect in self._effects:
            light = effect.light(light)
        return self._alike(u8(np.clip(light * 255, 0, 255).astype(np.uint8)))

    def gloss(self) -> Bgr | None:
        """The light mirrored by a card at each pixel, or None."""
        found = [gloss for effect in self._effects if (gloss := effect.gloss()) is not None]
        if not found:
            return None
        total = found[0]
        for other in found[1:]:
            total = u8(cv2.add(total, other))
        return self._alike(total)

    def face(self, picture: Bgr, deck: int, card: str) -> Bgr:
        """A card's face."""
        for effect in self._effects:
            picture = effect.face(picture, deck, card)
        return picture

    def frame(self, picture: Bgr, number: int) -> Bgr:
        """The picture as the camera sees it; never the array that was given."""
        if self._kept is None or self._kept[0] is not picture:
            seen = picture
            for effect in self._first:
                seen = effect.frame(seen, number)
            self._kept = (picture, seen)
        seen = self._kept[1]
        for effect in self._then:
            seen = effect.frame(seen, number)
        return seen.copy() if seen is picture or seen is self._kept[1] else seen

    def _alike(self, grey: Bgr) -> Bgr:
        return grey if self._grey else u8(cv2.merge((grey,) * 3))
