"""Plugin: doctests are looked for where a file has an example; to search all modules takes longer than all doctests."""

from collections.abc import Generator
from pathlib import Path

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave out the search for doctests in a file without any."""
    collectors = yield
    if file_path.suffix == ".py" and ">>> " not in file_path.read_text(encoding="utf-8"):
        return [collector for collector in collectors if type(collector).__name__ != "DoctestModule"]
    return collectors
