"""A place for the newest thing that a device's thread is to do or hand on; what it replaces is dropped."""

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class LatestSlot(Generic[T]):
    """Conflated queue of one place: `put` never blocks, `get` waits, and each value is got once."""

    def __init__(self) -> None:
        """Make an empty slot."""
        self._door = threading.Condition()
        self._held: list[T] = []
        self._closed = False

    @property
    def is_full(self) -> bool:
        """Whether something was put in that nobody has taken."""
        return bool(self._held)

    def put(self, thing: T) -> bool:
        """Put something in; returns whether it replaced what nobody had taken."""
        with self._door:
            replaced = bool(self._held)
            self._held[:] = [thing]
            self._door.notify_all()
            return replaced

    def close(self) -> None:
        """Close the slot; what is there can still be got."""
        with self._door:
            self._closed = True
            self._door.notify_all()

    def get(self, patience_s: float | None = None) -> T | None:
        """Wait for something and take it out; None if nothing more will come.

        Raises:
            TimeoutError: nothing came within the time.
        """
        with self._door:
            if not self._door.wait_for(lambda: self._held or self._closed, patience_s):
                raise TimeoutError
            return self._held.pop() if self._held else None
