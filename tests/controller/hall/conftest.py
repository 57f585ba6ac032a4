"""A hall for each test that asks for one; what was opened is closed: Python 3.13 warns of a database left open."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from controller.hall.desk.book import TournamentBook
from controller.hall.tables import TableRecords
from tests.controller.hall.hall_table import House, a_house


@pytest.fixture
def house(tmp_path: Path) -> Generator[House]:
    with a_house(tmp_path / "hall") as one:
        yield one


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Close every tournament and every archive of tables, also where a test has closed it already."""
    opened: list[TournamentBook | TableRecords] = []
    for kind in (TournamentBook, TableRecords):
        begin = kind.__init__

        def remembered(one: Any, *values: Any, begin: Any = begin, **named: Any) -> None:  # noqa: ANN401 - any of them
            begin(one, *values, **named)
            opened.append(one)

        monkeypatch.setattr(kind, "__init__", remembered)
    yield
    for one in opened:
        one.close()
