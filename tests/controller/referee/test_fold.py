"""Laws of the fold that hold for every game and every record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import games
from controller.record.events import Amend, Event, MatchStart, Ruling, Undo
from controller.record.text import RecordText
from controller.referee.fold import MatchError, fold, start, step
from controller.report.replay import lines_json, replay_lines
from controller.rules.results import ILLEGAL_PLAYS, Result, Verdict
from tests.support import table_talk
from tests.support.laws import WHOLE_MATCHES
from tests.support.strategies import events

TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]


def opening(name: str, seats: int, profile: str = "seed") -> MatchStart:
    return MatchStart(game=name, seats=("Anna", "Berta", "Carla", "Dora", "Emma")[:seats], profile=profile)


def results(lines: list[Event]) -> list[Result]:
    return [result for stage in fold(lines) for result in stage.results]


@pytest.mark.every
@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(rest=st.lists(events, max_size=40), profile=st.sampled_from(["seed", "swiss", "fft2012", "parlett"]))
def test_any_events_have_a_state_results_and_a_sheet(name: str, seats: int, rest: list[Event], profile: str) -> None:
    text = RecordText((opening(name, seats, profile), *rest))
    assert len(list(lines_json(text))) <= len(list(replay_lines(text)))


@pytest.mark.parametrize("first", [Ruling(verdict=1, decision="upheld"), Undo(n=1), Amend(of=1, with_={"seat": 1})])
def test_words_about_other_lines_begin_no_match(first: Event) -> None:
    with pytest.raises(MatchError):
        next(fold([first, first]))


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=st.integers(0, 2**32), cut=st.integers(1, 75), honesty=st.sampled_from([1.0, 0.7]))
@WHOLE_MATCHES
def test_a_record_cut_anywhere_and_continued_equals_the_whole(
    name: str, seats: int, seed: int, cut: int, honesty: float
) -> None:
    lines, _ = table_talk.record(opening(name, seats), seed, deals=2, honesty=honesty)
    *_, before = fold(lines[:cut])
    match, after = before.match, list[Result]()
    for number, event in enumerate(lines[cut:], len(lines[:cut]) + 1):
        match, new = step(match, number, event)
        after += new
    *_, whole = fold(lines)
    assert results(lines[:cut]) + after == results(lines)
    assert match == whole.match


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=st.integers(0, 2**32))
@WHOLE_MATCHES
def test_an_honest_match_has_no_verdict_and_no_error(name: str, seats: int, seed: int) -> None:
    lines, illegal = table_talk.record(opening(name, seats), seed, deals=2)
    assert not illegal
    assert {type(result).__name__ for result in results(lines)} == {"TrickResult", "DealResult"}


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=st.integers(0, 2**32), honesty=st.sampled_from([0.0, 0.5, 0.9]))
@WHOLE_MATCHES
def test_at_the_end_of_a_deal_the_proven_revokes_are_the_illegal_plays(
    name: str, seats: int, seed: int, honesty: float
) -> None:
    lines, illegal = table_talk.record(opening(name, seats), seed, honesty=honesty)
    """Nobody is accused without proof, and nobody who revoked gets away; that someone has may be known before who."""
    verdicts = [result for result in results(lines) if isinstance(result, Verdict)]
    revokes = [verdict.event for verdict in verdicts if verdict.kind in ILLEGAL_PLAYS]
    others = [verdict.kind for verdict in verdicts if verdict.kind not in ILLEGAL_PLAYS]
    assert sorted(revokes) == sorted(illegal)
    assert others in ([], ["someone-revoked"])
    assert not others or illegal


def test_a_record_folds_to_the_same_bytes_twice() -> None:
    lines, _ = table_talk.record(opening("mittlere", 3), 5, deals=3, honesty=0.8)
    assert list(lines_json(RecordText(tuple(lines)))) == list(lines_json(RecordText(tuple(lines))))


def test_the_first_match_of_a_record_is_the_only_one() -> None:
    match = start(opening("mittlere", 3))
    again, told = step(match, 2, opening("mittlere", 3))
    assert again == match
    assert [getattr(result, "text", "") for result in told] == ["the match has already begun"]


def test_a_name_without_an_end_is_shown_as_far_as_any_name_goes() -> None:
    match = start(MatchStart(game="mittlere", seats=("B" * 1_000_000, "Carla", "Dora")))
    assert match.names == ("B" * 100, "Carla", "Dora")
