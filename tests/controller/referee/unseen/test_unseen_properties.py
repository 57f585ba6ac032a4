"""The properties of unseen.md, at tables of all games seen by eyes that miss things."""

from itertools import pairwise
from random import Random

import pytest

from controller.record.cards import Card
from controller.record.events import Event, Gap, Missed, Played
from controller.referee import fold
from controller.rules.results import DealResult, ErrorResult, Result, Verdict
from tests.support import disturbed, eye
from tests.support.eye import Blur, Span
from tests.support.honest import TABLES

ANSWERED = ("mittlere", "coiffeur", "plus-minus", "molotow", "middler-joker", "tarot", "handjass")


def results(events: tuple[Event, ...]) -> list[Result]:
    """What the referee says of a record."""
    return [result for stage in fold.fold(events) for result in stage.results]


@pytest.mark.parametrize("seed", range(390, 442))
def test_less_seen_less_said(seed: int) -> None:
    """Blinding a stretch or an area, delaying or dropping a reading or a look, never adds a verdict."""
    random = Random(seed)
    played = disturbed.match(seed, honesty=0.85, order=0.95)
    blur = Blur() if seed % 2 else eye.disturbed(played.table, random, much=0.5)
    said = disturbed.heard(eye.written(played.table, blur)).said.keys()
    for _ in range(4):
        blur = eye.worse(random, played.table, blur)
        now = disturbed.heard(eye.written(played.table, blur)).said.keys()
        assert now <= said, f"{blur} adds {now - said}"
        said = now


@pytest.mark.parametrize("seed", range(52))
def test_honest_players_are_not_accused_whatever_is_not_seen(seed: int) -> None:
    played = disturbed.match(seed, sweeping=0.2)
    for look in range(3):
        seeing = eye.written(played.table, eye.disturbed(played.table, Random(seed * 3 + look)))
        assert disturbed.heard(seeing).verdicts == (), disturbed.record(seeing.events)


@pytest.mark.parametrize("seed", range(52))
def test_what_is_said_of_cheaters_is_true(seed: int) -> None:
    played = disturbed.match(seed, honesty=0.8, order=0.95)
    for look in range(3):
        seeing = eye.written(played.table, eye.disturbed(played.table, Random(seed * 3 + look)))
        assert disturbed.heard(seeing).false(played) == [], disturbed.record(seeing.events)


def test_of_cheaters_something_is_said_though_not_all_is_seen() -> None:
    said = 0
    for seed in range(26):
        played = disturbed.match(seed, honesty=0.8, order=0.95)
        blur = eye.disturbed(played.table, Random(seed), much=0.5)
        said += len(disturbed.heard(eye.written(played.table, blur)).verdicts)
    assert said > 20


def quiet(played: disturbed.Played) -> Span | None:
    """A second in which nothing happens at a table while a trick lies open; None if there is none."""
    cards = [card for card in played.table.cards if card.part]
    for card, later in pairwise(cards):
        begin, end = card.begin + 0.9, later.begin - 0.6
        if card.trick == later.trick and end - begin > 1:
            return begin, end
    return None


@pytest.mark.parametrize("seed", range(39))
def test_a_gap_in_which_nothing_happened_costs_nothing(seed: int) -> None:
    """The trick that lay open lies there unmoved, or every hand plays in sight all that it was dealt."""
    played = disturbed.match(seed)
    span = quiet(played)
    if span is None:
        pytest.skip("nobody waited for a second")
    heard = disturbed.heard(eye.written(played.table, Blur(blind=((span, "camera"),))))
    assert any(isinstance(event, Gap) and event.from_ > 1 for event in heard.seeing.events)
    assert [deal.score for deal in heard.deals] == [deal.score for deal in played.scores]


def lost_trick(played: disturbed.Played, number: int) -> tuple[eye.Seeing, int, tuple[tuple[int, Card], ...]]:
    """A table of which one trick is not seen at all: the record, the line of its gap, and what was played in it."""
    trick = [card for card in played.table.cards if card.trick == number and card.part]
    begin = max(card.end for card in played.table.cards if card.trick == number - 1) + 0.3
    span = begin, max(card.end for card in trick) + 0.3
    seeing = eye.written(played.table, Blur(blind=((span, "camera"),)))
    [gap] = [line for line, event in enumerate(seeing.events, 1) if isinstance(event, Gap) and event.from_ > 1]
    return seeing, gap, tuple((card.seat, card.card) for card in trick)


@pytest.mark.parametrize("name", ANSWERED)
@pytest.mark.parametrize("number", range(4))
def test_true_answers_give_true_scores(name: str, number: int) -> None:
    seats = next(seats for table, seats in TABLES if table == name)
    played = disturbed.match(disturbed.seed_of(name, seats, number))
    if len({card.trick for card in played.table.cards}) < 5:
        pytest.skip("the deal was not played")
    seeing, gap, plays = lost_trick(played, 3)
    unanswered = [result for result in results(seeing.events) if isinstance(result, DealResult)]
    assert [deal.score for deal in unanswered] in ([], [None])
    told = Missed(of=gap, plays=plays, over=False, src="console")
    heard = results((*seeing.events, told))
    assert not [result for result in heard if isinstance(result, ErrorResult | Verdict)]
    [deal] = [result for result in heard if isinstance(result, DealResult)]
    assert (deal.score, deal.points) == (played.scores[0].score, played.scores[0].points)


@pytest.mark.parametrize("seed", range(13))
def test_what_is_told_never_accuses(seed: int) -> None:
    """True or false: an answer may heal the score, and adds no verdict."""
    random = Random(seed)
    played = disturbed.match(seed, honesty=0.8)
    seeing = eye.written(played.table, eye.disturbed(played.table, random))
    before = disturbed.heard(seeing).said
    gaps = [line for line, event in enumerate(seeing.events, 1) if isinstance(event, Gap)]
    deck = [card.card for card in played.table.cards]
    for _ in range(6):
        count = random.choice((0, played.seats, 2))
        plays = tuple((seat % played.seats, random.choice(deck)) for seat in range(count))
        told = Missed(of=random.choice(gaps), plays=plays, src="console")
        heard = results((*seeing.events, told))
        said = [result for result in heard if isinstance(result, Verdict)]
        now = {(one.kind, one.seat, 0 if one.seat is None else seeing.of[one.event]) for one in said}
        assert now <= before.keys()


@pytest.mark.parametrize("seed", range(13))
def test_live_and_replay_say_the_same_and_a_cut_only_takes_away(seed: int) -> None:
    played = disturbed.match(seed, honesty=0.8, order=0.95)
    seeing = eye.written(played.table, eye.disturbed(played.table, Random(seed)))
    assert results(seeing.events) == [*seeing.results]
    whole = [result for result in seeing.results if isinstance(result, Verdict)]
    plays = [line for line, event in enumerate(seeing.events, 1) if isinstance(event, Played)]
    for cut in plays[:: max(len(plays) // 6, 1)]:
        said = [result for result in results(seeing.events[:cut]) if isinstance(result, Verdict)]
        assert said == whole[: len(said)]
