"""Light instead of grey levels: a lens, a shrunk picture and a threshold all mix light, and a camera shows its root."""

from typing import Final, TypeAlias

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from groundwork.picture import Bgr, Gray, Matrix, f64, u8

Light: TypeAlias = NDArray[np.uint16]
"""A picture of light instead of grey levels, with or without colours; `FULL` where a camera shows 255."""
FULL: Final = 65535

_GREY: Final = np.arange(256) / 255
LIGHT: Final[Matrix] = np.where(_GREY <= 0.04045, _GREY / 12.92, ((_GREY + 0.055) / 1.055) ** 2.4)
"""Light of each grey level, 0 to 1 (IEC 61966-2-1, sRGB; cameras differ from it little)."""

_STEPS: Final = 32
"""Grey levels to a table: eight tables, one for each brightness of the brightest thing."""
_POWER: Final = 1.8
"""Exponent from light to grey levels, for work in 256 steps. True light is about the power 2.2, which leaves too few
steps to what is dark beside something bright: thresholds cannot separate its black from its white."""
_TABLES: Final = tuple(
    u8(np.clip(np.rint(255 * (np.arange(256) / (top + _STEPS - 1)) ** _POWER), 0, 255).astype(np.uint8))
    for top in range(0, 256, _STEPS)
)
_LIGHT: Final = np.rint(FULL * LIGHT).astype(np.uint16)
_FINE: Final = (255 * LIGHT).astype(np.float32)


def in_light(gray: Gray) -> Gray:
    """Nearly the light of a picture, in 256 steps up to its brightest pixel: dark pictures have most of them, too."""
    _, brightest, _, _ = cv2.minMaxLoc(gray)
    return u8(cv2.LUT(gray, _TABLES[int(brightest) // _STEPS]))


def fine_light(gray: Gray) -> NDArray[np.float32]:
    """Convert a picture to light, 0 to 255, without steps."""
    return np.asarray(cv2.LUT(gray, _FINE), dtype=np.float32)


def light_between(grey: Matrix) -> Matrix:
    """Convert grey levels to light, 0 to 1, between whole levels too."""
    return f64(np.interp(grey, np.arange(256), LIGHT))


def light_of(level: float) -> float:
    """Convert one grey level to light."""
    return float(light_between(np.array(level)))


def levels_of(light: Matrix) -> Matrix:
    """Convert light, 0 to 1, to grey levels: a camera's curve, the inverse of `LIGHT`."""
    low, high = 12.92 * light, 1.055 * np.power(np.maximum(light, 1e-9), 1 / 2.4) - 0.055
    return f64(255 * np.clip(np.where(light <= 0.0031308, low, high), 0, 1))


_LEVELS: Final = u8(np.rint(levels_of(np.arange(FULL + 1) / FULL)).astype(np.uint8))


def to_light(picture: Bgr) -> Light:
    """Convert a picture, grey or in colour, to light: lenses, lamps and shutters add up light."""
    return u16(cv2.LUT(picture, _LIGHT))


def to_levels(light: Light) -> Bgr:
    """Convert light to the picture that a camera makes of it."""
    return u8(cv2.LUT(light, _LEVELS))


def in_grey(light: Light) -> Light:
    """Coloured light that is added to grey: the colours' shares in grey levels are nearly their shares here."""
    return u16(cv2.cvtColor(light, cv2.COLOR_BGR2GRAY))


def light_share(share: float) -> float:
    """Convert a share of grey levels to the share of light: half the level is a fifth of the light."""
    return light_of(255 * share)


def defocus(picture: Gray, sigma_px: float) -> Gray:
    """Blur a picture, grey or in colour, as a lens out of focus does: in light."""
    return to_levels(blur_light(to_light(picture), sigma_px)) if sigma_px > 0 else picture


def enlarge(picture: Gray, scale: int) -> Gray:
    """Enlarge a picture so many times, interpolating in light."""
    return to_levels(u16(cv2.resize(to_light(picture), None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)))


def blur_light(light: Light, sigma_px: float) -> Light:
    """Light mixed as by a lens that is not in focus."""
    return u16(cv2.GaussianBlur(light, (0, 0), sigma_px)) if sigma_px > 0 else light


def u16(array: MatLike) -> Light:
    """Return the array as 16-bit light, without a copy if it is so already; OpenCV's stubs promise no type."""
    return np.asarray(array, dtype=np.uint16)
