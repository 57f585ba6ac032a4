"""Weis and Stöck as they are announced and refuted: HAN-W1, HAN-W2, HAN-W3, HAN-W4, HAN-W5."""

import pytest

from controller.record.cards import Card
from controller.record.events import DealStart, Declare, Event, Upcard
from controller.referee.fold import fold
from controller.rules.results import DealResult, ErrorResult, Result, Verdict
from tests.controller.games.handjass.handjass_talk import IN, lines, opening, played_out, told, verdicts

HANDS = {
    0: "SA SK SQ SJ H6 H7 H8 D6 CK",
    1: "HA HK HQ HJ S6 S7 S8 D7 C7",
    2: "DA DK DQ DJ C8 C9 C10 S9 H9",
    3: "S10 H10 D10 D9 D8 CA CQ CJ C6",
}


def deal(said: str, more: str = "", turned: str = "C6") -> list[Result]:
    """Four are in; these things are said before trick 1, those after it; each plays the first card that is legal."""
    return played_out([f"{IN}, {said}", more], HANDS, turned)


def details(results: list[Result], name: str) -> list[object]:
    return [one.detail[name] for one in results if isinstance(one, DealResult)]


@pytest.mark.rule("HAN-W3", "HAN-W4")
@pytest.mark.parametrize(
    ("said", "more", "expected"),
    [
        ("", "", [0, 0, 0, 0]),
        ("0 weis 50 SA SK SQ SJ", "", [50, 0, 0, 0]),
        ("0 weis 50 SA SK SQ SJ", "0 weis 20 H6 H7 H8", [70, 0, 0, 0]),
        ("0 weis 50, 1 weis 50", "0 weis 20", [70, 0, 0, 0]),
        ("1 weis 50, 2 weis 50", "1 weis 20", [0, 70, 0, 0]),
        ("1 weis 20, 2 weis 50", "2 weis 20", [0, 0, 70, 0]),
        ("2 weis 50 DA DK DQ DJ, 1 weis 50", "", [0, 50, 0, 0]),
        ("2 weis 20 C8 C9 C10, 3 weis 20", "", [0, 0, 20, 0]),
        ("3 weis 20", "", [0, 0, 0, 20]),
    ],
)
def test_only_the_strongest_scores_and_it_scores_all(said: str, more: str, expected: list[int]) -> None:
    """HAN-W3: level in points, cards, rank and trump: nearest after the dealer; HAN-W4: only what was announced."""
    results = deal(said, more)
    assert details(results, "weis") == [expected]
    assert not [one for one in results if isinstance(one, Verdict | ErrorResult)]


@pytest.mark.rule("HAN-W4", "HAN-W5")
@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("0 weis 50, 1 weis 20", "HAN-W4"),
        ("0 weis 50, 0 weis 20", "HAN-W4"),
        ("0 weis 30", "HAN-W1"),
        ("0 weis 150", "HAN-W1"),
        ("0 SA, 0 weis 50", "HAN-W4"),
        ("0 SA, 1 S6, 0 weis 50", "HAN-W4"),
        ("0 weis 50, 0 SA, 1 S6, 2 S9, 3 S10, 1 weis 20", "HAN-W4"),
        ("0 weis 20 SA SK SQ, 1 weis 20 H6 H7 H8, 0 SA, 1 S6, 2 S9, 3 S10, 1 weis 20", "HAN-W4"),
        ("0 stock", "HAN-W5"),
        ("0 SA, 1 S6, 2 S9, 3 S10, 0 stock", "HAN-W5"),
    ],
)
def test_announcements_at_the_wrong_time_are_refused(said: str, rule: str) -> None:
    """HAN-W4: never less than what stands announced, nor after the own first card; HAN-W5: with the second card."""
    number = 3 + 4 + said.count(",")
    [(kind, _, found, event)] = verdicts(f"{IN}, {said}")
    assert (kind, found, event) == ("illegal-call", rule, number)
    what = {"HAN-W4": "announce weis", "HAN-W5": "announce stock"}
    [text] = [one.text for one in told(f"{IN}, {said}") if isinstance(one, Verdict)]
    assert what.get(rule, "") in text


@pytest.mark.rule("HAN-W4")
def test_a_seat_that_is_out_or_still_undecided_announces_nothing() -> None:
    assert verdicts("0 in, 0 weis 50")[0][:3] == ("illegal-call", 0, "HAN-W4")
    assert verdicts("0 in, 1 out, 2 in, 3 in, 1 weis 50")[0][:3] == ("illegal-call", 1, "HAN-W4")


@pytest.mark.rule("HAN-W1")
def test_four_nines_can_be_announced_where_they_count() -> None:
    """HAN-W1, four_nines."""
    assert verdicts(f"{IN}, 0 weis 150", four_nines=150) == []


@pytest.mark.rule("HAN-W1", "HAN-W2")
@pytest.mark.parametrize(
    ("said", "rule", "event", "proved"),
    [
        ("0 weis 50 SA SK SQ", "HAN-W1", 7, 7),
        ("0 weis 20 SA SK HQ", "HAN-W1", 7, 7),
        ("0 weis 200, 0 SA, 1 SJ", "HAN-W1", 7, 9),
        ("0 weis 20 SA SK SQ, 0 SA, 1 S6, 2 SQ", "HAN-W1", 7, 10),
        ("0 weis 20 C6 C7 C8", "HAN-W1", 7, 7),
        ("0 SA, 1 S6, 2 weis 20 S6 S7 S8", "HAN-W1", 9, 9),
        ("0 weis 50 SA SK SQ SJ, 0 SA, 1 S6, 2 S9, 3 S10, 0 weis 20 SJ SQ SK", "HAN-W2", 12, 12),
    ],
)
def test_a_weis_that_the_cards_refute(said: str, rule: str, event: int, proved: int) -> None:
    """HAN-W1, HAN-W2: said at the first card at which no hand could hold it; the Weis stands."""
    found = [one for one in told(f"{IN}, {said}") if isinstance(one, Verdict) and one.kind == "false-declaration"]
    assert [(one.rule, one.event, one.proved) for one in found] == [(rule, event, proved)]


KINGS = f"{IN}, 0 SA, 1 S6, 2 S9, 3 S10, 0 CQ, 1 C7, 2 C8, 3 C6"


@pytest.mark.rule("HAN-W1", "HAN-W5")
@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("0 weis 20, 0 weis 50, 0 weis 100, 0 weis 200", "the cards known so far do not agree with it."),
        ("0 weis 100 SA SK SQ SJ S10, 1 S10", "Anna announced a Weis of 100; S10, just played does not agree with it."),
        (
            f"{KINGS}, 0 stock, 0 H6, 1 CK".removeprefix(f"{IN}, "),
            "Anna announced Stöck; CK, just played does not agree",
        ),
    ],
)
def test_the_refuting_card_is_named(said: str, text: str) -> None:
    """A card that was just played, or all that is known where the announcement itself could not be."""
    found = [one for one in told(f"{IN}, {said}") if isinstance(one, Verdict) and one.kind == "false-declaration"]
    assert text in found[0].text


@pytest.mark.rule("HAN-W3")
def test_a_refuted_weis_scores_as_declared() -> None:
    """HAN-W3: it stays until a ruling; here four jacks, while three of them come from other hands."""
    results = deal("0 weis 200")
    assert details(results, "weis") == [[200, 0, 0, 0]]
    assert [(one.kind, one.seat, one.rule) for one in results if isinstance(one, Verdict)] == [
        ("false-declaration", 0, "HAN-W1")
    ]


@pytest.mark.rule("HAN-W1")
def test_cards_that_leave_no_room_for_the_weis_refute_it() -> None:
    """HAN-W1: Dora says 50; nobody shows a card of it, but her own cards leave no room for four in sequence."""
    [verdict] = [one for one in deal("3 weis 50") if isinstance(one, Verdict)]
    assert (verdict.kind, verdict.seat, verdict.event) == ("false-declaration", 3, 7)
    assert verdict.proved < 7 + 36
    assert verdict.proof == (verdict.proof or ())[:1]


@pytest.mark.rule("HAN-W5")
@pytest.mark.parametrize("said", ["0 stock, 0 CK, 1 D7", "0 CK, 0 stock", "0 CK, 1 D7, 0 stock"])
def test_stock_goes_with_the_second_of_king_and_queen(said: str) -> None:
    """HAN-W5: right before or after its second card."""
    assert verdicts(f"{KINGS}, {said}") == []


@pytest.mark.rule("HAN-W5")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("0 CK, 1 D7, 2 C9, 3 C10, 0 H6, 0 stock", ("illegal-call", 0, "HAN-W5", 20)),
        ("1 stock", ("illegal-call", 1, "HAN-W5", 15)),
        ("0 stock, 0 H6, 1 CK", ("false-declaration", 0, "HAN-W5", 15)),
    ],
)
def test_stock_that_is_late_or_refuted(said: str, expected: tuple[str, int, str, int]) -> None:
    assert expected in verdicts(f"{KINGS}, {said}")


@pytest.mark.rule("HAN-W5")
def test_stock_that_is_said_twice_breaks_no_rule() -> None:
    [error] = [one for one in told(f"{KINGS}, 0 stock, 0 stock") if isinstance(one, Verdict | ErrorResult)]
    assert isinstance(error, ErrorResult)
    assert str(error.text) == "Anna cannot announce stock: it is announced already."


@pytest.mark.rule("HAN-W5")
def test_stock_needs_no_word_only_if_both_cards_were_shown_in_a_weis_that_scores() -> None:
    """HAN-W5: Carla shows D A K Q J, and diamonds are trump."""
    for said, expected in (
        ("2 weis 50 DA DK DQ DJ", [0, 0, 20, 0]),
        ("2 weis 50", [0, 0, 0, 0]),
        ("0 weis 50 SA SK SQ SJ, 2 weis 50 DA DK DQ DJ", [0, 0, 20, 0]),
        ("2 weis 50 DA DK DQ DJ, 0 weis 200", [0, 0, 0, 0]),
    ):
        assert details(deal(said, turned="D9"), "stock") == [expected], said


@pytest.mark.rule("HAN-W5")
def test_stock_scores_beside_the_weis_of_anyone() -> None:
    """HAN-W5: Carla says Stöck with the second of D K and Q, Anna has the strongest Weis."""
    hands = HANDS | {0: "SA SK SQ SJ H6 H7 H8 DJ CK", 2: "DA DK DQ D6 C8 C9 C10 S9 H9"}
    results = played_out(
        [f"{IN}, 0 weis 50, 0 CK, 1 C7, 2 C8, 3 C6, 0 DJ, 1 D7, 2 DK, 3 D8, 0 SA, 1 S6, 2 stock, 2 DQ"], hands, "D9"
    )
    assert details(results, "stock") == [[0, 0, 20, 0]]
    assert details(results, "weis") == [[50, 0, 0, 0]]


@pytest.mark.rule("HAN-W1", "HAN-W5")
@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (Declare(seat=0, what="misere"), ErrorResult),
        (Declare(seat=0, what="weis", cards=(Card("T1"), Card("T2"), Card("T3"))), ErrorResult),
        (Declare(seat=0, what="weis"), Verdict),
        (Declare(seat=0, what="stock", points=50), Verdict),
        (Upcard(card=Card("D5")), ErrorResult),
    ],
)
def test_impossible_announcements(event: Event, kind: type) -> None:
    *_, last = fold([opening(), DealStart(dealer=3, turned=Card("C6")), *lines(IN), event])
    assert [type(one) for one in last.results] == [kind]


ROYAL_LAST = {0: "SA SQ H10 SJ HQ D10 S8 CK CQ", 1: "DQ D9 HJ HA S10 DA DJ S9 H7"}
"""Anna's last two cards are king and queen of trump when she plays the first card that is legal."""


@pytest.mark.rule("HAN-W5")
def test_stock_counts_after_the_very_last_card_of_the_deal() -> None:
    """HAN-W5: the deal's result is given anew, as if it had been said one card earlier."""
    early = played_out(["0 in, 1 in", *[""] * 7, "0 stock"], ROYAL_LAST, "C6", 2)
    late = played_out(["0 in, 1 in"], ROYAL_LAST, "C6", 2, "0 stock")
    assert details(early, "stock") == [[20, 0]]
    assert details(late, "stock") == [[0, 0], [20, 0]]
    assert late[-1] == early[-1]


@pytest.mark.rule("HAN-W5")
@pytest.mark.parametrize("after", ["1 stock", "0 stock, 0 stock", "0 weis 20"])
def test_other_words_after_the_last_card_are_errors(after: str) -> None:
    *before, last = played_out(["0 in, 1 in"], ROYAL_LAST, "C6", 2, after)
    assert isinstance(last, ErrorResult)
    assert not [one for one in before if isinstance(one, ErrorResult | Verdict)]


@pytest.mark.rule("HAN-W5")
def test_a_seat_that_is_out_says_no_stock() -> None:
    assert verdicts("0 in, 1 out, 2 in, 3 in, 0 SA, 1 stock")[0][:3] == ("illegal-call", 1, "HAN-W5")


@pytest.mark.rule("HAN-W1")
def test_a_weis_that_is_only_shown_counts_what_its_cards_do() -> None:
    """HAN-W1: no points were said."""
    shown = Declare(seat=0, what="weis", cards=tuple(map(Card, ("SA", "SK", "SQ", "SJ"))))
    *_, last = fold([opening(), DealStart(dealer=3, turned=Card("C6")), *lines(IN), shown])
    assert last.match.deal is not None
    assert [(claim.points, claim.first) for claim in last.match.deal.own.claims] == [(50, True)]


@pytest.mark.rule("HAN-W1")
def test_six_cards_that_are_no_jacks_leave_no_room_for_four() -> None:
    """HAN-W1: nobody has shown a jack; with her sixth card, and not before, Anna cannot have held four among nine."""
    text = "0 in, 1 in, 0 weis 200, 0 SA, 1 S6, 0 SK, 1 S7, 0 SQ, 1 S8, 0 S10, 1 S9, 0 HA, 1 H6, 0 HK"
    [verdict] = [one for one in told(text, 2) if isinstance(one, Verdict)]
    assert (verdict.kind, verdict.rule, verdict.event, verdict.proved) == ("false-declaration", "HAN-W1", 5, 16)
    assert verdict.proof == (Card("HK"),)
