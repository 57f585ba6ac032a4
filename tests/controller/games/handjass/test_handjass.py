"""Handjass by the rules: the deal, in and out, and what may be played (HAN-D, HAN-B, HAN-P1, HAN-F, HAN-FP)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games import load
from controller.games.handjass.state import HandjassState
from controller.record.cards import Card
from controller.record.events import DealStart
from controller.record.message import Message
from controller.referee.fold import fold
from controller.rules.deal import Deal, Play, Trick
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, TrickResult, Verdict
from tests.controller.games.handjass.handjass_talk import IN, NAMES, lines, opening, told, verdicts
from tests.support import table_talk

GAME = load("handjass")


def legal(hand: str, trick: str, **options: str) -> str:
    """The cards of a hand that may be played to a trick; hearts are trump."""
    rules = resolve(GAME.options, NAMES, "seed", options)
    plays = tuple(Play(number, number, Card(name)) for number, name in enumerate(trick.split()))
    deal = Deal(1, 3, rules, (0, 1, 2, 3), 9, 0, HandjassState((0, 1, 2, 3), Card("H7")), "H", (), Trick(plays))
    held = [Card(name) for name in hand.split()]
    return " ".join(card for card in held if not GAME.duty(deal, card).breaks(held))


@pytest.mark.rule("COI-F2", "COI-F3", "COI-F4a", "COI-F4b", "COI-F4c", "HAN-F", "HAN-P1")
@pytest.mark.parametrize(
    ("rule", "hand", "trick", "expected"),
    [
        ("COI-F2 trump led: a trump", "H6 HA S6", "HK", "H6 HA"),
        ("COI-F2 the bare jack is exempt", "HJ S6", "HK", "HJ S6"),
        ("COI-F2 no trump: any card", "S6 C6", "HK", "S6 C6"),
        ("COI-F3 the suit led or a trump", "S6 H6 C6", "SA", "S6 H6"),
        ("COI-F3 without it any card", "H6 C6", "SA", "H6 C6"),
        ("COI-F4a holding it: no lower trump", "S6 H6 HJ C6", "SA H8", "S6 HJ"),
        ("COI-F4b without it: no lower trump either", "H6 HJ C6", "SA H8", "HJ C6"),
        ("COI-F4c only trumps: any (free)", "H6 HJ", "SA H8", "H6 HJ"),
        ("HAN-P1 the leader is free", "H6 SA", "", "H6 SA"),
    ],
)
def test_following_as_in_jass(rule: str, hand: str, trick: str, expected: str) -> None:
    assert legal(hand, trick) == expected, rule


@pytest.mark.rule("HAN-FP")
@pytest.mark.parametrize(
    ("hand", "trick", "follow", "expected"),
    [
        ("S7 SA H6", "SK", "head", "SA"),
        ("S7 S8 H6", "SK", "head", "S7 S8"),
        ("H6 HJ C6", "SK", "head", "H6 HJ"),
        ("H6 HJ C6", "SK H8", "head", "H6 HJ"),
        ("H6 C6", "SK H8", "head", "H6"),
        ("C6 D6", "SK H8", "head", "C6 D6"),
        ("HJ S6", "HK", "head", "HJ"),
        ("S7 SA H6", "SK", "plain", "S7 SA"),
        ("H6 C6", "SK H8", "plain", "H6 C6"),
        ("HJ S6", "HK", "plain", "HJ"),
    ],
)
def test_heading_and_plain_following(hand: str, trick: str, follow: str, expected: str) -> None:
    """HAN-FP; the trump jack is not exempt."""
    assert legal(hand, trick, follow=follow) == expected


@pytest.mark.rule("HAN-F")
def test_a_revoke_cites_the_rule_of_handjass() -> None:
    """HAN-F: Berta keeps S7 back."""
    assert verdicts(f"{IN}, 0 SA, 1 H6, 2 S8, 3 S9, 0 SK, 1 S7") == [("revoke", 1, "HAN-F", 8)]
    assert verdicts(f"{IN}, 0 SK, 1 S6, 2 S8, 3 S9, 0 SQ, 1 SA", follow="head") == [("revoke", 1, "HAN-FP", 8)]


@pytest.mark.rule("HAN-F", "HAN-FP")
@pytest.mark.parametrize(("profile", "follow"), [("parlett", "head"), ("seed", "plain"), ("swiss", "jass")])
@given(seed=st.integers(0, 2**32), honesty=st.sampled_from([1.0, 0.6]))
def test_proven_revokes_are_the_illegal_plays_whatever_must_be_followed(
    profile: str, follow: str, seed: int, honesty: float
) -> None:
    start = replace(opening(), profile=profile) if profile != "seed" else opening(follow=follow)
    events, illegal = table_talk.record(start, seed, honesty=honesty)
    found = [one for stage in fold(events) for one in stage.results if isinstance(one, Verdict)]
    revokes = [one for one in found if one.kind == "revoke"]
    assert {one.event for one in revokes} == illegal
    assert {one.rule for one in revokes} <= {"HAN-F" if follow == "jass" else "HAN-FP"}
    assert {one.kind for one in found} <= {"revoke", "someone-revoked"}


@pytest.mark.rule("HAN-D1", "HAN-D2", "HAN-D3")
def test_a_deal_needs_the_card_turned_up_and_it_makes_trump() -> None:
    for seats, size in ((4, 9), (3, 9), (2, 9)):
        *_, stage = fold([opening(seats), DealStart(dealer=0, turned=Card("D9"))])
        assert stage.match.deal is not None
        assert (stage.match.deal.trump, stage.match.deal.size, stage.match.deal.to_play) == ("D", size, 1)
    for turned in (None, Card("D5"), Card("T9")):
        *_, stage = fold([opening(), DealStart(dealer=0, turned=turned)])
        assert [type(result) for result in stage.results] == [ErrorResult]
    *_, stage = fold([opening(), DealStart(dealer=0, turned=Card("D9"), hands={1: (Card("D9"),)})])
    assert stage.results == (ErrorResult(2, Message.plain("D9, turned up, is shown in a hand")),)


@pytest.mark.rule("HAN-B1", "HAN-B2", "HAN-B4")
@pytest.mark.parametrize(
    ("seats", "text", "rule"),
    [
        (4, "1 in", "HAN-B1"),
        (4, "0 in, 0 in", "HAN-B1"),
        (4, f"{IN}, 0 out", "HAN-B1"),
        (4, "0 blind", "HAN-B2"),
        (3, "0 blind, 1 blind", "HAN-B2"),
        (2, "0 blind, 1 blind", "HAN-B2"),
        (4, f"{IN}, agree 0 1", "HAN-B4"),
        (4, "0 in, 1 in, 2 out, agree 0 1", "HAN-B4"),
        (4, "0 in, 1 in, 2 out, 3 out, agree 0 2", "HAN-B4"),
        (4, "0 in, 1 in, 2 out, 3 out, 0 SA, agree 0 1", "HAN-B4"),
        (2, "0 in, 1 in, agree 0 1", "HAN-B4"),
    ],
)
def test_bids_against_the_rules_are_refused(seats: int, text: str, rule: str) -> None:
    *before, last = text.rsplit(",", 1)
    [(kind, _, found, _)] = verdicts(text, seats)
    assert (kind, found) == ("illegal-bid", rule)
    assert told(", ".join(before), seats) == told(text, seats)[:-1], last


@pytest.mark.rule("HAN-B3", "HAN-B4", "HAN-S4", "HAN-S6")
@pytest.mark.parametrize(
    ("seats", "text", "rule", "score"),
    [
        (4, "0 out, 1 in, 2 out, 3 out", "HAN-S4", (0, 2, 0, 0)),
        (3, "0 out, 1 out", "HAN-S4", (0, 0, 2)),
        (3, "0 out, 1 blind, 2 out", "HAN-S4", (0, 2, 0)),
        (2, "0 in, 1 out", "HAN-S6", (1, 0)),
        (4, "0 out, 1 out, 2 out", "HAN-S4", (0, 0, 0, 2)),
        (2, "0 out", "HAN-S6", (0, 1)),
        (4, "0 out, 1 in, 2 out, 3 in, agree 3 1", "HAN-B4", (0, 1, 0, 1)),
        (3, "0 in, 1 blind, 2 out, agree 0 1", "HAN-B4", (1, 1, 0)),
    ],
)
def test_deals_without_play(seats: int, text: str, rule: str, score: tuple[int, ...]) -> None:
    [done] = told(text, seats)
    assert isinstance(done, DealResult)
    assert (done.detail["rule"], done.score, done.points) == (rule, score, (0,) * seats)


@pytest.mark.rule("HAN-B3")
@pytest.mark.parametrize("word", ["in", "out", "blind"])
@pytest.mark.parametrize(("seats", "others"), [(4, "0 out, 1 out, 2 out"), (3, "0 out, 1 out"), (2, "0 out")])
def test_a_word_of_the_one_left_is_an_error_and_changes_nothing(seats: int, others: str, word: str) -> None:
    """HAN-B3: it scores without a word."""
    done, late = told(f"{others}, {seats - 1} {word}", seats)
    assert [done] == told(others, seats)
    assert isinstance(late, ErrorResult)


@pytest.mark.rule("HAN-P1")
def test_forehand_leads_or_the_next_seat_that_is_in() -> None:
    """HAN-P1; a seat that is out plays no card."""
    assert verdicts("0 out, 1 in, 2 out, 3 in, 1 SA, 3 S9, 1 S7") == []
    assert verdicts("0 out, 1 in, 2 out, 3 in, 3 SA") == [("out-of-turn", 3, "TURN", 7)]
    assert verdicts("0 out, 1 in, 2 out, 3 in, 0 SA") == [("impossible-card", 0, "CARD", 7)]


def test_the_trick_goes_on_after_a_card_of_a_seat_that_is_out() -> None:
    """The card stands, and both that are in still owe one; the seat that leads next is one that is in."""
    results = told("0 out, 1 in, 2 out, 3 in, 0 SA, 1 S7, 3 S9, 1 S8, 3 HA")
    tricks = [one for one in results if isinstance(one, TrickResult)]
    assert [(one.cards, one.winner) for one in tricks] == [
        ((Card("SA"), Card("S7"), Card("S9")), 0),
        ((Card("S8"), Card("HA")), 1),
    ]


@pytest.mark.rule("HAN-B1", "HAN-P1")
def test_turns_before_the_first_lead() -> None:
    """HAN-B1, HAN-P1: the seats speak in turn; then forehand leads, or the next seat that is in."""
    said = ["0 out", "1 in", "2 in", "3 out"]
    events = [opening(), DealStart(dealer=3, turned=Card("C6")), *lines(", ".join(said))]
    assert [stage.match.awaited for stage in fold(events)][1:] == [
        "Anna to speak",
        "Berta to speak",
        "Carla to speak",
        "Dora to speak",
        "Berta to play",
    ]


@pytest.mark.rule("HAN-B1", "HAN-B4")
def test_words_that_are_no_bids_and_seats_that_are_not_there_are_errors() -> None:
    """HAN-B1, HAN-B4: the deal stays as it was."""
    for text in ("0 pass", "agree 0 7", "agree", "0 SA"):
        assert [type(one) for one in told(text)] == [ErrorResult]
