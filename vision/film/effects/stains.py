"""Rings that coffee cups have left on the mat and on some cards."""

import cv2
import numpy as np

from groundwork.picture import Bgr
from vision.base.light import FULL, light_between, to_levels, to_light, u16
from vision.base.observation import Point
from vision.faces.cards import PX_PER_MM
from vision.film.script.effect import Effect, Occurrence, Shoot

_COFFEE = light_between(np.array((58.0, 96.0, 134.0)))
"""Share of each colour's light that comes back from paper under coffee."""


class Stains(Effect):
    """Level: how many and how dark; at 1 four on the mat and one on every second card."""

    def begin(self, shoot: Shoot) -> None:
        """Remember where the mat is."""
        self._shoot = shoot

    def ground(self, picture: Bgr) -> Bgr:
        """Rings on the mat."""
        shoot = self._shoot
        for _ in range(max(1, round(4 * self.level))):
            x, y = (
                float(part) for part in self.random.uniform(60, (shoot.mat.width_mm - 60, shoot.mat.height_mm - 60))
            )
            radius = float(self.random.uniform(32, 40))
            picture = self._ring(picture, shoot.px(x, y), radius, shoot.px_per_mm)
            self.acts.append(Occurrence("ring on the mat", None, shoot.round_box(x, y, radius)))
        return picture

    def face(self, picture: Bgr, deck: int, card: str) -> Bgr:
        """Stain some cards with a part of a ring."""
        if self.random.random() > 0.5 * self.level:
            return picture
        width, height = picture.shape[1], picture.shape[0]
        x, y = (float(part) for part in self.random.uniform(0, (width, height)))
        self.acts.append(
            Occurrence(f"ring on {card} of deck {deck} round {x / PX_PER_MM:.0f}, {y / PX_PER_MM:.0f} mm of it")
        )
        return self._ring(picture, (x, y), float(self.random.uniform(32, 40)), PX_PER_MM)

    def _ring(self, picture: Bgr, centre: Point, radius_mm: float, px_per_mm: float) -> Bgr:
        """Draw a ring darker at its rim, with a faint blot inside, in the part of the picture that it reaches."""
        x, y, reach = round(centre[0]), round(centre[1]), round((radius_mm + 4) * px_per_mm)
        left, top = max(0, x - reach), max(0, y - reach)
        part = np.s_[top : max(0, y + reach), left : max(0, x + reach)]
        stained = picture.copy()
        below = stained[part]
        dark = np.zeros(below.shape[:2], np.float32)
        at, radius = (x - left, y - top), round(radius_mm * px_per_mm)
        cv2.circle(dark, at, radius, 0.12, -1)
        turn, arc = (float(self.random.uniform(*bounds)) for bounds in ((0, 360), (230, 360)))
        cv2.ellipse(dark, at, (radius, radius), turn, 0, arc, 0.75, max(1, round(3 * px_per_mm)))
        soft = np.asarray(cv2.GaussianBlur(dark, (0, 0), 0.5 * px_per_mm), np.float32)
        share = (soft * (0.25 + 0.75 * self.level))[..., None]
        kept = FULL * (1 - share * (1 - _COFFEE))
        below[:] = to_levels(u16(cv2.multiply(to_light(below), kept.astype(np.uint16), scale=1 / FULL)))
        return stained


effect = Stains
