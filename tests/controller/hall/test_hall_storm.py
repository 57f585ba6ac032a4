"""A hall in a short storm; ``python -m benchmarks.hall.storm`` lets as many and as large ones pass as one likes."""

from pathlib import Path

import pytest

from controller.store.archive import Archive
from controller.web import broker_line
from tests.controller.hall.hall_table import lines_of
from tests.support.examples import Example
from tests.support.storm.hall import FAULTS, HallStorm
from tests.support.waiting import until

EVENINGS = [lines_of(Example(name).data) for name in ("mittlere/evening", "coiffeur/4-partners-ruled")]


# The library lets go of a connection that broke in mid-handshake only when it is collected.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
@pytest.mark.needs("mosquitto")
def test_the_hall_has_every_line_once_and_in_order_after_a_storm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker_line, "_RETRY_S", (1, 1))
    storm = HallStorm(tmp_path, EVENINGS, 140)
    storm.play(0.05)
    until(storm.is_calm)
    storm.close()
    assert storm.broken() == []
    assert {*storm.faults, "sent again"} == {*FAULTS}, "the seed is to have every fault"


@pytest.mark.needs("mosquitto")
def test_the_laws_of_the_storm_find_a_line_that_is_missing_and_one_that_was_changed(tmp_path: Path) -> None:
    storm = HallStorm(tmp_path, EVENINGS[:1], 0)
    storm.open()
    [table] = storm.tables
    table.begin()
    table.play(len(table.events))
    until(storm.is_calm)
    storm.close()
    assert storm.broken() == []
    with Archive(table.folder) as own, own.transaction():
        own.write(own.matches()[0].id, len(table.events) + 1, own.part(own.matches()[0].id, 1, 1))
    assert storm.broken() == ["the hall has other lines than the tables"]
