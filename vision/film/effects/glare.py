"""The lamp mirrored by glossy cards, less by the mat."""

from math import hypot

import cv2
import numpy as np

from vision.base.light import FULL, Light, light_share, u16
from vision.film.script.effect import Effect, Occurrence, Shoot


class Glare(Effect):
    """Level 1: cards are wholly white in the middle of the spot."""

    def begin(self, shoot: Shoot) -> None:
        """Hang the lamp over some place of the mat."""
        mat = shoot.mat
        x, y = self.random.uniform(0.25, 0.75) * mat.width_mm, self.random.uniform(0.25, 0.75) * mat.height_mm
        long, short = self.random.uniform(35, 60), self.random.uniform(18, 35)
        self._spot = _spot(shoot, (x, y), (long, short), self.random.uniform(0, 180), light_share(self.level))
        radius = hypot(long, short)
        self.acts.append(
            Occurrence(
                f"{light_share(self.level):.0%} of white's light, {255 * self.level:.0f} grey levels on black",
                None,
                shoot.round_box(x, y, radius),
            )
        )

    def gloss(self) -> Light | None:
        """Return the reflected lamp."""
        return self._spot


def _spot(shoot: Shoot, centre: tuple[float, float], axes: tuple[float, float], turn: float, peak: float) -> Light:
    """Draw a soft ellipse, its axes in mm, its peak a share of full light."""
    spot = np.zeros((shoot.size[1] // 4, shoot.size[0] // 4), np.float32)
    scale = shoot.px_per_mm / 4
    x, y = (round(value / 4) for value in shoot.px(*centre))
    cv2.ellipse(spot, (x, y), (round(axes[0] * scale), round(axes[1] * scale)), turn, 0, 360, peak, -1)
    soft = cv2.GaussianBlur(spot, (0, 0), 14 * scale)
    large = cv2.resize(soft, shoot.size, interpolation=cv2.INTER_LINEAR)
    return u16(np.clip(large * (FULL * peak / max(float(soft.max()), 1e-6)), 0, FULL).astype(np.uint16))


effect = Glare
