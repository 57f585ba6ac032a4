"""Counting of an archive's matches, in turns: what was counted is kept every few seconds, and the next turn goes on."""

import time
from collections.abc import Mapping
from typing import Final

from controller.store.archive import Archive
from controller.store.background import match_figures
from controller.store.background.match_figures import KeptFigures

KEEP_S: Final = 2.0
"""Between two writings of what was counted: a limit that ends the process costs little."""
TURN_S: Final = 10.0
"""Of one process: others wait for theirs."""


def count(archive: Archive) -> Mapping[int, KeptFigures]:
    """Count what is not counted yet, for one turn; all that is counted.

    Raises:
        sqlite3.Error: the archive cannot be read.
    """
    directory = archive.path.parent
    known = found = match_figures.read(directory)
    began_s = kept_s = time.monotonic()
    for left, found in match_figures.brought_up(archive, known):
        now_s = time.monotonic()
        is_over = not left or now_s - began_s > TURN_S
        if is_over or now_s - kept_s > KEEP_S:
            match_figures.keep(directory, found)
            kept_s = now_s
        if is_over:
            break
    return found
