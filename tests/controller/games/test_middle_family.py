"""Molotow, Plus-Minus and the joker Middler by the rules; their play is Mittlere's (MIT-F, MIT-T)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import games
from controller.games import middler_joker, molotow, plus_minus
from controller.games.plus_minus import HeldPoint
from controller.record.cards import Card
from controller.record.events import DealStart, Draw, Event, MatchStart, Played
from controller.record.message import Message
from controller.referee.fold import fold, outcome
from controller.rules.game import Tie
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, TrickResult
from tests.support import table_talk

FOUR = ("Anna", "Berta", "Carla", "Dora")
THREE = FOUR[:3]
SAME = "1S10 2H10 3D10"


def drawn(text: str) -> list[tuple[int, Card]]:
    return [(int(word[0]), Card(word[1:])) for word in text.split()]


@pytest.mark.rule("MOL-S1", "MOL-S2", "MOL-S3", "MOL-S4", "MOL-S5", "MOL-S6", "MOL-S7")
@pytest.mark.parametrize(
    ("points", "rule", "score"),
    [
        ((157, 0, 0, 0), "MOL-S1", (3, -1, -1, -1)),
        ((100, 27, 20, 10), "MOL-S2", (-3, 1, 1, 1)),
        ((156, 1, 0, 0), "MOL-S2", (-3, 1, 1, 1)),
        ((20, 20, 57, 60), "MOL-S4", (0, 0, -1, 1)),
        ((7, 60, 60, 30), "MOL-S5", (1, 0, 0, -1)),
        ((60, 30, 30, 37), "MOL-S4", (1, 0, 0, -1)),
        ((57, 40, 40, 20), "MOL-S6", (-1, 1, 1, -1)),
        ((60, 20, 37, 40), "MOL-S7", (-1, -1, 1, 1)),
    ],
)
def test_molotow_scores(points: tuple[int, ...], rule: str, score: tuple[int, ...]) -> None:
    """MOL-S1 to MOL-S7, the first that applies; tricks do not matter."""
    assert sum(points) == 157
    assert molotow.score(points, (), middle=1) == (rule, score)


@pytest.mark.rule("MOL-S6", "MOL-S7")
@pytest.mark.parametrize("points", [(57, 40, 40, 20), (60, 20, 37, 40)])
def test_molotow_the_middle_may_lose_instead(points: tuple[int, ...]) -> None:
    """Option ``middle`` (swiss): MOL-S6 and MOL-S7 the other way round, and nothing else."""
    rules = resolve(molotow.GAME.options, FOUR, "swiss", {})
    assert rules["middle"] == "minus"
    plus, minus = molotow.score(points, (), middle=1), molotow.score(points, (), middle=-1)
    assert not isinstance(plus, Tie)
    assert minus == (plus[0], tuple(-own for own in plus[1]))


@pytest.mark.rule("MOL-S6", "MOL-S7")
@pytest.mark.parametrize("profile", ["seed", "swiss"])
def test_molotow_scores_a_deal_by_the_house_rule(profile: str) -> None:
    opening = MatchStart(game="molotow", seats=FOUR, profile=profile)
    found: set[str] = set()
    for seed in range(4):
        for stage in fold(table_talk.record(opening, seed, deals=8)[0]):
            for one in stage.results:
                if isinstance(one, DealResult) and one.points and one.detail["rule"] in ("MOL-S6", "MOL-S7"):
                    scored = molotow.score(tuple(map(int, one.points)), (), middle=1 if profile == "seed" else -1)
                    assert scored == (one.detail["rule"], one.score)
                    found.add(one.detail["rule"])
    assert found


@pytest.mark.rule("MOL-S3")
def test_molotow_three_level_draw_for_who_loses() -> None:
    """MOL-S3: the strongest of the three loses; level strongest draw again, the others need not."""
    points = (37, 40, 40, 40)
    assert molotow.score(points, [], middle=1) == Tie((1, 2, 3))
    assert molotow.score(points, drawn(SAME), middle=1) == Tie((1, 2, 3))
    assert molotow.score(points, drawn(f"{SAME} 1C6 2CA 3CK"), middle=1) == ("MOL-S3", (1, 0, -1, 0))
    assert molotow.score(points, drawn("1SA 2HA 3D6"), middle=1) == Tie((1, 2))
    assert molotow.score(points, drawn("1SA 2HA 3D6 1C6 2C7"), middle=1) == ("MOL-S3", (1, 0, -1, 0))


@given(st.lists(st.integers(0, 157), min_size=3, max_size=3).map(sorted))
def test_molotow_every_split_of_157_scores_by_one_rule(cuts: list[int]) -> None:
    low, mid, high = cuts
    points = (low, mid - low, high - mid, 157 - high)
    done = molotow.score(points, (), middle=1)
    assert isinstance(done, Tie) == (max(map(points.count, points)) == 3 and max(points) < 100)
    if not isinstance(done, Tie):
        assert sum(done[1]) == 0


@pytest.mark.rule("PM-S1", "PM-S2", "PM-S3")
@pytest.mark.parametrize(
    ("points", "rule", "score", "held"),
    [
        ((50, 57, 50), "PM-S1", (0, 2, 0), ()),
        ((40, 92, 25), "PM-S2", (0, 1, 1), ()),
        ((30, 100, 27), "PM-S2", (0, 0, 1), ()),
        ((40, 40, 37, 40), "PM-S1", (0, 0, 2, 0), ()),
        ((60, 60, 7, 30), "PM-S2", (0, 0, 1, 0), (HeldPoint((0, 1)),)),
        ((70, 10, 10, 67), "PM-S2", (1, 0, 0, 0), (HeldPoint((1, 2)),)),
        ((120, 10, 10, 17), "PM-S2", (0, 0, 0, 0), (HeldPoint((1, 2)),)),
        ((57, 40, 40, 20), "PM-S2", (1, 0, 0, 1), ()),
    ],
)
def test_plus_minus_scores(
    points: tuple[int, ...], rule: str, score: tuple[int, ...], held: tuple[HeldPoint, ...]
) -> None:
    """PM-S1, PM-S2, and PM-S3: a level top or bottom holds its point."""
    done = plus_minus.score(points, ())
    assert (done.rule, done.seats, done.book) == (rule, score, held)


@pytest.mark.rule("PM-S3")
def test_plus_minus_a_held_point_goes_to_the_one_of_the_pair_who_scores_first() -> None:
    """PM-S3: exactly one of the two; both, or neither, and it stays held; every point held for the pair goes."""
    held = (HeldPoint((0, 1)), HeldPoint((0, 1)), HeldPoint((2, 3)))
    assert plus_minus.score((57, 40, 40, 20), held).seats == (3, 0, 0, 2)
    assert plus_minus.score((57, 40, 40, 20), held).book == ()
    both = plus_minus.score((60, 7, 40, 50), held)
    assert (both.seats, both.book) == ((1, 1, 0, 0), held)


@pytest.mark.rule("PM-G1")
@pytest.mark.parametrize(
    ("total", "over"),
    [((7, 6, 0), True), ((7, 7, 0), False), ((8, 7, 0), True), ((6, 6, 6), False), ((9, 9, 9), False)],
)
def test_plus_minus_ends_when_one_alone_leads_with_seven(total: tuple[int, ...], over: bool) -> None:
    rules = resolve(plus_minus.GAME.options, THREE, "seed", {})
    assert (plus_minus.GAME.course.over(rules, 9, total, ()) is not None) == over


def test_plus_minus_is_played_to_its_end() -> None:
    lines, _ = table_talk.record(MatchStart(game="plus-minus", seats=FOUR), 3, deals=60)
    *_, last = fold(lines)
    assert max(last.match.total) >= 7
    ended, *_ = [stage.results for stage in fold([*lines, DealStart(dealer=0)])][-1]
    assert isinstance(ended, ErrorResult)
    assert "has won the match" in ended.text


def joker_deal(text: str) -> list[Event]:
    return [
        MatchStart(game="middler-joker", seats=THREE),
        DealStart(dealer=2),
        *(Played(seat=int(word[0]), card=Card(word[1:])) for word in text.split()),
    ]


@pytest.mark.rule("MJO-2", "MJO-3")
@pytest.mark.parametrize(
    ("text", "trump", "winner", "points"),
    [
        ("0SA 1S7 2JO", "JO", 2, 12),
        ("0JO 1SA 2HA", "JO", 0, 23),
        ("0SA 1H7 2JO", "H", 2, 12),
        ("0SA 1H7 2H8", "H", 2, 11),
        ("0S7 1S8 2S9", None, 2, 0),
    ],
)
def test_the_joker_is_the_highest_trump_or_the_only_one(text: str, trump: str | None, winner: int, points: int) -> None:
    """MJO-2, MJO-3: counts 1; played before a trump is made it stays the only one."""
    stages = list(fold(joker_deal(text)))
    [trick] = stages[-1].results
    assert isinstance(trick, TrickResult)
    assert stages[-1].match.deal is not None
    assert (stages[-1].match.deal.trump, trick.winner, trick.points) == (trump, winner, points)


@pytest.mark.rule("MJO-3")
@pytest.mark.parametrize(
    ("name", "suits"), [("mittlere", "SHDC"), ("molotow", "SHDC"), ("middler-joker", ("S", "H", "D", "C", "JO"))]
)
def test_a_card_that_nobody_saw_may_have_made_trump_unless_there_is_one(name: str, suits: Sequence[str]) -> None:
    match = outcome([MatchStart(game=name, seats=FOUR[: max(games.load(name).seats)]), DealStart(dealer=0)])
    deal = match.deal
    assert deal is not None
    unknown = match.game.unseen_trumps(deal)
    assert (unknown[0], sorted(map(str, unknown[1:]))) == (None, sorted(suits))
    assert [match.game.unseen_trumps(replace(deal, trump=suit)) for suit in suits] == [(suit,) for suit in suits]


@pytest.mark.rule("MJO-2")
@pytest.mark.parametrize("second", ["2DA 0CK 1C7", "2DA 0C7 1CK", "2D7 0CK 1C7"])
def test_with_the_joker_what_is_neither_led_nor_trump_wins_nothing(second: str) -> None:
    """Hearts were made trump in the first trick; here nobody has diamonds or trumps left."""
    [trick] = list(fold(joker_deal(f"0SA 1H7 2H8 {second}")))[-1].results
    assert isinstance(trick, TrickResult)
    assert trick.winner == 2


@pytest.mark.rule("MJO-4")
@pytest.mark.parametrize(
    ("hand", "before", "legal"),
    [
        ("S7 H7 JO", "0SA", "S7"),
        ("H7 JO", "0SA", "H7 JO"),
        ("H7 JO S7", "0DA 1H8 2D7 1HA", "H7 JO"),
        ("JO S7", "0DA 1H8 2D7 1HA", "JO"),
        ("S7 C7", "0DA 1H8 2D7 1HA", "S7 C7"),
        ("S7 C7", "0JO", "S7 C7"),
    ],
)
def test_the_joker_is_a_card_of_the_trump_suit(hand: str, before: str, legal: str) -> None:
    *_, last = fold(joker_deal(before))
    held = [Card(name) for name in hand.split()]
    deal = last.match.deal
    assert deal is not None
    assert " ".join(middler_joker.GAME.legal(deal, held)) == legal


@pytest.mark.rule("MJO-1", "MJO-5", "MJO-6")
@given(st.integers(0, 2**32))
def test_a_joker_deal_counts_121_and_only_its_ends_score(seed: int) -> None:
    lines, _ = table_talk.record(MatchStart(game="middler-joker", seats=THREE), seed)
    *_, last = fold(lines)
    [done] = [result for result in last.results if isinstance(result, DealResult)]
    assert done.points is not None
    middle = sorted(done.points)[1]
    alone = tuple(own if own != middle else 0 for own in done.points)
    assert (sum(done.points), sum(done.tricks), done.score) == (121, 11, alone)


def test_a_draw_that_nobody_waits_for_is_an_error() -> None:
    lines: list[Event] = [MatchStart(game="molotow", seats=FOUR), DealStart(dealer=0), Draw(seat=0, card=Card("SA"))]
    *_, last = fold(lines)
    assert last.results == (ErrorResult(3, Message.plain("a card was drawn, but no tie waits for a draw")),)
