"""A table that hears a card which speaks against an answer says the same as a replay of its record."""

from pathlib import Path

from controller.live.session import MatchSession
from controller.record.events import MatchStart
from controller.referee import fold
from controller.store.resume import take_up
from tests.support.history import History


def test_an_answer_that_a_later_card_refutes_is_left_out_at_the_table_too(tmp_path: Path) -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.trick("A S6", "B S7", "C S8")
    told.loses()
    gap = told.line
    told.looks("ABC")
    told.missed(gap, "C H6", "A H7", "B H8")
    answered = told.line
    told.lays("A D6", "B H7", "C D7")
    opening = told.lines[0]
    assert isinstance(opening, MatchStart)
    with take_up(tmp_path, new=False) as journal:
        session = MatchSession(journal, opening)
        for number, event in enumerate(told.lines[1:], 2):
            session.add(event)
            assert session.match == fold.outcome(told.lines[:number]), event
            if number == answered:
                assert session.match.deal
                assert session.match.deal.holes == ()
    assert told.holes == (gap,)
    assert len(told.errors) == 1
