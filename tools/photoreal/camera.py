"""The picture that a small camera makes of light: lens, sensor, and the firmware behind it.

Everything happens as in a camera: the lens bends, darkens and blurs light; electrons are counted; the counts are made
brighter, given sRGB's curve and sharpened. The same seed makes the same pictures.
"""

from dataclasses import dataclass
from functools import cache
from math import hypot, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Bgr, u8
from tools.photoreal.stored import Radiance
from vision.base.light import levels_of

SIZE: Final = (1920, 1080)
_VIGNETTE: Final = 0.28
"""The loss of light towards the corners: at the picture's corner 1 / (1 + this) of it arrives."""
_METERED: Final = (slice(200, 880, 8), slice(400, 1500, 8))
"""The middle of the picture, whose brighter parts set the exposure."""
_BRIGHT: Final = 70
"""The number of 100 metered pixels that are darker than the level that becomes `white`."""
_FOLLOWS: Final = 0.15
"""The share of the way to the right exposure that one frame corrects."""
_BREATH: Final = 11.0
"""The frames of one radian of the exposure's drift."""
_READ_NOISE: Final = 11.3
"""The noise of reading a pixel, in electrons."""
_MOVES: Final = 64
"""The most pixels by which the grain moves from frame to frame: new grain would take longer than all the rest."""
_GREY_STEPS: Final = 4096


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """The settings and the quality of a camera's pictures.

    Raises:
        ValueError: no camera has such a value.
    """

    defocus_px: float = 0.6
    """The deviation of the blur."""
    electrons: float = 9000
    """The electrons of a pixel where the picture is as white as possible; fewer in dim light."""
    white: float = 0.62
    """The share of these electrons that white paper gets."""
    drift: float = 0.04
    """The share by which the exposure rises and falls."""
    distortion: float = -0.03
    """The distortion of the lens; below 0 a barrel."""
    sharpening: float = 0.4
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least in (
            ("electrons", 1.0),
            ("white", 0.001),
            ("defocus_px", 0.0),
            ("sharpening", 0.0),
            ("seed", 0),
        ):
            value = getattr(self, name)
            if not least <= value:
                raise ValueError(
                    f"{name.removesuffix('_px')} is {value:g}: {least:g} is the least that a camera can have"
                )


DIM: Final = CameraSettings(electrons=1500, white=0.25)
"""A table under a weak lamp."""


class Camera:
    """One camera that takes frame after frame."""

    def __init__(self, settings: CameraSettings = CameraSettings()) -> None:
        self._settings = settings
        self._random = np.random.default_rng(settings.seed)
        self._grain = _grain(settings.seed)
        self._exposure: float | None = None
        self._frame = 0
        self._last: tuple[Radiance, Radiance] | None = None
        """The light of the last frame, before and after the lens."""

    def take(self, light: Radiance) -> Bgr:
        """Take the next frame."""
        through = self._through_lens(light)
        return self._processed(self._counted(through))

    def _through_lens(self, light: Radiance) -> Radiance:
        if self._last is None or self._last[0] is not light:
            self._last = light, lens(light, self._settings.distortion, self._settings.defocus_px)
        return self._last[1]

    def _counted(self, light: Radiance) -> Radiance:
        """Count the light: brighter or darker, with the noise of electrons."""
        settings = self._settings
        wanted = settings.white / max(float(np.percentile(light[_METERED].max(axis=2), _BRIGHT)), 1e-3)
        self._exposure = wanted if self._exposure is None else self._exposure + _FOLLOWS * (wanted - self._exposure)
        gain = self._exposure * (1 + settings.drift * sin(self._frame / _BREATH))
        self._frame += 1
        exposed = np.maximum(light * np.float32(gain), 0)
        deviation = cv2.sqrt(
            exposed / np.float32(settings.electrons) + np.float32((_READ_NOISE / settings.electrons) ** 2)
        )
        return np.asarray(exposed + cv2.multiply(deviation, self._moved_grain()), np.float32)

    def _moved_grain(self) -> Radiance:
        top, left = (int(by) for by in self._random.integers(0, _MOVES, 2))
        moved = self._grain[top : top + SIZE[1], left : left + SIZE[0]]
        return np.ascontiguousarray(moved[:, ::-1]) if self._frame % 2 else np.ascontiguousarray(moved)

    def _processed(self, counted: Radiance) -> Bgr:
        steps = np.clip(counted * _GREY_STEPS, 0, _GREY_STEPS).astype(np.uint16)
        picture = _curve()[steps]
        by = self._settings.sharpening
        if by:
            picture = u8(cv2.addWeighted(picture, 1 + by, cv2.GaussianBlur(picture, (0, 0), 1.2), -by, 0))
        return picture


def lens(light: Radiance, distortion: float, defocus_px: float) -> Radiance:
    """Pass light through a lens: bent, darker at the edges, and blurred."""
    x, y, share = _bent(light.shape[1], light.shape[0], distortion)
    through = cv2.multiply(cv2.remap(light, x, y, cv2.INTER_LINEAR), share)
    return np.asarray(cv2.GaussianBlur(through, (0, 0), defocus_px) if defocus_px > 0 else through, np.float32)


@cache
def _bent(wide: int, high: int, distortion: float) -> tuple[NDArray[np.float32], NDArray[np.float32], Radiance]:
    """Return for each pixel where a perfect lens would have sent its light, and the share of it that arrives."""
    width, height = SIZE
    half = hypot(width, height) / 2
    rows, columns = np.mgrid[0:height, 0:width]
    x, y = (columns - (width - 1) / 2) / half, (rows - (height - 1) / 2) / half
    bent = np.hypot(x, y)
    straight = bent.copy()
    for _ in range(8):
        straight = bent / (1 + distortion * straight**2)
    scale = np.where(bent > 1e-6, straight / np.maximum(bent, 1e-6), 1) * half
    share = np.repeat((1 / (1 + _VIGNETTE * bent**2))[..., None], 3, axis=2)
    sought_x, sought_y = x * scale + (wide - 1) / 2, y * scale + (high - 1) / 2
    return sought_x.astype(np.float32), sought_y.astype(np.float32), share.astype(np.float32)


@cache
def _grain(seed: int) -> Radiance:
    """Draw noise of deviation 1, as a Bayer sensor's pixels have it: a little soft, and shared by the colours."""
    shape = SIZE[1] + _MOVES, SIZE[0] + _MOVES, 3
    rough = np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)
    soft = np.asarray(cv2.GaussianBlur(rough, (0, 0), 0.55), np.float32)
    soft = 0.6 * soft + 0.9 * soft.mean(axis=2, keepdims=True)
    return np.asarray(soft / soft.std(), np.float32)


@cache
def _curve() -> NDArray[np.uint8]:
    """Return the grey level of each step of light."""
    return np.rint(levels_of(np.arange(_GREY_STEPS + 1) / _GREY_STEPS)).astype(np.uint8)
