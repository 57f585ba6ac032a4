"""Verdicts on cards read by their faces: a question after the deal, which two people have to confirm."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from controller.record.events import (
    Amend,
    Answered,
    Collect,
    End,
    Event,
    Gap,
    Insert,
    MatchStart,
    Played,
    Question,
    Ruling,
    Undo,
)
from controller.record.text import parse, to_fields, to_line
from controller.referee import fold, questions
from controller.rules.results import (
    ILLEGAL_PLAYS,
    DealResult,
    ErrorResult,
    MatchResult,
    QuestionResult,
    Result,
    Verdict,
)
from tests.support import disturbed, eye, honest
from tests.support.read_by_faces import POOR, ROOM, Reader, ReadMatch, answered, read

BAD = Reader(unread=0.1, wrong=0.1)
"""One that reads so badly that whole deals come out wrong."""
TABLES = [table for table in honest.TABLES if table[0] != "doppelkopf"]
"""All games whose cards are there once."""


SEEDS = [honest.seed_of(table, number % 4) for number, table in enumerate(TABLES)]


@cache
def revoked() -> ReadMatch:
    """A deal of Coiffeur with one revoke, all cards read, and the question that follows."""
    played = disturbed.match(disturbed.seed_of("coiffeur", 4, 17), honesty=0.97)
    reading = read(played, Random(0), Reader())
    question = questions.due_question(reading.match)
    assert question is not None
    reading.write(question)
    return reading


def lines(*more: Event) -> list[Event]:
    return [*revoked().lines, *more]


def asked() -> tuple[int, QuestionResult, int, int]:
    """The line of the question, the question, who is accused, and another player."""
    question = revoked().match.question
    assert question is not None
    assert question.verdict.seat is not None
    return question.line, question, question.verdict.seat, (question.verdict.seat + 1) % 4


def yes(seat: int) -> Answered:
    return Answered(of=asked()[0], seat=seat, yes=True)


def no(seat: int, wrong: int | None = None) -> Answered:
    return Answered(of=asked()[0], seat=seat, yes=False, wrong=wrong)


def told(*more: Event) -> tuple[Result, ...]:
    """The results of the last of these lines."""
    *_, last = fold.fold(lines(*more))
    return last.results


def faults(results: tuple[Result, ...]) -> list[str]:
    return [str(one.text) for one in results if isinstance(one, ErrorResult)]


@pytest.mark.parametrize("reader", [ROOM, POOR, BAD], ids=["room", "poor", "bad"])
def test_no_deal_played_by_the_rules_brings_a_verdict(reader: Reader) -> None:
    for seed in SEEDS:
        reading = answered(read(disturbed.match(seed), Random(seed), reader, minding=seed % 3 / 2))
        assert reading.match.verdicts == (), seed
        assert not any(one.is_confirmed for one in reading.asked)
        if reader is ROOM:
            assert reading.asked == (), seed


def test_a_verdict_is_true_whatever_was_misread() -> None:
    for seed in SEEDS:
        played = disturbed.match(seed, honesty=0.85)
        reading = answered(read(played, Random(seed), BAD, minding=seed % 3 / 2))
        assert reading.false == [], seed


def test_each_revoke_ends_as_a_question_with_the_right_two_cards() -> None:
    for seed in SEEDS:
        played = disturbed.match(seed, honesty=0.85)
        reading = answered(read(played, Random(seed), ROOM))
        proven = {one.accusation for one in fold.outcome(played.lines).verdicts if one.kind in ILLEGAL_PLAYS}
        assert {one.verdict.accusation for one in reading.asked} == proven, seed
        assert {one.accusation for one in reading.match.verdicts} == proven
        for one in reading.asked:
            deal = next(entry.deal for entry in reading.match.ledger if entry.deal.number == one.verdict.deal)
            assert (deal.trick_of(one.verdict.event) or 0) <= (deal.trick_of(one.verdict.proved) or 0)


def test_nothing_is_asked_while_a_deal_is_played() -> None:
    for stage in fold.fold(revoked().lines):
        if stage.match.running:
            assert questions.due_question(stage.match) is None
            assert not stage.match.suspicions
    assert revoked().match.verdicts == ()


def test_two_yes_make_the_verdict_that_marks_would_have_brought() -> None:
    _line, question, accused, other = asked()
    for first, second in ((accused, other), (other, accused)):
        assert not any(isinstance(one, Verdict) for one in told(yes(first)))
        assert told(yes(first), yes(second))[1:] == (question.verdict,)
    assert fold.outcome(revoked().played.lines).verdicts == (question.verdict,)


def test_one_of_the_two_is_accused_and_the_other_is_not() -> None:
    _line, _question, accused, other = asked()
    third = (other + 1) % 4
    waits = [f"the question of line {asked()[0]} waits for another player's answer"]
    assert faults(told(yes(accused), yes(accused))) == waits
    assert faults(told(yes(other), yes(third))) == waits
    assert faults(told(yes(4))) == ["there is no seat 4 at this table of 4"]


def test_a_no_takes_the_question_back_and_its_card_counts_as_unread() -> None:
    line, question, accused, other = asked()
    for before, denier in (((), accused), ((yes(other),), accused), ((yes(accused),), other)):
        denied = lines(*before, no(denier, question.verdict.event))
        match = fold.outcome(denied)
        assert match.verdicts == ()
        assert match.question is None
        assert questions.due_question(match) is None
        assert match.unread == (question.verdict.event,)
        assert [entry.result.score for entry in match.ledger] == [None]
        again = f"no question of line {line} waits for an answer"
        *_, last = fold.fold([*denied, yes(other)])
        assert faults(last.results) == [again]


def test_a_denied_card_that_people_have_told_heals_the_score_and_proves_nothing() -> None:
    _line, question, accused, _other = asked()
    act, card = question.verdict.event, question.verdict.card
    match = fold.outcome(lines(no(accused, act), Amend(of=act, with_={"card": card})))
    assert match.unread == ()
    assert match.verdicts == ()
    assert [one.result for one in match.ledger] == [one.result for one in revoked().match.ledger]
    assert questions.due_question(match) is None
    assert fold.outcome(lines(Amend(of=act, with_={"card": card}), no(accused, act))).unread == (act,)


def test_a_no_that_names_no_card_closes_the_deal() -> None:
    match = fold.outcome(lines(no(asked()[2])))
    assert match.question is None
    assert questions.due_question(match) is None
    assert match.unread == ()
    assert [one.result for one in match.ledger] == [one.result for one in revoked().match.ledger]


def test_of_a_deal_with_a_denied_card_no_more_is_asked_than_rests_on_others() -> None:
    reading = read(disturbed.match(disturbed.seed_of("coiffeur", 4, 0), honesty=0.8), Random(0), Reader())
    first, second, third = reading.match.suspicions
    assert first.proved == third.event
    accused, other = ((one.seat or 0) for one in (first, second))
    asked = reading.write(Question(act=first.event, proof=first.proved))
    denied = [*reading.lines, Answered(of=asked, seat=accused, yes=False, wrong=first.proved)]
    assert questions.due_question(fold.outcome(denied)) is None
    told = [*denied, Amend(of=first.proved, with_={"card": (first.proof or ("",))[0]})]
    assert questions.due_question(fold.outcome(told)) == Question(act=second.event, proof=second.proved)
    told += [Question(act=second.event, proof=second.proved)]
    told += [Answered(of=len(told), seat=seat, yes=True) for seat in (other, (other + 1) % 4)]
    match = fold.outcome(told)
    assert match.verdicts == (second,)
    assert questions.due_question(match) is None
    nothing_named = [*reading.lines, Answered(of=asked, seat=accused, yes=False)]
    assert questions.due_question(fold.outcome(nothing_named)) is None


def test_a_no_names_a_card_that_the_question_is_about() -> None:
    line, question, accused, _other = asked()
    elsewhere = next(
        number for number, one in enumerate(lines(), 1) if isinstance(one, Played) and number not in question.rests_on
    )
    why = [f"the question of line {line} is not about line {elsewhere}"]
    assert faults(told(no(accused, elsewhere))) == why
    assert all(not faults(told(no(accused, wrong))) for wrong in question.rests_on)


def test_undo_takes_answers_back_and_passes_over_the_question() -> None:
    _line, question, accused, other = asked()
    match = fold.outcome(lines(yes(accused), no(other, question.verdict.event), Undo(n=1)))
    assert match.question is not None
    assert match.question.answers == {accused: True}
    assert fold.outcome(lines(yes(accused), yes(other), Undo(n=2))).question == question
    undone = fold.outcome(lines(Undo(n=1)))
    assert undone.running
    assert undone.question is None
    assert undone.suspicions == ()
    newest = next(one for one in reversed(revoked().lines) if isinstance(one, Played | Collect))
    asked_again = questions.due_question(fold.outcome(lines(Undo(n=1), newest)))
    assert asked_again is not None
    assert asked_again.act == question.verdict.event


def test_a_corrected_card_takes_back_question_answers_and_verdict() -> None:
    line, question, accused, other = asked()
    proof = question.verdict.proof or ()
    swapped = (
        Amend(of=question.verdict.event, with_={"card": proof[0]}),
        Amend(of=question.verdict.proved, with_={"card": question.verdict.card}),
    )
    *_, last = fold.fold(lines(yes(accused), yes(other), *swapped))
    assert last.match.verdicts == ()
    assert last.match.question is None
    results = [one for stage in fold.fold(lines(yes(accused), yes(other), *swapped)) for one in stage.results]
    assert [one.event for one in results if isinstance(one, ErrorResult)] == [line, line + 1, line + 2]


def test_questions_are_answered_and_ruled_on_after_the_end() -> None:
    _line, question, accused, other = asked()
    found = told(End(), yes(accused), yes(other))
    assert isinstance(found[-1], MatchResult)
    assert found[-1].verdicts == 1
    match = fold.outcome(lines(End(), yes(accused), yes(other), Ruling(verdict=1, decision="dismissed")))
    assert match.dismissed(1)
    assert match.verdicts == (question.verdict,)


@pytest.mark.parametrize("kind", ["duplicate", "short", "hole"])
def test_a_deal_with_a_place_unread_is_not_asked_about(kind: str) -> None:
    reading = read(disturbed.match(disturbed.seed_of("coiffeur", 4, 17), honesty=0.97), Random(0), Reader())
    plays = [number for number, one in enumerate(reading.lines, 1) if isinstance(one, Played)]
    first, spare = reading.lines[plays[0] - 1], plays[-1]
    assert isinstance(first, Played)
    changed: dict[str, list[Event]] = {
        "duplicate": [Insert(before=spare, event=to_fields(first))],
        "short": [Insert(before=spare, event={"e": "collect"})],
        "hole": [],
    }
    text = [*reading.lines, *changed[kind]]
    if kind == "hole":
        opening = text[0]
        assert isinstance(opening, MatchStart)
        text = [
            replace(opening, v=3, sight=True),
            *text[1 : spare - 1],
            Gap(t=90, from_=60, why="camera"),
            *text[spare - 1 :],
        ]
    match = fold.outcome(text)
    assert match.suspicions == ()
    assert questions.due_question(match) is None
    assert questions.due_question(reading.match) is not None


def test_of_tables_seen_badly_nothing_is_asked_but_what_is_true() -> None:
    for seed in SEEDS:
        played = disturbed.match(seed, honesty=0.85)
        table = replace(played.table, opening=replace(played.table.opening, cards="faces"))
        seeing = eye.written(table, eye.disturbed(table, Random(seed)))
        match = fold.outcome(seeing.events)
        assert match.verdicts == ()
        assert all(seeing.of[one.event] in played.illegal for one in match.suspicions), seed


def test_lines_of_a_conversation_are_written_and_read_without_loss() -> None:
    for event in (*lines()[-1:], yes(0), no(1, 7), replace(yes(2), by="Emma", t=3.5)):
        assert parse(to_line(event)) == event
    assert to_line(no(1)) == f'{{"e":"answer","of":{asked()[0]},"seat":1,"yes":false}}'


def test_what_nobody_asks_is_an_error() -> None:
    line, question, accused, _other = asked()
    act, proof = question.verdict.event, question.verdict.proved
    for first, second in ((proof, act), (act, proof)):
        nothing = [f"there is nothing to ask about the cards of lines {first} and {second}"]
        assert faults(told(Question(act=first, proof=second))) == nothing
    with_marks = [*revoked().played.lines, Question(act=act, proof=proof)]
    *_, last = fold.fold(with_marks)
    assert faults(last.results) == ["cards of this match are not read by their faces: nothing is asked"]
    of_a_question = "event {} is of a question, which cannot be amended; undo takes an answer back"
    assert faults(told(Amend(of=line, with_={"proof": act}))) == [of_a_question.format(line)]
    amended = told(yes(accused), Amend(of=line + 1, with_={"yes": False}))
    assert faults(amended) == [of_a_question.format(line + 1)]
    assert faults(told(Insert(before=line, event={"e": "answer", "of": line, "seat": 0, "yes": True})))


def test_the_same_results_come_out_line_by_line() -> None:
    _line, question, accused, other = asked()
    record = lines(yes(other), no(accused, question.verdict.proved))
    opening = revoked().lines[0]
    assert isinstance(opening, MatchStart)
    match = fold.start(opening)
    found: list[Result] = []
    for number, event in enumerate(record[1:], 2):
        match, results = fold.step(match, number, event)
        found += results
    assert found == [one for stage in fold.fold(record) for one in stage.results]
    assert isinstance(found[-1], DealResult)
    assert found[-1].score is None
