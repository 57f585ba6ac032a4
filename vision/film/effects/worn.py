"""Cards of many evenings: scratched, faded, dirty at the edges."""

import cv2
import numpy as np

from groundwork.picture import Bgr
from vision.base.light import FULL, light_between, light_share, to_levels, to_light, u16
from vision.faces.cards import PX_PER_MM
from vision.film.script.effect import Effect, Occurrence, Shoot


class Worn(Effect):
    """Level 1: up to 40 scratches, two chips of a mark's ink, a fifth of all ink rubbed off, so that black is grey."""

    def begin(self, shoot: Shoot) -> None:
        """Tell how worn they are."""
        gone, scratches = light_share(0.5 * self.level), 40 * self.level
        self.acts.append(Occurrence(f"every card: {gone:.1%} of the ink rubbed off, up to {scratches:.0f} scratches"))

    def face(self, picture: Bgr, deck: int, card: str) -> Bgr:
        """Draw a worn copy of the face."""
        gone, paper = light_share(0.5 * self.level), to_light(np.full_like(picture, 236))
        worn = self._scratched(to_levels(u16(cv2.addWeighted(to_light(picture), 1 - gone, paper, gone, 0))))
        worn = self._chipped(worn, deck, card)
        return self._dirty(worn)

    def _scratched(self, picture: Bgr) -> Bgr:
        height, width = picture.shape[:2]
        layer = picture.copy()
        for _ in range(int(self.random.integers(0, round(40 * self.level) + 1))):
            x, y = self.random.uniform(0, (width, height))
            way = self.random.uniform(-14, 14, 2) * PX_PER_MM
            ink = (238, 240, 240) if self.random.random() < 0.7 else (150, 156, 158)
            cv2.line(layer, (int(x), int(y)), (int(x + way[0]), int(y + way[1])), ink, 1 + int(x) % 2, cv2.LINE_AA)
        return layer

    def _chipped(self, picture: Bgr, deck: int, card: str) -> Bgr:
        """Ink rubbed off somewhere near the rim, where fingers hold a card."""
        height, width = picture.shape[:2]
        for _ in range(int(self.random.integers(0, 3))):
            if self.random.random() > self.level:
                continue
            x, y = self.random.uniform(0, (width, height))
            x = min(x, width - x) if self.random.random() < 0.5 else x
            size = self.random.uniform(1, 3.5) * PX_PER_MM
            cv2.ellipse(picture, (int(x), int(y)), (int(size), int(size * 0.6)), x % 180, 0, 360, (232, 238, 240), -1)
            place = f"{x / PX_PER_MM:.0f}, {y / PX_PER_MM:.0f} mm"
            self.acts.append(
                Occurrence(f"{card} of deck {deck}: ink gone over {2 * size / PX_PER_MM:.1f} mm at {place} of it")
            )
        return picture

    def _dirty(self, picture: Bgr) -> Bgr:
        """Darker towards the edges."""
        height, width = picture.shape[:2]
        y, x = np.ogrid[0:height, 0:width]
        rim = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y)) / (5 * PX_PER_MM)
        shade = 255 * (1 - 0.35 * self.level * np.clip(1 - rim, 0, 1))
        kept = (FULL * light_between(shade)).astype(np.uint16)
        return to_levels(u16(cv2.multiply(to_light(picture), cv2.merge((kept,) * 3), scale=1 / FULL)))


effect = Worn
