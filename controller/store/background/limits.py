"""The limits of background work: those a process sets itself before it works, and the time of one match."""

import os
import resource
import signal
from collections.abc import Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

NICENESS: Final = 10
"""Added to that of the program: it goes after the game, as pages do. With 19 a busy core leaves it one part in
seventy, and somebody waits a minute for what takes half a second."""
MEMORY: Final = 256 << 20
"""Bytes of its data; a Tarot of five and 36 deals takes 61 MB. All processes of the service share a bound."""
CPU_S: Final = 120
"""Of the processor; who waits for the process has given up by then."""
MATCH_S: Final = 30.0
"""Of the processor, for one match; an evening of Tarot takes less than one on a small machine."""


class TooLongError(Exception):
    """A match that is not read to its end."""


def limit_process(cpu_s: int = CPU_S, memory: int = MEMORY) -> None:
    """Limit the calling process, as far as the system lets it: under systemd it may only lower its priority."""
    for kind, most in ((resource.RLIMIT_CPU, cpu_s), (resource.RLIMIT_DATA, memory), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))
    with suppress(OSError):
        # A thread that has given way already may have begun it, and its priority is inherited: no second time.
        program = os.getpriority(os.PRIO_PROCESS, os.getppid())
        os.setpriority(os.PRIO_PROCESS, 0, max(program + NICENESS, os.getpriority(os.PRIO_PROCESS, 0)))


@contextmanager
def limit_seconds(cpu_s: float) -> Generator[None]:
    """End what takes more of the processor by a TooLongError; only the main thread of a process can."""

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, cpu_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
