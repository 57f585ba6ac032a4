"""Attribution of a card: place, side and turn, and the doubt that is told when they disagree."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.record.cards import Card
from controller.record.events import DealStart, MatchStart, Played
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.table.attribution import SURE, Attribution, attribute
from vision.base.observation import Laid, Point
from vision.mat.layout import AREAS
from vision.mat.seating import Seating

NAMES = ("Anna", "Berta", "Carla")
BOTTOM, RIGHT, TOP, LEFT = (300.0, 332.0), (592.0, 170.0), (300.0, 8.0), (8.0, 170.0)


def match(turn: int | None = None) -> AnyMatch:
    """A match of three in which a seat must lead, or in which no deal has begun."""
    fresh = start(MatchStart(game="mittlere", seats=NAMES))
    if turn is None:
        return fresh
    running, _ = step(fresh, 2, DealStart(dealer=(turn - 1) % 3))
    return running


def laid(x: float, y: float, origin: Point | None = None) -> Laid:
    return Laid(0, "SA", x, y, 0.0, 1.0, 3, 1.0, origin, first=1.0)


def given_to(x: float, y: float, turn: int | None = None, origin: Point | None = None) -> Attribution:
    return attribute(match(turn), laid(x, y, origin), Seating.of(3))


@pytest.mark.parametrize("turn", [None, 0, 1, 2])
@pytest.mark.parametrize("seat", range(3))
def test_a_card_in_the_middle_of_an_area_brought_from_its_side_is_its_seats_whoevers_turn_it_is(
    seat: int, turn: int | None
) -> None:
    side = (BOTTOM, RIGHT, LEFT)[seat]
    for origin in (None, side):
        assert given_to(*AREAS[3][seat].centre, turn, origin) == Attribution(seat)


@given(st.floats(0, 600), st.floats(0, 340), st.sampled_from([None, BOTTOM, RIGHT, TOP, LEFT]), st.integers(0, 2))
def test_a_card_inside_an_area_belongs_to_its_seat(x: float, y: float, origin: Point | None, turn: int) -> None:
    seating = Seating.of(3)
    given = given_to(x, y, turn, origin)
    inside = seating.at((x, y))
    assert given.seat == (inside if inside is not None else given.seat)
    assert (given.seat is None) == (not seating.near((x, y)))
    assert (given.trust == SURE) == (given.doubt == "")


def test_doubts_lower_the_trust_and_a_contradicting_side_most() -> None:
    """All over the mat: a place near that of the player to move leaves less of a doubt than an arm from elsewhere."""
    trusts: dict[str, set[float]] = {}
    seating, matches = Seating.of(3), [match(turn) for turn in range(3)]
    for x, y, origin, now in product(range(0, 600, 15), range(0, 340, 15), (None, BOTTOM, RIGHT, LEFT), matches):
        given = attribute(now, laid(x, y, origin), seating)
        doubt = "sure" if not given.doubt else "came from" if "came from" in given.doubt else "other"
        kind = "between" if doubt == "other" and seating.at((x, y)) is not None else doubt
        trusts.setdefault(kind, set()).add(given.trust)
    [sure], [near], [elsewhere] = trusts["sure"], trusts["between"], trusts["came from"]
    assert SURE == sure > near > elsewhere > 0
    assert trusts["other"] == {elsewhere}


def test_a_card_brought_from_another_side_is_kept_and_the_doubt_is_told() -> None:
    given = given_to(300, 260, turn=1, origin=RIGHT)
    assert given.seat == 0
    assert given.trust < SURE
    assert given.doubt == "SA lies before Anna but came from where Berta sits; taken as Anna's"


def test_a_card_in_the_place_of_the_player_whose_turn_it_is_may_come_from_anywhere() -> None:
    assert given_to(300, 260, turn=0, origin=RIGHT) == Attribution(0)


def test_an_arm_from_a_side_where_nobody_sits_says_nothing() -> None:
    assert given_to(300, 260, turn=1, origin=TOP) == Attribution(0)


def test_an_arm_near_a_corner_may_be_either_neighbours() -> None:
    assert given_to(300, 260, turn=1, origin=(560, 332)) == Attribution(0)


@pytest.mark.parametrize(("turn", "origin", "seat"), [(0, None, 0), (1, None, 1), (0, RIGHT, 1), (1, BOTTOM, 0)])
def test_between_two_places_the_side_decides_and_then_the_turn(turn: int, origin: Point | None, seat: int) -> None:
    given = given_to(415, 240, turn, origin)
    assert given.seat == seat
    assert given.doubt == f"SA lies between Anna and Berta; taken as {NAMES[seat]}'s"


def test_a_card_at_the_edge_of_an_area_near_the_one_whose_turn_it_is_is_doubted() -> None:
    given = given_to(406, 240, turn=1)
    assert (given.seat, given.doubt) == (0, "SA lies between Anna and Berta; taken as Anna's")
    assert given_to(406, 240, turn=1, origin=BOTTOM) == Attribution(0)
    assert given_to(406, 240, turn=2) == Attribution(0)


def test_a_card_in_no_place_belongs_to_nobody() -> None:
    assert given_to(300, 90) == Attribution(None)


def test_the_turn_of_a_play_follows_the_trick() -> None:
    after, _ = step(match(0), 3, Played(seat=0, card=Card("SK")))
    assert attribute(after, laid(415, 240), Seating.of(3)).seat == 1


def test_areas_and_reach_are_settings() -> None:
    wide = Seating.of(3, reach_mm=100)
    assert attribute(match(0), laid(300, 90), wide).seat == 0
    assert Seating.of(4).from_edge(TOP) == {2}
    assert Seating.of(5).from_edge(BOTTOM) == {0, 1, 4}
