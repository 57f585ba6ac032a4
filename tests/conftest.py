"""What holds for all tests: how many examples a law is tried on, that no test minds the clock, and our own markers."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final
from zlib import crc32

import pytest
from hypothesis import settings

from tests.support import rule_markers, system_parts
from tests.support.rule_markers import pytest_itemcollected

_MOST_PARAMETERS: Final = {"brief": 2, "ci": 2}
"""Most parameters of a test, by the profile that ``SCHIRI_LAWS`` names; in any other a test has all of them."""

__all__ = ["pytest_collection_modifyitems", "pytest_configure", "pytest_itemcollected"]


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers ``rule`` and ``needs``."""
    rule_markers.pytest_configure(config)
    system_parts.pytest_configure(config)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where laws are tried on fewer examples, a test is tried with a few of its parameters only, too."""
    most = _MOST_PARAMETERS.get(os.environ.get("SCHIRI_LAWS", ""))
    if most is not None:
        kept = set(_sample(items, most))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]


def _sample(items: Iterable[pytest.Item], most: int) -> Iterator[pytest.Item]:
    """Choose some items of each test function, by a checksum: other functions try other games, each run the same."""
    functions: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        functions[item.nodeid.partition("[")[0]].append(item)
    for group in functions.values():
        yield from sorted(group, key=lambda item: crc32(item.nodeid.encode()))[:most]


# The machine may be slow or busy: a law that holds late holds.
settings.register_profile("brief", deadline=None, max_examples=3)
settings.register_profile("ci", deadline=None, max_examples=8)
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("SCHIRI_LAWS", "quick"))
