"""Weis and Stöck of Schieber: what counts, whose, when, and what refutes it (SCH-W1 to SCH-W5)."""

from collections.abc import Mapping

import pytest

from controller.games import load
from controller.games.schieber.counts import SCALES
from controller.games.weis.worth import within
from controller.record.cards import Card
from controller.record.events import DealStart, Declare, Value
from controller.referee.fold import outcome
from controller.rules.parts import Outcome
from controller.rules.results import DealResult, ErrorResult, Verdict
from tests.controller.games.schieber.schieber_talk import SUITED, lines, opening, played_out, told, verdicts
from tests.controller.games.schieber.test_schieber import MIXED
from tests.support.loops import some

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
def test_points_of_a_weis(hand: str, full: int, simple: int) -> None:
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
        ("0 hearts, 0 stock, 0 S6", []),
        ("0 hearts, 0 stock, 0 S6, 1 H7", [("illegal-call", 0, "SCH-W5", 4)]),
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


LEAD = "0 spades, 0 SA, 1 HA, 2 DA, 3 CA"
"""A trick of 44 points for the first pair."""


def ended(said: str, options: Mapping[str, Value]) -> tuple[list[tuple[str, int | None, str, int]], list[int], str]:
    """The verdicts, the Stöck of each seat, and who has won the match."""
    done = [one for one in told(said, options) if isinstance(one, DealResult)][-1]
    match = outcome([opening(options), DealStart(dealer=3), *lines(said)])
    return verdicts(said, options), done.detail["stock"], str(GAME.course.over(match.rules, 1, match.total, match.book))


@pytest.mark.rule("SCH-W6", "SCH-G3")
@pytest.mark.parametrize("options", [{}, {"doubled": "spades-clubs"}])
@pytest.mark.parametrize("before", ["", ", 0 SK, 1 HK, 2 DK, 3 CK, 0 SQ, 1 HQ, 2 DQ, 3 CQ, 0 SJ, 1 HJ"])
def test_stock_is_shown_at_any_time_where_its_twenty_are_enough(options: dict[str, Value], before: str) -> None:
    """Before a card of it is played, or after both were covered; one point short of the number it is told, and lost."""
    said, won = f"{LEAD}{before}, 0 stock, 0 thanks", (44 if not before else 44 + 16 + 12) + 20
    target = won * (2 if options else 1)
    assert ended(said, {**options, "target": target}) == ([], [20, 0, 20, 0], "Anna and Carla have won the match")
    faults, stock, winner = ended(said, {**options, "target": target + 1})
    assert [(kind, seat, rule) for kind, seat, rule, _ in faults] == [("illegal-call", 0, "SCH-W5")]
    assert (stock, winner) == ([0] * 4, "Berta and Dora have won the match")


@pytest.mark.rule("SCH-W6")
@pytest.mark.parametrize(
    ("said", "fault"),
    [
        # Its partner has shown one of the cards.
        (f"{LEAD}, 0 SK, 1 HK, 2 DK, 3 CK, 2 stock", ("false-declaration", 2, "SCH-W5", 12)),
        # Another seat plays one of them later; once is enough.
        (f"{LEAD}, 2 stock, 0 SK, 1 HK, 2 DK, 3 CK, 0 SQ, 1 HQ, 2 DQ, 3 CQ", ("false-declaration", 2, "SCH-W5", 8)),
    ],
)
def test_stock_shown_by_who_does_not_hold_it_is_told_and_does_not_count(
    said: str, fault: tuple[str, int, str, int]
) -> None:
    assert ended(f"{said}, 1 thanks", {"target": 64}) == ([fault], [0] * 4, "Anna and Carla have won the match")


@pytest.mark.rule("SCH-W6")
def test_stock_counts_where_the_sheet_lacks_a_deal_or_cards_are_missing_so_that_it_may_be_enough() -> None:
    """So it does while cards that were not shown decide whose Weis count."""
    thrown_in, short = f"0 spades, 0 SA, deal 3, {LEAD}, 0 stock", "0 spades, 0 SA, 1 HA, /, 0 stock"
    for said in some((thrown_in, short)):
        assert [one[2] for one in verdicts(said, {"target": 900})] == ["CARD"] * (said == short)
    thanked = [told(f"{thrown_in}, 0 thanks", {"target": target})[-1] for target in (64, 65)]
    assert [type(one) for one in thanked] == [DealResult, ErrorResult]
    level = "0 spades, 1 weis 50, 2 weis 50, 0 SA, 1 HA, 2 DA, 3 CA, 0 stock"
    assert [verdicts(level, options={"target": target}) for target in (114, 115)] == [
        [],
        [("illegal-call", 0, "SCH-W5", 10)],
    ]


PLAIN = "0 spades, 0 H6, 1 HA, 2 H7, 3 H8"
"""A trick without trump, which seat 1 takes."""


def shown(cards: str, before: str = PLAIN, after: str = "") -> tuple[list[object], int]:
    """The verdicts where seat 0 shows these cards as Stöck, which is enough, and what it counts in the end."""
    stock = Declare(seat=0, what="stock", cards=tuple(map(Card, cards.split())))
    match = outcome([opening({"target": 20}), DealStart(dealer=3), *lines(before), stock, *lines(f"{after}, 0 thanks")])
    found: list[object] = [(one.kind, one.seat, one.rule, one.event) for one in match.verdicts]
    return found, match.ledger[-1].result.detail["stock"][0]


@pytest.mark.rule("SCH-W6")
@pytest.mark.parametrize(("cards", "stock"), [("SK SQ", 20), ("SQ", 20), ("SK SJ", 0), ("HK HQ", 0)])
def test_cards_shown_as_stock_that_are_not_king_and_queen_of_trump_refute_it(cards: str, stock: int) -> None:
    assert shown(cards) == ([] if stock else [("false-declaration", 0, "SCH-W5", 8)], stock)


@pytest.mark.rule("SCH-W5", "SCH-W6")
@pytest.mark.parametrize(
    ("before", "after", "found", "stock"),
    [
        # Another seat plays one of them.
        (PLAIN, "1 SK", [("impossible-card", 1, "CARD", 9), ("false-declaration", 0, "SCH-W5", 8)], 0),
        # Another seat has shown them with its Weis, or does so afterwards.
        (f"{PLAIN[:8]}, 1 weis 20 SJ SQ SK, {PLAIN[10:]}", "", [("false-declaration", 0, "SCH-W5", 9)], 0),
        (PLAIN[:8], "1 weis 20 SJ SQ SK", [("false-declaration", 1, "SCH-W1", 5)], 20),
        # Trump was not followed with them in hand.
        (f"{PLAIN}, 1 S7, 2 S8, 3 S9, 0 C6", "", [("revoke", 0, "SCH-F", 11)], 20),
    ],
)
def test_a_card_shown_as_stock_is_known_to_be_in_the_hand_of_who_shows_it(
    before: str, after: str, found: list[tuple[str, int, str, int]], stock: int
) -> None:
    assert shown("SK SQ", before, after) == (found, stock)


@pytest.mark.rule("SCH-W6", "SCH-G2")
@pytest.mark.parametrize(("tricks", "out"), [(1, 0), (2, 1)])
def test_stock_shown_to_go_out_counts_before_the_trick_after_which_it_was_shown(tricks: int, out: int) -> None:
    """The other pair has 19 with trick 1; who shows Stöck before its next card was out before."""
    hands = {**MIXED, 0: [Card("S10"), *(card for card in MIXED[0] if card != "S10")]}
    match, [done] = played_out("0 diamonds", hands, then={tricks: "0 stock"}, options={"target": 19, "thanks": False})
    assert (match.verdicts, done.detail["stock"], match.book.out) == ((), [20, 0, 20, 0], out)


@pytest.mark.rule("SCH-W7")
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("0 weis 50 SA SK SQ SJ, 0 stock, 0 SA, 1 H6", []),
        ("0 stock, 0 weis 20, 0 SA, 1 H6", []),
        ("0 SA, 0 stock, 0 weis 20, 1 H6, 2 D6, 3 C6, 0 SK, 1 H7, 2 D7, 3 C7, 0 SQ, 0 stock", []),
        ("0 weis 20, 0 SA, 1 H6, 2 D6, 3 C6, 0 stock", []),
        ("0 weis 20, 0 SA, 1 H6, 2 D6, 3 C6, 0 SJ, 0 stock", [("illegal-call", 0, "SCH-W5", 10)]),
        ("0 stock, 0 SA, 1 H6, 0 weis 20", [("illegal-call", 0, "SCH-W5", 4), ("illegal-call", 0, "SCH-W4", 7)]),
        ("2 weis 20, 0 stock, 0 SA, 1 H6", [("illegal-call", 0, "SCH-W5", 5)]),
        ("0 weis 20, 0 stock, 0 stock, 0 SA, 1 SK", [("false-declaration", 0, "SCH-W5", 5)]),
    ],
)
def test_stock_is_told_with_the_own_weis_in_the_first_trick(said: str, found: list[tuple[str, int, str, int]]) -> None:
    """Before it or after it; said again with its second card it counts once."""
    assert verdicts(f"0 spades, {said}") == found


@pytest.mark.rule("SCH-W6", "SCH-W7")
def test_stock_is_right_once_a_weis_of_the_partner_makes_it_enough() -> None:
    said = "0 spades, 0 stock, 2 weis 50, 0 SA, 1 H6, 0 thanks"
    assert [ended(said, {"target": target})[::2] for target in (70, 71)] == [
        ([], "Anna and Carla have won the match"),
        ([("illegal-call", 0, "SCH-W5", 4)], "Berta and Dora have won the match"),
    ]


@pytest.mark.rule("SCH-W5", "SCH-W7")
def test_stock_told_with_a_weis_may_be_said_again_with_the_deals_last_card_and_changes_nothing() -> None:
    last = [Card("SK"), Card("SQ")]
    hands = {**SUITED, 0: [*(card for card in SUITED[0] if card not in last), *last]}
    match, [done] = played_out("0 spades, 0 weis 20, 0 stock", hands, then={9: "0 stock"})
    assert (match.verdicts, done.detail["stock"]) == ((), [20, 0, 20, 0])
    assert match.deal is not None
    assert GAME.auction.act_late(match.deal, match.book, 99, Declare(seat=0, what="stock")) == Outcome(match.deal)


@pytest.mark.rule("SCH-W7")
def test_stock_told_with_a_weis_counts_and_is_open_until_the_weis_is_told() -> None:
    said = "0 spades, 0 stock"
    deals = [outcome([opening(), DealStart(dealer=3), *lines(text)]).deal for text in (said, f"{said}, 0 weis 20")]
    assert [deal and deal.open_words for deal in deals] == [(4,), ()]
    for before, stock in (("0 spades, 0 weis 20, 0 stock", 20), (said, 0)):
        assert ended(f"{before}, 0 SA, 1 H6, 1 thanks", {})[1][0] == stock
    assert [type(one) for one in told(said, options={"weis": "none"})] == [Verdict]
