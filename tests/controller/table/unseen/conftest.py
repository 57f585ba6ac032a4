"""What the tests of unseen play at a table share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.live.session import MatchSession
from controller.store.journal import Journal
from tests.support.watched_table import OPENING, WatchedTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WatchedTable]:
    """A table whose eyes have opened, and have seen it empty."""
    with Journal(tmp_path / "match.jsonl") as journal:
        table = WatchedTable(MatchSession(journal, OPENING))
        table.session.open_eyes(0.1)
        table.look(0.1)
        table.look(0.7)
        yield table
