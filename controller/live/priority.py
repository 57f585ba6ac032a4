"""Priorities of the program's own threads: pages and pictures go after the game."""

import os
import threading
from contextlib import suppress
from typing import Final

NICENESS: Final = 10
"""Added to the niceness of a thread that gives way."""


def give_way() -> None:
    """Let other threads go before the calling one, where the system knows priorities of threads (Linux)."""
    with suppress(OSError, AttributeError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
