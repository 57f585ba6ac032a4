"""Public knowledge of a hand: never more than is so, whoever breaks the rules, in every game."""

from random import Random

import pytest

import schiri
from controller import games
from controller.record.events import Event, MatchStart, Played
from controller.rules.match import AnyMatch
from schiri.table import TableCourse, held_cards
from tests.support import table_talk
from tests.support.loops import some
from tests.support.players import Players

TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]
NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")


def hands_before(players: Players, match: AnyMatch, event: Event) -> list[set[str]]:
    """The hands as they were when this event, which has already left them, was still to come."""
    hands = [{str(card.face) for card in hand} for hand in players.hands]
    assert match.deal is not None
    if isinstance(event, Played) and event.seat not in match.deal.open.seats:
        hands[event.seat].add(event.card.face)
    return hands


@pytest.mark.parametrize("honesty", [1.0, 0.5])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_hand_is_among_what_it_may_hold_and_holds_what_it_must(name: str, seats: int, honesty: float) -> None:
    random = Random(f"{name} {seats} {honesty}")
    players = table_talk.players(name, random, honesty)
    players.showing = 0.2
    course = TableCourse.of(MatchStart(game=name, seats=NAMES[:seats]))
    course = course.then(players.dealt(course.match, 0), "deal")
    known = plays = 0
    while course.match.running:
        match = course.match
        event = players.next(match)
        assert match.deal is not None
        plays += isinstance(event, Played)
        if isinstance(event, Played) and plays % 12 == 3:
            seat = random.choice(match.deal.seats)
            hand = hands_before(players, match, event)[seat]
            for lawful in (False, True) if honesty == 1.0 else (False,):
                found = held_cards(course.public, seat, lawful=lawful)
                assert {*found.must} <= hand <= {*found.may}, (match.deal.number_of_trick, seat, lawful)
                known += len(found.must) + len(match.game.deck) - len(found.may)
        course = course.then(event, "event")
    assert plays < 3 or known > 0


@pytest.mark.parametrize("name", [name for name, _ in TABLES[:1]])
def test_before_a_deal_nothing_can_be_in_a_hand(name: str) -> None:
    table = schiri.Table(name, NAMES[: games.load(name).seats[0]])
    assert (table.may_hold("Anna"), table.must_hold("Anna")) == ((), ())


def test_possible_cards_lie_there_in_some_deal_and_necessary_ones_in_all() -> None:
    """The last four tricks: spades are led, and two do not follow. By the rules the leader holds the other spades."""
    table = schiri.Table("mittlere", "Anna Berta Carla")
    table.deal("Anna")
    suits = ("S", "H", "D", "C")
    for suit in some(suits):
        table.play(f"{suit}A {suit}K {suit}Q")
        table.play(f"{suit}J {suit}10 {suit}9")
    left = {f"{suit}{rank}" for suit in suits for rank in (8, 7, 6)}
    for player in table.players:
        assert {*table.may_hold(player)} == left
        assert table.must_hold(player) == ()
    table.play("S8 H8 D8")
    ruled = {player: {*table.may_hold(player, lawful=True)} for player in table.players}
    assert sum("S7" in hand for hand in ruled.values()) == 1
    [owner] = [player for player, hand in ruled.items() if "S7" in hand]
    assert {*table.must_hold(owner, lawful=True)} == {"S7", "S6"}
    assert all("S7" in table.may_hold(player) for player in table.players)


def test_hands_that_the_referee_knows_are_looked_into_by_nobody() -> None:
    hands = {"Anna": "SA SK SQ SJ S10 S9 S8 S7 S6 HA HK HQ"}
    shown, hidden = schiri.Table("mittlere", "Anna Berta Carla"), schiri.Table("mittlere", "Anna Berta Carla")
    shown.deal("Anna", hands=hands)
    hidden.deal("Anna")
    assert shown.may_hold("Berta") == hidden.may_hold("Berta")
    assert shown.must_hold("Anna") == hidden.must_hold("Anna") == ()
