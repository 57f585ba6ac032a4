"""A clock that is wrong, or jumps: told once, and nothing in the record follows it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.record.events import Collect, MatchStart
from controller.store.archive import Archive
from controller.store.match_journal import MatchJournal
from controller.store.wall_clock import JUMP_S, WallClock
from tests.support.loops import some

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


@dataclass
class Time:
    wall_s: float = NOON
    steady_s: float = 5.0

    def pass_by(self, seconds: float, jump_s: float = 0.0) -> None:
        self.wall_s += seconds + jump_s
        self.steady_s += seconds

    def clock(self) -> WallClock:
        return WallClock(lambda: self.wall_s, lambda: self.steady_s)


@given(st.lists(st.tuples(st.floats(0, 1e5), st.floats(-1e6, 1e6)), min_size=1, max_size=8))
def test_a_jump_is_told_at_the_next_look_and_only_there(steps: list[tuple[float, float]]) -> None:
    time = Time()
    clock = time.clock()
    for seconds, jump_s in some(steps):
        time.pass_by(seconds, jump_s)
        clock.look()
        if abs(abs(jump_s) - JUMP_S) > 1e-3:
            assert bool(clock.note) == (abs(jump_s) > JUMP_S)
        assert not clock.note or ("ahead" in clock.note) == (jump_s > 0)
        clock.look()
        assert clock.note == ""


def test_a_jump_within_a_match_is_shown_until_the_next_event_and_costs_nothing(tmp_path: Path) -> None:
    time = Time()
    with MatchJournal(Archive(tmp_path, make=True), clock=time.clock()) as journal:
        journal.append(OPENING)
        time.pass_by(4.0, jump_s=-86_400.0 * 365)
        journal.append(Collect())
        assert journal.trouble == (
            "the clock jumped back by 365 days, 0:00:00; the match goes on, its times do not follow"
        )
        assert journal.unsaved == 0
        time.pass_by(4.0)
        journal.append(Collect())
        assert (journal.trouble, journal.name) == ("", "2026-11-21T120000Z")


@pytest.mark.parametrize(("later_s", "odd"), [(-86_400.0, True), (86_400.0, False)])
def test_a_match_that_begins_before_the_last_one_is_told_and_begins_all_the_same(
    tmp_path: Path, later_s: float, odd: bool
) -> None:
    time = Time()
    with MatchJournal(Archive(tmp_path, make=True), clock=time.clock()) as journal:
        journal.append(OPENING)
        journal.put_aside()
    time.pass_by(0.0, later_s)
    with MatchJournal(Archive(tmp_path), clock=time.clock()) as journal:
        assert journal.trouble == (
            "the clock says 2026-11-20 12:00 UTC, which is before the last match: set it; the game goes on"
            if odd
            else ""
        )
        journal.append(OPENING)
    with Archive(tmp_path) as archive:
        assert len(archive.matches()) == 2
