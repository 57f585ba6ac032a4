"""Euchre, rule by rule (games.md section 16)."""

from dataclasses import replace

import pytest

from controller.games.euchre import DECK, GAME, VOCABULARY, EuchreDeal, EuchreState, maker, suit_in_play
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Discard, Event, MatchStart, Played, Seat, Value
from controller.referee.fold import fold, outcome
from controller.rules.deal import Play, Trick
from controller.rules.game import Settlement
from controller.rules.layout import worlds
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, Result, Verdict
from controller.rules.speech import Speech

NAMES = ("Anna", "Berta", "Carla", "Dora")
TURNED = "H9"
PASSED = "Apass Bpass Cpass Dpass "


def events(text: str, *more: Event, turned: str | None = TURNED, hands: str = "", **options: Value) -> list[Event]:
    """A deal of Dora: ``Apass Border-up D:laid``; ``hands``: of seats that were shown, ``D: H10 SA S9 CA CK``."""
    shown = {"ABCD".index(hands[0]): tuple(map(Card, hands[2:].split()))} if hands else None
    deal = DealStart(dealer=3, turned=Card(turned) if turned else None, hands=shown)
    return [MatchStart(game="euchre", seats=NAMES, options=options), deal, *map(said, text.split()), *more]


def said(word: str) -> Event:
    seat = "ABCD".index(word[0])
    if word[1:].startswith(":laid"):
        card = word[7:]
        return Discard(seat=seat, count=1, cards=(Card(card),) if card else None)
    return Played(seat=seat, card=Card(word[2:])) if word[1] == "=" else Bid(seat=seat, call=word[1:])


def results(text: str, *more: Event, **options: Value) -> list[Result]:
    return [one for stage in fold(events(text, *more, **options)) for one in stage.results]  # pyrefly: ignore[bad-argument-type]  # options


def faults(text: str, **options: Value) -> list[tuple[Seat | None, str]]:
    return [(one.seat, one.rule) for one in results(text, **options) if isinstance(one, Verdict)]


def errors(text: str, **options: Value) -> list[str]:
    return [str(one.text) for one in results(text, **options) if isinstance(one, ErrorResult)]


def dealt(text: str = "", **options: Value) -> EuchreDeal:
    deal = outcome(events(text, **options)).deal  # pyrefly: ignore[bad-argument-type]  # options
    assert deal is not None
    return deal


@pytest.mark.rule("EUC-D1", "EUC-D2", "EUC-P1")
def test_five_cards_each_of_24_and_one_turned_up() -> None:
    deal = dealt()
    assert (len(DECK), deal.size, deal.leader, deal.phase) == (24, 5, 0, "before")
    assert GAME.sides.partners(deal.rules) == ((0, 2), (1, 3))
    assert {str(card.rank) for card in DECK} == {"A", "K", "Q", "J", "10", "9"}
    assert outcome(events("")).turn == 0


@pytest.mark.rule("EUC-D2")
def test_no_deal_without_a_card_turned_up_that_is_in_no_hand() -> None:
    refused = [fold(events("", turned=turned)) for turned in (None, "H8")]
    told = [
        [str(one.text) for stage in stages for one in stage.results if isinstance(one, ErrorResult)]
        for stages in refused
    ]
    assert told == [["a deal of Euchre needs the card turned up"]] * 2
    assert any("H9, turned up, is shown in a hand" in one for one in errors("", hands="A: H9"))


@pytest.mark.rule("EUC-B1", "EUC-B2")
@pytest.mark.parametrize(
    ("text", "made", "trump", "turn"),
    [
        ("", None, None, 0),
        ("Apass", None, None, 1),
        ("Aorder-up", 0, "H", 0),
        ("Apass Bpass Cpass Dorder-up", 3, "H", 0),
        (PASSED, None, None, 0),
        (f"{PASSED} Aspades", 0, "S", 0),
        (f"{PASSED} Apass Bpass Cclubs", 2, "C", 0),
    ],
)
def test_trump_is_the_suit_turned_up_or_another_one(
    text: str, made: Seat | None, trump: str | None, turn: Seat
) -> None:
    match = outcome(events(text))
    assert match.deal is not None
    assert (maker(match.deal), match.deal.trump, match.turn) == (made, trump, turn)
    assert faults(text) == []


@pytest.mark.rule("EUC-B1", "EUC-B2")
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Border-up", (1, "EUC-B1")),
        ("Aorder-up Border-up", (1, "EUC-B1")),
        ("Ahearts", (0, "EUC-B1")),
        (f"{PASSED} Aorder-up", (0, "EUC-B2")),
        (f"{PASSED} Ahearts", (0, "EUC-B2")),
        (f"{PASSED} Bspades", (1, "EUC-B1")),
    ],
)
def test_a_word_against_the_rules_changes_nothing(text: str, fault: tuple[Seat, str]) -> None:
    assert faults(text) == [fault]
    assert dealt(text).own == dealt(" ".join(text.split()[:-1])).own


@pytest.mark.rule("EUC-B3")
def test_all_passed_twice_the_next_seat_deals_unless_the_dealer_is_stuck() -> None:
    match = outcome([*events(2 * PASSED), DealStart(dealer=0, turned=Card("S9"))])
    assert match.deal is not None
    assert (match.deal.dealer, match.deal.number, faults(2 * PASSED)) == (0, 2, [])
    assert faults(2 * PASSED, stick_dealer=True) == [(3, "EUC-B3")]
    stuck = dealt(f"{2 * PASSED} Dclubs", stick_dealer=True)
    assert (maker(stuck), stuck.trump) == (3, "C")
    misdealt = GAME.course.next_dealer(stuck, None, void="misdeal")
    assert (misdealt, GAME.course.next_dealer(stuck, None, void=None)) == (3, 0)
    assert resolve(GAME.options, NAMES, "open-spiel", {})["stick_dealer"] is True


@pytest.mark.rule("EUC-X1")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Aorder-up D:laid", []),
        ("Aorder-up D:laid=H9", []),
        ("Aorder-up D:laid D:laid", [(3, "EUC-X1")]),
        ("Aorder-up A:laid", [(0, "EUC-X1")]),
        ("D:laid", [(3, "EUC-X1")]),
        (f"{PASSED} Aspades D:laid", [(3, "EUC-X1")]),
    ],
)
def test_the_dealer_lays_one_card_away(text: str, found: list[tuple[Seat, str]]) -> None:
    assert faults(text) == found


@pytest.mark.rule("EUC-X1", "EUC-X2")
def test_an_impossible_discard_accuses_nobody() -> None:
    hand = "D: H10 SA S9 CA CK"
    assert errors("Aorder-up D:laid=DA", hands=hand) == ["cards were laid away that cannot lie there"]
    assert errors("Aorder-up D:laid=SA", hands=hand) == []
    assert errors("Aorder-up D:laid=SA", hands="A: SA") == ["cards were laid away that cannot lie there"]
    assert errors("Aorder-up A=SA D:laid") == ["cards are laid away before the first card"]


@pytest.mark.rule("EUC-X2")
def test_the_card_turned_up_is_in_the_kitty_then_the_dealers_or_laid_away() -> None:
    """Unless the dealer shows what was laid away: then it is certain."""

    def held(text: str) -> list[str]:
        layout, bit = GAME.layout(dealt(text)), 1 << DECK.index(Card(TURNED))
        fitting = worlds(DECK, dealt(text), layout)
        assert fitting.exists()
        return [str(place.name) for number, place in enumerate(layout.places) if fitting.may_hold(number) & bit]

    assert held("") == held(f"{PASSED} Aspades") == ["the kitty"]
    assert held("Aorder-up") == held("Aorder-up D:laid") == ["Dora", "the card laid away"]
    assert held("Aorder-up D:laid=CA") == ["Dora"]
    assert held("Aorder-up D:laid=H9") == ["the card laid away"]
    assert held("Border-up Balone") == ["the kitty"]
    assert held("Apass Border-up Balone") == ["Dora's hand", "the card laid away"]


@pytest.mark.rule("EUC-X2")
def test_each_card_that_the_dealer_was_seen_to_have_is_there_or_laid_away() -> None:
    layout = GAME.layout(dealt("Aorder-up", hands="D: H10 SA S9 CA CK"))
    there = {layout.place_of(3), len(layout.places) - 1}
    assert layout.known == {Card(card): there for card in ("H9", "H10", "SA", "S9", "CA", "CK")}


@pytest.mark.rule("EUC-X2")
@pytest.mark.parametrize(
    ("text", "hands", "why"),
    [
        ("Aorder-up A=H9", "", "is known to be with Dora"),
        ("Aorder-up D:laid=H9 A=SA B=S9 C=S10 D=H9", "", "is known to be out of play"),
        (f"{PASSED} Aspades A=H9", "", "is known to be out of play"),
        ("Aorder-up A=SA", "D: H10 SA S9 CA CK", "is known to be with Dora"),
        ("Aorder-up A=HA B=HK C=HQ D=H9", "", ""),
        ("Aorder-up A=S10 B=SK C=SQ D=SA", "D: H10 SA S9 CA CK", ""),
    ],
)
def test_a_card_that_cannot_be_in_that_hand(text: str, hands: str, why: str) -> None:
    told = [str(one.text) for one in results(text, hands=hands) if isinstance(one, Verdict)]
    assert len(told) == bool(why)
    assert all(why in one for one in told)


@pytest.mark.rule("EUC-X2", "EUC-F1")
def test_the_dealer_is_not_proven_to_hold_the_card_turned_up() -> None:
    """It may have been laid away; when a card laid away was seen it was not."""
    plays = "A=HA B=HK C=HQ D=SA"
    assert faults(f"Aorder-up D:laid {plays}") == []
    assert faults(f"Aorder-up D:laid=CA {plays}") == [(3, "EUC-F1")]


@pytest.mark.rule("EUC-A1")
@pytest.mark.parametrize(
    ("text", "seats", "leader"),
    [
        ("Aorder-up Aalone", (0, 1, 3), 0),
        ("Apass Bpass Corder-up Calone", (1, 2, 3), 1),
        ("Apass Border-up Balone", (0, 1, 2), 0),
        (f"{PASSED} Apass Bspades Balone", (0, 1, 2), 0),
        ("Apass Bpass Cpass Dorder-up Dalone", (0, 2, 3), 0),
    ],
)
def test_a_lone_player_has_no_partner_and_a_trick_three_cards(text: str, seats: tuple[Seat, ...], leader: Seat) -> None:
    match = outcome(events(text))
    assert match.deal is not None
    assert (match.deal.seats, match.deal.leader, match.turn) == (seats, leader, leader)
    assert match.deal.own.alone == (maker(match.deal),)
    assert faults(text) == []
    plays = [
        Played(seat=seat, card=Card(card))
        for seat, card in zip(sorted(seats, key=lambda seat: (seat - leader) % 4), ("SA", "SK", "SQ"), strict=True)
    ]
    after = outcome(events(text, *plays)).deal
    assert after is not None
    assert [trick.seats for trick in after.tricks] == [tuple(play.seat for play in plays)]


@pytest.mark.rule("EUC-A1", "EUC-A2")
@pytest.mark.parametrize(
    ("text", "options", "found"),
    [
        ("Aorder-up Calone", {}, [(2, "EUC-A1")]),
        ("Aorder-up Balone", {}, [(1, "EUC-A1")]),
        ("Aorder-up Balone", {"defend_alone": True}, []),
        ("Aorder-up Calone", {"defend_alone": True}, [(2, "EUC-A2")]),
        ("Aorder-up Aalone Balone", {"defend_alone": True}, []),
        ("Aorder-up Balone Dalone", {"defend_alone": True}, [(3, "EUC-A2")]),
    ],
)
def test_seats_that_may_play_alone(text: str, options: dict[str, Value], found: list[tuple[Seat, str]]) -> None:
    assert faults(text, **options) == found


@pytest.mark.rule("EUC-A1", "EUC-A2")
def test_two_play_against_each_other_and_the_first_of_them_after_the_dealer_leads() -> None:
    deal = dealt("Apass Bpass Corder-up Calone Dalone", defend_alone=True)
    assert (deal.seats, deal.leader) == ((2, 3), 2)


@pytest.mark.rule("EUC-A1")
def test_alone_is_said_between_trump_and_the_first_card() -> None:
    why = "alone is said once trump is made, and before the first card"
    assert errors("Aalone") == errors("Aorder-up A=SA Aalone") == [why]
    assert errors("Aorder-up Aalone Aalone") == ["it had been said"]


@pytest.mark.rule("EUC-A1")
def test_the_partner_of_a_lone_player_lays_no_card() -> None:
    [one] = [one for one in results("Aorder-up Aalone A=SA B=SK C=SQ") if isinstance(one, Verdict)]
    assert (one.kind, one.seat) == ("impossible-card", 2)


@pytest.mark.rule("EUC-F1")
def test_the_left_bower_is_a_trump() -> None:
    """With hearts trump the jack of diamonds is a heart, and no diamond."""
    assert [suit_in_play(Card(card), "H") for card in ("DJ", "HJ", "SJ", "D10")] == ["H", "H", "S", "D"]
    assert [suit_in_play(Card("DJ"), trump) for trump in ("S", "C", "D", None)] == ["D"] * 4
    assert faults("Aorder-up A=HA B=S9 C=HQ D=H9 A=S10 B=DJ C=SQ D=SK") == [(1, "EUC-F1")]
    assert faults("Aorder-up A=D10 B=S9 C=D9 D=DA D=SA A=SQ B=DJ C=SK") == []
    assert faults("Aorder-up A=DJ B=D9 C=HQ D=H9") == []


@pytest.mark.rule("EUC-W1")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("HA HK DJ HQ", 2),
        ("HA HJ DJ HQ", 1),
        ("SA SK S9 H9", 3),
        ("SA SK DJ H9", 2),
        ("S9 CA DA SK", 3),
        ("DA DJ DK DQ", 1),
        ("CJ CQ SJ C9", 1),
    ],
)
def test_bowers_then_trumps_then_the_suit_led(cards: str, winner: Seat) -> None:
    trick = Trick(tuple(Play(seat, seat, Card(card)) for seat, card in enumerate(cards.split())))
    assert GAME.winner(dealt("Aorder-up"), trick) == winner


def settled(tricks: str, maker_: Seat = 0, alone: tuple[Seat, ...] = ()) -> Settlement[None]:
    """The score of a deal of which the seats have won so many tricks."""
    won = [seat for seat, count in enumerate(map(int, tricks.split())) for _ in range(count)]
    assert len(won) == 5
    played = tuple(Trick(tuple(Play(1, seat, DECK[seat]) for seat in range(4)), winner) for winner in won)
    own = EuchreState(Card(TURNED), (*("pass",) * maker_, "order-up"), alone)
    done = GAME.settle(replace(dealt(), own=own, trump="H", tricks=played), None, (0, 0, 0, 0))
    assert isinstance(done, Settlement)
    return done


@pytest.mark.rule("EUC-S1", "EUC-S2", "EUC-A2")
@pytest.mark.parametrize(
    ("tricks", "maker_", "alone", "rule", "score"),
    [
        ("2 1 1 1", 0, (), "EUC-S1", (1, 0, 1, 0)),
        ("4 1 0 0", 0, (), "EUC-S1", (1, 0, 1, 0)),
        ("3 0 2 0", 0, (), "EUC-S1", (2, 0, 2, 0)),
        ("5 0 0 0", 0, (0,), "EUC-S1", (4, 0, 4, 0)),
        ("4 1 0 0", 0, (0,), "EUC-S1", (1, 0, 1, 0)),
        ("2 3 0 0", 0, (0,), "EUC-S2", (0, 2, 0, 2)),
        ("1 2 1 1", 0, (), "EUC-S2", (0, 2, 0, 2)),
        ("0 0 2 3", 0, (3,), "EUC-S2", (0, 4, 0, 4)),
        ("0 0 2 3", 0, (0, 3), "EUC-S2", (0, 4, 0, 4)),
        ("2 1 1 1", 1, (), "EUC-S2", (2, 0, 2, 0)),
        ("0 2 0 3", 3, (), "EUC-S1", (0, 2, 0, 2)),
    ],
)
def test_the_sheet(tricks: str, maker_: Seat, alone: tuple[Seat, ...], rule: str, score: tuple[int, ...]) -> None:
    done = settled(tricks, maker_, alone)
    assert (done.score, done.total, done.detail["rule"]) == (score, score, rule)
    assert [line.amounts for line in done.breakdown.score] == [score]
    assert done.detail["won"] == (score[maker_] > 0)


@pytest.mark.rule("EUC-G1")
@pytest.mark.parametrize(
    ("options", "total", "ended"),
    [
        ({}, (9, 3), False),
        ({}, (10, 3), True),
        ({"goal": 5}, (5, 3), True),
        ({"goal": 7}, (6, 3), False),
        ({"goal": 11}, (2, 12), True),
        ({"goal": 0}, (40, 3), False),
    ],
)
def test_a_pair_wins_the_match_with_so_many_points(
    options: dict[str, Value], total: tuple[int, int], ended: bool
) -> None:
    rules = resolve(GAME.options, NAMES, "seed", options)
    assert (GAME.course.over(rules, 3, (*total, *total), None) is not None) == ended


def test_a_whole_deal_alone() -> None:
    """Anna plays alone and takes all five tricks."""
    tricks = ("HJ HQ H9", "DJ HK SK", "HA C9 S9", "H10 C10 D10", "SA S10 SQ")
    plays = [
        Played(seat=seat, card=Card(card))
        for trick in tricks
        for seat, card in zip((0, 1, 3), trick.split(), strict=True)
    ]
    [done] = [one for one in results("Aorder-up Aalone D:laid", *plays) if isinstance(one, DealResult)]
    assert (done.score, done.tricks) == ((4, 0, 4, 0), (5, 0, 0, 0))
    assert str(GAME.sheet.head(dealt().rules, done)) == "1 Anna hearts"


@pytest.mark.rule("EUC-B1", "EUC-A1", "EUC-X1")
def test_every_word_is_said_by_a_card_and_hears_who_says_it() -> None:
    match = outcome(events("Aorder-up"))
    heard = [VOCABULARY.said(match, Speech(seat, (word,))) for seat, word in ((0, "alone"), (3, "laid-away"))]
    assert heard == [(Bid(seat=0, call="alone"),), (Discard(seat=3, count=1),)]
    shown = Speech(3, ("laid-away",), (Card("CA"),))
    assert VOCABULARY.said(match, shown) == (Discard(seat=3, count=1, cards=(Card("CA"),)),)
    assert [VOCABULARY.shows(match, seat) for seat in range(4)] == [False, False, False, True]
    assert isinstance(VOCABULARY.said(match, Speech(None, ("alone",))), str)
    assert VOCABULARY.speaker(match) is None
    assert VOCABULARY.speaker(outcome(events("Apass"))) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "H9 turned up"),
        ("Aorder-up", "Anna hearts"),
        ("Apass Bpass Corder-up Calone", "Carla hearts, Carla alone"),
    ],
)
def test_the_table_is_told_the_trump_and_who_made_it(text: str, told: str) -> None:
    assert str(GAME.summary.facts(dealt(text))) == told
