"""The newest value, for threads and event loops that wait for a newer one; writers never block."""

import asyncio
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """A value with a number, shared between threads. A slow reader misses values, but never the last one."""

    def __init__(self, value: T) -> None:
        """Start with a value, which is number 1."""
        self._current = (1, value)
        self._lock = threading.Lock()
        """A lock for assignments only."""
        self._queues: set[SimpleQueue[None]] = set()
        """One queue per waiting thread."""
        self._events: dict[asyncio.AbstractEventLoop, asyncio.Event] = {}
        """One asyncio.Event per loop: setting it costs one system call, however many coroutines wait."""

    @property
    def value(self) -> T:
        """The newest value."""
        return self._current[1]

    @property
    def current(self) -> tuple[int, T]:
        """The newest value, after its number."""
        return self._current

    def put(self, value: T) -> None:
        """Replace the value; from any thread, returns at once."""
        with self._lock:
            self._current = (self._current[0] + 1, value)
            queues, events = self._queues, self._events
            if queues:
                self._queues = set()
            if events:
                self._events = {}
        for queue in queues:
            queue.put(None)
        for loop, event in events.items():
            with suppress(RuntimeError):  # the loop has ended, and its coroutines with it
                loop.call_soon_threadsafe(event.set)

    def wait(self, number: int, patience_s: float | None = None) -> tuple[int, T] | None:
        """Wait for a value newer than this number; return it after its number, or None if there is none in time."""
        # SimpleQueue is written in C: put costs a microsecond, and the writer does not lose its turn.
        queue = SimpleQueue[None]()
        with self._lock:
            if self._current[0] > number:
                return self._current
            self._queues.add(queue)
        with suppress(Empty):
            queue.get(timeout=patience_s)
        with self._lock:
            self._queues.discard(queue)
        return self._newer(number)

    async def wait_async(self, number: int, patience_s: float) -> tuple[int, T] | None:
        """Wait for a value newer than this number, in a coroutine, and return it as `wait` does."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._current[0] > number:
                return self._current
            event = self._events.setdefault(loop, asyncio.Event())
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), patience_s)
        return self._newer(number)

    def _newer(self, number: int) -> tuple[int, T] | None:
        current = self._current
        return current if current[0] > number else None
