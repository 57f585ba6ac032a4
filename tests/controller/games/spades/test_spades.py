"""Spades, rule by rule (games.md section 8)."""

from dataclasses import replace

import pytest

from controller.games.spades import GAME, SpadesDeal, SpadesState
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played, Value
from controller.referee.fold import fold, outcome
from controller.rules.deal import Play, Trick
from controller.rules.game import Settlement
from controller.rules.options import resolve
from controller.rules.results import ErrorResult, Result, Verdict

NAMES = ("Anna", "Berta", "Carla", "Dora")


def opening(**options: Value) -> MatchStart:
    return MatchStart(game="spades", seats=NAMES, options=options)


def bids(text: str) -> list[Event]:
    """``A4 B0``: seats and their bids."""
    return [Bid(seat="ABCD".index(word[0]), call=word[1:]) for word in text.split()]


def plays(text: str) -> list[Event]:
    """``A C2 B CK``: seats and their cards."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return [Played(seat="ABCD".index(who), card=Card(card)) for who, card in pairs]


def results(*events: Event) -> list[Result]:
    return [one for stage in fold(events) for one in stage.results]


def said(text: str) -> list[tuple[str, str]]:
    """What the referee says of these bids, by kind and text."""
    found = results(opening(), DealStart(dealer=3), *bids(text))
    return [
        ("error" if isinstance(one, ErrorResult) else one.kind, str(one.text))
        for one in found
        if isinstance(one, ErrorResult | Verdict)
    ]


def verdicts(text: str, **options: Value) -> list[tuple[object, ...]]:
    found = results(opening(**options), DealStart(dealer=3), *bids("A3 B3 C3 D3"), *plays(text))
    assert not [one for one in found if isinstance(one, ErrorResult)]
    return [(one.kind, one.seat, one.rule, one.card, one.proof) for one in found if isinstance(one, Verdict)]


def taken(bid: str, tricks: str, **options: Value) -> SpadesDeal:
    """A deal of which each seat has bid and won so many tricks."""
    rules = resolve(GAME.options, NAMES, "seed", options)
    deal = GAME.open_deal(rules, 1, DealStart(dealer=3), (0, 0))
    won = [seat for seat, count in enumerate(map(int, tricks.split())) for _ in range(count)]
    assert len(won) == 13
    whole = tuple(Play(1, seat, GAME.deck[seat]) for seat in range(4))
    own = SpadesState(tuple(map(int, bid.split())))
    return replace(deal, own=own, phase="play", tricks=tuple(Trick(whole, seat) for seat in won))


def settled(bid: str, tricks: str, book: tuple[int, int] = (0, 0), **options: Value) -> Settlement[tuple[int, int]]:
    done = GAME.settle(taken(bid, tricks, **options), book, (0, 0, 0, 0))
    assert isinstance(done, Settlement)
    parts = [sum(line.amounts[seat] or 0 for line in done.breakdown.score) for seat in range(4)]
    assert tuple(parts) == done.score == done.total
    return done


@pytest.mark.rule("SPA-D1")
def test_thirteen_cards_each_for_two_pairs_and_the_next_seat_deals() -> None:
    match = outcome([opening(), DealStart(dealer=1)])
    assert match.deal is not None
    assert (len(GAME.deck), match.deal.size, match.deal.seats) == (52, 13, (0, 1, 2, 3))
    assert GAME.sides.partners(match.rules) == ((0, 2), (1, 3))
    assert GAME.course.next_dealer(match.deal, (0, 0), void=None) == 2


@pytest.mark.rule("SPA-B1", "SPA-P1")
def test_everybody_bids_once_in_turn_and_forehand_leads() -> None:
    match = outcome([opening(), DealStart(dealer=1)])
    turns = [match.turn]
    for text in ("C13", "C13 D0", "C13 D0 A4", "C13 D0 A4 B2"):
        match = outcome([opening(), DealStart(dealer=1), *bids(text)])
        turns.append(match.turn)
    assert turns == [2, 3, 0, 1, 2]
    assert match.deal is not None
    assert (match.deal.phase, match.deal.own.bids) == ("play", (4, 2, 13, 0))
    assert GAME.summary.facts(match.deal) == "bids 17 : 2, nil by Dora"


@pytest.mark.rule("SPA-B1")
@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("B4", "illegal-bid", "Berta said 4, but it was for Anna to bid."),
        ("A4 A5", "illegal-bid", "Anna said 5, but it was for Berta to bid."),
        ("A14", "error", "14 cannot be said; say a number from 0 to 13"),
        ("A04", "error", "'04' is no call of Spades; there are numbers from 0 to 13"),
        ("Apass", "error", "'pass' is no call of Spades; there are numbers from 0 to 13"),
        ("A3 B3 C3 D3 A4", "error", "everybody has bid"),
    ],
)
def test_bids_that_are_none(text: str, kind: str, why: str) -> None:
    assert said(text) == [(kind, why)]


@pytest.mark.rule("SPA-B1")
def test_no_card_counts_before_everybody_has_bid() -> None:
    found = results(opening(), DealStart(dealer=3), *bids("A3 B3 C3"), *plays("A C2"))
    assert [one.text for one in found if isinstance(one, ErrorResult)] == ["C2 was played, but Dora has not bid"]


@pytest.mark.rule("SPA-B2")
def test_nil_is_understood_by_its_name() -> None:
    match = outcome([opening(), DealStart(dealer=3), *bids("Anil Bzero")])
    assert match.deal is not None
    assert match.deal.own.bids == (0, 0, None, None)


@pytest.mark.rule("SPA-P2")
def test_no_spade_is_led_before_one_was_played() -> None:
    spade = "A S2 B S3 C S4 D S5 D C2 A C3"
    assert verdicts(spade)[0][:4] == ("illegal-lead", 0, "SPA-P2", "S2")
    assert verdicts(spade, break_spades=False) == []
    assert verdicts("A C2 B S3 C C4 D C5 B S4 C S6 D S7 A S8 A C9 B D2") == []


@pytest.mark.rule("SPA-P2")
def test_a_hand_of_nothing_but_spades_may_lead_one() -> None:
    deal = replace(taken("3 3 3 3", "4 3 3 3"), tricks=())
    assert GAME.legal(deal, [Card("S2"), Card("S3")]) == ("S2", "S3")
    assert GAME.legal(deal, [Card("S2"), Card("H3")]) == ("H3",)


@pytest.mark.rule("SPA-F1")
def test_a_holder_of_the_suit_led_follows() -> None:
    found = verdicts("A C2 B DK C C3 D C4 D D2 A D3 B C5")
    assert found == [("revoke", 1, "SPA-F1", "DK", ("C5",))]


@pytest.mark.rule("SPA-W1", "SPA-P1")
@pytest.mark.parametrize(("trick", "winner"), [("A C2 B CA C C3 D HA", 1), ("A C2 B S2 C CA D S3", 3)])
def test_the_highest_spade_takes_the_trick_else_the_highest_card_led(trick: str, winner: int) -> None:
    match = outcome([opening(), DealStart(dealer=3), *bids("A3 B3 C3 D3"), *plays(trick)])
    assert match.deal is not None
    assert (match.deal.tricks[0].winner, match.turn, match.deal.trump) == (winner, winner, "S")


@pytest.mark.rule("SPA-S1", "SPA-S2")
@pytest.mark.parametrize(
    ("bid", "tricks", "score", "left"),
    [
        ("4 3 2 3", "5 4 1 3", (60, 61, 60, 61), (0, 1)),
        ("4 3 3 3", "5 4 1 3", (-70, 61, -70, 61), (0, 1)),
        ("1 1 1 1", "6 1 5 1", (29, 20, 29, 20), (9, 0)),
    ],
)
def test_the_contract_of_a_pair_and_its_bags(bid: str, tricks: str, score: tuple[int, ...], left: object) -> None:
    done = settled(bid, tricks)
    assert (done.score, done.book) == (score, left)


@pytest.mark.rule("SPA-S2")
def test_ten_bags_of_all_deals_take_a_hundred_points_off() -> None:
    assert settled("4 3 2 3", "5 2 3 3", (8, 3)).score == (-38, -60, -38, -60)
    assert settled("4 3 2 3", "5 2 3 3", (8, 3)).book == (0, 3)
    assert settled("4 3 2 3", "5 2 3 3", (9, 3)).book == (1, 3)
    five = settled("4 3 2 3", "5 2 3 3", (4, 3), bags=5)
    assert (five.score[0], five.book) == (12, (1, 3))
    never = settled("4 3 2 3", "5 2 3 3", (19, 3), bags=0)
    assert (never.score[0], never.book) == (62, (21, 3))


@pytest.mark.rule("SPA-B2", "SPA-S3")
@pytest.mark.parametrize(
    ("bid", "tricks", "options", "score", "bags"),
    [
        ("0 3 4 5", "0 3 5 5", {}, (141, 80), (1, 0)),
        ("0 3 4 5", "1 3 4 5", {}, (-59, 80), (1, 0)),
        ("0 3 4 5", "1 4 3 5", {}, (-139, 81), (1, 1)),
        ("0 3 4 5", "1 4 3 5", {"nil_tricks": "counted"}, (-60, 81), (0, 1)),
        ("0 3 0 5", "0 8 0 5", {"nil": 50}, (100, 85), (0, 5)),
        ("0 3 4 5", "1 3 4 5", {"nil": 0}, (41, 80), (1, 0)),
    ],
)
def test_a_nil(bid: str, tricks: str, options: dict[str, Value], score: object, bags: object) -> None:
    done = settled(bid, tricks, (0, 0), **options)
    assert (done.score[:2], done.book) == (score, bags)
    assert resolve(GAME.options, NAMES, "open-spiel", {})["nil_tricks"] == "counted"


@pytest.mark.rule("SPA-G1")
def test_the_match_ends_at_five_hundred_unless_the_pairs_are_level() -> None:
    rules = resolve(GAME.options, NAMES, "seed", {})
    assert GAME.course.over(rules, 5, (499, 120, 499, 120), (0, 0)) is None
    assert GAME.course.over(rules, 5, (510, 520, 510, 520), (0, 0)) == "Berta and Dora have won the match"
    assert GAME.course.over(rules, 5, (510, 510, 510, 510), (0, 0)) is None
    assert GAME.course.over(resolve(GAME.options, NAMES, "seed", {"goal": 0}), 5, (900, 1, 900, 1), (0, 0)) is None
    assert GAME.course.ranking((510, 520, 510, 520), (0, 0)) == ((1, 3), (0, 2))


def test_a_score_set_for_one_seat_counts_for_its_partner() -> None:
    book, total, score = GAME.ruled(taken("4 3 2 3", "5 4 1 3"), (0, 0), (10, 20, 10, 20), (50, -30, 7, 7))
    assert (book, total, score) == ((0, 1), (60, -10, 60, -10), (50, -30, 50, -30))


def test_the_sheet_has_a_column_a_pair_and_the_bags() -> None:
    rules = resolve(GAME.options, NAMES, "seed", {})
    grid = GAME.sheet.grid(GAME.title, rules, (3, 9), (61, -70, 61, -70), ())
    assert (grid.look, grid.names) == ("paper", ("Anna+Carla", "Berta+Dora"))
    assert [[cell.text for cell in row.cells] for row in grid.foot] == [["3", "9"], ["+61", "−70"]]
    assert [*GAME.sheet.lines(GAME.title, rules, (3, 9), (61, -70, 61, -70), ())][-1] == "bags: 3, 9"
    assert GAME.sheet.strokes(61) == ""
