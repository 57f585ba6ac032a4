"""Priorities of the program's threads: the game goes before pages and pictures."""

import os
import threading
import time
from contextlib import suppress
from typing import Final

NICENESS: Final = 10
"""The niceness added to a thread of lower priority.

In a siege of the pages, 0 made no difference beyond the noise. Neither did a switch interval of the interpreter of 0.5
or 1 ms in place of 5.
"""


def lower_priority() -> None:
    """Lower the priority of the calling thread, if the system has priorities of threads (Linux)."""
    with suppress(OSError, AttributeError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)


class TableLock:
    """A reentrant lock whose release other threads can await without acquiring it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth, self._since = 0, 0.0
        self._free = threading.Event()
        self._free.set()

    def __enter__(self) -> None:
        """Acquire the lock."""
        self._lock.acquire()
        self._depth += 1
        if self._depth == 1:
            self._since = time.monotonic()
            self._free.clear()

    def __exit__(self, *_: object) -> None:
        """Release the lock."""
        self._depth -= 1
        if self._depth == 0:
            self._free.set()
        self._lock.release()

    def wait_until_free(self, at_most_s: float) -> None:
        """Block until the lock is free, or was held for so long, to leave the interpreter to its holder."""
        if not self._free.is_set():
            self._free.wait(max(0.0, self._since + at_most_s - time.monotonic()))
