"""Weis and Stöck of Schieber: what counts, whose, when, and what refutes it (SCH-W1 to SCH-W5)."""

import pytest

from controller.games import load
from controller.games.schieber.counts import SCALES
from controller.games.weis.worth import within
from controller.record.cards import Card
from controller.record.events import Value
from controller.rules.results import ErrorResult
from tests.controller.games.schieber.schieber_talk import played_out, told, verdicts
from tests.controller.games.schieber.test_schieber import MIXED

GAME = load("schieber")


def best(hand: str, scale: str) -> int:
    return max((weis.points for weis in within(map(Card, hand.split()), SCALES[scale])), default=0)


@pytest.mark.rule("SCH-W1")
@pytest.mark.parametrize(
    ("hand", "full", "simple"),
    [
        ("S6 S7", 0, 0),
        ("S6 S7 S8", 20, 20),
        ("S6 S7 S8 S9", 50, 50),
        ("S6 S7 S8 S9 S10", 100, 100),
        ("S6 S7 S8 S9 S10 SJ", 150, 100),
        ("S6 S7 S8 S9 S10 SJ SQ", 200, 100),
        ("S6 S7 S8 S9 S10 SJ SQ SK", 250, 100),
        ("S6 S7 S8 S9 S10 SJ SQ SK SA", 300, 100),
        ("SA HA DA CA", 100, 100),
        ("S10 H10 D10 C10", 100, 100),
        ("S6 H6 D6 C6", 100, 0),
        ("S8 H8 D8 C8", 100, 0),
        ("S9 H9 D9 C9", 150, 0),
        ("SJ HJ DJ CJ", 200, 200),
    ],
)
def test_what_a_weis_counts(hand: str, full: int, simple: int) -> None:
    assert (best(hand, "full"), best(hand, "simple"), best(hand, "none")) == (full, simple, 0)


@pytest.mark.rule("SCH-W1")
@pytest.mark.parametrize(
    ("said", "options", "found"),
    [
        ("0 weis 300", {}, []),
        ("0 weis 30", {}, [("illegal-call", 0, "SCH-W1", 4)]),
        ("0 weis 150", {"weis": "simple"}, [("illegal-call", 0, "SCH-W1", 4)]),
        ("0 weis 50 SA SK SQ", {}, [("false-declaration", 0, "SCH-W1", 4)]),
        # Four jacks, or seven in a row of another suit.
        ("0 weis 200, 0 SA, 1 SJ", {}, []),
        ("0 weis 200, 0 SA, 1 SJ", {"weis": "simple"}, [("false-declaration", 0, "SCH-W1", 4)]),
    ],
)
def test_a_weis_that_none_counts_or_no_hand_can_hold_is_named(
    said: str, options: dict[str, Value], found: list[tuple[str, int, str, int]]
) -> None:
    assert verdicts(f"0 hearts, {said}", options=options) == found


@pytest.mark.rule("SCH-W1")
def test_where_no_weis_counts_nobody_is_accused_of_announcing_one() -> None:
    assert [type(one) for one in told("0 hearts, 0 weis 20", options={"weis": "none"})] == [ErrorResult]


@pytest.mark.rule("SCH-W2")
def test_a_card_counts_in_a_sequence_and_in_four_of_its_rank_but_not_in_two_sequences() -> None:
    fours, run = "0 weis 100 SA HA DA CA", "0 weis 20 SA SK SQ"
    assert verdicts(f"0 hearts, {fours}, {run}") == []
    assert verdicts(f"0 hearts, {run}, 0 weis 20 SK SQ SJ") == [("false-declaration", 0, "SCH-W2", 5)]


@pytest.mark.rule("SCH-W2")
def test_a_hand_of_nine_cards_holds_no_more_than_it_can() -> None:
    runs = "0 weis 100 SA SK SQ SJ S10, 0 weis 100 HA HK HQ HJ H10"
    assert verdicts(f"0 hearts, {runs}") == [("false-declaration", 0, "SCH-W2", 5)]


@pytest.mark.rule("SCH-W3")
@pytest.mark.parametrize(
    ("said", "weis"),
    [
        ("0 weis 20 S6 S7 S8, 1 weis 50 D6 D7 D8 D9", (0, 50)),
        ("0 weis 100 SA HA DA CA, 1 weis 100 D6 D7 D8 D9 D10", (0, 100)),
        ("0 weis 20 S6 S7 S8, 1 weis 20 D7 D8 D9", (0, 20)),
        ("0 weis 20 S6 S7 S8, 1 weis 20 H6 H7 H8", (0, 20)),
        ("0 weis 20 S6 S7 S8, 1 weis 20 D6 D7 D8", (20, 0)),
        ("0 weis 20 S6 S7 S8, 1 weis 50 D6 D7 D8 D9, 2 weis 100 CA CK CQ CJ C10", (120, 0)),
    ],
)
def test_the_pair_with_the_strongest_weis_scores_all_of_its_own(said: str, weis: tuple[int, int]) -> None:
    """Points, cards, top rank, trump, and then who is nearest after the dealer; hearts are trump."""
    _, [done, *_] = played_out(f"0 hearts, {said}", MIXED)
    assert tuple(done.detail["weis"][:2]) == weis


@pytest.mark.rule("SCH-W3")
def test_in_reverse_the_lower_sequence_is_the_stronger() -> None:
    said = "0 weis 20 SA SK SQ, 1 weis 20 D7 D8 D9"
    assert {
        contract: tuple(played_out(f"0 {contract}, {said}", MIXED)[1][0].detail["weis"][:2])
        for contract in ("no-trump", "reverse")
    } == {"no-trump": (20, 0), "reverse": (0, 20)}


@pytest.mark.rule("SCH-W4")
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("0 SA, 0 weis 20", []),
        ("0 SA, 1 SK, 0 weis 20", [("illegal-call", 0, "SCH-W4", 6)]),
        ("0 SA, 1 SK, 2 SQ, 3 SJ, 3 weis 20", []),
        ("0 weis 20, 0 SA, 1 SK, 2 SQ, 3 SJ, 0 C6, 0 weis 20", []),
        ("0 weis 20, 0 SA, 1 SK, 2 SQ, 3 SJ, 0 C6, 2 weis 20", [("illegal-call", 2, "SCH-W4", 10)]),
    ],
)
def test_a_weis_is_announced_with_the_own_first_card(said: str, found: list[tuple[str, int, str, int]]) -> None:
    assert verdicts(f"0 hearts, {said}") == found


@pytest.mark.rule("SCH-W4")
def test_no_weis_is_announced_before_the_contract_is_named() -> None:
    assert verdicts("0 weis 20") == [("illegal-call", 0, "SCH-W4", 3)]


ROYAL = "0 hearts, 0 HK, 1 H6, 2 H7, 3 H8"


@pytest.mark.rule("SCH-W5")
@pytest.mark.parametrize(
    ("said", "found"),
    [
        (f"{ROYAL}, 0 HQ, 0 stock", []),
        (f"{ROYAL}, 0 stock, 0 HQ", []),
        ("0 hearts, 0 stock", [("illegal-call", 0, "SCH-W5", 4)]),
        ("0 no-trump, 0 HK, 0 stock", [("illegal-call", 0, "SCH-W5", 5)]),
        (f"{ROYAL}, 0 stock, 0 H9, 1 HQ", [("false-declaration", 0, "SCH-W5", 8)]),
    ],
)
def test_stock_goes_with_the_second_of_king_and_queen(said: str, found: list[tuple[str, int, str, int]]) -> None:
    assert [one for one in verdicts(said) if one[2] == "SCH-W5"] == found


@pytest.mark.rule("SCH-W5", "SCH-S4")
def test_stock_counts_beside_anybodys_weis_and_as_often_as_the_contract() -> None:
    hands = {seat: list(hand) for seat, hand in MIXED.items()}
    hands[0], hands[2] = (
        [Card(name) for name in ["HK", "HQ", "SA", "S10", "HA", "DK", "DQ", "CJ", "C7"]],
        [Card(name) for name in ["SQ", "S8", "H9", "H7", "D9", "D8", "CK", "C9", "D6"]],
    )
    hands[1] = [Card(name) for name in ["SK", "S9", "C6", "H8", "DA", "D10", "CQ", "C8", "CA"]]
    _, [done, *_] = played_out(
        "0 hearts, 1 weis 100", hands, then={1: "0 stock"}, options={"doubled": "hearts-diamonds"}
    )
    assert (done.detail["weis"], done.detail["stock"]) == ([0, 100, 0, 100], [20, 0, 20, 0])
    assert sum(done.total[:2]) == 2 * (157 + 120)


@pytest.mark.rule("SCH-W5")
def test_stock_with_the_deals_last_card_gives_its_result_anew() -> None:
    """Forehand has seven spades to lead, and both for the last two tricks."""
    hands = {0: [Card(name) for name in ["SA", "SK", "SQ", "SJ", "S10", "S9", "S8", "HK", "HQ"]]}
    minors = [card for card in GAME.deck if card.suit in "DC"]
    for seat, others in {1: "S7 H6 H7", 2: "S6 H8 H9", 3: "H10 HJ HA"}.items():
        hands[seat] = [*minors[seat * 6 - 6 : seat * 6], *map(Card, others.split())]
    match, results = played_out("0 hearts", hands, then={9: "0 stock"})
    assert [one.deal for one in results] == [1, 1]
    assert [one.detail["stock"] for one in results] == [[0] * 4, [20, 0, 20, 0]]
    assert match.total[0] == 20 + results[0].total[0]
