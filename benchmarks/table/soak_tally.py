"""Counts of the soak: the process's resources, the play, and whether anything grew."""

import logging
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import NamedTuple, Self

from benchmarks.table.soak_films import FPS

WARM_UP = 100
"""The number of deals before memory is measured."""
MOST_GROWTH = 0.05


class Used(NamedTuple):
    """The resources that the process holds between two matches, or after the deals of a pass."""

    deals: int
    """The number of deals played until then."""
    memory_kb: int
    """The process's own memory: without the frames, which are the page cache's, and without the code of libraries."""
    handles: int
    threads: int
    blocks: int
    """The number of memory blocks of Python's own objects."""

    @classmethod
    def now(cls, deals: int) -> Self:
        """Read the process's present resources from the kernel and the interpreter."""
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        told = {name: text.split()[0] for name, _, text in (line.partition(":") for line in lines) if text.split()}
        handles = sum(1 for _ in Path("/proc/self/fd").iterdir())
        return cls(deals, int(told["RssAnon"]), handles, int(told["Threads"]), sys.getallocatedblocks())


@dataclass
class Tally:
    """The counts so far."""

    deals: int = 0
    matches: int = 0
    plays: int = 0
    frames: int = 0
    cpu_s: float = 0.0
    clock_s: float = 0.0
    faults: list[str] = field(default_factory=list[str])
    between: list[Used] = field(default_factory=list[Used])
    """The resources after each match that was over and put away."""
    within: list[Used] = field(default_factory=list[Used])
    """The resources after the deals of each pass, while the match goes on."""
    warnings: Counter[str] = field(default_factory=Counter[str])

    @property
    def film_s(self) -> float:
        """The length of film that was watched, seconds."""
        return self.frames / FPS

    def line(self) -> str:
        """Write the present state in a line."""
        used, took = self.between[-1], (self.film_s / self.cpu_s, self.film_s / self.clock_s)
        return (
            f"{self.deals:5} deals, {self.film_s / 3600:5.2f} h filmed, {self.plays} plays, {len(self.faults)} faults, "
            f"{used.memory_kb / 1024:.1f} MB, {used.blocks} blocks, {used.handles} handles, {used.threads} threads, "
            f"{took[0]:.0f} times real time by the processor, {took[1]:.0f} by the clock"
        )


class Warned(logging.Handler):
    """A handler that counts warnings by their text."""

    def __init__(self, counts: Counter[str]) -> None:
        super().__init__(logging.WARNING)
        self._counts = counts

    def emit(self, record: logging.LogRecord) -> None:
        """Count one warning."""
        self._counts[f"{record.name}: {record.msg}"] += 1


def grew(samples: Sequence[Used]) -> tuple[bool, str]:
    """Whether memory, handles or threads grew after the warm-up, and the figures in a sentence.

    Memory counts by the medians of the first and the last fifth; of handles and threads there may be no more at the end
    than there were at any time of the first fifth.
    """
    warm = [used for used in samples if used.deals >= WARM_UP] or [samples[-1]]
    first, last = warm[: max(1, len(warm) // 5)], warm[-max(1, len(warm) // 5) :]
    before, after = (median(used.memory_kb for used in part) / 1024 for part in (first, last))
    pairs = [(max(one[place] for one in first), warm[-1][place]) for place in (2, 3)]
    blocks = [round(median(used.blocks for used in part)) for part in (first, last)]
    told = (
        f"{before:.1f} MB, at the end {after:.1f} MB, {after / before - 1:+.1%}; "
        f"Python's blocks {blocks[0]}, {blocks[1]}; handles {pairs[0][0]}, {pairs[0][1]}; "
        f"threads {pairs[1][0]}, {pairs[1][1]}"
    )
    return after / before - 1 > MOST_GROWTH or any(now > most for most, now in pairs), told
