"""The marker ``rule``: which rules of docs/spec/games.md a test shows. Hooks of pytest, for ``tests/conftest.py``."""

from collections import defaultdict
from pathlib import Path
from typing import Final, TypeAlias

import pytest

NOT_ALWAYS: Final = ("skip", "skipif", "xfail", "slow", "pi")
"""Tests so marked are not run, or not every time."""

Shown: TypeAlias = defaultdict[str, set[str]]
"""The tests that show a rule, by its id."""

SHOWN: Final = pytest.StashKey[Shown]()
COLLECTED: Final = pytest.StashKey[set[Path]]()


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", "rule(id, ...): rules of docs/spec/games.md that the test shows")
    config.stash[SHOWN] = Shown(set)
    config.stash[COLLECTED] = set[Path]()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Note the rules of a test that is always run."""
    item.config.stash[COLLECTED].add(item.path)
    if not any(item.get_closest_marker(name) for name in NOT_ALWAYS):
        for marker in item.iter_markers("rule"):
            for rule in marker.args:
                item.config.stash[SHOWN][rule].add(item.nodeid)
