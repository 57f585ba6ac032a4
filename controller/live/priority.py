"""Priorities of the program's threads: the game goes before pages and pictures."""

import os
import threading
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
