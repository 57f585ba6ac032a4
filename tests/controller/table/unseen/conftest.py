"""What the tests of unseen play at a table share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.watched_table import WatchedTable, opened


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WatchedTable]:
    """A table whose eyes have opened, and have seen it empty."""
    with opened(tmp_path) as table:
        yield table
