"""What holds for all tests: how many examples a law is tried on, that no test minds the clock, and our own markers."""

import os

import pytest
from hypothesis import settings

from tests.support import rule_markers, system_parts
from tests.support.rule_markers import pytest_itemcollected

__all__ = ["pytest_configure", "pytest_itemcollected"]


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers ``rule`` and ``needs``."""
    rule_markers.pytest_configure(config)
    system_parts.pytest_configure(config)


# The machine may be slow or busy: a law that holds late holds.
settings.register_profile("brief", deadline=None, max_examples=3)
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("SCHIRI_LAWS", "quick"))
