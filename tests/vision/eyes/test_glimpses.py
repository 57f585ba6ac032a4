from dataclasses import replace
from math import cos, dist, radians, sin

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.base.observation import Corners, Mark
from vision.eyes.tracker import CardGlimpse, glimpses
from vision.mat.geometry import Calibration
from vision.mat.layout import CARD_SIZES, CardSize

EYE = Calibration(np.eye(3), np.eye(3))
"""One pixel a millimetre."""


def marks_of(
    card: str, x: float, y: float, turn: float, size: CardSize, side: float = 12, edge: float = 9
) -> list[Mark]:
    """The four marks of a card, each turned so that its own lower right corner points inwards."""
    a, b = size.width_mm / 2 - edge, size.height_mm / 2 - edge
    marks: list[Mark] = []
    for quarter, (dx, dy) in enumerate(((-a, -b), (a, -b), (a, b), (-a, b))):
        own = radians(90 * quarter)
        corners: list[tuple[float, float]] = []
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            px = dx + side / 2 * (u * cos(own) - v * sin(own))
            py = dy + side / 2 * (u * sin(own) + v * cos(own))
            t = radians(turn)
            corners.append((x + px * cos(t) - py * sin(t), y + px * sin(t) + py * cos(t)))
        p, q, r, s = corners
        marks.append(Mark(0, card, (p, q, r, s)))
    return marks


SIZES = st.sampled_from(list(CARD_SIZES.values()))
PLACES = st.tuples(st.floats(60, 540), st.floats(60, 280), st.floats(0, 360))


def turned_away(glimpse: CardGlimpse, turn: float) -> float:
    return abs((glimpse.angle - turn + 90) % 180 - 90)


@given(PLACES, SIZES)
def test_four_marks_tell_place_and_turn(place: tuple[float, float, float], size: CardSize) -> None:
    (seen,) = glimpses(marks_of("SA", *place, size), EYE)
    assert dist((seen.x_mm, seen.y_mm), place[:2]) < 1e-6
    assert turned_away(seen, place[2]) < 1e-6
    assert len(seen.spots) == 4


@given(PLACES, SIZES, st.sets(st.integers(0, 3), min_size=1))
def test_any_of_the_marks_tell_one_card_and_about_its_place(
    place: tuple[float, float, float], size: CardSize, which: set[int]
) -> None:
    marks = marks_of("SA", *place, size)
    (seen,) = glimpses([marks[i] for i in which], EYE)
    assert dist((seen.x_mm, seen.y_mm), place[:2]) < 21
    if len(which) > 1:
        assert turned_away(seen, place[2]) < 1e-6


@given(PLACES, SIZES, st.floats(-12, 12), st.floats(0, 300), st.sampled_from([(1.0, 0.0), (-1.0, 0.0)]))
def test_two_equal_cards_side_by_side_are_two(
    place: tuple[float, float, float], size: CardSize, lean: float, apart: float, way: tuple[float, float]
) -> None:
    x, y, turn = place
    room = size.width_mm * cos(radians(lean)) + size.height_mm * abs(sin(radians(lean))) + apart
    beside = (x + room * way[0] * cos(radians(turn)), y + room * way[0] * sin(radians(turn)), turn + lean)
    seen = glimpses(marks_of("SA", *place, size) + marks_of("SA", *beside, size), EYE)
    assert sorted(round(card.x_mm, 3) for card in seen) == sorted(round(value, 3) for value in (x, beside[0]))


@given(PLACES, SIZES, st.floats(42, 60), st.floats(-10, 10))
def test_two_equal_cards_over_one_another_are_two(
    place: tuple[float, float, float], size: CardSize, apart: float, lean: float
) -> None:
    x, y, turn = place
    above = marks_of("SA", x + apart * cos(radians(turn)), y + apart * sin(radians(turn)), turn + lean, size)
    left_below = [marks_of("SA", *place, size)[corner] for corner in (0, 3)]
    seen = glimpses(left_below + above, EYE)
    assert sorted(len(card.spots) for card in seen) == [2, 4]


@given(PLACES, SIZES, st.floats(12, 42), st.sampled_from([(0, 3), (1, 2), (0, 1), (2, 3)]), st.floats(-10, 10))
def test_a_card_and_an_equal_one_that_hides_half_of_it_are_two(
    place: tuple[float, float, float], size: CardSize, apart: float, free: tuple[int, int], lean: float
) -> None:
    x, y, turn = place
    way = {(0, 3): 0, (1, 2): 180, (0, 1): 90, (2, 3): 270}[free] + turn
    above = marks_of("SA", x + apart * cos(radians(way)), y + apart * sin(radians(way)), turn + lean, size)
    below = marks_of("SA", *place, size)
    seen = glimpses([below[corner] for corner in free] + above, EYE)
    assert sorted(len(card.spots) for card in seen) == [2, 4]
    whole = max(seen, key=lambda card: len(card.spots))
    assert dist((whole.x_mm, whole.y_mm), (x + apart * cos(radians(way)), y + apart * sin(radians(way)))) < 1e-6


@given(PLACES, SIZES)
def test_a_mark_read_twice_counts_once(place: tuple[float, float, float], size: CardSize) -> None:
    marks = marks_of("SA", *place, size)
    nearly = [Mark(m.deck, m.card, shifted(m.corners)) for m in marks]
    assert glimpses(marks + nearly, EYE) == glimpses(marks, EYE)


def shifted(corners: Corners) -> Corners:
    a, b, c, d = ((x + 0.4, y - 0.3) for x, y in corners)
    return a, b, c, d


@given(PLACES, PLACES, SIZES)
def test_different_cards_are_never_joined(
    one: tuple[float, float, float], other: tuple[float, float, float], size: CardSize
) -> None:
    assume(one[:2] != other[:2])
    seen = glimpses(marks_of("SA", *one, size) + marks_of("HA", *other, size), EYE)
    assert sorted(card.card for card in seen) == ["HA", "SA"]


def test_a_candidate_counts_with_another_mark_of_its_card_at_its_place_alone() -> None:
    marks = [replace(mark, is_sure=False) for mark in marks_of("SA", 200, 100, 20, CARD_SIZES["63x88"])]
    assert [[one.is_sure for one in glimpses([mark], EYE)] for mark in marks] == [[False]] * 4
    (together,) = glimpses(marks[:2], EYE)
    assert together.is_sure
    other = [replace(mark, card="HA") for mark in marks[1:2]]
    assert [one.is_sure for one in glimpses([marks[0], *other], EYE)] == [False, False]
    far = [replace(mark, is_sure=False) for mark in marks_of("SA", 400, 250, 20, CARD_SIZES["63x88"])]
    assert [one.is_sure for one in glimpses([marks[0], far[1]], EYE)] == [False, False]


def test_a_mark_read_twice_is_no_second_mark() -> None:
    candidate = replace(marks_of("SA", 200, 100, 20, CARD_SIZES["63x88"])[0], is_sure=False)
    assert [one.is_sure for one in glimpses([candidate, candidate], EYE)] == [False]
    assert [one.is_sure for one in glimpses([candidate, replace(candidate, is_sure=True)], EYE)] == [True]
