"""Cards that people enter by hand: the camera has never seen them, so that an empty mat says nothing of them."""

from itertools import product

import pytest

from controller.record.events import Played
from controller.rules.results import DealResult
from tests.support.history import History, Why, laid, mittlere

RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = [f"{suit}{rank}" for suit in "SHDC" for rank in RANKS]
PLAYS = [
    f"{'ABC'[(2 * trick + place) % 3]} {CARDS[3 * trick + place]}" for trick, place in product(range(12), range(3))
]
"""A deal that Anna leads; in its tricks each follows, and the last card of three takes them."""
GAPS = (*range(1, 8), 17, 18, 35)
"""After so many cards; a trick lies open after most of them."""


def enters(told: History, *cards: str) -> None:
    """People say who has played which cards."""
    for seat, card in map(laid, cards):
        told.says(Played(seat=seat, card=card))


def entered(gap: int | None, why: Why = "load") -> History:
    """The deal entered by hand; after so many cards nothing is seen for two seconds, and then that the mat is empty."""
    told = mittlere()
    for number, card in enumerate(PLAYS):
        if number == gap:
            told.loses(2, why)
            told.looks("ABC")
        enters(told, card)
    return told


def scores(told: History) -> list[DealResult]:
    """What the deals count."""
    return [deal for deal in told.deals if deal.score is not None]


@pytest.mark.parametrize("why", ["load", "restart"])
@pytest.mark.parametrize("gap", GAPS)
def test_a_gap_over_an_empty_mat_takes_nothing_from_a_deal_that_people_enter(gap: int, why: Why) -> None:
    told, plain = entered(gap, why), entered(None)
    assert [(deal.score, deal.detail) for deal in scores(plain)]
    assert [(deal.score, deal.detail) for deal in told.deals] == [(deal.score, deal.detail) for deal in plain.deals]
    assert (told.errors, told.said, told.match.total) == ([], [], plain.match.total)


def test_gaps_between_all_cards_take_nothing_either() -> None:
    told = mittlere()
    for card in PLAYS:
        enters(told, card)
        told.loses(1, "load")
        told.looks("ABC")
    assert (told.errors, told.match.total) == ([], entered(None).match.total)


@pytest.mark.parametrize("by_hand", [False, True])
def test_that_a_trick_was_gathered_short_is_not_said_where_a_card_of_it_was_entered(by_hand: bool) -> None:
    """That one has left was never seen; the other may have been taken up alone, to be put straight."""
    told = mittlere()
    told.lays("A S6")
    if by_hand:
        enters(told, "B S7")
    else:
        told.lays("B S7")
    told.sweeps(empty="ABC", since=0.1)
    assert told.said == ([] if by_hand else ["short-trick C"])
    assert bool(told.holes) == by_hand


def test_an_empty_place_does_not_show_that_a_card_entered_for_it_was_gathered() -> None:
    told = mittlere()
    enters(told, "A S6")
    told.lays("C S8", empty="AB")
    assert [play.card for play in told.match.deal.open.plays] == ["S6", "S8"] if told.match.deal else None
    assert (told.said, told.errors) == ([], [])


@pytest.mark.parametrize("later", [0, 300])
def test_that_the_deal_goes_on_is_the_word_of_who_enters_a_card_and_accuses_nobody(later: int) -> None:
    """Meanwhile another deal may have been dealt, and whoever entered its first card has not said so."""
    told = mittlere()
    told.trick("A S6", "B H6", "C S7")
    if later:
        told.loses(later)
        told.looks("ABC")
        enters(told, "C D6")
    else:
        told.lays("C D6")
    told.lays("A D7", "B S8")
    assert told.said == ([] if later else ["revoke B H6"])
