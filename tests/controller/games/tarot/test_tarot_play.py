"""Playing Tarot: what may be played, and who wins (TAR-F1 to TAR-F5, TAR-W1, TAR-C2, TAR-P1, TAR-D2)."""

from dataclasses import replace
from typing import Any

import pytest

from controller.games.tarot.state import Called, Declaration, Spoken, TarotState
from controller.record.cards import Card
from controller.record.events import DealStart
from controller.rules.deal import Deal, Play, Trick
from controller.rules.options import resolve
from tests.controller.games.tarot.tarot_words import GAME, cards, finished, opening, verdicts


def deal(trick: str, own: TarotState | None = None, seats: int = 4, **options: Any) -> Deal[TarotState]:  # noqa: ANN401 - any option
    start = opening(seats, **options)
    rules = resolve(GAME.options, start.seats, "seed", start.options)
    fresh = GAME.open_deal(rules, 1, DealStart(dealer=seats - 1), None)
    plays = tuple(Play(number, number, card) for number, card in enumerate(cards(trick)))
    return replace(fresh, own=own or TarotState(), open=Trick(plays), phase="play")


def legal(state: Deal[TarotState], hand: str) -> str:
    """The cards of a hand that may be played, by the duty of each."""
    held = cards(hand)
    return " ".join(card for card in held if not GAME.duty(state, card).breaks(held))


@pytest.mark.rule("TAR-F1", "TAR-F2", "TAR-F3", "TAR-F4", "TAR-F5")
@pytest.mark.parametrize(
    ("rule", "trick", "hand", "expected"),
    [
        ("the leader is free", "", "S1 T1 EX", "S1 T1 EX"),
        ("TAR-F1 follows", "SK", "S1 T1 H5", "S1"),
        ("TAR-F1 follows a trumped lead too, without overtaking", "S5 T4", "S1 SK T9", "S1 SK"),
        ("TAR-F1 follows trumps", "T5", "S1 T6 EX", "T6 EX"),
        ("TAR-F2 without the suit trumps", "SK", "T1 T21 H5", "T1 T21"),
        ("TAR-F3 overtrumps", "SK T10", "T9 T11 T12 H5", "T11 T12"),
        ("TAR-F3 any trump where none is higher", "SK T10", "T9 T1 H5", "T9 T1"),
        ("TAR-F3 on a trump lead", "T10", "T9 T11 H5", "T11"),
        ("TAR-F3 the highest in the trick counts, not the last", "T10 T15 T3", "T12 T16", "T16"),
        ("TAR-F3 on a trump lead any trump where none is higher", "T10", "T9 T1 SK", "T9 T1"),
        ("TAR-F4 neither: any card", "SK T10", "H5 D5", "H5 D5"),
        ("TAR-F4 a trump led and none held", "T10", "H5 SK", "H5 SK"),
        ("TAR-F5 the Excuse may always be played", "SK", "S1 EX", "S1 EX"),
        ("TAR-F5 it is no trump for F2", "SK", "EX H5", "EX H5"),
        ("TAR-F5 nor for F3", "SK T10", "EX T9 H5", "EX T9"),
        ("TAR-F5 led, it leaves the suit to the next card", "EX", "S1 T1 H5", "S1 T1 H5"),
        ("TAR-F5 which is then followed", "EX S5", "S1 T1 H5", "S1"),
        ("TAR-F5 or overtrumped", "EX T5", "S1 T1 T6", "T6"),
    ],
)
def test_legal_cards(rule: str, trick: str, hand: str, expected: str) -> None:
    assert legal(deal(trick), hand) == expected, rule


@pytest.mark.rule("TAR-F1", "TAR-F2", "TAR-F3")
@pytest.mark.parametrize(
    ("trick", "hand", "rule"),
    [("SK", "H5 S1", "TAR-F1"), ("SK", "H5 T1", "TAR-F2"), ("SK T3", "T2 T9", "TAR-F3"), ("T3", "H5 T9", "TAR-F1")],
)
def test_each_duty_names_its_rule(trick: str, hand: str, rule: str) -> None:
    """TAR-F1, TAR-F2, TAR-F3: the rule that the card held back shows broken."""
    wrong, held = cards(hand)
    assert GAME.duty(deal(trick), wrong).avoid[held] == rule


SECOND = TarotState(declarations=(Declaration(3, 0, "petit-sec"),))


@pytest.mark.rule("TAR-D2")
@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [
        ("SK", "S1 T1", "S1 T1"),
        ("SK", "T1 H5", "T1 H5"),
        ("T5", "T1 H5", "T1 H5"),
        ("T1", "S1 H5", "S1 H5"),
        ("T1 S5", "S1 H5", "S1"),
        ("SK T1", "T2 H5", "T2"),
    ],
)
def test_a_petit_sec_as_second_excuse(trick: str, hand: str, expected: str) -> None:
    """TAR-D2 with petit_sec=excuse: always playable, no trump for F2 and F3; led, it leaves the suit open."""
    assert legal(deal(trick, SECOND, petit_sec="excuse"), hand) == expected


@pytest.mark.rule("TAR-D2")
def test_a_petit_sec_where_it_voids_the_deal_stays_a_trump() -> None:
    """TAR-D2: without the option T1 is a trump, announced or not."""
    assert legal(deal("SK", SECOND), "T1 H5") == "T1"
    assert legal(deal("SK", petit_sec="excuse"), "T1 H5") == "T1"


def winner(trick: str, own: TarotState | None = None, **options: Any) -> int:  # noqa: ANN401 - any option
    state = deal(trick, own, **options)
    return GAME.winner(state, state.open)


@pytest.mark.rule("TAR-W1")
@pytest.mark.parametrize(
    ("trick", "seat"),
    [
        ("S5 SK SQ S1", 1),
        ("S5 H8 SN D1", 2),
        ("S5 SK T1 SQ", 2),
        ("S5 T3 T2 SK", 1),
        ("T3 SK T20 T21", 3),
        ("EX S5 SK H8", 2),
        ("S1 EX HK DK", 0),
        ("EX S1 T1 SK", 2),
    ],
)
def test_winners(trick: str, seat: int) -> None:
    """TAR-W1: the highest trump, else the highest of the suit led; the Excuse never."""
    assert winner(trick) == seat


@pytest.mark.rule("TAR-D2")
def test_a_second_excuse_never_wins() -> None:
    """TAR-D2 with petit_sec=excuse."""
    assert winner("S1 T1 H5 D5", SECOND, petit_sec="excuse") == 0
    assert winner("T1 H5 D5 HK", SECOND, petit_sec="excuse") == 3


@pytest.mark.rule("TAR-W1")
@pytest.mark.parametrize(("winners", "seat"), [("0" * 18, 0), ("1" + "0" * 17, 2)])
def test_the_excuse_wins_the_last_trick_of_a_chelem_only(winners: str, seat: int) -> None:
    """TAR-W1: led to the last trick by a side that won every trick before."""
    whole = finished({18: "0EX 1S1 2SK 3H2"}, "T2 T3 T4 T5 T6 T7", winners)
    before = replace(whole, tricks=whole.tricks[:-1], open=Trick(whole.tricks[-1].plays))
    assert GAME.winner(before, before.open) == seat


@pytest.mark.rule("TAR-C1", "TAR-W1")
def test_the_excuse_of_a_partner_wins_the_last_trick_too() -> None:
    """TAR-W1 with TAR-C1: with five seats the side is the taker's and the partner's."""
    own = TarotState((Spoken(0, "prise"),), Called(4, Card("SK")))
    winners = "0" * 7 + "3" * 8
    whole = finished({1: "0S1 3SK", 15: "0H2 1H3 2H4 3EX 4HK"}, "T2 T3 T4", winners, start=opening(5), own=own)
    before = replace(whole, tricks=whole.tricks[:-1], open=Trick(whole.tricks[-1].plays[3:]))
    assert GAME.winner(before, before.open) == 3


FIVE = "b0:prise b1:pass b2:pass b3:pass b4:pass c0:SK dog:D1,D2,D3 lay0:3"


@pytest.mark.rule("TAR-C2")
def test_the_called_suit_may_not_be_led_to_the_first_trick() -> None:
    """TAR-C2 with lead_called=false: a revoke at once, whatever the hand."""
    [verdict] = verdicts(f"{FIVE} 0S5", opening(5, lead_called=False))
    assert (verdict.kind, verdict.seat, verdict.rule, verdict.card) == ("revoke", 0, "TAR-C2", "S5")
    assert (verdict.event, verdict.proved, verdict.proof) == (11, 11, None)
    assert verdict.text == "Anna led S5 to trick 1: that suit may not be led there."


@pytest.mark.rule("TAR-C2")
@pytest.mark.parametrize(
    ("play", "lead_called"), [("0SK", False), ("0H5", False), ("0EX 1S5", False), ("0S5", True), ("0H5 1S5", False)]
)
def test_exceptional_leads(play: str, lead_called: bool) -> None:
    """TAR-C2: the called card itself, another suit, after the Excuse; and everything by default."""
    assert verdicts(f"{FIVE} {play}", opening(5, lead_called=lead_called)) == []


@pytest.mark.rule("TAR-C2")
def test_the_called_suit_may_be_led_to_the_second_trick() -> None:
    """TAR-C2 is of trick 1 only; fft2012 plays by it."""
    text = f"{FIVE} 0T21 1T2 2T3 3T4 4T5 0S5"
    assert verdicts(text, opening(5, "fft2012")) == []
    assert [one.rule for one in verdicts(f"{FIVE} 0S5", opening(5, "fft2012"))] == ["TAR-C2"]


@pytest.mark.rule("TAR-C2")
def test_nobody_called_frees_every_lead() -> None:
    """TAR-C2: with nobody called no suit is."""
    assert verdicts(f"{FIVE.replace('c0:SK', 'c0:-')} 0S5", opening(5, lead_called=False)) == []
