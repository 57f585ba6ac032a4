"""Faults that cards prove at Tarot (TAR-C1, TAR-D2, TAR-H1, TAR-Q1, Q2, Q4, TAR-X1), and impossible cards."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.tarot import audit as tarot_end
from controller.games.tarot.state import Called, Declaration, TarotState
from controller.record.cards import EXCUSE, Card
from controller.record.events import Discard, Event, Played
from controller.record.text import RecordText
from controller.referee.fold import fold
from controller.report.replay import lines_json, replay_lines
from controller.rules.deal import Play, Trick
from controller.rules.results import DealResult, TrickResult, Verdict
from tests.controller.games.tarot.tarot_words import DOG, GAME, READY, Found, finished, found, opening, verdicts
from tests.support import table_talk
from tests.support.loops import assumed
from tests.support.strategies import plain_events

TEN = "T2,T3,T4,T5,T6,T7,T8,T9,T10,T11"
FIVE = "b0:{} b1:pass b2:pass b3:pass b4:pass c0:{}"


@pytest.mark.rule("TAR-C1")
@pytest.mark.parametrize(
    ("call", "rest", "expected"),
    [
        ("SQ", "0T21 1HK", (10, ("HK",))),
        ("SQ", "0SK 1S2 2S3 3S4 4S5 0HK 1H2 2H3 3H4 4H5 0DK 1D2 2D3 3D4 4D5 0CK", None),
        ("SN", "0T21 1HQ", (10, ("HQ",))),
        ("SN", "0T21 1HJ", None),
        ("-", "0T21 1HN", (10, ("HN",))),
        ("SK", "0T21 1HK", None),
        ("SK", "0SK 1S2 2S3 3S4 4S5 0HK 1H2 2H3 3H4 4H5 0DK 1D2 2D3 3D4 4D5 0CK", (24, ("CK",))),
        ("SQ", "0SK 1S2 2S3 3S4 4S5 0HK 1H2 2H3 3H4 4H5 0DK 1D2 2D3 3D4 4D5 0CK 1C1 2C2 3C3 4C4 0SQ", None),
    ],
)
def test_a_call_refuted_by_a_card(call: str, rest: str, expected: tuple[int, tuple[str, ...]] | None) -> None:
    """TAR-C1: a queen called without all kings, a king with all four; proved like a revoke, and it stands."""
    text = f"{FIVE.format('garde-sans', call)} {rest}"
    said = [one for one in verdicts(text, start=opening(5)) if one.kind == "illegal-call"]
    assert [(one.proved, one.proof) for one in said] == ([expected] if expected else [])
    assert all((one.seat, one.rule, one.event) == (0, "TAR-C1", 8) for one in said)


@pytest.mark.rule("TAR-C1")
def test_a_call_refuted_by_the_dog() -> None:
    """TAR-C1: HK was in the dog when the queen was called."""
    text = f"{FIVE.format('garde', 'SQ')} dog:HK,S1,S2"
    assert found(text, start=opening(5)) == [("illegal-call", 0, "TAR-C1", 8, 9, ("HK",))]


@pytest.mark.rule("TAR-C1")
def test_a_king_from_the_dog_was_not_in_hand() -> None:
    """TAR-C1: four kings seen with the taker, one of which came later, refute no call of a king."""
    kings = "0SK 1S2 2S3 3S4 4S5 0HK 1H2 2H3 3H4 4H5 0DK 1D2 2D3 3D4 4D5 0CK"
    assert verdicts(f"{FIVE.format('garde', 'SK')} dog:HK,S1,D1 lay0:3 {kings}", start=opening(5)) == []
    refuted = verdicts(f"{FIVE.format('garde', 'SK')} dog:S6,S1,D1 lay0:3 {kings}", start=opening(5))
    assert [one.kind for one in refuted] == ["illegal-call"]


@pytest.mark.rule("TAR-X1")
def test_trumps_laid_away_though_there_was_something_else() -> None:
    """TAR-X1: shown in the discard, and refuted by the first plain card of the taker, once."""
    text = f"{DOG} lay0:6:T2 0SK 1S7 2S8 3S9 0H1 1H2 2H3 3H4 3H5 0H6"
    assert found(text) == [("illegal-discard", 0, "TAR-X1", 8, 13, ("H1",))]


@pytest.mark.rule("TAR-Q1", "TAR-X1")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (f"{READY} 1S1", "CARD"),
        (f"{DOG} lay0:6:T2 0T2", "CARD"),
        (f"{DOG} lay0:6:T2 1T2", "CARD"),
        (f"{DOG} lay0:6::S1,S2,S3,S4,S5,S6 0S1", "CARD"),
        (f"{READY} say1:poignee:single:{TEN} 0T2", "CARD"),
    ],
)
def test_a_card_that_is_elsewhere(text: str, rule: str) -> None:
    """TAR-X1, TAR-Q1: from the dog another took, laid away, or shown by another seat."""
    said = [one for one in verdicts(text) if one.kind != "out-of-turn"]
    assert [(one.kind, one.rule) for one in said] == [("impossible-card", rule)]


def test_a_card_of_another_seat_s_known_hand() -> None:
    said = verdicts(f"{READY} 0H1", hands={2: "H1 H2"})
    assert [(one.kind, one.text) for one in said] == [
        ("impossible-card", "Anna played H1, which Carla was dealt."),
    ]


def test_nothing_is_refuted_while_a_card_fault_is_open() -> None:
    """Doubt is not guilt: after a short trick a declaration is not called false."""
    text = f"{READY} say1:misere 0H1 1H10 / 1H9 2H8 3H7 0H2 1T2"
    assert [one.kind for one in verdicts(text, start=opening(misere=10))] == ["short-trick"]


def whole(seed: int, seats: int = 4, **options: Any) -> list[Event]:  # noqa: ANN401 - any option
    return table_talk.record(opening(seats, **options), seed, deals=1)[0]


def laid_away(lines: list[Event]) -> list[Card]:
    """The cards of a whole deal that nobody plays."""
    seen = {one.card for one in lines if isinstance(one, Played)}
    return [card for card in GAME.deck if card not in seen]


def with_a_king_laid_away(lines: list[Event]) -> list[Event]:
    """The taker laid a king away in place of a low card, which is played for it."""
    taker = next(one.seat for one in lines if isinstance(one, Discard))
    low = next(card for card in laid_away(lines) if card.suit in "SHDC")
    king = next(one for one in lines if isinstance(one, Played) and one.seat == taker and one.card.rank == "K")
    changed: dict[int, Event] = {id(king): Played(seat=taker, card=low)}
    changed |= {id(one): Discard(seat=taker, count=one.count) for one in lines if isinstance(one, Discard)}
    return [changed.get(id(one), one) for one in lines]


@pytest.mark.rule("TAR-X1")
@pytest.mark.parametrize(("seed", "seats"), [(1, 3), (4, 3), (4, 4), (5, 4), (5, 5), (11, 5)])
def test_a_king_laid_away_is_proven_at_the_end(seed: int, seats: int) -> None:
    """TAR-X1: nobody has played it, so it lies there."""
    lines = with_a_king_laid_away(whole(seed, seats))
    results = [result for stage in fold(lines) for result in stage.results]
    laid = [one for one in results if isinstance(one, Verdict) and one.kind == "illegal-discard"]
    number = next(number for number, one in enumerate(lines, 1) if isinstance(one, Discard))
    assert [(one.rule, one.event, one.proved, one.proof) for one in laid] == [
        ("TAR-X1", number, len(lines), tuple(card for card in laid_away(lines) if card.rank == "K"))
    ]


def audited(own: TarotState, aside: str, seats: int = 5) -> list[Found]:
    """What the end of a garde-sans of Anna proves, with these cards in the dog."""
    size = {4: 18, 5: 15}[seats]
    deal = finished({1: "0T21 1EX"}, aside, "0" * size, start=opening(seats), own=own, bid="garde-sans")
    return [(one.kind, one.seat, one.rule, one.event, 0, one.proof) for one in tarot_end.audit(deal)]


@pytest.mark.rule("TAR-C1", "TAR-X2")
def test_a_king_thought_in_hand_lay_in_the_closed_dog() -> None:
    """TAR-C1, TAR-X2: a queen was called, and at the end of a garde-sans a king has not been played."""
    assert audited(TarotState(called=Called(7, Card("SQ"))), "S1 S2 CK") == [
        ("illegal-call", 0, "TAR-C1", 7, 0, ("CK",))
    ]
    assert audited(TarotState(called=Called(7, Card("SK"))), "S1 S2 CK") == []
    assert audited(TarotState(called=Called(7, None)), "CJ CN CK") == [
        ("illegal-call", 0, "TAR-C1", 7, 0, ("CK", "CN"))
    ]


@pytest.mark.rule("TAR-D2")
def test_a_petit_that_lay_in_the_closed_dog_was_no_petit_sec() -> None:
    own = TarotState(declarations=(Declaration(3, 1, "petit-sec"),))
    assert audited(own, "S1 S2 S3 S4 S5 T1", 4) == [("false-declaration", 1, "TAR-D2", 3, 0, ("T1",))]
    assert audited(own, "S1 S2 S3 S4 S5 T2", 4) == []


PLAIN = [card for card in GAME.deck if card.suit in "SHDC"]
SMALL = [card for card in PLAIN if card.rank not in ("K", "Q", "N", "J")]


def missed(
    seat: int,
    held: list[str],
    *,
    announced: bool = False,
    **options: Any,  # noqa: ANN401 - as opening takes them
) -> list[tuple[int | None, str]]:
    """What is missed of a deal that a seat has played with these cards and small ones; seat 0 took the dog."""
    hand = [*map(Card, held), *[card for card in SMALL if card not in held][: 18 - len(held)]]
    rest = [card for card in GAME.deck if card not in hand]
    rest.sort(key=lambda card: card in PLAIN)
    others = [one for one in range(4) if one != seat]
    hands = {seat: hand, **{one: rest[place::3][:18] for place, one in enumerate(others)}}
    plays = [tuple(Play(9, one, hands[one][number]) for one in range(4)) for number in range(18)]
    deal = finished({1: "0EX 1C1 2C2 3C3"}, "S1 S2 S3 S4 S5 S6", "0" * 18, start=opening(**options))
    own = replace(deal.own, declarations=(Declaration(3, seat, "petit-sec"),) if announced else ())
    deal = replace(deal, tricks=tuple(Trick(cards, 0) for cards in plays), own=own)
    return [(one.seat, one.rule) for one in tarot_end.audit(deal) if one.kind == "missed-rule"]


@pytest.mark.rule("TAR-D2")
def test_a_petit_sec_that_nobody_announced_is_found_when_the_hand_is_played() -> None:
    """TAR-D2: it accuses nobody; with the Excuse, with another trump, announced or taken from the dog it is none."""
    assert missed(1, ["T1"]) == [(None, "TAR-D2")]
    assert missed(1, ["T1"], announced=True) == missed(1, ["T1", "T2"]) == missed(1, ["T1", "EX"]) == []
    assert missed(1, []) == missed(0, ["T1"]) == []


@pytest.mark.rule("TAR-D3")
def test_a_hand_that_voids_the_deal_by_a_house_rule_is_found_when_it_is_played() -> None:
    """TAR-D3: it accuses nobody; nor is it found of who has taken the dog, nor where the house has no such rule."""
    found = [(None, "TAR-D3")]
    assert missed(1, [], void_no_trump=True) == missed(2, ["SK", "HQ"], void_no_trump=True) == found
    assert missed(1, ["T2"], void_no_trump=True) == missed(1, ["EX"], void_no_trump=True) == []
    assert missed(0, [], void_no_trump=True) == missed(1, []) == []
    assert missed(1, ["T2", "SK"], void_poor=2) == missed(1, ["EX", "T2", "SJ"], void_poor=2) == found
    assert missed(1, ["T2", "SK", "HN"], void_poor=2) == missed(0, ["T2"], void_poor=2) == []


@pytest.mark.rule("TAR-H1")
def test_a_card_left_over_cannot_be_right() -> None:
    """TAR-H1: a seat showed a nineteenth card as a second card, and never played it."""
    lines = whole(2)
    first = next(number for number, one in enumerate(lines) if isinstance(one, Played))
    seat = next(one.seat for one in lines if isinstance(one, Played))
    extra = Played(seat=seat, card=laid_away(lines)[0])
    results = [result for stage in fold([*lines[: first + 1], extra, *lines[first + 1 :]]) for result in stage.results]
    kinds = [(one.kind, one.rule) for one in results if isinstance(one, Verdict)]
    assert kinds[0] == ("second-card", "CARD")
    assert kinds.count(("missed-rule", "TAR-H1")) == 1


@pytest.mark.rule("TAR-H1", "TAR-S3")
@given(st.integers(0, 2**32), st.sampled_from([3, 4, 5]), st.booleans())
def test_every_deal_counts_91_and_sums_to_zero(seed: int, seats: int, excuse: bool) -> None:
    """TAR-H1, TAR-S3: whatever is bid, called, announced, and whoever has the Excuse."""
    options: dict[str, Any] = {
        "petit_sec": "excuse" if excuse else "void",
        "misere": 10,
        "petit_chelem": True,
        "lead_called": False,
    }
    lines, _ = table_talk.record(opening(seats, **options), seed, deals=2)
    results = [result for stage in fold(lines) for result in stage.results]
    assert {type(result) for result in results} == {TrickResult, DealResult}
    for deal in (one for one in results if isinstance(one, DealResult) and "taker" in one.detail):
        assert deal.points is not None
        assert deal.score is not None
        side = {deal.detail["taker"], deal.detail["partner"]} - {None}
        other = next(seat for seat in range(seats) if seat not in side)
        assert {deal.points[seat] for seat in side} == {deal.points[deal.detail["taker"]]}
        assert deal.points[deal.detail["taker"]] + deal.points[other] == 91
        assert (sum(score or 0 for score in deal.score), sum(deal.total)) == (0, 0)


@pytest.mark.rule("TAR-H1")
@given(st.integers(0, 2**32), st.sampled_from([3, 4, 5]))
def test_trick_points_are_those_of_the_cards_that_lie_there(seed: int, seats: int) -> None:
    """TAR-H1, record.md: the Excuse counts in its trick; whole numbers are integers."""
    lines = whole(seed, seats)
    tricks = [one for stage in fold(lines) for one in stage.results if isinstance(one, TrickResult)]
    points = {"K": 4.5, "Q": 3.5, "N": 2.5, "J": 1.5}
    for trick in assumed(tricks):
        worth = [4.5 if card in ("T21", "T1", EXCUSE) else points.get(card[1:], 0.5) for card in trick.cards]
        assert trick.points == sum(worth)
        assert isinstance(trick.points, int) == (sum(worth) % 1 == 0)


@given(
    st.integers(0, 2**32),
    st.sampled_from([3, 4, 5]),
    st.lists(st.tuples(st.integers(1, 90), plain_events), max_size=12),
    st.sets(st.integers(1, 90), max_size=5),
    st.booleans(),
)
def test_every_event_in_between_has_results(
    seed: int, seats: int, strange: list[tuple[int, Event]], lost: set[int], excuse: bool
) -> None:
    """Totality beyond the auction: events that do not belong there, and events that are missing."""
    start = opening(seats, petit_sec="excuse" if excuse else "void", misere=10, petit_chelem=True)
    lines, _ = table_talk.record(start, seed, deals=2, honesty=0.8)
    kept = [event for number, event in enumerate(lines) if number not in lost]
    for number, event in strange:
        kept.insert(min(number, len(kept)), event)
    text = RecordText(tuple(kept))
    assert len(list(lines_json(text))) <= len(list(replay_lines(text)))
