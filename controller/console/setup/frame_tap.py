"""The running camera's pictures for the pages: kept only while somebody looks, and taken by the web's own threads."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from vision.base.picture import Gray
from vision.eyes.pipeline import Eyes

LOOKS_S: Final = 4.0
"""So long after a picture was asked for the next ones are kept."""
_STEP_S: Final = 0.02
"""Between two looks for a newer picture: to be woken would cost the game's thread a call of the system."""


class NoPictureError(OSError):
    """The camera gives no picture now; the message says so."""


@dataclass(slots=True)
class Lookout:
    """The newest picture, for as long as somebody wants it.

    The game's thread puts a picture in by one assignment and never waits; who looks waits by itself.
    """

    eyes: Eyes | None = None
    """That watch the table in this round."""
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    _until: float = 0.0
    _held: tuple[int, Gray | None] = (0, None)

    def over(self, frames: Iterator[tuple[float, Gray]]) -> Iterator[tuple[float, Gray]]:
        """The same frames; on their way the newest is kept if somebody looks."""
        for seconds, gray in frames:
            if self.clock() < self._until:
                self._held = (self._held[0] + 1, gray)
            elif self._held[1] is not None:
                self._held = (self._held[0], None)
            yield seconds, gray

    @property
    def held(self) -> Gray | None:
        """The newest picture that is kept."""
        return self._held[1]

    def pictures(self, count: int, patience_s: float) -> Iterator[Gray]:
        """So many pictures, each newer than the one before; fewer if none comes within the time.

        Args:
            count: of pictures.
            patience_s: for all of them.
        """
        number, until = self._held[0], self.clock() + patience_s
        while count and self.clock() < until:
            self._until = self.clock() + LOOKS_S
            now, gray = self._held
            if now > number and gray is not None:
                number, count = now, count - 1
                yield gray
            else:
                self.sleep(_STEP_S)

    def picture(self, patience_s: float) -> Gray:
        """The next picture; raises NoPictureError."""
        for gray in self.pictures(1, patience_s):
            return gray
        raise NoPictureError("the camera gives no picture now")
