"""What the referee says about cards: each kind of verdict, and the several faults of one card."""

import pytest

from controller.record.cards import Card
from controller.record.events import Amend, Collect, DealStart, Event, MatchStart, Played, Ruling
from controller.record.message import Message
from controller.referee.fold import fold
from controller.rules.results import DealResult, ErrorResult, Result, TrickResult, Verdict

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def plays(text: str) -> list[Event]:
    """``0SA 1S6 / `` : seat and card; a slash is a gathered trick."""
    return [Collect() if word == "/" else Played(seat=int(word[0]), card=Card(word[1:])) for word in text.split()]


def told(text: str, hands: dict[int, tuple[Card, ...]] | None = None) -> list[Result]:
    lines = [OPENING, DealStart(dealer=2, hands=hands), *plays(text)]
    return [result for stage in fold(lines) for result in stage.results]


def verdicts(text: str) -> list[Verdict]:
    return [result for result in told(text) if isinstance(result, Verdict)]


@pytest.mark.rule("MIT-F0")
def test_a_revoke_is_proven_by_a_later_card_of_the_hand() -> None:
    """Berta has S6 when she plays H9 on SA: MIT-F0 is broken, and the card that made trump is a revoke."""
    assert verdicts("0SA 1H9 2S7 1S6") == [
        Verdict("revoke", 1, 4, 6, "MIT-F0", Card("H9"), (Card("S6"),), deal=1),
    ]


def test_the_sentence_names_the_card_the_trick_and_the_proof() -> None:
    [verdict] = verdicts("0SA 1H9 2S7 1S6")
    assert verdict.text == "Berta revoked in trick 1: H9 on SA, while holding S6 (played in trick 2)."


def test_a_second_card_proves_a_revoke_too() -> None:
    """A refused card is exposed: it was in that hand, and may be played later."""
    kinds = [(verdict.kind, verdict.event, verdict.proved) for verdict in verdicts("0SA 1H9 1S6 2S7 1S6")]
    assert kinds == [("second-card", 5, 5), ("revoke", 4, 5)]


def test_known_hands_prove_at_once() -> None:
    results = told("0SA 1H9", {1: (Card("H9"), Card("S6"))})
    assert results == [Verdict("revoke", 1, 4, 4, "MIT-F0", Card("H9"), (Card("S6"),), deal=1)]


def test_a_card_of_another_hand_that_was_shown_is_impossible() -> None:
    [verdict] = told("1SA", {0: (Card("SA"),), 1: ()})[:1]
    assert isinstance(verdict, Verdict)
    assert (verdict.kind, verdict.seat, verdict.card) == ("impossible-card", 1, Card("SA"))


@pytest.mark.parametrize(
    ("text", "kind", "seat", "rule"),
    [
        ("1SA", "out-of-turn", 1, "TURN"),
        ("0SA 2S6", "out-of-turn", 2, "TURN"),
        ("0SA 0S6", "second-card", 0, "CARD"),
        ("0SA 1SA", "duplicate-card", 1, "CARD"),
        ("0SA 0SA", "duplicate-card", 0, "CARD"),
        ("0T21", "foreign-card", 0, "CARD"),
        ("0SA 0D2", "foreign-card", 0, "CARD"),
    ],
)
def test_one_fault_of_one_card(text: str, kind: str, seat: int, rule: str) -> None:
    """Several faults on one card: foreign before duplicate before second, and nothing more."""
    [verdict] = verdicts(text)
    assert (verdict.kind, verdict.seat, verdict.rule, verdict.proof) == (kind, seat, rule, None)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1SA", "Berta played SA to trick 1 out of turn; it was for Anna to play."),
        ("0SA 1S7 0S6", "Anna played S6 to trick 1 after SA; one card a trick counts."),
        ("0SA 1S7 2S8 0SA", "Anna played SA, which Anna had already played in trick 1."),
        ("0S6 1S7 2S8 2SK 0S6", "Anna played S6, which Anna had already played in trick 1."),
        ("0S6 1S7 2S8 2SK 0S9 1S9", "Berta played S9, which Anna had already played in trick 2."),
        ("0T21", "Anna played T21, which is no card of Mittlere."),
    ],
)
def test_the_sentence_of_a_fault_names_who_which_card_and_which_trick(text: str, sentence: str) -> None:
    assert [verdict.text for verdict in verdicts(text)] == [sentence]


def test_out_of_turn_stands_and_the_first_card_leads() -> None:
    """The trick is led by the card that came first; next is the first seat from there on without a card."""
    results = told("1SA 2S6 0S7")
    assert [result for result in results if isinstance(result, TrickResult)] == [
        TrickResult(1, 1, 1, 1, (Card("SA"), Card("S6"), Card("S7")), 11)
    ]
    assert [result.kind for result in results if isinstance(result, Verdict)] == ["out-of-turn"]


def test_a_refused_card_is_no_part_of_the_trick() -> None:
    results = told("0SA 1S6 1S7 2S8")
    [trick] = [result for result in results if isinstance(result, TrickResult)]
    assert trick.cards == (Card("SA"), Card("S6"), Card("S8"))


def test_a_trick_gathered_short_names_who_is_missing() -> None:
    [verdict] = verdicts("0SA 1S6 /")
    assert (verdict.kind, verdict.seat, verdict.seats) == ("short-trick", None, (2,))
    assert verdict.text == "Trick 1 was gathered without a card of Carla."


def test_the_winner_of_what_lies_there_leads_after_a_short_trick() -> None:
    assert [verdict.kind for verdict in verdicts("0S6 1SA / 1S7 2S8 0S9")] == ["short-trick"]


def test_after_a_short_trick_no_revoke_is_said() -> None:
    """Doubt is not guilt: the missing card may be the misread one."""
    assert [verdict.kind for verdict in verdicts("0SA 1H9 2S7 1D6 2D7 / 2D8 0D9 1S6")] == ["short-trick"]


def test_gathering_a_full_trick_changes_nothing() -> None:
    assert told("0SA 1S6 2S7 / / 0SK") == told("0SA 1S6 2S7 0SK")[:1]


def test_a_deal_with_a_short_trick_is_not_scored() -> None:
    hands = ["SA SK SQ SJ S10 S9 S8 S7 S6 CA CK CQ", "HA HK HQ HJ H10 H9 H8 H7 H6 CJ C10 C9"]
    zero, one = (hand.split() for hand in hands)
    text = " ".join(f"0{a} 1{b} /" for a, b in zip(zero, one, strict=True))
    results = told(text)
    [deal] = [result for result in results if isinstance(result, DealResult)]
    assert (deal.points, deal.score, deal.total) == (None, None, (0, 0, 0))


def test_an_amendment_that_no_match_could_start_with_is_an_error() -> None:
    amend = Amend(of=1, with_={"seats": ["X", "Y"]})
    results = [result for stage in fold([OPENING, DealStart(dealer=2), amend]) for result in stage.results]
    [error] = results
    assert isinstance(error, ErrorResult)
    assert (error.event, "mittlere has 3 seats" in error.text) == (3, True)


def test_a_ruling_closes_a_verdict() -> None:
    lines = [OPENING, DealStart(dealer=2), *plays("1SA")]
    open_, *_ = [stage.match.accused for stage in fold(lines)][-1:]
    ruled = [*lines, Ruling(verdict=1, decision="dismissed")]
    *_, last = fold(ruled)
    assert (open_, last.match.accused) == (True, False)


@pytest.mark.parametrize(
    ("events", "text"),
    [
        (plays("0SA"), "a play event, but no deal is under way"),
        ([DealStart(dealer=2), *plays("7SA")], "there is no seat 7 at this table of 3"),
        ([DealStart(dealer=7)], "there is no seat 7 at this table of 3"),
        ([DealStart(dealer=0, hands={0: (Card("T1"),)})], "the hands shown cannot be those of a deal: T1"),
        ([Ruling(verdict=1, decision="upheld")], "there is no verdict 1 to rule on"),
    ],
)
def test_what_cannot_be_is_an_error_and_the_fold_goes_on(events: list[Event], text: str) -> None:
    results = [result for stage in fold([OPENING, *events]) for result in stage.results]
    assert results == [ErrorResult(len(events) + 1, Message.plain(text))]
