"""The ring of frames in memory: the newest ones, and a few of every landing for as long as there is room."""

from collections import deque
from typing import Final

from controller.live.moments.moment import StoredFrame

APART_S: Final = 0.15
"""Between two frames of a landing that has left the newest ones: a card is believed after three."""


class FrameRing:
    """Compressed frames, of a number of bytes that is never exceeded; the oldest go first."""

    def __init__(self, most_bytes: int) -> None:
        """Hold so many bytes of frames: half of them for the newest, half for landings before."""
        self._half = most_bytes // 2
        self._newest = _Belt()
        self._landings = _Belt()
        self._marked = deque[tuple[float, float]]()
        """The landings, from when to when."""

    @property
    def size_bytes(self) -> int:
        """The bytes of all frames that it holds."""
        return self._newest.size_bytes + self._landings.size_bytes

    @property
    def since(self) -> float | None:
        """The time from which it holds every frame; None while it holds none."""
        return self._newest.frames[0].seconds if self._newest.frames else None

    def pushes_out(self, frame: StoredFrame, seconds: float) -> bool:
        """Whether this frame would push out one that was taken at this time or later."""
        over = self._newest.size_bytes + len(frame.jpeg) - self._half
        for one in self._newest.frames:
            if over <= 0:
                return False
            if one.seconds >= seconds:
                return True
            over -= len(one.jpeg)
        return False

    def mark(self, began: float, ended: float) -> None:
        """Hold some frames of this stretch longer than others: a card was laid in it, which may be corrected later."""
        self._marked.append((began, ended))

    def add(self, frame: StoredFrame) -> bool:
        """Take in a frame, newer than all others; whether it has room at all."""
        if len(frame.jpeg) > self._half:
            return False
        self._newest.add(frame)
        while self._newest.size_bytes > self._half:
            self._retire(self._newest.pop())
        return True

    def between(self, began: float, ended: float) -> tuple[StoredFrame, ...]:
        """The frames of a stretch of time, oldest first."""
        every = (*self._landings.frames, *self._newest.frames)
        return tuple(frame for frame in every if began <= frame.seconds <= ended)

    def _retire(self, frame: StoredFrame) -> None:
        """Keep a frame that has left the newest ones if it shows a landing, and not too soon after the one before."""
        while self._marked and self._marked[0][1] < frame.seconds:
            self._marked.popleft()
        last = self._landings.frames[-1].seconds if self._landings.frames else float("-inf")
        if frame.seconds - last >= APART_S and any(began <= frame.seconds for began, _ in self._marked):
            self._landings.add(frame)
            while self._landings.size_bytes > self._half:
                self._landings.pop()


class _Belt:
    """Frames in the order of time, and their bytes."""

    def __init__(self) -> None:
        self.frames = deque[StoredFrame]()
        self.size_bytes = 0

    def add(self, frame: StoredFrame) -> None:
        self.frames.append(frame)
        self.size_bytes += len(frame.jpeg)

    def pop(self) -> StoredFrame:
        """Take off the oldest."""
        frame = self.frames.popleft()
        self.size_bytes -= len(frame.jpeg)
        return frame
