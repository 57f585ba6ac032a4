"""The newest value, for threads and event loops that wait for a newer one; whoever puts one in never waits."""

import asyncio
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """One value and its number. A reader that takes its time misses values, never the last one."""

    def __init__(self, value: T) -> None:
        """Begin with a value, which is number 1."""
        self._held = (1, value)
        self._lock = threading.Lock()
        """Held for assignments only."""
        self._threads: set[SimpleQueue[None]] = set()
        """A bell of each thread that waits now."""
        self._loops: dict[asyncio.AbstractEventLoop, asyncio.Event] = {}
        """A bell for all that wait now in a loop: to ring it costs one call of the system, however many they are."""

    @property
    def value(self) -> T:
        """The newest value."""
        return self._held[1]

    @property
    def held(self) -> tuple[int, T]:
        """The number of the newest value, and the value."""
        return self._held

    def put(self, value: T) -> None:
        """Replace the value; from any thread, returns at once."""
        with self._lock:
            self._held = (self._held[0] + 1, value)
            threads, loops = self._threads, self._loops
            if threads:
                self._threads = set()
            if loops:
                self._loops = {}
        for waiting in threads:
            waiting.put(None)
        for loop, bell in loops.items():
            with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
                loop.call_soon_threadsafe(bell.set)

    def wait(self, number: int, patience_s: float | None = None) -> tuple[int, T] | None:
        """The number and value of the newest one once it is newer than this number; None if none comes in time."""
        # To put into a queue that is written in C costs a microsecond, and the one who does it not its turn.
        bell = SimpleQueue[None]()
        with self._lock:
            if self._held[0] > number:
                return self._held
            self._threads.add(bell)
        with suppress(Empty):
            bell.get(timeout=patience_s)
        with self._lock:
            self._threads.discard(bell)
        return self._newer(number)

    async def after(self, number: int, patience_s: float) -> tuple[int, T] | None:
        """The same for a coroutine."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._held[0] > number:
                return self._held
            bell = self._loops.setdefault(loop, asyncio.Event())
        with suppress(TimeoutError):
            await asyncio.wait_for(bell.wait(), patience_s)
        return self._newer(number)

    def _newer(self, number: int) -> tuple[int, T] | None:
        held = self._held
        return held if held[0] > number else None
