"""Cards of Handjass that are known to be somewhere: turned up, exchanged, laid away, shown (HAN-D, HAN-B2, HAN-X1)."""

import pytest

from controller.record.cards import Card
from controller.record.events import DealStart
from controller.referee.fold import fold
from controller.rules.results import Verdict
from tests.controller.games.handjass.handjass_talk import IN, lines, opening, played_out, told, verdicts


def elsewhere(seat: int, event: int) -> tuple[str, int, str, int]:
    return "impossible-card", seat, "CARD", event


def exchange(event: int) -> tuple[str, int, str, int]:
    return "false-declaration", 0, "HAN-X1", event


@pytest.mark.rule("HAN-B2", "HAN-D1", "HAN-D2", "HAN-D3", "HAN-X1")
@pytest.mark.parametrize(
    ("seats", "text", "expected"),
    [
        (4, f"{IN}, 0 C6", [elsewhere(0, 7)]),
        (4, "0 in, 1 in, 2 in, 3 out, 0 C6", [elsewhere(0, 7)]),
        (3, "0 in, 1 in, 2 in, 0 C9", [elsewhere(0, 6)]),
        (3, "0 blind, 1 in, 2 in, 0 C9", []),
        (3, "0 in, 1 blind, 2 in, 0 C9", [elsewhere(0, 6)]),
        (2, "0 blind, 1 in, 0 C9", [elsewhere(0, 5)]),
        (2, "0 blind, 1 in, 0 x C6 C9, 0 C9", []),
        (2, "0 blind, 1 in, 0 x C6 C9, 0 SA, 1 C9", [elsewhere(1, 7), exchange(5)]),
        (2, "0 in, 1 in, 0 x C6 C9, 0 C6", [elsewhere(0, 6), exchange(5)]),
        (3, "0 in, 1 blind, 2 in, 0 x C6 C9, 0 C9, 1 C6", []),
        (3, "0 in, 1 blind, 2 in, 0 x C6 C9, 0 SA, 1 C9", [elsewhere(1, 8), exchange(6)]),
        (3, "0 in, 1 blind, 2 in, 0 x C6 C9, 0 SA, 1 SK, 2 C6", [elsewhere(2, 9), exchange(6)]),
        (4, f"{IN}, 0 weis 20 SA SK SQ, 0 SA, 1 SK", [elsewhere(1, 9), ("false-declaration", 0, "HAN-W1", 7)]),
        (4, f"{IN}, 0 SA, 0 SK, 1 SK", [("second-card", 0, "CARD", 8), ("impossible-card", 1, "CARD", 9)]),
    ],
)  # fmt: skip
def test_cards_that_are_known_to_be_elsewhere(
    seats: int, text: str, expected: list[tuple[str, int | None, str, int]]
) -> None:
    """HAN-D1, HAN-D2, HAN-D3, HAN-B2, HAN-X1: the card turned up, the exchanged 6, what another seat has shown."""
    turned = "C6" if seats == 4 else "C9"
    assert verdicts(text, seats, turned) == expected


@pytest.mark.rule("HAN-X1")
@pytest.mark.parametrize(
    ("seats", "text"),
    [
        (4, f"{IN}, 0 x C6 C9"),
        (3, "0 in, 1 in, 0 x C6 C9"),
        (3, "0 in, 1 in, 2 out, 2 x C6 C9"),
        (3, "0 in, 1 in, 2 in, 0 x C7 C9"),
        (3, "0 in, 1 in, 2 in, 0 x C6 C8"),
        (3, "0 in, 1 in, 2 in, 0 x H6 C9"),
        (3, "0 in, 1 in, 2 in, 0 SA, 0 x C6 C9"),
        (2, "0 in, 1 in, 0 x C6 C9, 1 x C6 C9"),
    ],
)
def test_exchanges_against_the_rules_are_refused(seats: int, text: str) -> None:
    [(kind, _, rule, _)] = verdicts(text, seats, "C9")
    assert (kind, rule) == ("illegal-discard", "HAN-X1")


@pytest.mark.rule("HAN-X1")
def test_a_trump_6_that_is_turned_up_is_not_exchanged() -> None:
    assert verdicts("0 in, 1 in, 0 x C6 C6", 2) == [("illegal-discard", 0, "HAN-X1", 5)]


THREE = {0: "SA SK SQ SJ H6 H7 H8 D6 C6", 1: "HA HK HQ HJ S6 S7 S8 D7 C7", 2: "DA DK DQ DJ C8 S10 C10 S9 H9"}


@pytest.mark.rule("HAN-B2", "HAN-X1")
def test_shown_hands_move_with_the_blind_and_the_exchange() -> None:
    """HAN-B2, HAN-X1: with all hands shown the blind is known too; the laid-away hand is in nobody's hand."""
    hands = {seat: tuple(map(Card, hand.split())) for seat, hand in THREE.items()}
    said = lines("0 in, 1 blind, 2 in, 0 x C6 C9")
    *_, stage = fold([opening(3), DealStart(dealer=2, turned=Card("C9"), hands=hands), *said])
    assert stage.match.deal is not None
    known = stage.match.deal.hands
    assert known is not None
    assert (sorted(known[0]), known[2]) == (sorted([*hands[0][:-1], Card("C9")]), hands[2])
    assert sorted(known[1]) == sorted(map(Card, ["H10", "D8", "D9", "D10", "CA", "CK", "CQ", "CJ", "C6"]))
    assert {card for hand in known.values() for card in hand}.isdisjoint(hands[1])


@pytest.mark.rule("HAN-B2", "HAN-F", "HAN-X1")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 in, 1 blind, 2 in, 0 SA, 1 S6", [elsewhere(1, 7)]),
        ("0 in, 1 in, 2 in, 0 SA, 1 DA", [elsewhere(1, 7)]),
        ("0 in, 1 in, 2 in, 1 x C6 C9", [("false-declaration", 1, "HAN-X1", 6)]),
        ("0 blind, 1 in, 2 in, 1 x C6 C9", [("false-declaration", 1, "HAN-X1", 6)]),
        ("0 in, 1 in, 2 in, 0 SA, 1 C7", []),
        ("0 in, 1 in, 2 in, 0 SA, 1 D7", [("revoke", 1, "HAN-F", 7)]),
    ],
)
def test_shown_hands_refute_at_once(text: str, expected: list[tuple[str, int | None, str, int]]) -> None:
    found = [one for one in told(text, 3, "C9", THREE) if isinstance(one, Verdict)]
    assert [(one.kind, one.seat, one.rule, one.event) for one in found] == expected


@pytest.mark.rule("HAN-D2", "JASS-6")
def test_a_hand_of_ten_cards_is_a_missed_rule() -> None:
    """HAN-D2, JASS-6: Anna's second card of trick 1 is seen, and then she plays nine others."""
    hands = THREE | {0: "SA SK SQ SJ H6 H7 H8 D6 C6 CA"}
    found = played_out(["0 in, 1 in, 2 in, 0 SA, 0 CA"], hands, "C9", 3)
    kinds = [(one.kind, one.seat, one.rule) for one in found if isinstance(one, Verdict)]
    assert kinds == [("second-card", 0, "CARD"), ("missed-rule", None, "JASS-6")]


@pytest.mark.rule("HAN-D1", "HAN-D2", "HAN-F", "HAN-W4", "HAN-X1")
@pytest.mark.parametrize(
    ("seats", "text", "expected"),
    [
        (4, f"{IN}, 0 CA, 1 C7, 2 C8, 3 S9", [("revoke", 3, "HAN-F", 10)]),
        (3, "0 in, 1 in, 2 in, 0 x C6 C9, 1 C7", [("out-of-turn", 1, "TURN", 7)]),
        (3, "0 out, 1 in, 2 in, 2 x C6 C9, 1 CA, 2 S9", [("revoke", 2, "HAN-F", 8)]),
        (3, "0 out, 1 in, 2 blind, 1 CA, 2 S9", [("revoke", 2, "HAN-F", 7)]),
        (3, "0 out, 1 in, 2 blind, 1 x C6 C9, 1 CA, 2 S9", [("revoke", 2, "HAN-F", 8)]),
        (2, "0 in, 1 blind, 0 CA, 1 S9", []),
        (4, f"{IN}, 0 SA, 1 weis 20 S8 S9 S10, 1 D7", [("revoke", 1, "HAN-F", 9)]),
        (4, f"{IN}, 0 SA, 1 weis 20, 1 D7", []),
    ],
)
def test_cards_known_to_be_in_a_hand_prove_a_revoke_at_once(
    seats: int, text: str, expected: list[tuple[str, int | None, str, int]]
) -> None:
    """HAN-F with HAN-D1, HAN-D2, HAN-X1 and HAN-W4: the card turned up, the exchanged ones, a Weis that was shown."""
    assert verdicts(text, seats, "C6" if seats == 4 else "C9") == expected
