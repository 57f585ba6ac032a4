"""A mailbox that holds the newest value only: any thread puts one in, the console's loop waits for newer ones."""

import asyncio
import threading
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")


class Newest(Generic[T]):
    """One value and its number; whoever puts a value in never waits for a reader."""

    def __init__(self, value: T) -> None:
        """Begin with a value, which is number 1."""
        self._held = (1, value)
        self._lock = threading.Lock()
        """Held for an assignment only."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell = asyncio.Event()

    @property
    def value(self) -> T:
        """The newest value."""
        return self._held[1]

    @property
    def held(self) -> tuple[int, T]:
        """The newest value and its number."""
        return self._held

    def put(self, value: T) -> None:
        """Replace the value; from any thread, returns at once."""
        with self._lock:
            self._held = (self._held[0] + 1, value)
            loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
                loop.call_soon_threadsafe(self._ring)

    async def after(self, number: int, patience_s: float) -> tuple[int, T] | None:
        """The first value newer than this number; None if none comes within the time."""
        self._loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(patience_s):
                while self._held[0] <= number:
                    await self._bell.wait()
        except TimeoutError:
            return None
        return self._held

    def _ring(self) -> None:
        """Wake all who wait, in their loop."""
        self._bell.set()
        self._bell = asyncio.Event()
