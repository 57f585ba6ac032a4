"""Schnapsen, rule by rule (games.md section 14)."""

import pytest

from controller.games.schnapsen.game import GAME
from controller.games.schnapsen.state import DECK
from controller.games.schnapsen.turns import pair
from controller.games.schnapsen.words import VOCABULARY
from controller.record.cards import Card
from controller.record.events import (
    Bid,
    DealStart,
    Declare,
    Event,
    Exchange,
    Insert,
    MatchStart,
    Played,
    Seat,
    Undo,
    Value,
)
from controller.record.text import to_fields
from controller.referee.fold import fold, outcome
from controller.rules.match import AnyMatch
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, Result, Verdict
from controller.rules.speech import Speech, Waiting

NAMES = ("Anna", "Berta")
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def told(text: str, turned: str = "SA", dealer: Seat = 1, **options: Value) -> list[Event]:
    """``ADA BD10 A+H A:close B:enough Ax``: seats with cards, marriages, words; ``x`` is the exchange."""
    events: list[Event] = [
        MatchStart(game="schnapsen", seats=NAMES, options=options),
        DealStart(dealer=dealer, turned=Card(turned)),
    ]
    for word in text.split():
        seat, what = "AB".index(word[0]), word[1:]
        if what == "x":
            events.append(Exchange(seat=seat, gives=Card(f"{turned[0]}J"), takes=Card(turned)))
        elif what.startswith("+"):
            events.append(Declare(seat=seat, what="marriage", cards=pair(what[1:])))
        elif what.startswith(":"):
            events.append(Bid(seat=seat, call=what[1:]))
        else:
            events.append(Played(seat=seat, card=Card(what)))
    return events


def results(events: list[Event]) -> list[Result]:
    return [one for stage in fold(events) for one in stage.results]


def faults(events: list[Event]) -> list[tuple[str, Seat | None, str]]:
    found = results(events)
    assert [str(one.text) for one in found if isinstance(one, ErrorResult)] == []
    return [(one.kind, one.seat, one.rule) for one in found if isinstance(one, Verdict)]


def scored(events: list[Event]) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """Points, game points and the rule of the one deal that is over."""
    [done] = [one for one in results(events) if isinstance(one, DealResult)]
    assert done.points is not None
    assert done.score is not None
    return tuple(map(int, done.points)), tuple(int(own or 0) for own in done.score), done.detail["rule"]


def rooms(match: AnyMatch) -> list[int]:
    assert match.deal is not None
    return [place.room for place in GAME.layout(match.deal).places]


TEN = "AHJ BHQ BCJ ACQ ADJ BDQ BSJ ASQ ACK BC10"
"""Five tricks, of which Anna leads the first; Berta takes 1, 3 and 5, Anna 2 and 4."""


LAST = "AHK BHJ A:close A+S ASK BHQ AHA BCJ ADA BDJ AC10 BCK ADK BDQ"
"""A deal that Anna closes, and of which she takes every trick."""


@pytest.mark.rule("SCN-D1", "SCN-P2", "SCN-H1")
def test_five_cards_each_and_ten_in_the_talon_from_which_both_draw() -> None:
    words = TEN.split()
    found = [rooms(outcome(told(" ".join(words[:count])))) for count in (0, 1, 2, 3, 8, 9, 10)]
    assert found == [[5, 5, 10], [4, 5, 10], [5, 5, 8], [5, 4, 8], [5, 5, 2], [4, 5, 2], [5, 5, 0]]
    assert (len(DECK), sum(GAME.worth[card.rank] for card in DECK)) == (20, 120)


@pytest.mark.rule("SCN-D1")
@pytest.mark.parametrize("event", [DealStart(dealer=0), DealStart(dealer=0, turned=Card("S9"))])
def test_a_deal_turns_a_card_of_the_deck_up(event: DealStart) -> None:
    assert GAME.course.cannot_deal(resolve(GAME.options, NAMES, "seed", {}), event) is not None


@pytest.mark.rule("SCN-P1", "SCN-W1")
@pytest.mark.parametrize(
    ("text", "turn"),
    [("", 0), ("AHA", 1), ("AH10 BHA", 1), ("AHK BHQ", 0), ("AHA BSJ", 1), ("AHJ BCA", 0), ("ASJ BSK", 1)],
)
def test_the_winner_of_a_trick_leads(text: str, turn: Seat) -> None:
    assert outcome(told(text)).turn == turn


@pytest.mark.rule("SCN-F1")
def test_while_cards_are_drawn_any_card_may_be_played() -> None:
    """Berta shows hearts in the next trick, and nobody knows whether she had just drawn it."""
    assert faults(told("AHA BCJ AHK BHJ")) == []


@pytest.mark.rule("SCN-C1", "SCN-F1", "SCN-F2", "SCN-F3", "SCN-F4")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A:close AHA BCJ AHK BHJ", [("revoke", 1, "SCN-F2")]),
        ("A:close AHK BHJ AHQ BHA", [("revoke", 1, "SCN-F3")]),
        ("A:close AHK BCJ ACQ BSJ", [("revoke", 1, "SCN-F4")]),
        ("A:close AHK BSJ BCQ AC10", []),
        ("A:close AHA BHJ ACQ BCA", []),
        ("AHK BCJ A:close AHQ BSJ BHA", [("revoke", 1, "SCN-F2")]),
        (f"{TEN} BHK ASA AHA BH10", [("revoke", 0, "SCN-F2")]),
        (f"{TEN} BHK AHA ADK BDA", []),
    ],
)
def test_once_nobody_draws_suit_is_followed_and_beaten_and_trumps_are_played(
    text: str, found: list[tuple[str, Seat, str]]
) -> None:
    assert faults(told(text)) == found


@pytest.mark.rule("SCN-C1", "SCN-C2", "SCN-X1", "SCN-M1", "SCN-E1")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B:close", [("illegal-bid", 1, "SCN-C1")]),
        ("AHA A:close", [("illegal-bid", 0, "SCN-C1")]),
        ("A:close A:close", [("illegal-bid", 0, "SCN-C1")]),
        ("B:close B:close", [("illegal-bid", 1, "SCN-C1")]),
        ("B:close AHA A:close BHJ B:close", [("illegal-bid", seat, "SCN-C1") for seat in (1, 0, 1)]),
        ("A:close Ax", [("illegal-bid", 0, "SCN-X1")]),
        ("Bx", [("illegal-bid", 1, "SCN-X1")]),
        ("Ax Ax", [("illegal-bid", 0, "SCN-X1")]),
        ("Ax A+S A:close", []),
        ("B+H", [("illegal-bid", 1, "SCN-M1")]),
        ("A+H A+D", [("illegal-bid", 0, "SCN-M1")]),
        ("AHK A+H BHA", []),
        ("AHK BHJ A+H", []),
        ("AHK BHJ A+H A+D", []),
        ("AHK BHA A+H BCA", []),
        ("AHK BHJ ASQ BDJ A+H", [("false-declaration", 0, "SCN-M1")]),
        ("AHK A+D", [("illegal-bid", 0, "SCN-M1")]),
        ("A+H AHK BHA B:close", []),
        ("B:enough", [("illegal-bid", 1, "SCN-E1")]),
        ("AHA A:enough", [("illegal-bid", 0, "SCN-E1")]),
    ],
)
def test_the_next_leader_may_close_exchange_declare_and_claim(text: str, found: list[tuple[str, Seat, str]]) -> None:
    assert faults(told(text)) == found


@pytest.mark.rule("SCN-C2")
@pytest.mark.parametrize("word", ["B:close", "Bx"])
def test_with_two_cards_left_the_talon_is_let_alone(word: str) -> None:
    begun = "AHJ BHQ BCJ ACQ ADJ BDQ BHK AHA"
    assert faults(told(f"{begun} {word.replace('B', 'A')}", talon=2)) == []
    assert [rule for _, _, rule in faults(told(f"{begun} {word.replace('B', 'A')}"))] in (["SCN-C1"], ["SCN-X1"])


@pytest.mark.rule("SCN-X1", "SCN-P2")
def test_the_card_beneath_the_talon_is_known_until_it_is_taken_or_drawn() -> None:
    def where(text: str, card: str) -> set[int] | None:
        deal = outcome(told(text)).deal
        assert deal is not None
        found = GAME.layout(deal).known.get(Card(card))
        return None if found is None else {*found}

    assert where("", "SA") == {2}
    assert where("A:close AHA BHJ", "SA") == {2}
    assert where("Ax", "SA") == {0}
    assert where("Ax", "SJ") == {2}
    assert where(TEN, "SA") == {0}, "Berta has taken the fifth trick and drawn first"
    assert where("Ax AHA BSQ BSK ASA", "SA") is None


@pytest.mark.rule("SCN-P2", "SCN-X1")
@pytest.mark.parametrize(
    ("text", "told_of"),
    [
        ("ASA", "lies face up beneath the talon"),
        ("A:close ASA", "lies beneath the closed talon"),
        ("Ax AHA BSA", "Anna took for the trump jack"),
        (f"{TEN} BSA", "Anna has drawn last from the talon"),
    ],
)
def test_a_card_known_to_be_elsewhere_is_no_fault_of_who_plays_it(text: str, told_of: str) -> None:
    [verdict] = [one for one in results(told(text)) if isinstance(one, Verdict)]
    assert (verdict.kind, verdict.rule) == ("impossible-card", "SCN-P2")
    assert told_of in str(verdict.text)


@pytest.mark.rule("SCN-X1")
def test_a_jack_that_was_played_is_not_exchanged() -> None:
    assert faults(told("ASJ BSK BHJ AHA Ax")) == [("false-declaration", 0, "SCN-X1")]


@pytest.mark.rule("SCN-M1", "SCN-M2")
def test_a_declared_marriage_is_led_from() -> None:
    assert faults(told("A+H AHQ BCJ")) == []
    assert faults(told("A+H ACA BCJ")) == [("false-declaration", 0, "SCN-M2")]


@pytest.mark.rule("SCN-M1")
@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("A+H AHQ BHK", 0),
        ("AHQ BHA BDJ ADA A+H", 0),
        ("A+H AHQ BHA BDJ ADA AHJ BHK", 0),
        ("AHQ BHA BHK ASJ A+D", None),
    ],
)
def test_a_marriage_of_which_a_card_is_seen_elsewhere_is_false(text: str, who: Seat | None) -> None:
    assert faults(told(text)) == ([] if who is None else [("false-declaration", who, "SCN-M1")])


@pytest.mark.rule("SCN-M1")
def test_the_card_drawn_last_may_be_of_a_marriage() -> None:
    """Anna, who has lost the fifth trick, has drawn the trump king."""
    drawn = "AHJ BHA BCJ ACA ADJ BDA BSJ AS10 ACK BC10 BHQ AHK A+S"
    assert faults(told(drawn, turned="SK")) == []


@pytest.mark.rule("SCN-M1", "SCN-M3", "SCN-E1", "SCN-S1", "SCN-S3")
@pytest.mark.parametrize(
    ("text", "points", "score", "rule"),
    [
        ("A+H AHK BHA B:enough", (0, 15), (3, 0), "SCN-S3"),
        ("A+D ADK BDA BCJ ACA A:enough", (33, 15), (0, 2), "SCN-S3"),
        ("A+S ASK BHJ A+H AHK BDJ A:enough", (72, 0), (3, 0), "SCN-S1"),
        ("A+S ASK BH10 A+D ADK BDA BCJ ACA A:enough", (87, 15), (2, 0), "SCN-S1"),
        ("A+S ASK BHJ A+D ADK BDA BH10 AHQ BHA ADQ BCJ ACA A:enough", (79, 42), (1, 0), "SCN-S1"),
    ],
)
def test_sixty_six_is_claimed(text: str, points: tuple[int, ...], score: tuple[int, ...], rule: str) -> None:
    assert faults(told(text)) == []
    assert scored(told(text)) == (points, score, rule)


@pytest.mark.rule("SCN-S2", "SCN-S3")
@pytest.mark.parametrize(
    ("text", "score", "rule"),
    [
        ("A:close A+S ASK BHJ AHA BHK ADA BDJ A:enough", (3, 0), "SCN-S2"),
        ("AHJ BHA BHK AH10 A:close A+S ASK BHQ ACA BCJ A:enough", (2, 0), "SCN-S2"),
        ("A:close AHJ BHA BHK AH10 A:enough", (0, 3), "SCN-S3"),
        ("AHJ BHA BHK AH10 A:close ACJ BCA BDA ADJ B:enough", (2, 0), "SCN-S3"),
        ("A:close AHJ BHA B+S BSK ADJ BDA ACJ B:enough", (0, 3), "SCN-S3"),
        ("A:close AHJ BHA BHK AH10 ACJ BC10 BDA ADJ BDQ ADK", (0, 3), "SCN-S3"),
        (LAST, (3, 0), "SCN-S2"),
        (LAST.replace("ADK BDQ", "ADQ BDK"), (0, 3), "SCN-S3"),
    ],
)
def test_the_closer_answers_for_the_closing(text: str, score: tuple[int, ...], rule: str) -> None:
    assert faults(told(text)) == []
    assert scored(told(text))[1:] == (score, rule)


@pytest.mark.rule("SCN-E1")
@pytest.mark.parametrize(
    ("word", "found"), [("A:enough", []), ("A:enough A:enough", []), ("B:enough", [("illegal-bid", 1, "SCN-E1")])]
)
def test_a_claim_after_the_last_card_changes_nothing(word: str, found: list[tuple[str, Seat, str]]) -> None:
    assert faults(told(f"{LAST} {word}")) == found
    assert scored(told(f"{LAST} {word}")) == scored(told(LAST))


@pytest.mark.rule("SCN-S3")
def test_a_failure_may_cost_three_by_the_rules_of_the_house() -> None:
    text = "AHJ BHA BHK AH10 A:enough"
    assert scored(told(text))[1:] == ((0, 2), "SCN-S3")
    assert scored(told(text, failed=3))[1:] == ((0, 3), "SCN-S3")


@pytest.mark.rule("SCN-S4", "SCN-S1")
@pytest.mark.parametrize(
    ("rest", "score", "rule"),
    [
        ("BHK AHA AH10 BS10 BCA ADK BDA AD10 BSK ASA", (1, 0), "SCN-S4"),
        ("BCA ADK BDA AD10 BS10 ASA AH10 BHK AHA BSK", (0, 1), "SCN-S1"),
    ],
)
def test_the_last_trick_wins_where_nobody_claims(rest: str, score: tuple[int, ...], rule: str) -> None:
    points, found, why = scored(told(f"{TEN} {rest}"))
    assert (sum(points), found, why) == (120, score, rule)


@pytest.mark.rule("SCN-G1", "SCN-G2")
def test_seven_are_counted_down_and_the_loser_has_the_bummerl() -> None:
    lost = "A:enough"
    events = told(lost, dealer=1)
    for dealer in (0, 1):
        events += [DealStart(dealer=dealer, turned=Card("SA")), Bid(seat=1 - dealer, call="enough")]
    match = outcome(events)
    assert [tuple(match.book.needed), match.total] == [(4, 1), (3, 6)]
    events += [DealStart(dealer=0, turned=Card("SA")), Bid(seat=1, call="enough")]
    events += [DealStart(dealer=1, turned=Card("SA")), Bid(seat=0, call="enough")]
    match = outcome(events)
    assert (match.book.bummerl, match.book.needed) == ((1, 0), (7, 7))
    assert GAME.course.ranking(match.total, match.book) == ((1,), (0,))
    assert str(GAME.course.over(match.rules, 5, match.total, match.book)) == "Anna has the Bummerl"
    lines = [*GAME.sheet.lines(GAME.title, match.rules, match.book, match.total, [one.result for one in match.ledger])]
    assert [line.split() for line in lines if not line.startswith("-")] == [
        ["Schnapsen", "Anna", "Berta"],
        ["7", "7"],
        ["deal", "1", "4"],
        ["deal", "2", "4"],
        ["deal", "3", "1"],
        ["deal", "4", "1"],
        ["deal", "5", "●", "0"],
        ["Bummerl", "●", "–"],
    ]


def test_an_undone_closing_is_none_and_an_inserted_one_counts() -> None:
    closed = told("A:close")
    after = told("AHA BCJ AHK BHJ")[2:]
    assert faults([*closed, Undo(n=1), *after]) == []
    late = Insert(before=3, event=to_fields(Bid(seat=0, call="close")))
    assert faults([*told(""), *after, late]) == [("revoke", 1, "SCN-F2")]


def test_the_words_of_a_marriage() -> None:
    match = outcome(told(""))
    hearts = (Declare(seat=0, what="marriage", cards=pair("H")),)
    assert VOCABULARY.said(match, Speech(0, ("marriage", "hearts"))) == hearts
    led = VOCABULARY.said(match, Speech(0, ("marriage",), (Card("HQ"),)))
    assert isinstance(led, Waiting)
    assert (led.events, led.plays) == (hearts, True)
    other = VOCABULARY.said(match, Speech(0, ("marriage",), (Card("HA"),)))
    assert isinstance(other, Waiting)
    assert (other.events, other.plays) == ((), True)
    assert {VOCABULARY.uttered(event) for event in hearts} == {("marriage", "hearts")}
    assert not VOCABULARY.shows(match, 0)
    assert VOCABULARY.shows(outcome(told("A+H AHK")), 0)
    assert not VOCABULARY.shows(outcome(told("A+H AHK BHA")), 0)
