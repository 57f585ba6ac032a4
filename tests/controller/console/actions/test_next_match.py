"""The next match: one tap with the same settings, and what is laid after the end of the one before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.console.actions import next_match
from controller.console.actions.next_match import moved
from controller.console.http.context import Context
from controller.console.security.roles import Role
from controller.live.table import LiveTable
from controller.record.cards import Card
from controller.record.events import DealStart, End, Played, Undo
from controller.rules.results import ErrorResult
from controller.settings.model import load
from tests.support.console.console_rig import DEAL, OPENING, Rig
from tests.support.console.setup_rig import set_up
from tests.support.spoken_talk import card


@given(st.integers(2, 6).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.integers(0, n - 1)))))
def test_players_who_stay_stay_and_everybody_has_a_seat(drawn: tuple[int, set[int]]) -> None:
    count, stay = drawn
    names = tuple("ABCDEF"[:count])
    new = moved(names, sorted(stay))
    assert sorted(new) == sorted(names)
    assert [new[seat] for seat in sorted(stay)] == [names[seat] for seat in sorted(stay)]
    assert sum(one == other for one, other in zip(names, new, strict=True)) in (len(stay), count)


@pytest.mark.parametrize(("seats", "names"), [("same", ("Anna", "Berta", "Carla")), ("move", None)])
def test_one_tap_begins_the_next_match(rig: Rig, seats: str, names: tuple[str, ...] | None) -> None:
    setup = set_up(rig)
    rig.enter([End()])
    match = rig.session.match
    wanted = names or moved(match.names, match.game.course.ranking(match.total, match.book)[0])
    phone = rig.phone(Role.PLAYER)
    assert "next-same" in phone.get("/")[1]
    status, said = phone.do("next-match", seats=seats)
    assert (status, said) == (200, f"The next match begins: {', '.join(wanted)}.")
    assert setup.again.is_requested
    assert setup.again.begin_round()
    assert load(setup.file.path).table.seats == wanted


def test_no_match_is_ended_by_it_and_no_viewer_begins_one(rig: Rig) -> None:
    setup = set_up(rig)
    rig.enter([DEAL])
    player = rig.phone(Role.PLAYER)
    assert player.do("next-match")[0] == 409
    assert "next-same" not in player.get("/")[1]
    rig.enter([End()])
    assert rig.phone().do("next-match")[0] == 403
    assert not setup.again.is_requested


def test_two_taps_begin_one_match(rig: Rig) -> None:
    set_up(rig)
    rig.enter([End()])
    one, other = rig.phone(Role.PLAYER, "one"), rig.phone(Role.PLAYER, "other")
    assert [one.do("next-match")[0], other.do("next-match")[0]] == [200, 409]


def test_a_match_that_is_opened_again_while_a_tap_is_carried_out_goes_on(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command card takes the end back just after the tap was found to be in order."""
    setup = set_up(rig)
    rig.enter([DEAL, End()])
    checked = next_match._close_entry

    def opened_first(context: Context) -> LiveTable:
        rig.enter([Undo(n=1)])
        return checked(context)

    monkeypatch.setattr(next_match, "_close_entry", opened_first)
    told = rig.phone(Role.PLAYER).do("next-match", seats="move")
    assert told == (409, "The match is not over yet; end it first.")
    assert not setup.again.is_requested
    assert load(setup.file.path).table.seats == OPENING.seats
    assert rig.context.table is not None


def test_a_card_after_the_end_is_no_error_and_returns_with_the_match(rig: Rig) -> None:
    rig.enter([DEAL, End()])
    lines = len(rig.session.events)
    news = [*rig.session.observe(card("SA", 1, 3), 10.0), *rig.session.observe(card("S7", 2, 3), 20.0)]
    news += rig.session.settle()
    assert news == []
    assert "the match is over" in rig.session.remark
    rig.enter([Undo(n=1)])
    taken = [*rig.session.observe(card("S8", 0, 3), 30.0), *rig.session.settle()]
    plays = [event for event in rig.session.events[lines + 1 :] if isinstance(event, Played)]
    assert [(one.seat, one.card) for one in plays] == [(1, Card("SA")), (2, Card("S7")), (0, Card("S8"))]
    assert [r.text for one in taken for r in one.results if isinstance(r, ErrorResult)] == []
    assert "the match is over" not in rig.session.remark


def test_the_table_says_it_when_nobody_has_dealt_yet(rig: Rig) -> None:
    rig.enter([End()])
    rig.session.observe(card("SA", 1, 3), 10.0)
    assert [type(event) for event in rig.session.events] == [type(OPENING), End]
    rig.enter([Undo(n=1), DealStart(dealer=0)])
    assert rig.session.match.running
