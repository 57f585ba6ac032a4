"""Bright lights of a display at the edge of the mat; some of them blink."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.base.light import FULL, Light, in_grey, light_of, u16
from vision.film.script.effect import Effect, Occurrence, Shoot

_COLOURS = ((90, 90, 255), (120, 255, 140), (255, 150, 90), (235, 245, 255))
_HALO = light_of(120)
"""Share of full light in the glow beside a light."""


@dataclass(frozen=True, slots=True, eq=False)
class _Lamp:
    left: int
    top: int
    glow: Light
    period: int
    """Frames of a blink; 0 for a steady light."""

    def shines(self, number: int) -> bool:
        return not self.period or number % self.period < self.period / 2


class Leds(Effect):
    """Level: how many (1 to 6) and how bright; from 0.5 on every second one blinks once or twice a second."""

    def begin(self, shoot: Shoot) -> None:
        """Put them along the edges, between the corner marks."""
        self._lamps: list[_Lamp] = []
        for place in range(max(1, round(6 * self.level))):
            x, y = self._edge(shoot.mat.width_mm, shoot.mat.height_mm)
            blinks = self.level >= 0.5 and place % 2 == 1
            period = round(shoot.fps / self.random.uniform(1, 2)) if blinks else 0
            self._lamps.append(self._lamp(shoot, (x, y), period))
            how = f"blinking every {period} frames" if period else "steady"
            self.acts.append(Occurrence(f"light, {how}", None, shoot.round_box(x, y, 12)))
        self.still = not any(lamp.period for lamp in self._lamps)

    def lens(self, light: Light, number: int) -> Light:
        """Add the lights' glow over everything."""
        seen = light.copy()
        for lamp in self._lamps:
            part = seen[lamp.top : lamp.top + len(lamp.glow), lamp.left : lamp.left + lamp.glow.shape[1]]
            if lamp.shines(number) and part.size:
                glow = lamp.glow[: part.shape[0], : part.shape[1]]
                part[:] = cv2.add(part, glow if part.ndim == 3 else in_grey(glow))
        return seen

    def _edge(self, width: float, height: float) -> tuple[float, float]:
        """Choose a place within 4 mm of an edge, at least 60 mm from the corners."""
        share, depth = self.random.uniform(0, 1), self.random.uniform(-1, 4)
        along = (60 + share * (width - 120), 60 + share * (height - 120))
        side = self.random.integers(4)
        return ((along[0], depth), (along[0], height - depth), (depth, along[1]), (width - depth, along[1]))[side]

    def _lamp(self, shoot: Shoot, place: tuple[float, float], period: int) -> _Lamp:
        """Draw a white core in a coloured glow."""
        reach = round(14 * shoot.px_per_mm)
        y, x = np.ogrid[-reach : reach + 1, -reach : reach + 1]
        away = np.hypot(x, y) / shoot.px_per_mm
        strength = 0.4 + 0.6 * self.level
        core = 2 * np.exp(-((away / 2.2) ** 2))
        halo = _HALO * np.clip(1 - away / 14, 0, 1) ** 2
        colour = np.array(_COLOURS[self.random.integers(len(_COLOURS))]) / 255
        share = (core[..., None] + halo[..., None] * colour) * strength
        glow = u16(np.clip(FULL * share, 0, FULL).astype(np.uint16))
        left, top = (round(value) - reach for value in shoot.px(*place))
        cut_x, cut_y = max(0, -left), max(0, -top)
        return _Lamp(left + cut_x, top + cut_y, glow[cut_y:, cut_x:], period)


effect = Leds
