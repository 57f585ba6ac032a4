"""Schieber from the contract to the slate: SCH-D, SCH-B, SCH-P, SCH-F, SCH-S, SCH-M, SCH-G."""

import pytest

from controller.games import load
from controller.games.schieber.counts import multiplier
from controller.games.schieber.state import SUITS, SchieberContract
from controller.record.cards import Card
from controller.record.events import DealStart, Value
from controller.referee.fold import outcome
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, MatchResult, TrickResult, Verdict
from tests.controller.games.schieber.schieber_talk import NAMES, lines, opening, played_out, told, verdicts
from tests.support.loops import some

GAME = load("schieber")
LOWS = ("turned", "same")
ALL: tuple[str, ...] = ("spades", "hearts", "diamonds", "clubs", "no-trump", "reverse", "slalom", "gustav")


@pytest.mark.rule("SCH-D1")
def test_two_pairs_have_nine_cards_each_and_the_deal_passes_on() -> None:
    match, [first, *_] = played_out("0 spades")
    assert match.deal is not None
    assert (match.deal.size, match.deal.seats, match.dealer) == (9, (0, 1, 2, 3), 0)
    assert GAME.sides.partners(match.rules) == ((0, 2), (1, 3))
    assert first.score == (257, 0, 257, 0)


@pytest.mark.rule("SCH-B1", "SCH-B2", "SCH-B3")
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("0 hearts", []),
        ("0 push, 2 hearts", []),
        ("1 hearts", [("illegal-bid", 1, "SCH-B1", 3)]),
        ("0 push, 0 hearts", [("illegal-bid", 0, "SCH-B1", 4)]),
        ("0 push, 1 hearts", [("illegal-bid", 1, "SCH-B1", 4)]),
        ("0 hearts, 2 spades", [("illegal-bid", 2, "SCH-B1", 4)]),
        ("0 push, 2 push", [("illegal-bid", 2, "SCH-B2", 4)]),
        ("0 slalom up", [("illegal-bid", 0, "SCH-B3", 3)]),
    ],
)
def test_forehand_names_a_contract_or_its_partner_does(said: str, found: list[tuple[str, int, str, int]]) -> None:
    assert verdicts(said) == found


@pytest.mark.rule("SCH-B3")
def test_no_card_counts_before_the_contract_is_whole() -> None:
    for said in some(("", "0 push", "0 slalom")):
        results = told(f"{said}, 0 SA", options={"contracts": ALL})
        assert [type(one) for one in results] == [ErrorResult]
    assert told("0 slalom, 0 slalom down, 0 SA", options={"contracts": ALL}) == []


@pytest.mark.rule("SCH-P1")
@pytest.mark.parametrize("said", ["0 hearts", "0 push, 2 hearts"])
def test_forehand_leads_whoever_named_the_contract(said: str) -> None:
    assert verdicts(f"{said}, 0 SA") == []
    assert verdicts(f"{said}, 2 SA")[0][:2] == ("out-of-turn", 2)


@pytest.mark.rule("SCH-B3", "JASS-8")
@pytest.mark.parametrize(
    ("said", "winners"),
    [
        ("0 hearts", [1, 2]),
        ("0 clubs", [2, 1]),
        ("0 no-trump", [2, 3]),
        ("0 reverse", [0, 2]),
        ("0 slalom up", [2, 0]),
        ("0 slalom down", [0, 1]),
        ("0 gustav down", [0, 2]),
    ],
)
def test_the_highest_card_follows_the_order_of_the_contract(said: str, winners: list[int]) -> None:
    """The winner of trick 1 and of trick 2, which leads a diamond to two more and a spade."""
    first = {1: "0 S6, 1 H6, 2 SA, 3 S8", 2: "0 S6, 1 S7, 2 SA, 3 S8", 0: "0 S6, 1 S7, 2 SA, 3 S8"}[winners[0]]
    leader = winners[0]
    cards = ("D9", "DK", "D8", "C7")
    second = ", ".join(f"{(leader + turn) % 4} {card}" for turn, card in enumerate(cards))
    tricks = [
        one for one in told(f"{said}, {first}, {second}", options={"contracts": ALL}) if isinstance(one, TrickResult)
    ]
    assert [one.winner for one in tricks] == winners


@pytest.mark.rule("SCH-B3")
def test_gustav_turns_after_five_tricks_and_slalom_after_each() -> None:
    def low(play: str, order: str | None) -> str:
        contract = SchieberContract(0, play, order)
        return "".join("-+"[not contract.turned(trick)] for trick in range(1, 10))

    assert {(play, order): low(play, order) for play in ("slalom", "gustav") for order in ("up", "down")} == {
        ("slalom", "up"): "+-+-+-+-+",
        ("slalom", "down"): "-+-+-+-+-",
        ("gustav", "up"): "+++++----",
        ("gustav", "down"): "-----++++",
    }
    assert (low("reverse", None), low("no-trump", None), low("hearts", None)) == ("-" * 9, "+" * 9, "+" * 9)


@pytest.mark.rule("SCH-F")
@pytest.mark.parametrize(
    ("said", "hand", "legal"),
    [
        ("0 hearts, 0 H6", "HJ SA C7", "HJ SA C7"),
        ("0 hearts, 0 H6", "HJ H7 SA", "HJ H7"),
        ("0 hearts, 0 S6", "SA H7 C7", "SA H7"),
        ("0 hearts, 0 S6, 1 H10", "SA H7 HK", "SA HK"),
        ("0 hearts, 0 S6, 1 H10", "CA H7 HK", "CA HK"),
        ("0 hearts, 0 S6, 1 H10", "H7 HK", "H7 HK"),
        ("0 reverse, 0 S6", "SA H7 HK", "SA"),
    ],
)
def test_a_hand_that_can_follow_follows_or_trumps_and_does_not_undertrump(said: str, hand: str, legal: str) -> None:
    deal = outcome([opening(), DealStart(dealer=3), *lines(said)]).deal
    assert deal is not None
    assert [*map(str, GAME.legal(deal, [Card(name) for name in hand.split()]))] == legal.split()


@pytest.mark.rule("SCH-F")
def test_a_revoke_is_proven_by_the_card_that_was_held() -> None:
    assert verdicts("0 hearts, 0 SA, 1 C6, 2 S6, 3 S7, 0 SK, 1 S8") == [("revoke", 1, "SCH-F", 5)]


MIXED = {
    0: [Card(name) for name in ["SA", "S10", "HA", "H9", "DK", "DQ", "CJ", "C7", "D6"]],
    1: [Card(name) for name in ["SK", "S9", "HK", "H8", "DA", "D10", "CQ", "C8", "CA"]],
    2: [Card(name) for name in ["SQ", "S8", "HQ", "H7", "D9", "D8", "CK", "C9", "C6"]],
    3: [Card(name) for name in ["SJ", "S7", "S6", "HJ", "H10", "H6", "DJ", "D7", "C10"]],
}
"""A deal in which both pairs win tricks."""


@pytest.mark.rule("SCH-S1", "SCH-S2", "SCH-S4", "JASS-6")
@pytest.mark.parametrize("said", ["0 hearts", "0 push, 2 clubs", "0 no-trump", "0 reverse", "0 slalom up"])
@pytest.mark.parametrize("low", LOWS)
def test_a_deal_counts_157_whatever_is_played(said: str, low: str) -> None:
    _, [done, *_] = played_out(said, MIXED, options={"contracts": ALL, "low_points": low})
    assert done.points is not None
    assert done.score is not None
    assert sum(done.points) == 157
    assert (done.score[2:], sum(done.total)) == (done.score[:2], 2 * 157)
    assert min(done.total) > 0


@pytest.mark.rule("SCH-S2")
def test_in_reverse_the_six_counts_what_the_ace_does_elsewhere() -> None:
    trick = "0 reverse, 0 S6, 1 SA, 2 S8, 3 S10, /"
    counted = {
        low: [one.points for one in told(trick, options={"low_points": low}) if isinstance(one, TrickResult)]
        for low in LOWS
    }
    assert counted == {"turned": [29], "same": [29]}
    trick = "0 reverse, 0 S6, 1 S7, 2 S8, 3 S10, /"
    assert [one.points for one in told(trick) if isinstance(one, TrickResult)] == [29]
    assert [one.points for one in told(trick, options={"low_points": "same"}) if isinstance(one, TrickResult)] == [18]
    slalom = trick.replace("reverse", "slalom down")
    assert [one.points for one in told(slalom, options={"contracts": ALL}) if isinstance(one, TrickResult)] == [18]


@pytest.mark.rule("SCH-S3", "SCH-S4", "SCH-M1", "SCH-M2")
@pytest.mark.parametrize(
    ("said", "options", "score"),
    [
        ("0 spades", {}, 257),
        ("0 spades", {"doubled": "spades-clubs"}, 514),
        ("0 spades", {"doubled": "hearts-diamonds"}, 257),
        ("0 spades", {"without_trump": 3}, 257),
        ("0 no-trump", {}, 257),
        ("0 no-trump", {"without_trump": 3, "doubled": "spades-clubs"}, 771),
        ("0 reverse", {"without_trump": 2}, 514),
    ],
)
def test_a_match_counts_257_as_often_as_its_contract(said: str, options: dict[str, Value], score: int) -> None:
    _, [done, *_] = played_out(said, options=options)
    assert (done.score, done.total) == ((score, 0, score, 0), (score, 0, score, 0))


@pytest.mark.rule("SCH-M1", "SCH-M2")
def test_a_profile_is_the_game_to_2500() -> None:
    rules = resolve(GAME.options, NAMES, "swisslos-2500", {})
    assert (rules["target"], rules["doubled"], rules["without_trump"]) == (2500, "spades-clubs", 3)


@pytest.mark.rule("SCH-G1")
def test_the_match_is_over_once_a_pair_has_the_points() -> None:
    match, done = played_out("0 spades", deals=6)
    assert [one.total[0] for one in done] == [257, 514, 771, 1028]
    assert str(GAME.course.over(match.rules, 4, match.total, match.book)) == "Anna and Carla have won the match"
    assert match.book.out == 0


@pytest.mark.rule("SCH-G2")
@pytest.mark.parametrize(
    ("said", "then", "target", "out"),
    [
        ("0 hearts", {}, 60, 0),
        ("0 hearts, 1 weis 20", {}, 20, 1),
        ("0 hearts", {8: "1 stock"}, 158, None),
    ],
)
def test_the_pair_that_is_out_first_has_won(said: str, then: dict[int, str], target: int, out: int | None) -> None:
    """Weis count before the first trick is; of both pairs that reach the number one has won."""
    match, [done, *_] = played_out(said, MIXED, then=then, options={"target": target, "thanks": False})
    assert match.book.out == out
    best = GAME.course.ranking(match.total, match.book)[0]
    assert best == ((out, out + 2) if out is not None else (0, 2) if done.total[0] > done.total[1] else (1, 3))
    if out == 1:
        assert min(done.total) >= target
        assert done.total[0] > done.total[1]


@pytest.mark.rule("SCH-G3")
def test_thanks_end_the_match_for_or_against_the_pair_that_gives_them() -> None:
    match, [done] = played_out("0 spades", then={2: "2 thanks"}, options={"target": 40})
    assert (match.book.out, done.tricks) == (0, (2, 0, 0, 0))
    assert done.detail["thanks"] == 2
    for seat, out in ((2, 1), (1, 0)):
        match, [done] = played_out("0 spades", then={2: f"{seat} thanks"}, options={"target": 200})
        assert (match.book.out, max(done.total) < 200) == (out, True)
        assert GAME.course.ranking(match.total, match.book)[0] == (out, out + 2)


@pytest.mark.rule("SCH-G3")
def test_a_complete_trick_that_lies_there_counts_for_thanks_and_one_that_is_not_does_not() -> None:
    whole = told("0 spades, 0 SA, 1 HA, 2 DA, 3 CA, 0 thanks", options={"target": 44})
    part = told("0 spades, 0 SA, 1 HA, 2 DA, 0 thanks", options={"target": 33})
    scores = [[one.score for one in results if isinstance(one, DealResult)] for results in (whole, part)]
    assert scores == [[(44, 0, 44, 0)], [(0, 0, 0, 0)]]


@pytest.mark.rule("SCH-G3")
def test_nobody_gives_thanks_before_the_play_or_where_every_deal_is_played_out() -> None:
    assert [type(one) for one in told("0 thanks")] == [ErrorResult]
    assert [type(one) for one in told("0 spades, 0 SA, 0 thanks", options={"thanks": False})] == [ErrorResult]
    gathered = told("0 spades, 0 SA, 1 HA, /, 0 thanks")
    assert isinstance(gathered[-1], ErrorResult)
    assert not any(isinstance(one, DealResult | MatchResult) for one in gathered)


@pytest.mark.rule("SCH-G3")
def test_thanks_do_not_lose_on_a_sheet_that_lacks_a_deal() -> None:
    """The first deal is thrown in and has no score: with enough points the match is over, with too few it goes on."""
    before = "0 spades, 0 SA, deal 3, 0 spades, 0 SA, 1 HA, 2 DA, 3 CA, /, 0 thanks"
    for target, last in some(((45, ErrorResult), (44, DealResult))):
        assert isinstance(told(before, options={"target": target})[-1], last)


@pytest.mark.rule("SCH-G4", "SCH-S3", "SCH-W5")
def test_a_round_of_a_tournament_has_its_deals_and_nothing_but_the_cards_counts() -> None:
    options = {"deals": 2, "weis": "none", "stock": False, "match": 0, "target": 100}
    match, done = played_out("0 spades", deals=2, options=options)
    assert [one.score for one in done] == [(157, 0, 157, 0)] * 2
    assert (match.book.out, match.ended) == (None, True)
    assert GAME.course.ranking(match.total, match.book) == ((0, 2), (1, 3))
    assert [type(one) for one in told("0 spades, 0 SA, 0 thanks", options=options)] == [ErrorResult]
    stock = told("0 spades, 0 SK, 1 HA, 2 DA, 3 CA, 0 SQ, 0 stock", options=options)
    [text] = [str(one.text) for one in stock if isinstance(one, Verdict)]
    assert text.endswith("Stöck is not announced at this table.")


@pytest.mark.rule("SCH-M1", "SCH-M2")
@pytest.mark.parametrize(("profile", "suits"), [("swisslos-2500", "SC"), ("swisslos-2500-swiss", "HD")])
def test_the_lottery_s_double_suits_are_those_of_the_cards(profile: str, suits: str) -> None:
    """Schaufel and Kreuz with French cards; Schilten and Schellen, which records write D and H, with Swiss ones."""
    rules = resolve(GAME.options, NAMES, profile, {})
    assert {suit for suit, letter in SUITS.items() if multiplier(rules, suit) == 2} == {
        suit for suit, letter in SUITS.items() if letter in suits
    }
    assert (rules["target"], rules["without_trump"]) == (2500, 3)


FIRST, *OTHERS = "first-thanks", "stock-weis-trick", "stock-trick-weis", "trick-stock-weis"
WITH_WEIS = "0 hearts, 0 SA, 1 S6, 1 weis 20, 2 S7, 3 S8"
WITH_STOCK = "0 hearts, 0 SA, 1 S6, 1 stock, 2 S7, 3 S8"


def won(said: str, order: str, target: int = 11) -> tuple[int | None, str]:
    """The pair that has won by this order, and the remark on the deal."""
    options: dict[str, Value] = {"both_out": order, "target": target}
    match = outcome([opening(options), DealStart(dealer=3), *lines(said)])
    [remark] = match.ledger[-1].result.breakdown.remarks or ("",)
    return match.book.out, str(remark)


@pytest.mark.rule("SCH-G5")
@pytest.mark.parametrize(
    ("said", "pairs", "by"),
    [
        (WITH_WEIS, (1, 0, 0), ("Weis", "trick 1", "trick 1")),
        (WITH_STOCK, (1, 1, 0), ("Stöck", "Stöck", "trick 1")),
    ],
)
def test_with_trick_1_the_order_says_who_is_out_first_whoever_gives_thanks(
    said: str, pairs: tuple[int, ...], by: tuple[str, ...]
) -> None:
    names = ("Anna and Carla", "Berta and Dora")
    for seat in some(range(4)):
        reasons = [
            f"both pairs have 11 points, and {names[one]} had them first, by {how}"
            for one, how in zip(pairs, by, strict=True)
        ]
        assert [won(f"{said}, {seat} thanks", order) for order in OTHERS] == [*zip(pairs, reasons, strict=True)]
        thanked = f"both pairs have 11 points, and {NAMES[seat]} gave thanks"
        assert won(f"{said}, {seat} thanks", FIRST) == (seat % 2, thanked)


@pytest.mark.rule("SCH-G3", "SCH-G5")
def test_once_trick_2_is_led_and_where_one_pair_alone_has_enough_thanks_win() -> None:
    for order in some((FIRST, *OTHERS)):
        assert [won(f"{WITH_WEIS}, 0 SK, {seat} thanks", order)[0] for seat in range(4)] == [0, 1, 0, 1]
        assert won(f"{WITH_WEIS}, 1 thanks", order, 12) == (1, "")
        assert won(f"{WITH_WEIS}, 0 thanks", order, 12) == (1, "")


@pytest.mark.rule("SCH-G5", "SCH-W6")
def test_stock_and_a_weis_of_the_fourth_card_may_follow_thanks_for_trick_1_where_an_order_decides() -> None:
    without = WITH_STOCK.replace(", 1 stock", "")
    pairs = [
        [won(f"{without}, 0 thanks, {late}", order)[0] for order in (FIRST, *OTHERS)]
        for late in ("1 stock", "3 weis 20", "1 weis 20")
    ]
    assert pairs == [[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    for late in some(("1 stock", "1 weis 20")):
        short = told(f"{without}, 0 thanks, {late}", options={"target": 32, "both_out": "stock-weis-trick"})
        assert isinstance(short[-1], ErrorResult)
    refuted = told(
        "0 hearts, 0 SA, 1 S6, 2 HK, 3 S8, 0 thanks, 1 stock", options={"target": 11, "both_out": "stock-weis-trick"}
    )
    assert [one.kind for one in refuted if isinstance(one, Verdict)] == ["false-declaration"]
    scores = [one.score for one in refuted if isinstance(one, DealResult)]
    assert scores[-1] == scores[0]


@pytest.mark.rule("SCH-G2", "SCH-G5")
@pytest.mark.parametrize(("order", "out"), [(FIRST, 1), ("stock-weis-trick", 1), ("stock-trick-weis", 0)])
def test_a_deal_played_to_its_end_is_won_by_the_order_of_trick_1(order: str, out: int) -> None:
    options: dict[str, Value] = {"target": 18, "thanks": False, "both_out": order}
    match, [done] = played_out("0 hearts, 1 weis 20", MIXED, options=options)
    assert (match.book.out, min(done.total) >= 18) == (out, True)


@pytest.mark.rule("SCH-G5")
@pytest.mark.parametrize("written", ["Stöck-Stich-Wis", "stöck-stich-weis", "stock-trick-weis"])
def test_the_order_has_the_name_that_players_have_for_it(written: str) -> None:
    assert resolve(GAME.options, NAMES, "seed", {"both_out": written})["both_out"] == "stock-trick-weis"


@pytest.mark.rule("SCH-S5")
def test_the_slate_has_a_z_for_each_pair() -> None:
    match, done = played_out("0 spades", deals=4, options={"target": 2000})
    sheet = "\n".join(GAME.sheet.lines(GAME.title, match.rules, match.book, match.total, done))
    assert [line.split() for line in sheet.splitlines()[2:] if not line.startswith("-")] == [
        *(["deal", str(one), "257", "0"] for one in range(1, 5)),
        ["100", "IIII/", "IIII/"],
        ["50"],
        ["20", "I"],
        ["left", "over", "8", "0"],
        ["total", "1028", "0"],
    ]
    grid = GAME.sheet.grid(GAME.title, match.rules, match.book, match.total, done)
    assert [[cell.strokes for cell in row.cells] for row in grid.foot[:3]] == [[10, 0], [0, 0], [1, 0]]
    assert grid.names == ("Anna+Carla", "Berta+Dora")
