"""Places of shown cards: in their area, a mark of each free; and taken back, the others left."""

from itertools import pairwise

import numpy as np
import pytest

from tests.support.loops import some
from vision.film.script.plan import Director
from vision.film.script.script import Moment, Pace
from vision.film.script.spread import FilmSeats, NoSuchPlaceError, place_of
from vision.film.write import Lay, PickUp, ScriptStep
from vision.marks.identity import NO_DECK
from vision.mat.layout import AREAS, CARD_SIZES, PLACES, Area, Mat, PlaceKind, place_at, seat_at

AREA_OF_15 = [(area, 16) for seats in AREAS for area in AREAS[seats]]
DOGS = [(place.area, 6) for seats in (3, 4, 5) for place in PLACES[seats] if "dog" in place.kinds]
TRUMPS = tuple(f"T{number}" for number in range(1, 16))


def plan(steps: list[ScriptStep], seats: int, size: str = "61x112") -> list[Moment]:
    director = Director(seats, Mat(card=CARD_SIZES[size]), Pace.of(10, 0.5), np.random.default_rng(1))
    return list(director.play(steps))


@pytest.mark.parametrize(("area", "count"), AREA_OF_15 + DOGS)
def test_as_many_as_a_game_shows_have_a_free_mark_and_their_middles_inside(area: Area, count: int) -> None:
    card = CARD_SIZES["61x112"]
    places = [place_of(number, area, card, 12.0) for number in range(count)]
    assert all(area.contains(x, y) for x, y in places)
    turn = np.radians(area.turn)
    along = [x * np.cos(turn) + y * np.sin(turn) for x, y in places]
    down = [y * np.cos(turn) - x * np.sin(turn) for x, y in places]
    for number, (u, v) in enumerate(zip(along, down, strict=True)):
        # The mark at the left upper corner ends 15 mm inside; every later card begins beyond it, to the right or below.
        assert all(
            other - u >= 15.5 or below - v >= 15.5 for other, below in [*zip(along, down, strict=True)][number + 1 :]
        )


@pytest.mark.parametrize("seats", AREAS)
def test_words_and_shown_cards_come_to_lie_before_their_seat(seats: int) -> None:
    for seat in some(range(seats)):
        steps: list[ScriptStep] = [Lay(seat, "HK"), Lay(seat, "poignee-triple", NO_DECK, "beside")]
        steps += [Lay(seat, trump, 0, "beside") for trump in TRUMPS]
        assert {seat_at(pose.x_mm, pose.y_mm, seats) for pose in plan(steps, seats)[-1].laid} == {seat}


@pytest.mark.parametrize(
    ("seats", "kind"), [(seats, kind) for seats in PLACES for place in PLACES[seats] for kind in place.kinds]
)
def test_a_card_laid_in_a_place_lies_there(seats: int, kind: PlaceKind) -> None:
    (pose,) = plan([Lay(0, "HK", 0, kind)], seats)[-1].laid
    found = place_at(pose.x_mm, pose.y_mm, seats)
    assert found is not None
    assert kind in found.kinds


def test_a_place_that_the_mat_has_not_is_told() -> None:
    with pytest.raises(NoSuchPlaceError, match="stock: the mat for 4 seats has no such place"):
        FilmSeats(4, CARD_SIZES["63x88"]).place(Lay(0, "HK", 0, "stock"))


def test_only_what_is_taken_back_leaves_and_its_place_is_free_again() -> None:
    steps: list[ScriptStep] = [
        Lay(0, "HK"),
        Lay(1, "pass", NO_DECK, "beside"),
        PickUp(1, ((NO_DECK, "pass"), (0, "SA"))),
    ]
    steps += [Lay(1, "pass", NO_DECK, "beside")]
    moments = plan(steps, 4)
    counts = [len(moment.laid) for moment in moments]
    assert [after - before for before, after in pairwise(counts) if after != before] == [1, 1, -1, 1]
    assert all(any(pose.card == "HK" for pose in moment.laid) for moment in moments[counts.index(1) :])
    first, second = (moment.laid[-1] for moment in (moments[counts.index(2)], moments[-1]))
    assert (first.x_mm, first.y_mm) == pytest.approx((second.x_mm, second.y_mm), abs=1)
