"""The running camera's pictures for the pages: kept only while somebody looks, and taken by the web's own threads."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from controller.live.camera import CameraTrouble, Frame
from controller.web.newest import Latest
from groundwork.picture import Gray
from vision.eyes.pipeline import Eyes

LOOKS_S: Final = 4.0
"""Seconds after a request for a picture during which the newest frame is kept."""


class NoPictureError(OSError):
    """The camera gives no picture now; the message says so."""


@dataclass(slots=True)
class FrameTap:
    """The newest frame of the running camera, kept while pages ask for pictures.

    The game's thread puts a picture in and never waits; who looks waits by itself.
    """

    eyes: Eyes | None = None
    """The eyes that watch the table in this round."""
    clock: Callable[[], float] = time.monotonic
    _until: float = 0.0
    _newest: Latest[Gray | None] = field(default_factory=lambda: Latest[Gray | None](None))

    def over(self, frames: Iterable[Frame | CameraTrouble]) -> Iterator[Frame | CameraTrouble]:
        """Yield the same frames, and keep the newest on the way if somebody looks."""
        for frame in frames:
            if not isinstance(frame, CameraTrouble):
                self._store(frame[1])
            yield frame

    def _store(self, gray: Gray) -> None:
        if self.clock() < self._until:
            self._newest.put(gray)
        elif self._newest.value is not None:
            self._newest.put(None)

    @property
    def newest_picture(self) -> Gray | None:
        """The newest picture that is kept."""
        return self._newest.value

    def pictures(self, count: int, patience_s: float) -> Iterator[Gray]:
        """Yield a number of pictures, each newer than the one before; fewer if none comes within the time.

        Args:
            count: count of pictures.
            patience_s: time for all pictures.
        """
        number, until = self._newest.current[0], self.clock() + patience_s
        while count and (left_s := until - self.clock()) > 0:
            self._until = self.clock() + LOOKS_S
            if picture := self._newest.wait(number, min(left_s, LOOKS_S / 2)):
                number, gray = picture
                if gray is not None:
                    count -= 1
                    yield gray

    def picture(self, patience_s: float) -> Gray:
        """Return the next picture; raises NoPictureError."""
        for gray in self.pictures(1, patience_s):
            return gray
        raise NoPictureError("the camera gives no picture now")
