"""Advice on Tarot hands: TAR-A1."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.commands.table import advise
from controller.games.advisers import AdviceError, load_adviser, read_hand
from controller.games.tarot import advice
from controller.games.tarot.advice import tarot
from controller.games.tarot.state import DECK
from controller.record.cards import Card


def reasons(text: str) -> list[tuple[str, int]]:
    return [(reason.text, reason.points) for reason in tarot(read_hand(text)).reasons]


@pytest.mark.rule("TAR-A1")
def test_a_hand_with_everything_is_a_garde_contre() -> None:
    """TAR-A1, added up by hand: 10 + 8 + 9 + 16 + 10 + 5 + 10 + 2 + 5 + 6 = 81, with a void 87."""
    hand = "T21,T20,T18,T17,T16,T5,T2,T1,EX,SK,SQ,SN,S5,S3,HK,H3,D2,D1"
    assert reasons(hand) == [
        ("T21", 10),
        ("EX", 8),
        ("T1 with 8 trumps", 9),
        ("8 trumps with a bout", 16),
        ("high trumps T21 T20 T18 T17 T16", 10),
        ("next to each other T21 T20 T18 T17 T16", 5),
        ("SK and SQ", 10),
        ("SN", 2),
        ("5 cards of S", 5),
        ("HK", 6),
        ("void in C", 6),
    ]
    told = tarot(read_hand(hand))
    assert (told.points, told.bid) == (87, "garde-contre")


@pytest.mark.rule("TAR-A1")
def test_a_poor_hand_passes() -> None:
    """TAR-A1: three trumps count nothing beside T21, and short suits count for the two highest bids only."""
    told = tarot(read_hand("T21,T9,T1,SK,S2,S3,S4,SJ,HQ,H2,H3,H4,H5,H6,D1,D2,D3,D4"))
    assert [(reason.text, reason.points) for reason in told.reasons] == [
        ("T21", 10),
        ("high trumps T21", 2),
        ("SK", 6),
        ("SJ", 1),
        ("5 cards of S", 5),
        ("HQ", 3),
        ("6 cards of H", 7),
    ]
    assert (told.points, told.bid) == (34, "pass")


@pytest.mark.rule("TAR-A1")
@pytest.mark.parametrize(
    ("trumps", "points"),
    [
        ("T1", []),
        ("T1 T2 T3", []),
        ("T1 T2 T3 T4", [("T1 with 4 trumps", 5), ("4 trumps with a bout", 8)]),
        ("T1 T2 T3 T4 T5", [("T1 with 5 trumps", 7), ("5 trumps with a bout", 10)]),
        ("T1 T2 T3 T4 T5 T6", [("T1 with 6 trumps", 9), ("6 trumps with a bout", 12)]),
        ("T2 T3 T4 T5 T6", []),
        ("T21 T2 T3 T4", [("T21", 10), ("4 trumps with a bout", 8), ("high trumps T21", 2)]),
        ("EX T1 T2 T3", [("EX", 8)]),
        ("EX T2 T3 T4 T5", [("EX", 8), ("4 trumps with a bout", 8)]),
        ("T20 T18 T16", [("high trumps T20 T18 T16", 6)]),
        ("T19 T18 T16", [("high trumps T19 T18 T16", 6), ("next to each other T19 T18", 2)]),
        ("T16 T15", [("high trumps T16", 2)]),
    ],
)
def test_trumps(trumps: str, points: list[tuple[str, int]]) -> None:
    """TAR-A1: the trumps of a hand; EX is no trump here."""
    named = trumps.split()
    low = [card for suit in "SHDC" for card in (f"{suit}{rank}" for rank in (1, 2, 3, 4))]
    assert reasons(",".join([*named, *low[: 15 - len(named)]]))[: len(points)] == points
    assert all(points for _, points in reasons(",".join([*named, *low[: 15 - len(named)]])))


@pytest.mark.rule("TAR-A1")
@pytest.mark.parametrize(
    ("suit", "points"),
    [
        ("SK SQ", [10]),
        ("SK", [6]),
        ("SQ", [3]),
        ("SN SJ", [2, 1]),
        ("SK SQ SN SJ S1", [10, 2, 1, 5]),
        ("S1 S2 S3 S4", []),
        ("S1 S2 S3 S4 S5 S6", [7]),
        ("S1 S2 S3 S4 S5 S6 S7", [9]),
        ("S1 S2 S3 S4 S5 S6 S7 S8 S9", [9]),
    ],
)
def test_suits(suit: str, points: list[int]) -> None:
    """TAR-A1: courts and lengths."""
    named = suit.split()
    low = [card for suit in "HDC" for card in (f"{suit}{rank}" for rank in (1, 2, 3, 4))] + ["T2", "T3", "T4"]
    assert [points for _, points in reasons(",".join([*named, *low[: 15 - len(named)]]))] == points


ACES = "T21,EX,T20,T19,T18,T17,T16"


@pytest.mark.rule("TAR-A1")
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # 10 + 8 + 12 + 12 + 6 = 48, a suit of five 53; the void would make it 59, which is no garde-sans
        (f"{ACES},S1,S2,S3,H1,H2,H3,D1,D2,D3,D4,D5", (53, "prise")),
        (f"{ACES},SQ,S2,S3,H1,H2,H3,D1,D2,D3,D4,DJ", (57, "garde")),
        # 48 + 6 (SK) + 7 (six hearts) = 61; singleton and void make it 70, one short of a garde-sans
        (f"{ACES},SK,H1,H2,H3,H4,H5,H6,D1,D2,D3,D4", (61, "garde")),
        (f"{ACES},SK,H1,H2,H3,H4,H5,HJ,D1,D2,D3,D4", (71, "garde-sans")),
    ],
)
def test_short_suits_count_for_the_highest_bids_only(hand: str, expected: tuple[int, str]) -> None:
    told = tarot(read_hand(hand))
    assert (told.points, told.bid) == expected


@pytest.mark.rule("TAR-A1")
@pytest.mark.parametrize(
    ("points", "bid"),
    [
        (39, "pass"),
        (40, "prise"),
        (55, "prise"),
        (56, "garde"),
        (70, "garde"),
        (71, "garde-sans"),
        (81, "garde-contre"),
    ],
)
def test_the_bounds_of_each_bid(points: int, bid: str) -> None:
    """TAR-A1: to 39 pass, 40-55 prise, 56-70 garde, 71-80 garde-sans, from 81 garde-contre."""
    assert next((name for least, name in advice.BIDS if points >= least), "pass") == bid


@pytest.mark.rule("TAR-A1")
@given(st.sampled_from(advice.HAND_SIZES), st.permutations(DECK))
def test_every_hand_has_a_bid_and_no_empty_reason(size: int, deck: list[Card]) -> None:
    """TAR-A1 is total: any hand, in any order."""
    hand = deck[:size]
    told = tarot(hand)
    assert told == tarot(sorted(hand))
    assert all(reason.points > 0 for reason in told.reasons)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("T21,XX,S15", "XX, S15: no such card"),
        ("T21,EX", "2 cards are no hand"),
        ("", "0 cards are no hand"),
        ("T21,T21", "T21: named more than once"),
        ("JO,SA", "JO, SA: no card of Tarot"),
    ],
)
def test_impossible_hands_are_refused(text: str, said: str) -> None:
    with pytest.raises(AdviceError, match=said):
        advise.run("tarot", text, io.StringIO())


def test_there_is_advice_for_tarot_only() -> None:
    with pytest.raises(AdviceError, match="no advice for 'condor'; there is for tarot"):
        advise.run("condor", "T21", io.StringIO())


@pytest.mark.parametrize("name", ["TAROT", "フランス・タロット", "Tarot français"])
def test_advice_is_found_by_the_names_of_the_games_players(name: str) -> None:
    assert load_adviser(name) is load_adviser("tarot")


@pytest.mark.rule("TAR-A1")
def test_the_command_prints_the_reasons_and_the_sum() -> None:
    out = io.StringIO()
    status = advise.run("tarot", "T21,EX,T20,T19,T18,T17,T16,SQ,S2,S3,H1,H2,H3,D1,D2,D3,D4,DJ", out)
    assert (status, out.getvalue().splitlines()) == (
        0,
        [
            "  10  T21",
            "   8  EX",
            "  12  6 trumps with a bout",
            "  12  high trumps T21 T20 T19 T18 T17 T16",
            "   6  next to each other T21 T20 T19 T18 T17 T16",
            "   3  SQ",
            "   1  DJ",
            "   5  5 cards of D",
            "  57  garde",
        ],
    )
