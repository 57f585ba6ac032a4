"""No export of a match begins a cell with a formula."""

import csv
import io

from controller.commands.records.export import table
from controller.record.events import MatchStart
from controller.report.summary import summary
from tests.support.examples import Example


def test_a_players_name_is_no_formula() -> None:
    names = ('=HYPERLINK("http://x","Anna")', "@SUM(A1)", "+1+1")
    events = [MatchStart(game="mittlere", seats=names), *Example("mittlere/evening").events[1:]]
    _head, *rows = csv.reader(io.StringIO(table(summary("2026-11-29T190000Z", events))))
    assert {row[3] for row in rows} == {f"'{name}" for name in names}
