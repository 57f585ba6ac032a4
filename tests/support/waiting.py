"""Waiting for another thread or program: as long as the test may take, never for a time that a busy machine passes."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 240.0
"""Seconds for calls that want a time limit: just below that of every test, whose report tells less."""


def until(holds: Callable[[], object]) -> None:
    """Wait for what must become true; the test's own time limit ends the wait."""
    while not holds():
        time.sleep(0.01)
