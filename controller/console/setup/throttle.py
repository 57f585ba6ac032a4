"""A throttled cache: a costly value for many requests, made by one of them at most once in an interval."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Throttled(Generic[T]):
    """Holds the newest value; whoever asks for it too soon gets the same one."""

    def __init__(self, every_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Make a new value after so many seconds at the soonest."""
        self._every_s, self._clock = every_s, clock
        self._lock = threading.Lock()
        self._held: tuple[float, T] | None = None

    def get(self, make: Callable[[], T]) -> T:
        """The value that was made last, or a new one; what ``make`` raises passes through."""
        with self._lock:
            if self._held is None or self._clock() - self._held[0] >= self._every_s:
                value = make()
                self._held = (self._clock(), value)
            return self._held[1]

    @property
    def newest(self) -> T | None:
        """The value that was made last; None: none yet. Nothing is made."""
        held = self._held
        return held[1] if held else None
