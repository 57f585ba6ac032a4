"""Tests run in processes forked from one that has loaded the tests' libraries, but nothing of the project itself.

So a run costs little more than its tests, and a module may be replaced in each of them. Limits are of processor
time: a busy machine kills no mutant.
"""

import ast
import functools
import gc
import json
import os
import resource
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from importlib.machinery import SourceFileLoader
from math import ceil
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import Any, Final

import coverage
import pytest
from hypothesis import Phase, settings

ARGUMENTS: Final = (
    *("-q", "--tb=no", "--assert=plain", "-m", "not slow and not pi", "--timeout=120"),
    *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:pytest_cov"),
)
LOADING_S: Final = 10.0
"""The processor time in which a run has loaded the modules that it tests."""
LEAST_S: Final = 6.0
"""The processor time that any test may take."""
SLOWER: Final = 4.0
"""The factor by which a test, slower than before the change, counts as endless."""
MEMORY: Final = 4 << 30
EXIT_PASSED, EXIT_FAILED, EXIT_UNKNOWN, EXIT_BROKEN = 0, 1, 99, 255
_CACHE: Final = type(functools.cache(len))
IMPORTING: Final = ""
"""The stand-in for a test's name while modules are loaded."""


@dataclass(frozen=True, slots=True)
class Ran:
    """The run of one test on the unchanged project."""

    name: str
    seconds: float
    passed: bool
    lines: dict[str, list[int]]
    """The lines that it ran, by file from the project's folder."""


def files_of(tests: Sequence[Ran]) -> list[str]:
    """List the files of tests; doctests come last, for pytest loads a module twice if it is the first to load it."""
    files = {test.name.partition("::")[0] for test in tests if test.name != IMPORTING}
    return sorted(files, key=lambda file: (not file.startswith("tests/"), file))


@dataclass(slots=True, eq=False)
class Watch:
    """A plugin of pytest that notes the lines that each test runs, and its time."""

    gauge: coverage.Coverage
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    failed: set[str] = field(default_factory=set[str])
    caches: list[Any] = field(default_factory=list[Any])
    modules: int = 0
    """The number of modules loaded when the caches were looked for."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run one test as a context of its own, with the caches of other tests cleared."""
        if self.modules != len(sys.modules):
            self.modules, self.caches = len(sys.modules), _caches()
        for cache in self.caches:
            cache.cache_clear()
        self.gauge.switch_context(item.nodeid)
        begun = process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = process_time() - begun
            self.gauge.switch_context(IMPORTING)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failing test."""
        if not report.passed:
            self.failed.add(report.nodeid)

    def ran(self, root: Path) -> list[Ran]:
        """Return the noted runs."""
        data = self.gauge.get_data()
        lines: dict[str, dict[str, list[int]]] = {name: {} for name in (IMPORTING, *self.seconds)}
        for path in data.measured_files():
            for line, names in data.contexts_by_lineno(path).items():
                for name in names:
                    lines[name].setdefault(str(Path(path).relative_to(root)), []).append(line)
        return [Ran(name, self.seconds.get(name, 0.0), name not in self.failed, lines[name]) for name in lines]


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A plugin of pytest that runs the named tests alone, in their order, and none without end."""

    tests: Mapping[str, Ran]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose among the collected tests."""
        order = {name: number for number, name in enumerate(self.tests)}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Limit the time of a test."""
        _limit(LEAST_S + SLOWER * self.tests[item.nodeid].seconds)


def prepare(root: Path) -> None:
    """Prepare this process to be forked for tests of the project in a folder."""
    os.chdir(root)
    os.environ |= {"PYTHONPATH": str(root), "SCHIRI_LAWS": "mutants"}
    sys.path[:] = [str(root), *(path for path in sys.path if not (Path(path) / "controller").is_dir())]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("controller", "tests")]:
        del sys.modules[name]  # the benchmarks load some of the checkout's own
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile(
        "mutants", deadline=None, max_examples=10, derandomize=True, database=None, phases=phases, print_blob=False
    )
    settings.load_profile("mutants")
    for name in ("cv2", "numpy", "pydantic", "pydantic.dataclasses", "tomlkit"):
        __import__(name)


def watched(test_file: str, packages: Sequence[str], answer: Path, root: Path) -> int:
    """Run a file of tests in a process of its own, and write down the lines of each; returns its exit status."""

    def run() -> int:
        include = [str(root / package / "*") for package in packages]
        gauge = coverage.Coverage(data_file=None, config_file=False, include=include)
        watch = Watch(gauge)
        gauge.start()
        status = pytest.main([test_file, *ARGUMENTS], plugins=[watch])
        gauge.stop()
        answer.write_text(json.dumps([asdict(one) for one in watch.ran(root)]))
        return status

    return _forked(run, 600.0)


def passes(tests: Sequence[Ran], path: str, module: ast.Module | None) -> bool:
    """Whether tests pass when the module in a file is replaced.

    Raises:
        ValueError: pytest could not be asked for them.
    """
    chosen = {test.name: test for test in tests}
    files = files_of(tests)

    def run() -> int:
        if module is not None:
            _load_instead(Path(path).absolute(), compile(module, path, "exec"))
        return pytest.main([*files, "-x", *ARGUMENTS], plugins=[Choice(chosen)])

    status = _forked(run, LOADING_S)
    if status in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED) and module is None:
        raise ValueError(f"pytest ends with {status} for {files}")
    return status == EXIT_PASSED


@dataclass(frozen=True, slots=True)
class Trial:
    """A module to replace, and the tests that may notice."""

    path: str
    source: str
    module: ast.Module
    tests: Sequence[Ran]


@dataclass(slots=True, eq=False)
class Bench:
    """A plugin of pytest that, once all tests are loaded, tries one module after the other in a fork of itself.

    It changes the code of functions, not the values computed while modules were loaded.
    """

    modules: Sequence[str]
    """The modules that are tried; some of them are first loaded while a test runs."""
    trials: Iterator[Trial]
    told: Callable[[bool | None], None]
    """Called after each trial with whether its tests pass; None: only a freshly loaded module can show it."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the modules in place of running the tests."""
        for name in self.modules:
            import_module(name)
        items = {item.nodeid: item for item in session.items}
        functions: dict[str, list[FunctionType]] = defaultdict(list)
        for found in gc.get_objects():
            if isinstance(found, FunctionType):
                functions[found.__code__.co_filename].append(found)
        caches = _caches()
        gc.freeze()
        for trial in self.trials:
            chosen = [(items[test.name], test.seconds) for test in trial.tests if test.name in items]
            path = str(Path(trial.path).absolute())
            swaps = _swaps(functions[path], compile(trial.source, path, "exec"), compile(trial.module, path, "exec"))

            def run(
                swaps: Sequence[tuple[FunctionType, CodeType]] = swaps,
                chosen: Sequence[tuple[pytest.Item, float]] = chosen,
            ) -> int:
                try:
                    for function, code in swaps:
                        function.__code__ = code
                except ValueError:  # it does not use what it has of the function around it
                    return EXIT_UNKNOWN
                for cache in caches:
                    cache.cache_clear()
                for (item, seconds), (after, _) in zip(chosen, [*chosen[1:], (None, 0)], strict=True):
                    _limit(LEAST_S + SLOWER * seconds)
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                return EXIT_PASSED

            status = _forked(run, LOADING_S)
            self.told(None if status in (EXIT_UNKNOWN, EXIT_BROKEN) else status == EXIT_PASSED)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End the fork with the first test that fails."""
        if report.failed:
            os._exit(EXIT_FAILED)


def _caches() -> list[Any]:
    """List the caches of returned values of the project's functions."""
    found: list[Any] = [one for one in gc.get_objects() if isinstance(one, _CACHE)]
    return [one for one in found if str(one.__module__).startswith(("controller.", "tests.", "vision."))]


def try_all(bench: Bench, test_files: Sequence[str], folder: Path) -> None:
    """Load tests in a process of their own, and try all modules of a bench; their output goes into a folder.

    Raises:
        ValueError: they cannot be loaded.
    """
    status = _forked(lambda: pytest.main([*test_files, *ARGUMENTS, "-s", f"--basetemp={folder}"], plugins=[bench]), 1e6)
    if status:
        raise ValueError(f"pytest ends with {status}")


def _swaps(functions: Sequence[FunctionType], old: CodeType, new: CodeType) -> list[tuple[FunctionType, CodeType]]:
    """Pair functions of a module with their code in another version of it."""
    before, after = _by_place(old), _by_place(new)
    found: list[tuple[FunctionType, CodeType]] = []
    for function in functions:
        place = function.__code__.co_qualname, function.__code__.co_firstlineno
        for own, other in zip(before.get(place, ()), after.get(place, ()), strict=False):
            if own == function.__code__:
                found.append((function, other))
    return found


def _by_place(module: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    """Collect all code of a module, by qualified name and first line."""
    found: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
    left = [module]
    while left:
        code = left.pop(0)
        found[code.co_qualname, code.co_firstlineno].append(code)
        left.extend(one for one in code.co_consts if isinstance(one, CodeType))
    return found


def _load_instead(path: Path, code: CodeType) -> None:
    """Substitute code for the module in a file, for everybody who imports it."""
    load: Callable[[Any, str], CodeType | None] = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        return code if Path(self.path) == path else load(self, fullname)

    SourceFileLoader.get_code = get_code  # pyrefly: ignore[method-assign]  # mutants are loaded by it


def _limit(seconds: float) -> None:
    """End this process after so many more seconds of the processor."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(process_time() + seconds), hard))


def _forked(run: Callable[[], int], seconds: float) -> int:
    """Run in a fork, for at most so many seconds of the processor; returns its exit status."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = EXIT_BROKEN
    try:
        _limit(seconds)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        quiet = os.open(os.devnull, os.O_RDWR)
        for handle in (0, 1, 2):
            os.dup2(quiet, handle)
        status = int(run())
    finally:
        os._exit(status)
