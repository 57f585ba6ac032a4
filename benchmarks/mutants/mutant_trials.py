"""The choice of tests for a mutant, and of their process: mostly one that has loaded all, else a fresh one."""

import ast
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from benchmarks.mutants.mutant_tests import IMPORTING, Bench, Ran, Trial, files_of, passes, try_all
from benchmarks.mutants.mutations import Mutant, mutated

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

FIRST_S: Final = 2.0
"""The seconds of tests that are tried before the rest, if modules are loaded afresh: most mutants last no longer."""
CONTROLLED: Final = 25
"""The number of trials of which one begins with an unchanged module, whose tests must pass."""
NEARER: Final = 0.25
"""The factor of a test's weight for each folder that it shares with the module."""


class Lines:
    """The tests that run each line."""

    def __init__(self, ran: Sequence[Ran], budget: float) -> None:
        """Order the tests by lines; for line 0 all that run a part of the file after it is loaded."""
        self._budget = budget
        self.files = files_of(ran)
        self._tests: dict[str, dict[int, list[Ran]]] = defaultdict(lambda: defaultdict(list))
        self._loaded: set[tuple[str, int]] = set()
        for test in ran:
            for path, lines in test.lines.items():
                if test.name == IMPORTING:
                    self._loaded.update((path, line) for line in lines)
                elif test.passed:
                    for line in {0, *lines}:
                        self._tests[path][line].append(test)

    def is_loaded(self, mutant: Mutant) -> bool:
        """Whether a mutant's line is run while modules are loaded."""
        return (mutant.path, mutant.line) in self._loaded

    def is_only_loaded(self, mutant: Mutant) -> bool:
        """Whether no test runs a mutant's line afterwards; a test that is the first to need a module only loads it."""
        return not mutant.inside or mutant.line not in self._tests[mutant.path]

    def tests(self, mutant: Mutant) -> list[Ran]:
        """List the tests that may notice a mutant, near and quick ones first; its module's if its line only loads."""
        tests = self._tests[mutant.path]
        asked = tests.get(0, []) if self.is_only_loaded(mutant) else tests[mutant.line]

        def weight(test: Ran) -> float:
            own = zip(mutant.path.split("/"), test.name.removeprefix("tests/").split("/"), strict=False)
            return (test.seconds + 0.01) * NEARER ** sum(1 for _ in takewhile(lambda both: both[0] == both[1], own))

        return list(within(sorted(asked, key=weight), self._budget))


def tried(left: Sequence[Mutant], lines: Lines, jobs: int, end: float, folder: Path) -> Iterator[tuple[Mutant, bool]]:
    """Yield whether mutants are noticed, until it is late; mutants that only loading can reveal come last.

    Raises:
        ValueError: a worker has failed; it has printed why.
    """
    context = get_context("fork")
    pipes: dict[Connection[None, tuple[Mutant, bool]], BaseProcess] = {}
    for job in range(jobs):
        hears, tells = Pipe(duplex=False)
        worker = _Worker(left[job::jobs], lines, end, tells)
        process = context.Process(target=worker.work, args=(folder / f"job{job}",))
        process.start()
        tells.close()
        pipes[hears] = process
    while pipes:
        ready = wait(pipes)
        for pipe in [pipe for pipe in pipes if pipe in ready]:
            try:
                yield pipe.recv()
            except EOFError:
                ended = pipes.pop(pipe)
                ended.join()
                if ended.exitcode:
                    raise ValueError("a worker has failed") from None


@dataclass(slots=True)
class _Worker:
    """A share of the mutants, tried in one process."""

    share: Sequence[Mutant]
    lines: Lines
    end: float
    tells: "Connection[tuple[Mutant, bool], None]"
    anew: TextIO = sys.stderr
    """The output for the numbers of mutants that only freshly loaded modules can reveal."""
    _now: int | None = None
    """The number of the mutant that is tried; None: an unchanged module."""

    def work(self, folder: Path) -> None:
        """Try all, and report each."""
        files = {mutant.path.removesuffix(".py").removesuffix("/__init__") for mutant in self.share}
        modules = sorted(file.replace("/", ".") for file in files)
        anew = Path(f"{folder}.anew")
        with anew.open("a") as self.anew:  # written in the process that has loaded all, read in this one
            try_all(Bench(modules, self._trials(), self._told), self.lines.files, folder)
        chosen = set(map(int, anew.read_text().split()))
        for number, mutant in enumerate(self.share):
            if time.monotonic() > self.end:
                return
            if number in chosen or self.lines.is_only_loaded(mutant):
                self.tells.send((mutant, _is_noticed(_trial(mutant, self.lines))))

    def _trials(self) -> Iterator[Trial]:
        for number, mutant in enumerate(self.share):
            if time.monotonic() > self.end:
                return
            if self.lines.is_only_loaded(mutant):
                continue
            if number % CONTROLLED == 0:
                self._now = None
                yield _trial(mutant, self.lines, unchanged=True)
            self._now = number
            yield _trial(mutant, self.lines)

    def _told(self, passed: bool | None) -> None:
        if self._now is None:
            if not passed:
                raise ValueError("tests fail though nothing was changed")
            return
        mutant = self.share[self._now]
        if passed is None or (passed and self.lines.is_loaded(mutant)):
            self.anew.write(f"{self._now}\n")
            self.anew.flush()
        else:
            self.tells.send((mutant, not passed))


def _trial(mutant: Mutant, lines: Lines, *, unchanged: bool = False) -> Trial:
    source = Path(mutant.path).read_text()
    module = ast.parse(source) if unchanged else mutated(source, mutant.index)
    return Trial(mutant.path, source, module, lines.tests(mutant))


def _is_noticed(trial: Trial) -> bool:
    """Whether a test fails when modules are loaded afresh."""
    first = list(within(trial.tests, FIRST_S))
    rest = trial.tests[len(first) :]
    return not all(passes(some, trial.path, trial.module) for some in (first, rest) if some)


def within(tests: Sequence[Ran], seconds: float) -> Iterator[Ran]:
    """Yield the first tests, as many as take so long; at least one."""
    spent = 0.0
    for test in tests:
        if spent and spent + test.seconds > seconds:
            return
        spent += test.seconds
        yield test
