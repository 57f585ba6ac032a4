"""Processes for the work of pages, one at a time; each ends when it takes too long, and when nobody waits any more."""

import asyncio
import logging
import os
import re
import resource
import signal
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

# Bounds of a record that is read to be shown: a forged import may exceed them, no evening comes near.

LONGEST: Final = 10_000
"""The most lines; an evening of a hundred deals has some five thousand."""
MOST_CORRECTIONS: Final = 500
"""The most corrections; each may be folded again for the ruling after it. An evening has a few dozen."""
LONGEST_LINE: Final = 65_536
"""The most bytes of a line; an evening's has a few hundred. A name of five million letters would be on every page."""

_CORRECTION: Final = re.compile(rb'"e"\s*:\s*"(?:undo|amend|insert|missed)"')


def count_lines(data: bytes) -> int:
    r"""Count the lines of a record.

    >>> count_lines(b'{"e":"end"}\n{"e":')
    2
    """
    return data.count(b"\n") + (not data.endswith(b"\n"))


def is_too_long(data: bytes) -> bool:
    """Whether a record or a line of it is longer, or it is corrected more often, than that of any evening."""
    if any(len(line) > LONGEST_LINE for line in data.split(b"\n")):
        return True
    return count_lines(data) > LONGEST or len(_CORRECTION.findall(data)) > MOST_CORRECTIONS


# The limits of background work: those a process sets itself before it works, and the time of one match.

NICENESS: Final = 10
"""The niceness added to the program's: the work goes after the game, as pages do. With 19 a busy core leaves it one
part in seventy, and somebody waits a minute for half a second of work."""
MEMORY: Final = 256 << 20
"""The bytes of a process's data; a Tarot of five, 36 deals, takes 61 MB. All processes of the service share a bound."""
CPU_S: Final = 120
"""The processor seconds of a process, after which its caller has given up."""
MATCH_S: Final = 30.0
"""The processor seconds for one match; an evening of Tarot takes less than one on a small machine."""


class TooLongError(Exception):
    """A match that is not read to its end."""


def limit_process(cpu_s: int = CPU_S, memory: int = MEMORY) -> None:
    """Limit the calling process, as far as the system lets it: under systemd it may only lower its priority."""
    for kind, most in ((resource.RLIMIT_CPU, cpu_s), (resource.RLIMIT_DATA, memory), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))
    with suppress(OSError):
        # A thread with a lowered priority may have started it, and the priority is inherited: do not lower it twice.
        program = os.getpriority(os.PRIO_PROCESS, os.getppid())
        os.setpriority(os.PRIO_PROCESS, 0, max(program + NICENESS, os.getpriority(os.PRIO_PROCESS, 0)))


@contextmanager
def limit_seconds(cpu_s: float) -> Generator[None]:
    """Raise TooLongError in work that takes more of the processor; only the main thread of a process can."""

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, cpu_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


AT_MOST_S: Final = 120.0
"""The duration of a process by the clock."""
PATIENCE_S: Final = 30.0
"""The longest wait for the turn of a process."""
MOST_BYTES: Final = 32 << 20
"""The most bytes that a process writes."""
_HOME: Final = Path(__file__).parents[3]
"""The folder in which this program's packages are."""
_PIECE: Final = 1 << 16

_log = logging.getLogger(__name__)


class ChildError(RuntimeError):
    """A process that did not finish: it met a limit, died, or waited too long."""


@dataclass(frozen=True, slots=True)
class ChildAnswer:
    """The end of a process."""

    status: int
    """The exit status, as the module defines it."""
    written: bytes
    """The standard output."""


class Children:
    """A worker pool of one console that runs one process at a time, however many callers there are."""

    def __init__(self, at_most_s: float = AT_MOST_S, patience_s: float = PATIENCE_S) -> None:
        self._at_most_s, self._patience_s = at_most_s, patience_s
        self._turn = asyncio.Semaphore(1)
        self._begun: dict[tuple[str, ...], asyncio.Task[ChildAnswer]] = {}

    def begin(self, module: str, *arguments: str) -> asyncio.Task[ChildAnswer]:
        """Join the running process of a module with these arguments, or start one; it goes on when nobody waits."""
        words = (module, *arguments)
        task = self._begun.get(words)
        if task is None or task.done():
            task = self._begun[words] = asyncio.get_running_loop().create_task(self.run(*words))
            task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[ChildAnswer]) -> None:
        self._begun = {words: one for words, one in self._begun.items() if one is not task}
        if not task.cancelled() and (error := task.exception()):
            _log.warning("%s", error)

    async def run(self, module: str, *arguments: str) -> ChildAnswer:
        """Run a module of this program's to its end; cancelled, it ends at once.

        Raises:
            ChildError: it took too long, wrote too much, was killed, cannot be started, or never had its turn.
        """
        try:
            async with asyncio.timeout(self._patience_s):
                await self._turn.acquire()
        except TimeoutError:
            raise ChildError(f"{module}: others are before it") from None
        try:
            return await _run(module, arguments, self._at_most_s)
        finally:
            self._turn.release()


async def _run(module: str, arguments: tuple[str, ...], at_most_s: float) -> ChildAnswer:
    command = (sys.executable, "-P", "-m", module, *arguments)
    pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    try:
        child = await asyncio.create_subprocess_exec(*command, stdin=nothing, stdout=pipe, env=_environment())
    except OSError as error:
        raise ChildError(f"{module} cannot be started: {error.strerror}") from error
    try:
        async with asyncio.timeout(at_most_s):
            written = await _written(child)
            status = await child.wait()
    except TimeoutError:
        raise ChildError(f"{module} took longer than {at_most_s:g} s") from None
    finally:
        if child.returncode is None:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
    if status < 0 or len(written) > MOST_BYTES:
        raise ChildError(f"{module} was ended by a limit (status {status}, {len(written)} bytes)")
    return ChildAnswer(status, written)


async def _written(child: asyncio.subprocess.Process) -> bytes:
    """Read what a process writes until it ends, and a little more than it may at most."""
    out = child.stdout
    if out is None:
        return b""
    output = bytearray()
    while len(output) <= MOST_BYTES and (piece := await out.read(_PIECE)):
        output += piece
    if len(output) > MOST_BYTES:
        child.kill()
    return bytes(output)


def _environment() -> Mapping[str, str]:
    """Return this program's environment, with the same packages wherever it was started."""
    others = os.environ.get("PYTHONPATH")
    home = os.pathsep.join([str(_HOME), *([others] if others else [])])
    # The memory that numpy's library reserves for a thread on each core counts against the bound.
    return {**os.environ, "PYTHONPATH": home, "OPENBLAS_NUM_THREADS": "1"}
