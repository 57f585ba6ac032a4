"""Tarot before the play: deal, auction, call, dog and discard (TAR-D1 to D3, TAR-B1, B2, TAR-C1, TAR-X1, X2)."""

from typing import Any

import pytest

from controller.games.tarot import score as tarot_sheet
from controller.games.tarot.state import TarotState, bids, multiplier
from controller.record.events import MatchStart
from controller.record.text import parse_fields
from controller.referee.fold import fold
from controller.rules.options import OptionError, resolve
from controller.rules.results import DealResult, ErrorResult
from tests.controller.games.tarot.tarot_words import GAME, last_deal, opening, said, told
from tests.support import table_talk


def rules(seats: int = 4, profile: str = "seed", **options: Any) -> Any:  # noqa: ANN401 - any option
    start = opening(seats, profile, **options)
    return resolve(GAME.options, start.seats, start.profile, start.options)


def own(text: str, seats: int = 4, **options: Any) -> TarotState:  # noqa: ANN401 - any option
    return last_deal(f"deal{seats - 1} {text}", opening(seats, **options)).own


@pytest.mark.rule("TAR-D1", "TAR-P1")
@pytest.mark.parametrize(("seats", "size", "dog"), [(3, 24, 6), (4, 18, 6), (5, 15, 3)])
def test_the_deal(seats: int, size: int, dog: int) -> None:
    """TAR-D1: 78 cards, dealt out but for the dog; forehand is the seat after the dealer (TAR-P1)."""
    deal = last_deal("deal0", opening(seats))
    assert (deal.size, deal.seats, deal.leader, deal.phase) == (size, tuple(range(seats)), 1, "before")
    assert seats * size + dog == len(GAME.deck) == 78
    assert GAME.card_size == "61x112"


@pytest.mark.rule("TAR-B1")
def test_the_auction_goes_round_until_all_others_have_passed() -> None:
    """TAR-B1: overbid or pass; who passed stays out; forehand speaks first."""
    state = own("b0:prise b1:garde b2:pass b3:pass b0:garde-sans b1:pass")
    assert state.best is not None
    assert (state.best.seat, state.best.call, sorted(state.passed)) == (0, "garde-sans", [1, 2, 3])


@pytest.mark.rule("TAR-B1", "TAR-B2")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("b1:prise", "TAR-B1"),
        ("b0:prise b2:pass", "TAR-B1"),
        ("b0:garde b1:prise", "TAR-B1"),
        ("b0:garde b1:garde", "TAR-B1"),
        ("b0:prise b1:pass b2:garde b3:pass b1:garde-sans", "TAR-B1"),
        ("b0:prise b1:pass b2:pass b3:pass b0:garde", "TAR-B1"),
        ("b0:prise b1:pass b2:pass b3:pass b1:pass", "TAR-B1"),
        ("b0:garde-contre b1:garde-contre", "TAR-B1"),
        ("b0:garde-contre b0:pass", "TAR-B1"),
        ("b0:garde-contre b1:pass b1:pass", "TAR-B1"),
        ("b0:garde b1:pass b2:pass b3:pass dog:S1,S2,S3,S4,S5,S6 b1:pass", "TAR-B1"),
        ("b0:garde-contre 0S1 b1:pass", "TAR-B1"),
        ("b0:petite", "TAR-B2"),
        ("b0:pousse", "TAR-B2"),
    ],
)
def test_a_wrong_bid_is_refused(text: str, rule: str) -> None:
    """TAR-B1, TAR-B2: an illegal-bid, and the auction stays as it was."""
    assert said(text) == [("illegal-bid", rule)]
    words = text.split()
    assert own(" ".join(words)) == own(" ".join(words[:-1]))


@pytest.mark.rule("TAR-B1")
def test_after_garde_contre_passes_are_accepted_and_none_are_needed() -> None:
    assert said("b0:pass b1:garde-contre b2:pass b3:pass 0S1") == []
    assert said("b0:garde-contre 0S1") == []
    assert said("b0:garde-contre b3:pass 0S1") == []


@pytest.mark.rule("TAR-B1", "TAR-B2")
def test_the_highest_bid_of_a_table_ends_the_auction() -> None:
    """TAR-B1 with TAR-B2: where garde-contre is not played, nobody can overbid the bid below it."""
    assert said("b0:garde-sans 0S1", start=opening(bids=("prise", "garde-sans"))) == []


@pytest.mark.rule("TAR-B1")
def test_each_speaks_once_in_a_single_auction() -> None:
    """TAR-B1 with auction=single (fft2012)."""
    start = opening(4, "fft2012")
    assert rules(4, "fft2012")["auction"] == "single"
    assert said("b0:prise b1:garde b2:pass b3:pass 0S1", start=start) == []
    assert said("b0:prise b1:garde b2:pass b3:pass b0:garde-sans", start=start) == [("illegal-bid", "TAR-B1")]
    assert said("b0:prise b1:garde b2:pass b3:pass 0S1") == [
        ("error", "S1 was played, but it is for Anna to speak"),
    ]


@pytest.mark.rule("TAR-B1", "TAR-P1")
def test_all_passed_is_void_without_an_event_and_the_next_seat_deals() -> None:
    results = told("b0:pass b1:pass b2:pass b3:pass deal0")
    assert results == [DealResult(1, (0,) * 4, (0,) * 4, (0,) * 4, (0,) * 4, {"void": "passed"})]


@pytest.mark.rule("TAR-D2", "TAR-D3", "TAR-P1")
@pytest.mark.parametrize(("why", "dealer"), [("petit-sec", 0), ("rule", 0), ("misdeal", 3)])
def test_dealer_after_a_void_deal(why: str, dealer: int) -> None:
    """TAR-D2, TAR-D3, TAR-P1: the next seat; after a misdeal the same."""
    results = told(f"say2:petit-sec void:{why} deal{dealer}", start=opening(void_no_trump=True, void_poor=3))
    assert [type(result) for result in results] == [DealResult]


@pytest.mark.rule("TAR-D2", "TAR-D3")
@pytest.mark.parametrize(
    ("why", "options", "counts"),
    [
        ("rule", {}, False),
        ("rule", {"void_no_trump": True}, True),
        ("rule", {"void_poor": 4}, True),
        ("petit-sec", {}, True),
        ("petit-sec", {"petit_sec": "excuse"}, False),
        ("misdeal", {"petit_sec": "excuse"}, True),
    ],
)
def test_a_deal_is_void_only_for_a_reason_that_the_table_has(why: str, options: dict[str, Any], counts: bool) -> None:
    """TAR-D2, TAR-D3: any other is an error, and the deal goes on."""
    results = told(f"say2:petit-sec void:{why}", start=opening(**options))
    assert [type(result) for result in results] == [DealResult if counts else ErrorResult]


@pytest.mark.parametrize("why", ["petit-sec", "rule"])
def test_other_games_know_no_reason_but_a_misdeal(why: str) -> None:
    lines = [*table_talk.record(MatchStart(game="mittlere", seats=("A", "B", "C")), 1)[0][:5]]
    for reason, kind in ((why, ErrorResult), ("misdeal", DealResult)):
        *_, last = fold([*lines, parse_fields({"e": "void", "why": reason})])
        assert [type(result) for result in last.results] == [kind]


@pytest.mark.rule("TAR-P1", "TAR-S3")
def test_the_deal_passes_to_the_next_seat() -> None:
    """TAR-P1, TAR-S3: two deals, honest and in order, sums of 0."""
    lines, _ = table_talk.record(opening(), 3, deals=2)
    assert [event.dealer for event in lines if event.e == "deal"] == [0, 1]


@pytest.mark.parametrize(
    ("option", "values", "rule"),
    [
        ("petit_sec", ("void", "excuse"), "TAR-D2"),
        ("void_no_trump", (False, True), "TAR-D3"),
        ("void_poor", (0, 5), "TAR-D3"),
        ("auction", ("rounds", "single"), "TAR-B1"),
        ("bids", (("prise", "garde", "garde-sans", "garde-contre"), ("petite", "pousse", "garde")), "TAR-B2"),
        ("contre", (6, 8), "TAR-B2"),
        ("lead_called", (True, False), "TAR-C2"),
        ("poignee", ((20, 40, 60), (20, 30, 40)), "TAR-Q1"),
        ("misere", (0, 10), "TAR-Q2"),
        ("petit_chelem", (False, True), "TAR-Q4"),
    ],
)
def test_options(option: str, values: tuple[Any, ...], rule: str) -> None:
    """Each option has its rule, its default first, and takes what games.md says."""
    assert [rules(**{option: value})[option] for value in values] == list(values)
    assert rules()[option] == values[0]
    assert [one.rule for one in GAME.options if one.name == option] == [rule]


@pytest.mark.rule("TAR-B2")
@pytest.mark.parametrize("chosen", [("garde", "prise"), ("prise", "prise"), (), ("prise", "schneider"), ("prise", 2)])
def test_bids_that_no_table_can_play(chosen: tuple[Any, ...]) -> None:
    """TAR-B2: any ordered choice of the six."""
    with pytest.raises(OptionError, match="it can be"):
        rules(bids=chosen)


def test_profile_fft2012() -> None:
    assert [rules(4, "fft2012")[name] for name in ("auction", "poignee", "lead_called")] == [
        "single",
        (20, 30, 40),
        False,
    ]


@pytest.mark.rule("TAR-B2")
def test_multipliers() -> None:
    six = ("petite", "pousse", "prise", "garde", "garde-sans", "garde-contre")
    assert [multiplier(rules(), bid) for bid in six] == [1, 1, 1, 2, 4, 6]
    assert multiplier(rules(contre=8), "garde-contre") == 8
    assert bids(rules(bids=six)) == six


@pytest.mark.rule("TAR-B1", "TAR-P1")
@pytest.mark.parametrize(
    ("words", "leader"),
    [
        ("b0:pass b1:garde b2:pass b3:pass", 0),
        ("b0:pass b1:garde! b2:pass b3:pass", 1),
        ("b0:pass b1:garde! b2:garde-sans b3:pass b1:pass", 0),
        ("b0:pass b1:garde b2:pass b3:pass say1:chelem", 1),
        ("b0:pass b1:garde say1:chelem b2:pass b3:pass", 1),
        ("b0:pass b1:garde say1:chelem b2:garde-sans b3:pass b1:pass", 0),
    ],
)
def test_leader_of_the_first_trick(words: str, leader: int) -> None:
    """TAR-P1, TAR-B1: forehand, or the announcer of a chelem; said with a bid that was overbid it lapses."""
    assert last_deal(f"deal3 {words} {leader}S1").leader == leader
    assert said(f"{words} {leader}S1") == []


@pytest.mark.rule("TAR-S1")
def test_the_sheet_keeps_running_totals() -> None:
    """TAR-S1: a line a deal, what was bid and by how much it was made, and each player's running total."""
    made = {"taker": 1, "bid": "garde", "counted": 42, "needed": 41, "made": True}
    lost = {"taker": 0, "bid": "prise", "counted": 40, "needed": 56, "made": False}
    deals = [
        DealResult(1, (49, 42, 49), (8, 8, 8), (-52, 104, -52), (-52, 104, -52), made),
        DealResult(2, (0,) * 3, (0,) * 3, (0,) * 3, (-52, 104, -52), {"void": "passed"}),
        DealResult(3, (40, 51, 51), (8, 8, 8), (-82, 41, 41), (-134, 145, -11), lost),
        DealResult(4, None, (8, 8, 8), None, (-134, 145, -11), {"missing": "cards"}),
    ]
    assert list(tarot_sheet.lines("Tarot", rules(3), (-134, 145, -11), deals)) == [
        "Tarot                        Anna   Berta   Carla",
        "-------------------------------------------------",
        "1 Berta garde made by 1       −52    +104     −52",
        "2                               –       –       –",
        "3 Anna prise failed by 16    −134    +145     −11",
        "4                               ?       ?       ?",
        "-------------------------------------------------",
        "total                        −134    +145     −11",
    ]


def test_facts_that_a_player_wants_to_know() -> None:
    assert (GAME.summary.facts(last_deal("deal3")), GAME.auction.speaker(last_deal("deal3"))) == ("", 0)
    assert (
        GAME.summary.facts(last_deal("deal4 b0:prise b1:pass b2:pass b3:pass b4:pass c0:SK", opening(5)))
        == "Anna prise, SK called"
    )
    assert GAME.sheet.strokes(-52) == ""
