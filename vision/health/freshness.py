"""Whether a frame is a new picture or the last one once more: a camera that grains never gives two that are equal.

The middle half of the middle row is compared: its pixels lie together in memory.
"""

from typing import Final

from vision.base.picture import Gray

_SURE: Final = 4
"""Still frames in a row that differ all the same: the camera grains."""


class Freshness:
    """Compares each frame with the one before."""

    def __init__(self) -> None:
        """Nothing is known of the camera's grain yet: a film that was drawn without any never freezes."""
        self._last = b""
        self._grainy = 0
        self._same = False

    def is_new(self, gray: Gray) -> bool:
        """Whether the frame is another picture than the last one."""
        rows, columns = gray.shape
        now = gray[rows // 2, columns // 4 : -columns // 4].tobytes()
        self._same, self._last = now == self._last, now
        return not self._same or self._grainy < _SURE

    def rest(self) -> None:
        """Learn from a new frame in which nothing has moved: what differs in it is grain."""
        if self._grainy < _SURE:
            self._grainy = 0 if self._same else self._grainy + 1
