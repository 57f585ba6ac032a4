"""Mittlere by the rules: MIT-D1, MIT-P1, MIT-F0 to F4, MIT-T1 to T3, MIT-S1 to S5, MIT-G1, PAR-1."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from controller.games import jass, load
from controller.games.mittlere import score
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played
from controller.record.message import Message
from controller.referee.fold import fold
from controller.rules.deal import Deal, Play, Trick
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, TrickResult
from tests.support import table_talk

GAME = load("mittlere")
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def deal(trick: str, trump: str | None = None, **options: str) -> Deal[None]:
    rules = resolve(GAME.options, OPENING.seats, "seed", options)
    fresh = GAME.open_deal(rules, 1, DealStart(dealer=2), None)
    plays = tuple(Play(number, number, Card(name)) for number, name in enumerate(trick.split()))
    return Deal(1, 2, rules, fresh.seats, fresh.size, 0, None, trump, (), Trick(plays))


def legal(hand: str, trick: str, trump: str | None = None, **options: str) -> str:
    """The cards of a hand that may be played, by the duty of each."""
    held = [Card(name) for name in hand.split()]
    state = deal(trick, trump, **options)
    return " ".join(GAME.legal(state, held))


@pytest.mark.rule("MIT-F0", "MIT-F1", "MIT-F2", "MIT-F3", "MIT-F4", "MIT-P1")
@pytest.mark.parametrize(
    ("rule", "hand", "trick", "trump", "expected"),
    [
        ("MIT-P1 the leader is free", "SA H6", "", None, "SA H6"),
        ("MIT-F0 follows", "S6 H6 HJ", "SA", None, "S6"),
        ("MIT-F0 without the suit any card", "C6 H6", "SA", None, "C6 H6"),
        ("MIT-F1 holding the suit: it or a trump", "S6 H6 C6", "SA", "H", "S6 H6"),
        ("MIT-F1 but no trump below the highest", "S6 H6 HJ C6", "SA H8", "H", "S6 HJ"),
        ("MIT-F1 the trump order counts", "S6 HA HJ", "SA H9", "H", "S6 HJ"),
        ("MIT-F2 without the suit a lower trump too", "H6 C6", "SA H8", "H", "H6 C6"),
        ("MIT-F3 trump led: a trump", "H6 HJ S6", "HA", "H", "H6 HJ"),
        ("MIT-F3 no trump: any card", "C6 S6", "HA", "H", "C6 S6"),
        ("MIT-F4 the bare jack need not be played", "HJ S6", "HA", "H", "HJ S6"),
        ("MIT-F4 the jack with another must not both stay", "HJ H6 S6", "HA", "H", "HJ H6"),
    ],
)
def test_legal_cards(rule: str, hand: str, trick: str, trump: str | None, expected: str) -> None:
    assert legal(hand, trick, trump) == expected, rule


@pytest.mark.rule("HAN-FP", "PAR-1")
@pytest.mark.parametrize(
    ("hand", "trick", "trump", "follow", "expected"),
    [
        ("S6 SK H6 HJ", "S8", "H", "head", "SK"),
        ("S6 S7 H6", "S8", "H", "head", "S6 S7"),
        ("S6 SA H6", "S8 H7", "H", "head", "S6 SA"),
        ("C6 H6 HJ", "S8", "H", "head", "H6 HJ"),
        ("C6 H6 HJ", "S8 H7", "H", "head", "H6 HJ"),
        ("C6 H6", "S8 H7", "H", "head", "H6"),
        ("C6 D6", "S8 H7", "H", "head", "C6 D6"),
        ("HJ S6", "HA", "H", "head", "HJ"),
        ("H6 HJ S6", "HA", "H", "head", "HJ"),
        ("S6 SA C6", "S8", None, "head", "SA"),
        ("C6 D6", "S8", None, "head", "C6 D6"),
        ("S6 SA C6 H6", "S8 H7", "H", "plain", "S6 SA"),
        ("C6 H6 HJ", "S8 H7", "H", "plain", "C6 H6 HJ"),
        ("HJ S6", "HA", "H", "plain", "HJ"),
    ],
)
def test_parletts_readings(hand: str, trick: str, trump: str | None, follow: str, expected: str) -> None:
    """PAR-1 and HAN-FP: heading, and plain following; the jack is not exempt."""
    assert legal(hand, trick, trump, follow=follow) == expected


@pytest.mark.rule("MIT-T1")
def test_the_first_card_that_does_not_follow_makes_trump_this_trick_included() -> None:
    lines: list[Event] = [
        OPENING,
        DealStart(dealer=2),
        *(Played(seat=s, card=Card(c)) for s, c in ((0, "SA"), (1, "D6"), (2, "C9"))),
    ]
    stages = list(fold(lines))
    assert [stage.match.deal.trump if stage.match.deal else None for stage in stages] == [None, None, None, "D", "D"]
    assert stages[-1].results == (TrickResult(1, 1, 0, 1, (Card("SA"), Card("D6"), Card("C9")), 11),)


def finished(seed: int) -> tuple[DealResult, list[TrickResult]]:
    lines, _ = table_talk.record(OPENING, seed)
    results = [result for stage in fold(lines) for result in stage.results]
    [done] = [result for result in results if isinstance(result, DealResult)]
    return done, [result for result in results if isinstance(result, TrickResult)]


@pytest.mark.rule("JASS-6", "MIT-T2")
@given(st.integers(0, 2**32))
def test_a_deal_counts_157_and_trump_counts_from_the_start(seed: int) -> None:
    """JASS-6, MIT-T2: each seat's points are those of its cards valued with the trump of the deal, and 5."""
    done, tricks = finished(seed)
    trump = done.detail["trump"]
    won, last = [0, 0, 0], 0
    for trick in tricks:
        assert trick.winner is not None
        last = trick.winner
        won[last] += sum(jass.points(card, trump, eights=trump is None) for card in trick.cards)
    won[last] += 5
    assert (done.points, sum(won)) == (tuple(won), 157)


@pytest.mark.rule("JASS-5", "MIT-T3")
def test_without_a_trump_every_eight_counts_8() -> None:
    """MIT-T3, JASS-5: four suits dealt so that every lead is followed."""
    order = [(suit, rank) for suit in "SHDC" for rank in ("A 6 7", "K 8 9", "Q 10 J")]
    events: list[Event] = [OPENING, DealStart(dealer=2)]
    for suit, ranks in order:
        events += [Played(seat=seat, card=Card(suit + rank)) for seat, rank in enumerate(ranks.split())]
    *_, last = [result for stage in fold(events) for result in stage.results]
    assert isinstance(last, DealResult)
    assert (last.detail["trump"], last.points, last.tricks) == (None, (157, 0, 0), (12, 0, 0))
    assert (last.detail["rule"], last.score) == ("MIT-S1", (2, -1, -1))


@pytest.mark.rule("MIT-S1", "MIT-S2", "MIT-S3", "MIT-S4", "MIT-S5")
@pytest.mark.parametrize(
    ("points", "tricks", "expected"),
    [
        ((157, 0, 0), (12, 0, 0), ("MIT-S1", (2, -1, -1))),
        ((0, 100, 57), (0, 8, 4), ("MIT-S2", (-2, 1, 1))),
        ((0, 98, 59), (1, 8, 3), ("MIT-S5", (1, 1, -2))),
        ((20, 100, 37), (2, 7, 3), ("MIT-S3", (1, -2, 1))),
        ((20, 99, 38), (2, 7, 3), ("MIT-S5", (1, 1, -2))),
        ((50, 50, 57), (4, 4, 4), ("MIT-S4", (-1, -1, 2))),
        ((57, 43, 57), (4, 4, 4), ("MIT-S4", (-1, 2, -1))),
        ((40, 92, 25), (3, 7, 2), ("MIT-S5", (-2, 1, 1))),
    ],
)
def test_score(points: tuple[int, ...], tricks: tuple[int, ...], expected: tuple[str, tuple[int, ...]]) -> None:
    """MIT-S1 to MIT-S5, the first that applies."""
    assert score(points, tricks, both_fail=False) == expected


@given(st.integers(0, 157), st.integers(0, 157), st.lists(st.integers(0, 12), min_size=2, max_size=2), st.booleans())
def test_every_score_sums_to_zero(first: int, second: int, cuts: list[int], both_fail: bool) -> None:
    low, high = sorted(cuts)
    points = (min(first, second), abs(first - second), 157 - max(first, second))
    tricks = (low, high - low, 12 - high)
    assume(all(won or not count for count, won in zip(points, tricks, strict=True)))
    assert sum(score(points, tricks, both_fail=both_fail)[1]) == 0


@pytest.mark.rule("MIT-S2")
def test_both_fail() -> None:
    """hundred_and_none (parlett, swiss): before MIT-S2, and only when both are there."""
    assert score((0, 110, 47), (0, 8, 4), both_fail=True) == ("hundred_and_none", (-1, -1, 2))
    assert score((0, 90, 67), (0, 8, 4), both_fail=True) == ("MIT-S2", (-2, 1, 1))
    assert score((10, 110, 37), (1, 8, 3), both_fail=True) == ("MIT-S3", (1, -2, 1))


@pytest.mark.parametrize(("profile", "both"), [("seed", "seed"), ("swiss", "both-fail"), ("parlett", "both-fail")])
def test_profiles_set_the_options(profile: str, both: str) -> None:
    rules = resolve(GAME.options, OPENING.seats, profile, {})
    assert rules["hundred_and_none"] == both
    assert rules["deals"] == (12 if profile == "parlett" else 0)
    assert rules["follow"] == ("head" if profile == "parlett" else "jass")


@pytest.mark.rule("MIT-G1")
def test_a_match_of_two_deals_has_no_third() -> None:
    opening = MatchStart(game="mittlere", seats=OPENING.seats, options={"deals": 2})
    lines, _ = table_talk.record(opening, 1, deals=2)
    results = [result for stage in fold([*lines, DealStart(dealer=2)]) for result in stage.results]
    assert results[-1] == ErrorResult(len(lines) + 1, Message.plain("the match ended with deal 2"))
    assert sum(isinstance(result, DealResult) for result in results) == 2


@pytest.mark.rule("MIT-D1")
def test_the_deal_passes_to_the_next_seat() -> None:
    """MIT-D1; another dealer than the rules say is an error, and stands."""
    lines, _ = table_talk.record(OPENING, 1)
    stages = list(fold([*lines, DealStart(dealer=2)]))
    assert [getattr(result, "text", "") for result in stages[-1].results] == [
        "Carla deals, though it is for Berta to deal"
    ]
    assert stages[-1].match.deal is not None
    assert (stages[-1].match.deal.dealer, stages[-1].match.deal.leader) == (2, 0)
