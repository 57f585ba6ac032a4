"""Hearts, rule by rule (games.md section 6)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from controller.games.hearts import GAME, OPENER, PASSES, HeartsDeal
from controller.record.cards import DECKS, Card
from controller.record.events import DealStart, End, Event, MatchStart, Moved, Played, Seat, Value, Void
from controller.referee.fold import fold, outcome
from controller.rules.deal import Play, Trick
from controller.rules.game import Settlement
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, MatchResult, Result, Verdict

NAMES = ("Anna", "Berta", "Carla", "Dora")


def opening(**options: Value) -> MatchStart:
    return MatchStart(game="hearts", seats=NAMES, options=options)


def plays(text: str) -> list[Event]:
    """``A C2 B CK``: seats and their cards."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return [Played(seat="ABCD".index(who), card=Card(card)) for who, card in pairs]


def results(*events: Event) -> list[Result]:
    return [one for stage in fold(events) for one in stage.results]


def verdicts(text: str, hands: Mapping[Seat, str] | None = None, **options: Value) -> list[tuple[object, ...]]:
    shown = {seat: tuple(map(Card, cards.split())) for seat, cards in (hands or {}).items()} or None
    found = results(opening(**options), DealStart(dealer=3, hands=shown), *plays(text))
    assert not [one for one in found if isinstance(one, ErrorResult)]
    return [(one.kind, one.seat, one.rule, one.card, one.proof) for one in found if isinstance(one, Verdict)]


def taken(*hauls: str, **options: Value) -> HeartsDeal:
    """A deal of which each seat has taken these cards."""
    rules = resolve(GAME.options, NAMES, "seed", options)
    deal = GAME.open_deal(rules, 1, DealStart(dealer=0), None)
    tricks = [Trick(tuple(Play(0, seat, Card(card)) for card in haul.split()), seat) for seat, haul in enumerate(hauls)]
    return replace(deal, tricks=tuple(tricks))


def hearts_but(*left_out: str) -> str:
    return " ".join(card for card in DECKS["whist52"] if card.suit == "H" and card not in left_out)


@pytest.mark.rule("HEA-D1")
def test_thirteen_cards_each_and_the_next_seat_deals() -> None:
    match = outcome([opening(), DealStart(dealer=1)])
    assert match.deal is not None
    assert (len(GAME.deck), match.deal.size, match.deal.seats) == (52, 13, (0, 1, 2, 3))
    assert GAME.course.next_dealer(match.deal, None, void=None) == 2


@pytest.mark.rule("HEA-D1", "HEA-W1")
def test_the_highest_card_of_the_suit_led_takes_the_trick_and_leads() -> None:
    match = outcome([opening(), DealStart(dealer=3), *plays("B C2 C CA D C10 A DK")])
    assert match.deal is not None
    assert (match.deal.tricks[0].winner, match.turn, match.deal.trump) == (2, 2, None)


@pytest.mark.rule("HEA-X1")
def test_the_table_is_told_what_to_pass_by_turns() -> None:
    told: list[str] = []
    rules = resolve(GAME.options, NAMES, "seed", {})
    for dealer in (2, 3, 0, 1, 2):
        deal = GAME.open_deal(rules, len(told) + 1, DealStart(dealer=dealer), 2)
        told.append(GAME.summary.facts(deal))
    assert told == [*PASSES, PASSES[0]]
    without = outcome([opening(passing="hold"), DealStart(dealer=2)])
    assert without.deal is not None
    assert GAME.summary.facts(without.deal) == ""


@pytest.mark.rule("HEA-X1")
def test_a_deal_that_was_thrown_in_is_passed_as_before() -> None:
    match = outcome([opening(), DealStart(dealer=2), Void(why="misdeal"), DealStart(dealer=2)])
    assert match.deal is not None
    assert (match.deal.number, GAME.summary.facts(match.deal)) == (2, PASSES[0])


@pytest.mark.rule("HEA-X2")
@pytest.mark.parametrize("passing", ["rotate", "hold"])
def test_hands_shown_before_a_pass_are_not_believed(passing: str) -> None:
    """Berta's hand was shown with C5 in it; whether she has it still is known only where nothing is passed."""
    found = verdicts("A C2 B DK", {1: "C5 DK"}, passing=passing)
    assert found == ([] if passing == "rotate" else [("revoke", 1, "HEA-F1", "DK", ("C5",))])
    elsewhere = verdicts("A C2 B C5", {2: "C5 DK"}, passing=passing)
    assert [one[0] for one in elsewhere] == ([] if passing == "rotate" else ["impossible-card"])


@pytest.mark.rule("HEA-P1")
def test_the_holder_of_the_two_of_clubs_leads_it() -> None:
    assert verdicts("C C2 D C3 A C4 B C5") == []
    assert verdicts("C S2 D S3 A S4 B S5") == []
    assert verdicts("C S2 D S3 A S4 B S5 B C3 C C2")[0] == ("illegal-lead", 2, "HEA-P1", "S2", ("C2",))
    assert verdicts("C S2 D S3 A S4 B C2")[0] == ("out-of-turn", 2, "TURN", "S2", ("C2",))


@pytest.mark.rule("HEA-P1", "HEA-P2")
def test_a_heart_that_no_hand_may_lead_first_is_proven_as_soon_as_it_cannot_be_of_hearts_alone() -> None:
    """Whoever leads it: who holds the two of clubs owes that card, and nobody else may break the hearts."""
    heart = "A H4 B C3 C C4 D C5"
    assert verdicts(f"{heart} A D2") == [("illegal-lead", 0, "HEA-P2", "H4", ("D2",))]
    assert verdicts(f"{heart} A C2") == [("illegal-lead", 0, "HEA-P1", "H4", ("C2",))]
    assert verdicts("A H4 B H5") == [("illegal-lead", 0, "HEA-P2", "H4", None)]
    assert verdicts(f"{heart} A H2") == []
    assert "illegal-lead" not in {one[0] for one in verdicts(f"{heart} A D2", break_hearts=False)}


@pytest.mark.rule("HEA-P1")
def test_a_hand_that_was_shown_says_who_leads() -> None:
    match = outcome([opening(passing="hold"), DealStart(dealer=3, hands={2: (OPENER,)})])
    assert match.turn == 2
    assert verdicts("A S2", {2: "C2"}, passing="hold") == [("out-of-turn", 0, "TURN", "S2", None)]


@pytest.mark.rule("HEA-P2")
def test_no_heart_is_led_before_one_was_played() -> None:
    """Berta leads a heart to the second trick; that she held SK, too, is seen later."""
    first, heart = "A C2 B CA C C3 D C4", "B H2 C H3 D H4 A H5 A S2 B SK"
    assert verdicts(f"{first} {heart}")[0][:4] == ("illegal-lead", 1, "HEA-P2", "H2")
    assert verdicts(f"{first} {heart}", break_hearts=False) == []


@pytest.mark.rule("HEA-P2")
def test_a_hand_of_nothing_but_hearts_may_lead_one() -> None:
    rules = resolve(GAME.options, NAMES, "seed", {})
    deal = replace(GAME.open_deal(rules, 1, DealStart(dealer=0), None), tricks=taken("C2 C3 C4 C5").tricks)
    whole = tuple(Play(number, number, Card(card)) for number, card in enumerate(("C2", "C3", "C4", "C5")))
    deal = replace(deal, tricks=(Trick(whole, 3),))
    assert GAME.legal(deal, [Card("H2"), Card("H3")]) == ("H2", "H3")
    assert GAME.legal(deal, [Card("H2"), Card("SQ")]) == ("SQ",)


@pytest.mark.rule("HEA-P2")
@pytest.mark.parametrize(
    ("thrown", "queen_breaks", "kinds"),
    [("H9", False, []), ("SQ", False, ["illegal-lead"]), ("SQ", True, []), ("S9", True, ["illegal-lead"])],
)
def test_cards_that_break_hearts(thrown: str, queen_breaks: bool, kinds: list[str]) -> None:
    tricks = f"A C2 B C5 C C3 D C4 B DA C {thrown} D D2 A D3 B H2 C H3 D H4 A H5 A S2 B S3"
    assert [one[0] for one in verdicts(tricks, queen_breaks=queen_breaks)] == kinds


@pytest.mark.rule("HEA-F1")
def test_a_holder_of_the_suit_led_follows() -> None:
    assert verdicts("A C2 B DK C C3 D C4 D D2 A D3 B C5") == [("revoke", 1, "HEA-F1", "DK", ("C5",))]


@pytest.mark.rule("HEA-F2")
@pytest.mark.parametrize("thrown", ["H9", "SQ"])
def test_nothing_that_counts_is_thrown_in_the_first_trick(thrown: str) -> None:
    tricks = f"A C2 B {thrown} C C3 D C4 D D2 A D3 B D5"
    assert verdicts(tricks)[0][:4] == ("revoke", 1, "HEA-F2", thrown)
    assert verdicts(tricks, first_trick_points=True) == []
    assert GAME.legal(first_trick(), [Card("H2"), Card("SQ")]) == ("H2", "SQ")
    assert GAME.legal(first_trick(), [Card("H2"), Card("DJ")]) == ("DJ",)


def settled(deal: HeartsDeal, each: int = 0) -> Settlement[Seat | None]:
    """The score of a deal after which each has had so many points before it."""
    done = GAME.settle(deal, None, (each,) * 4)
    assert isinstance(done, Settlement)
    return done


def first_trick() -> HeartsDeal:
    deal = outcome([opening(), DealStart(dealer=3), *plays("A C2")]).deal
    assert deal is not None
    return deal


@pytest.mark.rule("HEA-H1", "HEA-S1")
def test_hearts_and_the_queen_of_spades_count_for_whoever_takes_them() -> None:
    done = settled(taken(hearts_but("H2", "H3"), "H2 SQ", "H3 DJ", "C2"), 1)
    assert (done.points, done.score, done.total) == ((11, 14, 1, 0), (11, 14, 1, 0), (12, 15, 2, 1))
    assert done.detail == {"rule": "HEA-S1", "moon": None}
    assert sum(done.points) == 26


@pytest.mark.rule("HEA-H2")
def test_the_jack_of_diamonds_takes_ten_off_where_it_counts() -> None:
    hauls = (hearts_but("H3"), "SQ", "H3 DJ", "C2")
    assert settled(taken(*hauls, jack=True)).score == (12, 13, -9, 0)
    assert settled(taken(*hauls)).score == (12, 13, 1, 0)
    assert resolve(GAME.options, NAMES, "omnibus", {})["jack"] is True


@pytest.mark.rule("HEA-S2")
@pytest.mark.parametrize(("moon", "score"), [("plus", (0, 26, 26, 16)), ("minus", (-26, 0, 0, -10))])
def test_the_moon(moon: str, score: tuple[int, ...]) -> None:
    done = settled(taken(hearts_but() + " SQ", "C2", "C3", "DJ", moon=moon, jack=True))
    assert (done.score, done.detail["rule"], done.detail["moon"]) == (score, "HEA-S2", 0)
    parts = [sum(line.amounts[seat] or 0 for line in done.breakdown.score) for seat in range(4)]
    assert tuple(parts) == score


@pytest.mark.rule("HEA-G1")
def test_the_match_ends_at_a_hundred_and_the_fewest_points_win() -> None:
    rules = resolve(GAME.options, NAMES, "seed", {})
    assert GAME.course.over(rules, 5, (99, 0, 30, 27), 0) is None
    assert GAME.course.over(rules, 5, (100, 7, 30, 19), 0) == "Berta has won the match with 7 points"
    assert GAME.course.over(rules, 5, (100, 7, 30, 7), 0) == "Berta and Dora share the match with 7 points"
    assert GAME.course.over(resolve(GAME.options, NAMES, "seed", {"goal": 0}), 5, (990, 0, 0, 0), 0) is None
    assert GAME.course.ranking((100, 7, 30, 7), 0) == ((1, 3), (2,), (0,))
    *_, last = results(opening(), End())
    assert isinstance(last, MatchResult)


def test_points_are_figures_and_no_strokes() -> None:
    assert GAME.sheet.strokes(1257) == ""
    grid = GAME.sheet.grid(GAME.title, resolve(GAME.options, NAMES, "seed", {}), None, (13, 0, 0, 13), ())
    assert (grid.look, len(grid.foot)) == ("paper", 1)


def test_a_deal_of_a_record_is_scored() -> None:
    """Whatever is played: thirteen tricks make a result of 26 points."""
    deck = list(DECKS["whist52"])
    suits = {suit: [card for card in deck if card.suit == suit] for suit in "SHDC"}
    hands = [suits["C"], suits["S"], suits["H"], suits["D"]]
    hands[0] = [OPENER, *(card for card in hands[0] if card != OPENER)]
    hands[1] = [*(card for card in hands[1] if card != "SQ"), Card("SQ")]
    order = [Played(seat=seat, card=hands[seat][trick]) for trick in range(13) for seat in range(4)]
    [done] = [one for one in results(opening(), DealStart(dealer=0), *order) if isinstance(one, DealResult)]
    assert (done.points, done.score) == ((26, 0, 0, 0), (0, 26, 26, 26))


def test_a_pass_that_was_told_says_which_cards_of_a_hand_that_was_shown_are_there_still() -> None:
    """Anna gives three cards to Berta: told, she cannot play one; untold, her hand proves nothing (HEA-X1, HEA-X2)."""
    start = opening()
    hands = {seat: GAME.deck[seat::4] for seat in range(4)}
    dealt = DealStart(dealer=0, hands=hands)
    given = hands[0][:3]
    told = [
        Moved(what="pass", from_=seat, to=(seat + 1) % 4, count=3, cards=given if seat == 0 else None)
        for seat in range(4)
    ]
    play = Played(seat=0, card=given[0])
    assert not outcome([start, dealt, play]).verdicts
    assert [one.kind for one in outcome([start, dealt, *told, play]).verdicts] == ["impossible-card"]
    assert not outcome([start, dealt, *told, Played(seat=1, card=given[0])]).verdicts
    before, deal = outcome([start, dealt]).deal, outcome([start, dealt, play]).deal
    assert before is not None
    assert deal is not None
    assert [one.target for one in GAME.movements.expected(before)] == [1, 2, 3, 0]
    assert not GAME.movements.expected(deal)
