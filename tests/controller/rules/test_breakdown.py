"""The numbers behind a score sum to it: in every example record, and in deals of every game at every table."""

from collections import Counter
from random import Random

import pytest

from controller import games
from controller.record.events import MatchStart, Value
from controller.referee.fold import start
from controller.report.replay import sentences
from controller.rules import standing
from controller.rules.options import PROFILES
from controller.rules.results import BreakdownLine, DealResult, summed
from tests.controller.games.coiffeur.players import Players as CoiffeurPlayers
from tests.support import evenings, table_talk
from tests.support.examples import Example, each_example
from tests.support.honest import house_rules
from tests.support.loops import some

SEEDS = 3
"""Matches of each table."""
DEALS = 6


def wrong(game: str, before: tuple[int | float, ...], result: DealResult) -> list[str]:
    """What does not sum up in a deal's breakdown."""
    seats, parts = len(before), result.breakdown
    gained = tuple(now - then for now, then in zip(result.total, before, strict=True))
    if result.score is None or "void" in result.detail:
        return [] if not any((parts.points, parts.score, parts.marks)) else ["a deal without a score has parts of one"]
    found: list[str] = []
    score = tuple(own or 0 for own in result.score)
    if summed(parts.score, seats) != score:
        found.append(f"the parts of the score {parts.score} are not {score}")
    # A sheet of rubbers counts games and rubbers, of which its remarks tell.
    counts_deals = game != "coiffeur" and "games" not in result.detail
    if summed(parts.marks or parts.score, seats) != gained and counts_deals:
        found.append(f"the sheet gains {gained}, not {parts.marks or parts.score}")
    if game == "coiffeur" and seats == 3 and summed(parts.marks, seats) != gained:
        found.append(f"the marks gain {gained}, not {parts.marks}")
    if parts.points and summed(parts.points, seats) != points(game, result):
        found.append(f"the parts of the points {parts.points} are not {points(game, result)}")
    return found


def points(game: str, result: DealResult) -> tuple[int | float, ...]:
    """The points that decide a deal, by seat."""
    own = result.points or ()
    if game == "handjass":
        more = zip(own, result.detail["weis"], result.detail["stock"], strict=True)
        return tuple(map(sum, more))
    if game == "schieber":
        assert result.score is not None
        by_seat = summed(result.breakdown.points, len(own))
        ratios = {value and score / value for value, score in zip(by_seat, result.score, strict=True) if score}
        assert ratios < {2, 3} or not ratios
        return by_seat
    if game != "coiffeur":
        return own
    assert result.score is not None
    multiplier = {"spades": 1, "clubs": 2, "diamonds": 3, "hearts": 4, "no-trump": 5, "reverse": 6}
    times = (multiplier | {"joker1": 7, "joker2": 8})[result.detail["contract"]]
    by_seat = summed(result.breakdown.points, len(own))
    assert [value // 10 * times for value in by_seat] == [value or 0 for value in result.score]
    return by_seat


def chosen(game: str, random: Random) -> dict[str, Value]:
    return house_rules(game, random) if random.random() < 0.5 else {}


@each_example
def test_the_parts_of_every_score_in_an_example_sum_to_it(example: Example) -> None:
    seen = 0
    total: dict[int, tuple[int | float, ...]] = {}
    for stage in example.stages:
        for result in stage.results:
            if isinstance(result, DealResult) and result.deal not in total:
                before = total.get(result.deal - 1, (0,) * stage.match.rules.seats)
                assert wrong(stage.match.game.name, before, result) == []
                total[result.deal] = result.total
                seen += bool(result.breakdown.score)
    assert seen


@pytest.mark.parametrize("table", evenings.TABLES, ids=str)
def test_the_parts_of_every_score_sum_to_it_whatever_is_played(table: tuple[str, int]) -> None:
    name, seats = table
    found, told = list[str](), Counter[str]()
    for seed in range(SEEDS):
        random = Random(f"{table}{seed}")
        opening = MatchStart(
            game=name, seats=evenings.NAMES[:seats], profile=random.choice(PROFILES), options=chosen(name, random)
        )
        seated = table_talk.players(name, random, 1.0)
        if isinstance(seated, CoiffeurPlayers):
            seated.favourite = random.choice((None, "spades"))
        match = start(opening)
        history = table_talk.told_by(match, seated, DEALS)
        before: tuple[int | float, ...] = (0,) * seats
        for result in history.results:
            if isinstance(result, DealResult):
                found += wrong(name, before, result)
                before = result.total
                told["scored"] += any(result.score or ())
                told["in words"] += any(sentences(match, result))
    assert found == []
    assert 0 < told["scored"] <= told["in words"]


@each_example
def test_partners_have_one_number_for_both_and_they_sum_to_the_score_of_the_side(example: Example) -> None:
    match = example.match
    for entry in some(match.ledger):
        sides, parts = standing.by_side(match, entry.result)
        if "void" in entry.result.detail or entry.result.score is None:
            continue
        assert [side.seats for side in sides] == [*match.game.sides.partners(match.rules)]
        own = [entry.result.score[side.seats[0]] or 0 for side in sides]
        assert summed(parts.score, len(sides)) == tuple(own)
        points = entry.result.points or ()
        won = tuple(sum(points[seat] for seat in side.seats) for side in sides)
        if summed(entry.result.breakdown.points, match.rules.seats) == points:
            assert summed(parts.points, len(sides)) == won


def test_every_game_tells_the_numbers_behind_its_scores() -> None:
    assert {name for name, _ in evenings.TABLES} == set(games.names())


def test_a_line_that_counts_nothing_for_a_seat_does_not_name_it() -> None:
    [(match, coiffeur)] = [
        (stage.match, result)
        for stage in Example("coiffeur/4-partners").stages
        for result in stage.results
        if isinstance(result, DealResult) and result.deal == 1
    ]
    assert list(map(str, sentences(match, coiffeur))) == [
        "points: cards won (Berta and Dora 69)",
        "score: each full ten of the points counts 5 (Berta and Dora +30)",
    ]
    assert all(isinstance(line, BreakdownLine) for line in coiffeur.breakdown.points)
