"""Reasons for silence at a line, and the gaps on which a proof does not rest."""

from random import Random

import pytest

from controller.explain import verdict
from controller.explain.case import NoLineError
from controller.explain.silence import silence_lines
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played, SightEvent
from controller.record.text import RecordText
from tests.support import disturbed, eye
from tests.support.history import History


def mittlere() -> History:
    """A deal of Mittlere that Anna leads."""
    told = History("mittlere", 3)
    told.deal("C")
    return told


def why(told: History, line: int | None = None) -> str:
    """What is told of a line, by default the newest."""
    return "\n".join(silence_lines(RecordText(tuple(told.lines)), line or told.line))


def test_an_area_that_was_not_seen_empty_is_named() -> None:
    told = mittlere()
    told.lays("B S7", empty="C")
    assert told.said == []
    assert "the areas of Anna were not seen empty meanwhile" in why(told)


def test_spoken_verdicts_are_quoted() -> None:
    told = mittlere()
    told.lays("B S7", empty="AC")
    assert "Berta played S7 to trick 1 out of turn" in why(told)
    assert "were not seen empty" not in why(told)


def test_a_line_that_a_later_card_spoke_against_tells_the_verdict() -> None:
    revoked = (("A", "S7"), ("B", "H7"), ("C", "S8"), ("C", "D8"), ("A", "D9"), ("B", "S6"))
    lines: list[Event] = [MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")), DealStart(dealer=2)]
    lines += [Played(seat="ABC".index(seat), card=Card(card)) for seat, card in revoked]
    told = "\n".join(silence_lines(RecordText(tuple(lines)), 4))
    assert "Berta revoked in trick 1: H7 on S7, while holding S6" in told
    assert "Nothing that the record shows" not in told


def test_a_line_of_sight_has_nothing_for_or_against_it() -> None:
    told = mittlere()
    sights = [number for number, line in enumerate(told.lines, 1) if isinstance(line, SightEvent)]
    assert sights
    assert [why(told, number) for number in sights if "\n" in why(told, number)] == []


def test_a_card_in_turn_has_nothing_against_it() -> None:
    told = mittlere()
    told.lays("A S7")
    assert "Nothing that the record shows speaks against it." in why(told)


def test_a_trick_that_may_have_been_full_is_told_of() -> None:
    told = mittlere()
    told.lays("A S7")
    told.lays("C S6", empty="", unread="B")
    told.lays("A H8", empty="", unread="B")
    assert "The trick may have been full: no area of Berta was seen empty" in why(told)


def test_two_cards_of_a_seat_without_an_order_are_told_of() -> None:
    told = mittlere()
    told.lays("A S7")
    told.lays("A H8", known=0.1, empty="BC")
    assert "Which of S7 and H8 was laid first is not known." in why(told)


def test_a_trick_gathered_short_lacks_an_empty_area() -> None:
    told = mittlere()
    told.lays("A S7", "B S8")
    told.sweeps(empty="AB")
    assert "That no card was laid by Carla is not proven" in why(told)


def test_after_a_gap_who_leads_what_is_trump_and_counting_are_lacking() -> None:
    told = mittlere()
    told.trick("A S6", "B S7", "C S8")
    told.loses()
    gap = told.line
    told.looks("ABC")
    told.lays("B D8")
    text = why(told)
    assert "Who leads is not known." in text
    assert "Trump may be" in text
    assert f"Since line {gap} cards may have gone unseen" in text


def test_a_proof_names_the_gaps_that_it_does_not_rest_on() -> None:
    told = mittlere()
    told.trick("A S6", "B S7", "C H8")
    told.loses(4)
    gap = told.line
    told.looks("ABC")
    told.lays("A D8", empty="BC")
    told.lays("B D9", "C C9")
    told.sweeps()
    told.lays("B H9", "C D6")
    text = "\n".join(verdict.lines(RecordText(tuple(told.lines)), 1))
    assert "Carla revoked in trick 2" in text
    assert f"Line {gap}: nothing was seen for 4.0 s (camera)." in text
    assert "The proof rests on none of it" in text


def test_a_line_that_is_none_is_no_line() -> None:
    with pytest.raises(NoLineError):
        why(mittlere(), 99)
    with pytest.raises(NoLineError):
        why(mittlere(), 1)


@pytest.mark.parametrize("seed", range(13))
def test_every_card_that_breaks_the_order_unaccused_has_a_reason(seed: int) -> None:
    """Of cheaters seen badly: whoever plays out of turn and is not accused, for that a lacking observation is told."""
    played = disturbed.match(seed, honesty=0.9, order=0.9)
    seeing = eye.written(played.table, eye.disturbed(played.table, Random(seed)))
    heard = disturbed.heard(seeing)
    accused = {verdict.event for verdict in heard.verdicts if verdict.kind == "out-of-turn"}
    turns = {line for kind, _, line in played.true if kind == "out-of-turn"}
    text = RecordText(seeing.events)
    silent = [line for line, true in seeing.of.items() if true in turns and line not in accused]
    for line in silent:
        if isinstance(seeing.events[line - 1], Played):
            assert len(list(silence_lines(text, line))) > 1
    assert turns or not silent
