"""When the table was not seen, and why: measured from the last frame that showed an area to the next one."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from vision.base.observation import Blind, BlindWhy

GAP_S: Final = 0.5
"""Blindness that lasts no longer hides no trick that is laid and gathered."""


@dataclass(slots=True)
class Vigil:
    """The watch over one table; tell it of every frame."""

    _watched: float | None = None
    """Media time of the last frame in which an area was watched."""
    _last: float = 0.0
    """Media time of the last frame."""
    _why: BlindWhy | None = None
    """Why no area was watched in it."""
    _lasted: Counter[BlindWhy] = field(default_factory=Counter[BlindWhy])
    """Milliseconds of blindness since then, by cause."""

    def note(self, seconds: float, why: BlindWhy | None, dropped: int = 0) -> Blind | None:
        """Take in a frame; the blindness that ends with it.

        Args:
            seconds: its media time.
            why: why no area is watched in it; None if one is.
            dropped: how many pictures between the last frame and this one were dropped.
        """
        if why is None and self._why is None and self._watched is not None and seconds - self._last <= GAP_S:
            self._last = self._watched = seconds
            return None
        if self._watched is None:
            self._watched = None if why else seconds
        self._count(seconds - self._last, why, dropped)
        self._last, self._why = seconds, why
        if why is not None or self._watched is None:
            return None
        began, self._watched = self._watched, seconds
        longest, self._lasted = self._lasted.most_common(1), Counter[BlindWhy]()
        return Blind(began, seconds, longest[0][0]) if seconds - began > GAP_S and longest else None

    def _count(self, seconds: float, why: BlindWhy | None, dropped: int) -> None:
        """Charge the time since the last frame to its cause."""
        cause = why or self._why
        if seconds > GAP_S:
            # A camera that gives less than two pictures a second is no camera to watch with.
            cause = "load" if dropped * GAP_S >= seconds - GAP_S else "camera"
        if cause:
            self._lasted[cause] += round(1000 * seconds)
