"""A strip of LEDs along an edge of the mat, a display: its lights bloom in the lens and flicker by pulses."""

from typing import Final

import cv2
import numpy as np

from vision.base.light import FULL as WHITE
from vision.base.light import Light, in_grey, u16
from vision.film.script.effect import Effect, Lamps, Occurrence, Shoot

FULL: Final = 255
"""The brightness that level 1 stands for, as displays count it."""
_PITCH_MM: Final = 1000 / 60
"""Between two lights: 60 a metre."""
_BEYOND_MM: Final = 4.0
"""Distance of the strip outwards from the mat's edge."""
_CORE_MM: Final = 3.5
_BLOOM: Final = 1.3
"""Share of full light beside a light of full brightness. It has 2 candela from 5 x 5 mm, of which the lens scatters 3
%; white paper under 300 lux is two thirds of full light."""
_REACH_MM: Final = 8.0
"""After so far the bloom is down to a third."""
_VEIL: Final = 0.03
"""Share of full light everywhere when half of the lights are at full brightness: lenses scatter some 2 %."""
_PULSE_SHARE: Final = 0.25
"""The shutter catches so much more or fewer of the lights' pulses from one band of rows to another."""
_BANDS: Final = 7.3
"""Bands of pulses in the picture's height; their number is not whole, so they wander."""
_COLOURS: Final = ((255, 255, 255), (60, 60, 255), (255, 90, 40), (40, 160, 255))


class Strip(Effect):
    """Level: brightness as a share of 255; at which edge the strip lies and which lights are lit tells the seed."""

    still = False

    def begin(self, shoot: Shoot) -> None:
        """Lay the strip along the near or the far edge; in each quarter a block of one colour is lit."""
        mat, far = shoot.mat, bool(self.random.integers(2))
        y_mm = -_BEYOND_MM if far else mat.height_mm + _BEYOND_MM
        count = int(mat.width_mm / _PITCH_MM)
        glow = np.zeros((shoot.size[1] // 4, shoot.size[0] // 4, 3), np.float32)
        lit = 0
        for place in range(count):
            quarter = 4 * place // count
            if place % (count // 4) >= 1 + self.seed // 7**quarter % (count // 4 - 1):
                continue
            lit += 1
            x, y = shoot.px((place + 0.5) * _PITCH_MM, y_mm)
            glow += _bloom(glow.shape[:2], (x / 4, y / 4), shoot.px_per_mm / 4) * _colour(quarter)
        veil = _VEIL * lit / (count / 2)
        full = cv2.resize((glow * _BLOOM + veil) * np.float32(self.level), shoot.size, interpolation=cv2.INTER_LINEAR)
        self._glow: Lamps = np.asarray(WHITE * full, np.float32)
        self._rows = shoot.size[1] / _BANDS
        edge = "far" if far else "near"
        where = (0.0, y_mm - 12, mat.width_mm, y_mm + 12)
        self.acts.append(
            Occurrence(
                f"{lit} of {count} lights at the {edge} edge, brightness {round(FULL * self.level)}", None, where
            )
        )

    def lens(self, light: Light, number: int) -> Light:
        """Bloom and veil over everything, in bands that wander."""
        bands = np.arange(light.shape[0], dtype=np.float64) / self._rows + 0.37 * number
        pulses = (1 + _PULSE_SHARE * np.sin(2 * np.pi * bands)).astype(np.float32)[:, None, None]
        glow = u16(np.clip(self._glow * pulses, 0, WHITE).astype(np.uint16))
        return u16(cv2.add(light, glow if light.ndim == 3 else in_grey(glow)))


def _bloom(shape: tuple[int, int], centre: tuple[float, float], px_per_mm: float) -> Lamps:
    """Draw a light and its bloom in a picture of so many rows and columns, 1 beside the light."""
    y, x = np.ogrid[0 : shape[0], 0 : shape[1]]
    away = np.hypot(x - centre[0], y - centre[1]).astype(np.float32) / px_per_mm
    bloom = np.exp(-away / _REACH_MM) + 20 * (away < _CORE_MM)
    return np.asarray(bloom[..., None], np.float32)


def _colour(quarter: int) -> Lamps:
    """Return the light of a quarter of the strip, a share each of blue, green, red."""
    return np.asarray(np.array(_COLOURS[quarter]) / 255, np.float32)


effect = Strip
