"""Hooks for all tests: which of them a run tries, our own markers, and laws that mind no clock."""

import os
import signal
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from typing import Final
from zlib import crc32

import pytest
from hypothesis import settings

from tests.support import rule_markers, system_parts
from tests.support.rule_markers import pytest_itemcollected

_PARAMETERS: Final = 2
"""Parameters of each test in a run that tries few."""
_WHOLE: Final = tuple(f"tests/controller/{room}/" for room in ("games", "record", "report", "rulebooks", "rules"))
"""Folders of which each parameter is tried even then: half a minute together, and they notice what no other does."""

__all__ = [
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_itemcollected",
    "pytest_runtest_setup",
    "pytest_terminal_summary",
]


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers ``rule`` and ``needs``; let programs that tests start end with Ctrl-C, named ``schiri``.

    A shell has what it starts in the background ignore it, and whatever that starts.
    """
    os.environ["SCHIRI_TYPED"] = "schiri"  # whatever this machine has on its path
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    rule_markers.pytest_configure(config)
    system_parts.pytest_configure(config)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave a test out whose real parts are missing, or for which a slow machine has no time left."""
    if time.time() > float(os.environ.get("SCHIRI_DEADLINE", "inf")):
        pytest.skip("no time left")
    system_parts.require_parts(item)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose what ``SCHIRI_TESTS`` names: few parameters of each fast test, the rest, or all."""
    choice = os.environ.get("SCHIRI_TESTS", "all")
    if choice != "all":
        few = set(_few(item for item in items if item.get_closest_marker("slow") is None))
        chosen = [item for item in items if (item in few) == (choice == "few")]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen


def _few(items: Iterable[pytest.Item]) -> Generator[pytest.Item]:
    """Choose some items of each test function, by a checksum: other functions try other games, each run the same.

    Of one that is marked ``every``, and in the folders of the pure rules, all are chosen: they cost little, and notice
    what no other does.
    """
    functions: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        functions[item.nodeid.partition("[")[0]].append(item)
    for name, group in functions.items():
        most = None if name.startswith(_WHOLE) or group[0].get_closest_marker("every") else _PARAMETERS
        yield from sorted(group, key=lambda item: crc32(item.nodeid.encode()))[:most]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what was skipped for want of a part; the workers of a run leave that to whoever counts them all."""
    if not hasattr(terminalreporter.config, "workerinput"):
        system_parts.tell_skips(terminalreporter)


# The machine may be slow or busy: a law that holds late holds.
settings.register_profile("brief", deadline=None, max_examples=3)
settings.register_profile("few", deadline=None, max_examples=8)
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("SCHIRI_LAWS", "quick"))
