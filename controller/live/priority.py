"""Priorities of the program's own threads: pages and pictures go after the game."""

import os
import threading
import time
from contextlib import suppress
from typing import Final

NICENESS: Final = 10
"""Added to the niceness of a thread that gives way.

With 0, and with an interpreter's switch interval of 0.5 or 1 ms in place of 5, the slowest events in a siege of the
pages did not differ from these by more than from run to run.
"""


def give_way() -> None:
    """Let other threads go before the calling one, where the system knows priorities of threads (Linux)."""
    with suppress(OSError, AttributeError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)


class TableLock:
    """A lock that its thread may take again, and for whose holder other threads can stand still without taking it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth, self._since = 0, 0.0
        self._free = threading.Event()
        self._free.set()

    def __enter__(self) -> None:
        """Take it."""
        self._lock.acquire()
        self._depth += 1
        if self._depth == 1:
            self._since = time.monotonic()
            self._free.clear()

    def __exit__(self, *_: object) -> None:
        """Give it back."""
        self._depth -= 1
        if self._depth == 0:
            self._free.set()
        self._lock.release()

    def let_finish(self, at_most_s: float) -> None:
        """Stand still until it is free, or was held for so long: its holder has the interpreter for itself then."""
        if not self._free.is_set():
            self._free.wait(max(0.0, self._since + at_most_s - time.monotonic()))
