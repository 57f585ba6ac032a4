"""Answers to holes over all games: true ones give the true scores, false ones are errors, and none ever accuses."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from controller.record.cards import Card
from controller.record.events import Collect, Gap, Missed, Ruling, Seat
from controller.record.events import Played as PlayEvent
from controller.referee import fold
from tests.support import answers, disturbed, eye
from tests.support.honest import seeds

EVENINGS = seeds(1)


@cache
def evening(seed: int, *, honesty: float = 1.0) -> tuple[disturbed.Played, eye.Seeing]:
    """A match of this seed, and what an eye has written of it that misses much."""
    played = disturbed.match(seed, honesty=honesty)
    return played, eye.written(played.table, eye.disturbed(played.table, Random(7 * seed)))


@cache
def true_answers(seed: int, *, honesty: float = 1.0) -> tuple[Missed, ...]:
    """The true answer to each hole of that evening."""
    return tuple(answers.true_answers(*evening(seed, honesty=honesty)))


@pytest.mark.parametrize("seed", EVENINGS)
def test_true_answers_to_every_hole_give_the_true_scores(seed: int) -> None:
    played, seeing = evening(seed)
    said = answers.told(seeing, true_answers(seed))
    assert said.errors == []
    assert [(deal.score, deal.points) for deal in said.deals] == [(deal.score, deal.points) for deal in played.scores]
    assert said.verdicts == answers.told(seeing, ()).verdicts


def test_the_evenings_have_holes_of_every_kind() -> None:
    kinds = {
        type(seeing.events[hole - 1]) for seed in EVENINGS for _, seeing in (evening(seed),) for hole in holes(seeing)
    }
    assert kinds >= {Gap, Collect}


def holes(seeing: eye.Seeing) -> list[int]:
    """The holes that are open in a record."""
    return answers.open_holes(fold.outcome(seeing.events))


def falsified(seeing: eye.Seeing, true: Missed, seats: int) -> list[Missed]:
    """Answers that differ from a true one in something that was seen."""
    plays, event = true.plays or (), seeing.events[true.of - 1]
    found: list[Missed] = []
    seen = [
        (one.seat, one.card)
        for one in seeing.events[true.of :]
        if isinstance(one, PlayEvent) and one.since is not None and one.since > (event.t or 0)
    ]
    # Of a card that exists twice another one may have been played, unless both were seen.
    seen = [
        (seat, card) for seat, card in seen if [one.face for _, one in seen].count(card.face) == copies(seeing, card)
    ]
    if isinstance(event, Collect) and plays:
        found += [replace(true, plays=plays[:-1]), *(replace(true, plays=(*plays, more)) for more in seen[-1:])]
    if plays and seen:
        seat, card = seen[-1]
        found.append(replace(true, plays=(*plays[:-1], (plays[-1][0], card))))
        others: list[Seat] = [other for other in range(seats) if other != seat]
        found.append(replace(true, plays=((others[0], card),)))
    if plays:
        found.append(replace(true, won=(seats,) * 9))
    return found


def copies(seeing: eye.Seeing, card: Card) -> int:
    """How often the deck of this match has a card."""
    return [one.face for one in fold.outcome(seeing.events[:1]).game.deck].count(card.face)


@pytest.mark.parametrize("seed", EVENINGS)
def test_answers_that_contradict_what_was_seen_are_errors_and_change_nothing(seed: int) -> None:
    played, seeing = evening(seed)
    answer = true_answers(seed)
    believed = [
        false
        for number, true in enumerate(answer)
        for false in falsified(seeing, true, played.seats)
        if not is_refused(seeing, [*answer[:number], *answer[number + 1 :]], false)
    ]
    assert believed == []


def is_refused(seeing: eye.Seeing, others: Sequence[Missed], false: Missed) -> bool:
    """Whether a false answer beside others is an error, and changes nothing."""
    without, said = answers.told(seeing, others), answers.told(seeing, [*others, false])
    refused = len(said.errors) > len(without.errors)
    return refused and said.deals == without.deals and said.verdicts == without.verdicts


def test_there_is_something_to_falsify() -> None:
    count = 0
    for seed in EVENINGS:
        played, seeing = evening(seed)
        for true in true_answers(seed):
            count += len(falsified(seeing, true, played.seats))
    assert count > 40


@pytest.mark.parametrize("seed", [162, 292, 306])
def test_a_card_that_is_read_after_people_told_of_it_lifts_no_reserve(seed: int) -> None:
    """More than 15 s passed in the hole, so another deal may have begun, and only people say that none has."""
    _, seeing = evening(seed, honesty=0.8)
    assert answers.told(seeing, true_answers(seed, honesty=0.8)).verdicts == answers.told(seeing, ()).verdicts


@pytest.mark.parametrize("seed", EVENINGS)
def test_no_answer_to_cheaters_adds_a_verdict_or_takes_one_away(seed: int) -> None:
    """True or not, whole or in part, with cards of the whole deck."""
    random = Random(seed)
    played, seeing = evening(seed, honesty=0.8)
    before = answers.told(seeing, ()).verdicts
    deck = [card.card for card in played.table.cards]
    true = true_answers(seed, honesty=0.8)
    assert answers.told(seeing, true).verdicts == before
    for _ in range(3):
        wrong = [
            replace(
                one,
                plays=tuple((seat, random.choice(deck)) for seat, _ in one.plays or ())
                if random.random() < 0.5
                else (one.plays or ())[: random.randrange(3)],
                trump=random.choice((None, None, "H", "none")),
            )
            for one in true
        ]
        assert answers.told(seeing, wrong).verdicts == before


def test_the_cheaters_are_accused_of_something() -> None:
    assert sum(len(answers.told(evening(seed, honesty=0.8)[1], ()).verdicts) for seed in EVENINGS) > 5


def test_a_ruling_stands_when_people_answer_later() -> None:
    ruled = 0
    for seed in EVENINGS:
        _, seeing = evening(seed, honesty=0.8)
        count, true = len(fold.outcome(seeing.events).verdicts), true_answers(seed, honesty=0.8)
        if not count or not true:
            continue
        rulings = [Ruling(verdict=number, decision="dismissed") for number in range(1, count + 1)]
        match = fold.outcome((*seeing.events, *rulings, *true))
        assert [match.dismissed(number) for number in range(1, len(match.verdicts) + 1)] == [True] * count
        ruled += count
    assert ruled > 5
