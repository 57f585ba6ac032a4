"""What tests of a hall have opened is closed after each of them: Python 3.13 warns of a database that is left open."""

from collections.abc import Generator
from typing import Any

import pytest

from controller.hall.desk.book import TournamentBook
from controller.hall.tables import TableRecords


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
