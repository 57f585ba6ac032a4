"""What holds for all tests: how many examples a law is tried on, that no test minds the clock, and our own markers."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import settings

from tests.support import rule_markers, system_parts
from tests.support.rule_markers import pytest_itemcollected

__all__ = ["pytest_collection_modifyitems", "pytest_configure", "pytest_itemcollected"]


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers ``rule`` and ``needs``."""
    rule_markers.pytest_configure(config)
    system_parts.pytest_configure(config)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where laws are tried on a few examples only, a test is tried with a few of its parameters only, too."""
    if os.environ.get("SCHIRI_LAWS") == "brief":
        kept = list(_first_of_each(items, 2))
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept


def _first_of_each(items: Iterable[pytest.Item], most: int) -> Iterator[pytest.Item]:
    """So many items at most of each test function, in their order."""
    seen: Counter[str] = Counter()
    for item in items:
        function = item.nodeid.partition("[")[0]
        seen[function] += 1
        if seen[function] <= most:
            yield item


# The machine may be slow or busy: a law that holds late holds.
settings.register_profile("brief", deadline=None, max_examples=3)
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("SCHIRI_LAWS", "quick"))
