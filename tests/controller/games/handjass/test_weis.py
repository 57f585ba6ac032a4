"""Points of a Weis, the best split of a hand, the order of Weis: HAN-W1, HAN-W2, HAN-W3."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games import jass
from controller.games.handjass.calls import SCALE, SCALE_WITH_NINES
from controller.games.weis.worth import best_split, every, shortest, within
from controller.record.cards import Card

SCALES = {0: SCALE, 150: SCALE_WITH_NINES}
"""Scales by the points of four nines."""


def cards(text: str) -> list[Card]:
    return [Card(name) for name in text.split()]


@pytest.mark.rule("HAN-W1")
@pytest.mark.parametrize(
    ("hand", "nines", "points"),
    [
        ("SA SK SQ HA HK", 0, [20]),
        ("S6 S7 S8 S9", 0, [50]),
        ("S6 S7 S8 S9 S10", 0, [100]),
        ("S6 S7 S8 S9 S10 SJ SQ", 0, [100]),
        ("SA SK HQ SJ S10", 0, []),
        ("S10 H10 D10 C10", 0, [100]),
        ("SQ HQ DQ CQ", 0, [100]),
        ("SK HK DK CK", 0, [100]),
        ("SA HA DA CA", 0, [100]),
        ("SJ HJ DJ CJ", 0, [200]),
        ("S9 H9 D9 C9", 0, []),
        ("S9 H9 D9 C9", 150, [150]),
        ("S8 H8 D8 C8", 150, []),
        ("SJ S9 SA", 0, []),
    ],
)
def test_points_of_a_weis(hand: str, nines: int, points: list[int]) -> None:
    """HAN-W1: the plain order counts, for trump too; four_nines is an option."""
    assert [weis.points for weis in best_split(cards(hand), "S", SCALES[nines])] == points


@pytest.mark.rule("HAN-W2")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("S7 S8 S9 S10 SJ SQ SK SA", [100, 20]),
        ("S6 S7 S8 S9 S10 SJ SQ SK SA", [100, 50]),
        ("SA HA DA CA SK SQ", [100]),
        ("SA HA DA CA SK SQ SJ S10", [100, 50]),
        ("SA HA DA CA SK SQ SJ", [100, 20]),
        ("SJ HJ DJ CJ SQ SK SA", [200, 20]),
        ("S6 S7 S8 S9 S10 SJ H6 H7 H8", [100, 20]),
    ],
)
def test_a_card_counts_in_one_weis_only_and_the_best_split_is_taken(hand: str, points: list[int]) -> None:
    assert [weis.points for weis in best_split(cards(hand), None, SCALE)] == points


@pytest.mark.rule("HAN-W1")
def test_every_sequence_of_three_to_nine_and_every_four_is_a_weis() -> None:
    runs = [
        frozenset(Card(suit + rank) for rank in jass.PLAIN[start:end])
        for suit in "SHDC"
        for start in range(9)
        for end in range(start + 3, 10)
    ]
    fours = [frozenset(Card(suit + rank) for suit in "SHDC") for rank in ("A", "K", "Q", "J", "10")]
    nines = frozenset(Card(suit + "9") for suit in "SHDC")
    assert sorted(map(sorted, (weis.cards for weis in every(SCALE)))) == sorted(map(sorted, (*runs, *fours)))
    assert [(weis.cards, weis.points) for weis in every(SCALE_WITH_NINES) if weis not in every(SCALE)] == [(nines, 150)]


hands = st.permutations(jass.DECK).map(lambda deck: deck[:9])


rich = st.tuples(st.sampled_from("SHDC"), st.integers(0, 2), hands).map(
    lambda drawn: list(dict.fromkeys([*jass.suit_cards(drawn[0])[drawn[1] : drawn[1] + 7], *drawn[2]]))[:9]
)


@pytest.mark.rule("HAN-W2")
@given(rich)
def test_the_best_split_is_the_best_of_all(hand: list[Card]) -> None:
    """HAN-W2, against all choices of Weis that share no card."""
    found = within(hand, SCALE_WITH_NINES)
    choices = (choice for count in range(4) for choice in combinations(found, count))
    disjoint = [
        one
        for one in choices
        if len(frozenset(card for w in one for card in w.cards)) == sum(len(w.cards) for w in one)
    ]
    best = best_split(hand, "S", SCALE_WITH_NINES)
    assert sum(weis.points for weis in best) == max(sum(weis.points for weis in choice) for choice in disjoint)
    assert sum(len(weis.cards) for weis in best) == len(frozenset(card for weis in best for card in weis.cards))


@pytest.mark.rule("HAN-W1")
def test_the_smallest_sets_of_cards_of_so_many_points() -> None:
    """HAN-W1: 7 sequences of three in a suit, 6 of four, 5 of five and the fours of four ranks."""
    counts = [
        len(shortest(points, SCALES[nines])) for points, nines in ((20, 0), (50, 0), (100, 0), (200, 0), (150, 150))
    ]
    assert counts == [28, 24, 24, 1, 1]
    assert len(every(SCALE)) == 4 * 28 + 5


@pytest.mark.rule("HAN-W3")
def test_the_order_of_weis() -> None:
    """HAN-W3: points; number of cards; top rank; trump. Spades are trump."""
    weakest_first = [
        "H6 H7 H8",
        "D7 D8 D9",
        "S7 S8 S9",
        "HQ HK HA",
        "S6 S7 S8 S9",
        "SQ HQ DQ CQ",
        "SA HA DA CA",
        "H6 H7 H8 H9 H10",
        "H10 HJ HQ HK HA",
        "S10 SJ SQ SK SA",
        "H6 H7 H8 H9 H10 HJ",
        "SJ HJ DJ CJ",
    ]
    strengths = [max(weis.strength("S") for weis in within(cards(text), SCALE)) for text in weakest_first]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len(strengths)
