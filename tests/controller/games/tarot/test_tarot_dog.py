"""Tarot between auction and play: the call, the dog and the discard (TAR-C1, TAR-X1, TAR-X2)."""

import pytest

from tests.controller.games.tarot.tarot_words import TAKEN, opening, said, verdicts

KINGS = "SK HK DK CK"
DOG = "dog:S1,S2,S3,S4,S5,S6"


@pytest.mark.rule("TAR-X1")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dog:S1,S2", ("error", "the dog was shown, but it has 6 cards, not 2")),
        ("dog:S1,S2,S3,S4,S5,S5", ("error", "the dog was shown, but S5 cannot be there")),
        ("dog:S1,S2,S3,S4,S5,SA", ("error", "the dog was shown, but SA cannot be there")),
        (f"{DOG} {DOG}", ("error", "the dog was shown, but it has been taken")),
        (f"0T21 {DOG}", ("error", "the dog was shown, but it has been taken")),
        ("lay0:6:T2:S1,S2", ("error", "6 cards were laid away, but 2 are named")),
        ("lay0:2:T2:S1,S2", ("error", "a card was shown that is not among those laid away")),
        ("lay0:6:T2,T2", ("error", "cards were laid away, but T2 cannot be there")),
        ("c0:SK", ("error", "a card is called with 5 seats, and 4 play")),
    ],
)
def test_impossible_discards(text: str, expected: tuple[str, str]) -> None:
    """TAR-X1: an error, and the fold goes on."""
    assert said(f"{TAKEN} {text}") == [expected]


@pytest.mark.rule("TAR-X1", "TAR-X2")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (DOG, ("error", "the dog was shown, but it is for Anna to speak")),
        ("lay0:6", ("illegal-discard", "TAR-X1")),
        ("0S1", ("error", "S1 was played, but it is for Anna to speak")),
        (f"b0:garde-sans b1:pass b2:pass b3:pass {DOG}", ("error", "the dog was shown, but it stays closed")),
        ("b0:garde-sans b1:pass b2:pass b3:pass lay0:6", ("illegal-discard", "TAR-X2")),
        ("b0:garde-contre lay0:6", ("illegal-discard", "TAR-X2")),
    ],
)
def test_the_dog_comes_after_the_auction_and_may_stay_closed(text: str, expected: tuple[str, str]) -> None:
    assert said(text) == [expected]


@pytest.mark.rule("TAR-X1")
@pytest.mark.parametrize(
    "laid",
    [
        "lay1:6",
        "lay0:5",
        "lay0:6 lay0:6",
        "0S9 lay0:6",
        "lay0:6:T21",
        "lay0:6:T1",
        "lay0:6:EX",
        "lay0:6:H5",
        "lay0:6::SK,H2,H3,H4,H5,H6",
        "lay0:6::T2,H2,H3,H4,H5,H6",
    ],
)
def test_a_wrong_discard_is_refused_at_once(laid: str) -> None:
    """TAR-X1: who lays away what, and how many; no king, no bout, no trump that is not shown."""
    assert said(f"{TAKEN} {DOG} {laid}") == [("illegal-discard", "TAR-X1")]


@pytest.mark.rule("TAR-X1")
@pytest.mark.parametrize("laid", ["lay0:6", "lay0:6:T2", "lay0:6:T2:T2,H2,H3,H4,H5,H6", "lay0:6::HQ,H2,H3,H4,H5,H6"])
def test_a_right_discard(laid: str) -> None:
    assert said(f"{TAKEN} {DOG} {laid} 0T21") == []


ANNA = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 SK HK DK CK H1"
"""A hand that, with the dog's six spades, has seven cards that may be laid away."""


@pytest.mark.rule("TAR-X1")
def test_with_known_hands_trumps_are_refused_where_there_is_something_else() -> None:
    assert said(f"{TAKEN} {DOG} lay0:6:T9", hands={0: ANNA}) == [("illegal-discard", "TAR-X1")]
    assert said(f"{TAKEN} dog:S1,S2,S3,S4,T2,T3 lay0:6:T9", hands={0: ANNA}) == []
    assert said(f"{TAKEN} dog:S1,S2,S3,S4,T2,T3 lay0:6:T9,T10", hands={0: ANNA}) == [("illegal-discard", "TAR-X1")]


@pytest.mark.rule("TAR-X1")
def test_a_known_hand_is_known_for_the_play_only_if_the_discard_is() -> None:
    """TAR-X1: H1 was laid away, or may have been, so that trumping hearts proves nothing."""
    anna = {0: ANNA.replace("HK", "DQ")}
    lines = f"{TAKEN} dog:S1,S2,S3,S4,S5,S7 lay0:6{{}} 0SK 1S8 2S9 3S10 0S7 1SJ 2SQ 3SN 2H2 3H3 0T9"
    assert verdicts(lines.format("::H1,S1,S2,S3,S4,S5"), hands=anna) == []
    assert verdicts(lines.format(""), hands=anna) == []
    [kept] = verdicts(lines.format("::DQ,S1,S2,S3,S4,S5"), hands=anna)
    assert (kept.kind, kept.rule, kept.proof) == ("revoke", "TAR-F1", ("H1",))
    assert verdicts(lines.replace("lay0:6{}", ""), hands=anna) == []


PRISE = "b0:prise b1:pass b2:pass b3:pass b4:pass"


@pytest.mark.rule("TAR-C1")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c1:SK", ("illegal-call", "TAR-C1")),
        ("c0:SJ", ("illegal-call", "TAR-C1")),
        ("c0:T21", ("illegal-call", "TAR-C1")),
        ("c0:EX", ("illegal-call", "TAR-C1")),
        ("c0:SK c0:HK", ("illegal-call", "TAR-C1")),
        ("dog:S1,S2,S3", ("error", "the dog was shown, but no card has been called")),
        ("0S1", ("error", "S1 was played, but no card has been called")),
    ],
)
def test_a_wrong_call_is_refused(text: str, expected: tuple[str, str]) -> None:
    """TAR-C1: the taker, before the dog, once; a king, a queen or a knight."""
    assert said(f"{PRISE} {text}", start=opening(5)) == [expected]


@pytest.mark.rule("TAR-C1")
def test_a_call_during_the_auction_is_refused() -> None:
    assert said("b0:prise c0:SK", start=opening(5)) == [("illegal-call", "TAR-C1")]


@pytest.mark.rule("TAR-C1")
@pytest.mark.parametrize(
    ("hand", "call", "right"),
    [
        ("SK HK DK S1", "c0:CK", True),
        ("SK HK DK S1", "c0:SK", True),
        ("SK HK DK S1", "c0:CQ", False),
        (f"{KINGS} S1", "c0:SQ", True),
        (f"{KINGS} S1", "c0:SK", False),
        (f"{KINGS} SQ", "c0:SQ", True),
        (f"{KINGS} S1", "c0:SN", False),
        (f"{KINGS} SQ HQ DQ CQ", "c0:SQ", False),
        (f"{KINGS} SQ HQ DQ CQ", "c0:SN", True),
        (f"{KINGS} SQ HQ DQ CQ SN HN DN CN", "c0:-", True),
        (f"{KINGS} SQ HQ DQ CQ SN HN DN", "c0:-", False),
    ],
)
def test_which_card_is_called(hand: str, call: str, right: bool) -> None:
    """TAR-C1, with a known hand: at once; the own king may be called unless all four are held."""
    low = [f"T{rank}" for rank in range(2, 13)]
    held = (hand.split() + low)[:15]
    expected = [] if right else [("illegal-call", "TAR-C1")]
    assert said(f"{PRISE} {call}", start=opening(5), hands={0: " ".join(held)}) == expected
