"""Ways to spoil a film: damage to a stretch of it, and conditions that make the whole of it hard to read."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import cv2
import numpy as np

from groundwork.picture import Gray, u8
from vision.base.observation import BlindWhy
from vision.film.noise import Noise

Spoil: TypeAlias = Callable[[Gray, Gray], Gray | None]
"""The change of a picture, given the last good one, to the picture for the eyes."""


def newspaper(gray: Gray, last: Gray) -> Gray:
    """Lay a newspaper over all but the mat's rim, with the grain of the picture below it."""
    rows, columns = gray.shape
    paper = last.copy()
    inside = np.s_[rows // 12 : -rows // 12, columns // 12 : -columns // 12]
    across = np.array([200 if y // 6 % 2 else 120 for y in range(rows)])
    along = np.array([20 if x // 4 % 3 else -40 for x in range(columns)])
    lines = across[:, None] + along
    grain = gray.astype(np.int16) - cv2.medianBlur(gray, 3)
    paper[inside] = u8(np.clip(lines + grain, 0, 255))[inside]
    return paper


def nothing(gray: Gray, last: Gray) -> None:
    """Drop the picture."""
    del gray, last


GAPS: Final[Mapping[str, tuple[BlindWhy, Spoil]]] = {
    "black": ("dark", lambda gray, _: u8(gray * 0.02)),
    "frozen": ("frozen", lambda _, last: last),
    "covered": ("mat", newspaper),
    "grey": ("mat", lambda gray, _: np.full_like(gray, 128)),
    "dropped": ("load", nothing),
    "no pictures": ("camera", nothing),
}
"""The gaps by name: the reason that the eyes must give, and the damage to the pictures."""
HARD: Final[Mapping[str, tuple[Noise, Mapping[str, float], float]]] = {
    "low noise": ("low", {}, 1),
    "high noise": ("high", {}, 1),
    "dim": ("low", {}, 0.3),
    "soft": ("low", {"soft": 0.7}, 1),
    "grain": ("low", {"grain": 0.8}, 1),
    "glare": ("low", {"glare": 0.7}, 1),
    "hands": ("low", {"hands": 0.7}, 1),
    "hands, soft": ("high", {"hands": 1.0, "soft": 1.0}, 1),
    "dim, grain": ("high", {"grain": 1.0}, 0.2),
}
"""The hard conditions by name: the noise, the levels of effects, and the share of the light."""
