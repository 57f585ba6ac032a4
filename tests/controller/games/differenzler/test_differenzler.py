"""Differenzler, rule by rule (games.md section 10)."""

from dataclasses import replace

import pytest

from controller.games.differenzler import GAME, STOCK, TAKEN_OUT, DifferenzlerDeal, DifferenzlerState
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played, Reveal, Seal, Value, seal
from controller.referee.fold import fold, outcome
from controller.rules.deal import Play, Trick
from controller.rules.game import Settlement
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, Result, Verdict

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil")
SALT = "5a" * 16
TRUMP = Card("H7")
WHOLE = tuple((seat, Card(f"{suit}{rank}")) for rank in GAME.ranks for seat, suit in enumerate("HSDC"))
"""A deal in which Anna has all the hearts, and each of the others another suit; Anna leads."""


def opening(**options: Value) -> MatchStart:
    return MatchStart(game="differenzler", seats=NAMES[:4], options=options)


def bids(text: str) -> list[Event]:
    """``A40 B0``: seats and their numbers."""
    return [Bid(seat="ABCDE".index(word[0]), call=word[1:]) for word in text.split()]


def plays(text: str) -> list[Event]:
    """``A C6 B CK``: seats and their cards."""
    words = text.split()
    return [Played(seat="ABCDE".index(who), card=Card(card)) for who, card in zip(words[::2], words[1::2], strict=True)]


def played(dealer: int = 3) -> list[Event]:
    """All cards of a deal: Anna takes every trick."""
    return [DealStart(dealer=dealer, turned=TRUMP), *(Played(seat=seat, card=card) for seat, card in WHOLE)]


def results(*events: Event) -> list[Result]:
    return [one for stage in fold(events) for one in stage.results]


def complaints(*events: Event) -> list[tuple[str, str]]:
    """What the referee says against what was said or laid, by kind and text."""
    return [
        ("error" if isinstance(one, ErrorResult) else one.kind, str(one.text))
        for one in results(*events)
        if isinstance(one, ErrorResult | Verdict)
    ]


def said(text: str, *events: Event, **options: Value) -> list[tuple[str, str]]:
    return complaints(opening(**options), DealStart(dealer=3, turned=TRUMP), *bids(text), *events)


def broken(text: str, **options: Value) -> list[tuple[object, ...]]:
    """The verdicts on cards laid when all have said 40, hearts being trump."""
    begun = [opening(**options), DealStart(dealer=3, turned=TRUMP), *bids("A40 B40 C40 D40")]
    return [
        (one.kind, one.seat, one.rule, one.card)
        for one in results(*begun, *plays(text))
        if isinstance(one, Verdict) and one.kind == "revoke"
    ]


def scores(*events: Event) -> list[tuple[object, ...]]:
    return [one.score or () for one in results(*events) if isinstance(one, DealResult)]


def deal(seats: int, **options: Value) -> DifferenzlerDeal:
    rules = resolve(GAME.options, NAMES[:seats], "seed", options)
    return GAME.open_deal(rules, 1, DealStart(dealer=0, turned=TRUMP), None)


@pytest.mark.rule("DIF-D1", "DIF-D2")
@pytest.mark.parametrize(
    ("seats", "size", "aside"), [(4, 9, {}), (3, 12, {}), (5, 7, {TAKEN_OUT: 1}), (2, 12, {STOCK: 12})]
)
def test_how_many_cards_each_has_and_what_is_nobodys(seats: int, size: int, aside: dict[str, int]) -> None:
    dealt = deal(seats)
    assert (dealt.size, dealt.leader, GAME.course.next_dealer(dealt, None, void=None)) == (size, 1, 1)
    places = GAME.layout(dealt).places
    assert {place.name: place.room for place in places if place.seat is None} == aside
    assert sum(place.room for place in places) == len(GAME.deck)


@pytest.mark.rule("DIF-D2")
def test_nothing_but_a_six_is_taken_out_for_five() -> None:
    layout = GAME.layout(deal(5, turned="drawn"))
    out = len(layout.places) - 1
    assert {card for card in GAME.deck if out in layout.known.get(card, {out})} == {"S6", "H6", "D6", "C6"}


@pytest.mark.rule("DIF-T1")
@pytest.mark.parametrize(("seats", "holder"), [(4, "Anna"), (3, "Anna"), (5, "Anna"), (2, STOCK)])
def test_the_card_turned_up_is_the_dealers_until_it_is_played(seats: int, holder: str) -> None:
    dealt = deal(seats)
    layout = GAME.layout(dealt)
    assert dealt.trump == "H"
    assert [layout.places[place].name for place in layout.known[TRUMP]] == [holder]
    anywhere = deal(seats, turned="drawn")
    assert [*GAME.layout(anywhere).known.get(TRUMP, range(seats))] == [*range(seats)]
    gone = replace(dealt, open=Trick((Play(9, 0, TRUMP),), None))
    assert len(GAME.layout(gone).known.get(TRUMP, range(seats))) == seats


@pytest.mark.rule("DIF-T1")
@pytest.mark.parametrize(("turned", "told"), [("dealers", True), ("drawn", False)])
def test_another_than_its_holder_cannot_have_played_it(turned: str, told: bool) -> None:
    texts = said("A40 B40 C40 D40", *plays("A H7"), turned=turned)
    text = "Anna played H7, which is known to be with Dora; please check that card."
    assert texts == ([("impossible-card", text)] if told else [])


@pytest.mark.rule("DIF-B1", "DIF-P1")
def test_everybody_says_a_number_in_turn_and_forehand_leads() -> None:
    turns = [
        outcome([opening(), DealStart(dealer=1, turned=TRUMP), *bids(text)]).turn
        for text in ("", "C9", "C9 D0 A157 B2")
    ]
    assert turns == [2, 3, 2]
    match = outcome([opening(), DealStart(dealer=1, turned=TRUMP), *bids("C9 D0 A157 B2")])
    assert match.deal is not None
    assert (match.deal.phase, GAME.summary.facts(match.deal)) == ("play", "trump H, said 157, 2, 9, 0")


@pytest.mark.rule("DIF-B1")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B4", [("illegal-bid", "Berta said 4, but it was for Anna to speak.")]),
        ("A4 A5 B6 B0", []),
        ("A4 B5 A6", [("illegal-bid", "Anna said 6, but it was for Carla to speak.")]),
        ("A158", [("error", "158 cannot be said; say a number from 0 to 157")]),
        ("Apass", [("error", "'pass' is no call of Differenzler; there are numbers from 0 to 157")]),
        ("A4 B5 C6 D7 D8", [("error", "everybody has said a number")]),
    ],
)
def test_the_last_speaker_may_change_the_number(text: str, expected: list[tuple[str, str]]) -> None:
    assert said(text) == expected


@pytest.mark.rule("DIF-B1")
def test_no_card_counts_before_everybody_has_said_a_number() -> None:
    assert said("A4 B5 C6", *plays("A C6")) == [("error", "C6 was played, but Dora has said no number")]
    assert outcome([opening(), DealStart(dealer=3, turned=TRUMP), *bids("A4 A5 B6")]).turn == 2


@pytest.mark.rule("DIF-B2", "DIF-B3")
def test_secret_numbers_are_told_when_all_cards_are_played_sealed_ones_and_those_on_paper() -> None:
    begun, *cards = played()
    sealed = [Seal(seat=0, seal=seal("150", SALT)), Seal(seat=2, seal=seal("0", SALT))]
    events = [opening(numbers="hidden", turned="drawn"), begun, *sealed, *cards]
    waiting = outcome(events)
    assert waiting.untold_now == (0, 1, 2, 3)
    assert (waiting.awaited, waiting.draws_now, waiting.can_deal) == (
        "Anna, Berta, Carla and Dora to speak",
        False,
        True,
    )
    told: list[Event] = [Reveal(seat=0, call="150", salt=SALT), *bids("D0 B7"), Reveal(seat=2, call="0", salt=SALT)]
    assert scores(*events, *told) == [(7, 7, 0, 0)]
    assert complaints(*events, *told) == []
    assert [outcome([*events, *told[:count]]).untold_now for count in range(5)] == [
        (0, 1, 2, 3),
        (1, 2, 3),
        (1, 2),
        (2,),
        (),
    ]


@pytest.mark.rule("DIF-B2")
def test_a_secret_number_is_neither_said_openly_nor_sealed_late() -> None:
    begun, *cards = played()
    why = "numbers are secret until the last card"
    assert complaints(opening(numbers="hidden", turned="drawn"), begun, *bids("A4")) == [("error", why)]
    late = Seal(seat=1, seal=seal("4", SALT))
    assert complaints(opening(numbers="hidden", turned="drawn"), begun, *cards[:1], late) == [
        ("error", "the first card has been played")
    ]
    assert complaints(opening(), begun, late) == [("error", "this game has no secret calls")]
    again = complaints(opening(numbers="hidden", turned="drawn"), begun, *cards, *bids("A4 A5"))
    assert again == [("error", "Anna has said a number")]


@pytest.mark.rule("DIF-B3")
def test_the_next_deal_may_begin_and_who_has_told_nothing_is_written_nothing() -> None:
    begun, *cards = played()
    events = [
        opening(numbers="hidden", turned="drawn"),
        begun,
        *cards,
        *bids("A150 B3"),
        DealStart(dealer=0, turned=TRUMP),
    ]
    found = next(one for one in results(*events) if isinstance(one, DealResult))
    assert (found.score, found.total, found.detail["untold"]) == ((7, 3, None, None), (7, 3, 0, 0), [2, 3])
    assert complaints(*events) == []


@pytest.mark.rule("DIF-B3")
def test_a_card_laid_while_a_number_is_awaited_is_told_what_is_awaited() -> None:
    begun, *cards = played()
    found = complaints(opening(numbers="hidden", turned="drawn"), begun, *cards, *bids("A1 B1 C1"), *plays("A S6"))
    assert found == [("error", "S6 was played, but the deal waits for what Dora said")]


@pytest.mark.rule("DIF-F1")
def test_a_hand_that_can_follow_follows_or_trumps_but_not_below_a_trump() -> None:
    assert broken("A S6 B C6 C S7 D S8 A S9 B S10") == [("revoke", 1, "DIF-F1", "C6")]
    assert broken("A S6 B H8 C H6 D S8 B C6 C S7") == [("revoke", 2, "DIF-F1", "H6")]
    assert broken("A S6 B H6 C H8 D S8 C C6 D C7 A C8 B S7") == []


@pytest.mark.rule("DIF-F2")
def test_a_hand_that_cannot_follow_may_undertrump_unless_the_house_forbids_it() -> None:
    hands = {2: tuple(map(Card, ("H6", "C6", "C7", "C8", "C9", "C10", "CJ", "CQ", "CK")))}
    trick = plays("A S6 B H8 C H6 D S8")
    begun = DealStart(dealer=3, turned=TRUMP, hands=hands)
    for undertrump, rules in (("free", []), ("never", ["DIF-F2"])):
        found = results(opening(undertrump=undertrump), begun, *bids("A1 B1 C1 D1"), *trick)
        assert [one.rule for one in found if isinstance(one, Verdict)] == rules


@pytest.mark.rule("DIF-F3")
def test_trump_is_followed_but_for_the_bare_jack() -> None:
    assert broken("A HA B C6 C H6 D H8 A HK B HQ") == [("revoke", 1, "DIF-F3", "C6")]
    assert broken("A HA B C6 C H6 D H8 A HK B HJ") == []


@pytest.mark.rule("DIF-W1")
@pytest.mark.parametrize(
    ("trick", "winner"), [("A SA B S6 C H6 D SK", 2), ("A HA B HJ C H9 D HK", 1), ("A SA B S6 C CA D SK", 0)]
)
def test_the_highest_trump_takes_the_trick_else_the_highest_card_led(trick: str, winner: int) -> None:
    match = outcome([opening(), DealStart(dealer=3, turned=TRUMP), *bids("A1 B1 C1 D1"), *plays(trick)])
    assert match.deal is not None
    assert match.deal.tricks[0].winner == winner


@pytest.mark.rule("DIF-S1", "DIF-W1")
def test_each_is_written_the_difference_and_all_points_come_to_157() -> None:
    begun, *cards = played()
    found = [one for one in results(opening(), begun, *bids("A150 B0 C20 D157"), *cards) if isinstance(one, DealResult)]
    assert [(one.points, one.score) for one in found] == [((157, 0, 0, 0), (7, 0, 20, 157))]
    parts = found[0].breakdown.score
    assert [sum(line.amounts[seat] or 0 for line in parts) for seat in range(4)] == [7, 0, 20, 157]


@pytest.mark.rule("DIF-S2")
@pytest.mark.parametrize(
    ("options", "score"),
    [
        ({}, (0, 0, 0, 5)),
        ({"exact": 10}, (-10, 0, 0, 5)),
        ({"exact": 3}, (-3, 0, 0, 5)),
        ({"exact": 10, "exact_zero": "won-trick"}, (-10, -10, 0, 5)),
    ],
)
def test_an_exact_number_takes_points_off(options: dict[str, Value], score: tuple[int, ...]) -> None:
    """Berta has taken a trick without points, Carla none."""
    rules = resolve(GAME.options, NAMES[:4], "seed", options)
    dealt = GAME.open_deal(rules, 1, DealStart(dealer=3, turned=TRUMP), None)
    tens = tuple(Trick((Play(1, 0, Card(card)),), 0) for card in ("S10", "D10", "C10"))
    empty = Trick((Play(2, 1, Card("S6")),), 1)
    own = DifferenzlerState(TRUMP, (30, 0, 0, 5))
    done = GAME.settle(replace(dealt, own=own, tricks=(*tens, empty)), None, (0, 0, 0, 0))
    assert isinstance(done, Settlement)
    assert (done.points, done.score) == ((30, 0, 0, 0), score)
    assert tuple(sum(line.amounts[seat] or 0 for line in done.breakdown.score) for seat in range(4)) == score


@pytest.mark.rule("DIF-G1")
def test_the_match_ends_after_twelve_deals_and_the_smallest_sum_is_best() -> None:
    rules = resolve(GAME.options, NAMES[:4], "seed", {})
    assert [GAME.course.over(rules, number, (0, 0, 0, 0), None) for number in (0, 11, 12)] == [
        None,
        None,
        "the match ended with deal 12",
    ]
    assert GAME.course.over(resolve(GAME.options, NAMES[:4], "seed", {"deals": 0}), 99, (0, 0, 0, 0), None) is None
    assert GAME.course.ranking((30, 12, 12, 99), None) == ((1, 2), (0,), (3,))
