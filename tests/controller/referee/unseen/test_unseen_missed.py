"""What people tell of a hole: it heals the score and accuses nobody; what contradicts things seen is an error."""

import pytest

from controller.record.events import Ruling
from tests.support.history import History

SUITS, RANKS = "SHDC", ("6", "7", "8", "9", "10", "J", "Q", "K", "A")


def tricks() -> list[list[str]]:
    """Twelve tricks of three cards of a suit, the highest last: all follow, and who plays last takes each."""
    return [[f"{suit}{rank}" for rank in RANKS[at : at + 3]] for suit in SUITS for at in (0, 3, 6)]


def deal(lost: int | None) -> tuple[History, int, tuple[str, ...]]:
    """A deal of Mittlere of which one trick is lost: its story, the line of its gap, and the cards of that trick."""
    told = History("mittlere", 3)
    told.deal("C")
    gap, missing = 0, tuple[str, ...]()
    for number, cards in enumerate(tricks()):
        leader = 2 * number % 3
        plays = tuple(f"{'ABC'[(leader + place) % 3]} {card}" for place, card in enumerate(cards))
        if number == lost:
            told.loses()
            gap, missing = told.line, plays
            told.looks("ABC")
        else:
            told.trick(*plays)
    return told, gap, missing


def test_a_true_answer_makes_the_score_whole() -> None:
    whole, _, _ = deal(None)
    told, gap, missing = deal(4)
    assert told.deals == []
    told.missed(gap, *missing)
    [healed], [true] = told.deals, whole.deals
    assert (healed.score, healed.points, healed.tricks, healed.total) == (
        true.score,
        true.points,
        true.tricks,
        true.total,
    )
    assert told.said == []
    assert told.holes == ()


def test_an_undo_takes_the_answer_back_and_the_newest_stands() -> None:
    told, gap, missing = deal(4)
    told.missed(gap, none=True)
    assert told.deals == []
    told.missed(gap, *missing)
    assert len(told.deals) == 1
    told.undo()
    assert told.deals == []
    told.missed(gap, *missing)
    told.missed(gap, none=True)
    assert told.deals == []


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (("A S6", "B SK", "C SA"), "S6 was told of, but it was played before"),
        (("A T21",), "T21 was told of, but that seat or card is not in the deal"),
        (("D SA",), "SA was told of, but that seat or card is not in the deal"),
    ],
)
def test_what_contradicts_things_seen_is_an_error_and_changes_nothing(cards: tuple[str, ...], why: str) -> None:
    told, gap, _ = deal(4)
    before = told.match
    told.missed(gap, *cards)
    assert told.errors == [why]
    after = told.match
    assert (after.total, told.holes) == (before.total, (gap,))


def test_winners_that_the_cards_do_not_give_are_an_error() -> None:
    told, gap, missing = deal(4)
    right = "ABC"["ABC".index(missing[2][0])]
    wrong = next(who for who in "ABC" if who != right)
    told.missed(gap, *missing, won=wrong)
    assert told.errors == ["the winners that were told of do not agree with the cards"]
    told.undo()
    told.missed(gap, *missing, won=right)
    assert told.errors == []


def swept_in_a_gap(*, in_sight: bool) -> tuple[History, int]:
    """A trick that was seen whole, and gathered in the gap or before it; in the gap another one was played."""
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("A S6", "B S7", "C S8")
    if in_sight:
        told.sweeps()
    told.loses()
    gap = told.line
    told.looks("ABC")
    return told, gap


@pytest.mark.parametrize("won", ["CA", "A"])
def test_the_winner_of_a_trick_that_was_seen_whole_and_gathered_in_the_gap_may_be_told_too(won: str) -> None:
    told, gap = swept_in_a_gap(in_sight=False)
    told.missed(gap, "C H6", "A HA", "B H7", won=won)
    assert (told.errors, told.holes, told.match.turn) == ([], (), 0)
    assert [trick.winner for trick in told.tricks] == [2, 0]


@pytest.mark.parametrize(("won", "in_sight"), [("BA", False), ("CB", False), ("CCA", False), ("CA", True)])
def test_the_winner_of_such_a_trick_is_as_seen(won: str, *, in_sight: bool) -> None:
    told, gap = swept_in_a_gap(in_sight=in_sight)
    told.missed(gap, "C H6", "A HA", "B H7", won=won)
    assert told.errors == ["the winners that were told of do not agree with the cards"]


def test_of_nothing_but_the_gathering_may_be_told() -> None:
    told, gap = swept_in_a_gap(in_sight=False)
    told.missed(gap, won="C")
    assert (told.errors, told.holes, told.match.turn) == ([], (), 2)


@pytest.mark.parametrize(("won", "winners"), [("CA", [2, 0]), ("A", [2, 0]), ("C", [2]), ("CC", [2, 2])])
def test_where_the_cards_are_not_known_such_a_trick_is_no_further_one(won: str, winners: list[int]) -> None:
    told, gap = swept_in_a_gap(in_sight=False)
    told.missed(gap, none=True, won=won)
    assert (told.errors, told.holes, told.match.turn) == ([], (gap,), winners[-1])
    assert [trick.winner for trick in told.tricks] == winners
    told.lays(f"{'ABC'[winners[-1]]} D6")
    assert told.match.deal is not None
    assert told.match.deal.number_of_trick == len(winners) + 1


def test_where_it_was_gathered_in_sight_each_winner_told_is_of_a_further_one() -> None:
    told, gap = swept_in_a_gap(in_sight=True)
    told.missed(gap, none=True, won="C")
    assert [trick.winner for trick in told.tricks] == [2, 2]


def test_a_deal_that_ended_unseen_has_no_score_and_says_so() -> None:
    told, gap, _ = deal(11)
    told.missed(gap, none=True, over=True)
    [ended] = told.deals
    assert (ended.points, ended.score, ended.total) == (None, None, (0, 0, 0))
    assert ended.detail["missing"] == "unseen"
    assert told.match.unscored == 1


def test_where_nothing_went_unseen_nothing_can_be_told() -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("A S6")
    told.missed(told.line, "B S7")
    assert told.errors == [f"nothing went unseen at event {told.line - 1}"]


def test_a_verdict_from_before_the_hole_keeps_its_ruling() -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("B S7", empty="AC")
    told.lays("A S6", "C S8")
    told.sweeps()
    told.says(Ruling(verdict=1, decision="upheld"))
    told.loses()
    gap = told.line
    told.looks("ABC")
    told.missed(gap)
    assert told.said == ["out-of-turn B S7"]
    assert [*told.match.rulings] == [1]
