"""The patient reader: small, dim and blurred marks are read, exactly placed, and what is no mark is never sure."""

from functools import cache

import cv2
import numpy as np
import pytest

from groundwork.picture import u8
from tests.support.vision.mark_pictures import aslant, seen
from vision.marks import squares
from vision.marks.identity import NUMBERS
from vision.marks.squares_patient import PatientSquareReader


@cache
def patient() -> PatientSquareReader:
    return PatientSquareReader(range(NUMBERS))


def test_marks_out_of_focus_are_read_that_counting_cells_does_not() -> None:
    random, quick, patiently = np.random.default_rng(3), 0, 0
    reader = squares.SquareReader(range(NUMBERS))
    for number in range(0, 200, 5):
        gray, _ = seen(squares.draw(number, 160), 24, random, blur=1.0)
        quick += any(found == number for found, _ in reader.read(gray))
        readings = [reading for reading in patient().read(gray) if reading.is_sure]
        assert all(reading.number == number for reading in readings)
        patiently += bool(readings)
    assert patiently >= 38
    assert quick < patiently


def test_marks_seen_far_aslant_are_read_though_their_rims_are_narrow_there() -> None:
    """Their edges are looked for no farther than a module reaches across them, or the end of the rim is met."""
    random, read = np.random.default_rng(4), 0
    for rim in (20, 40):
        for number in range(0, 96, 6):
            sticker = np.pad(squares.draw(number, 160), rim, constant_values=220)
            # A photograph had a mark so: 35 pixels along its sides and 15 from one corner to the one opposite.
            corners = np.array([(31.8, 31.6), (63.5, 23.3), (102.0, 28.6), (78.2, 38.9)]) + random.uniform(-0.5, 0.5, 2)
            middle = corners.mean(axis=0)
            wider = middle + (corners - middle) * (1 + rim / 80)
            readings = [one for one in patient().read(aslant(sticker, wider, random, 0.5, ground=140)) if one.is_sure]
            assert {one.number for one in readings} <= {number}
            read += bool(readings)
    assert read >= 31


@pytest.mark.parametrize("rim", [20, 40, 80])
def test_marks_out_of_focus_are_read_within_the_edge_of_their_own_label(rim: int) -> None:
    """A photograph had one that shone: the plate it is printed on was taken for its outline, and it for nothing."""
    random, read = np.random.default_rng(4), 0
    for number in range(0, 120, 6):
        label = np.pad(squares.draw(number, 160), rim, constant_values=220)
        spread, turned = 24 * (1 + rim / 80) / 2**0.5, random.uniform(0, 2 * np.pi)
        angles = turned + np.arange(4) * np.pi / 2
        corners = spread + 12 + spread * np.stack((np.cos(angles), np.sin(angles)), axis=1)
        readings = [one for one in patient().read(aslant(label, corners, random, 1.0, ground=70)) if one.is_sure]
        assert {one.number for one in readings} <= {number}
        read += bool(readings)
    assert read == 20


@pytest.mark.parametrize("white", [60, 120, 240])
def test_corners_are_told_to_a_fraction_of_a_pixel(white: float) -> None:
    random = np.random.default_rng(5)
    errors: list[float] = []
    for number in range(0, 100, 10):
        gray, corners = seen(squares.draw(number, 160), 36, random, white=white)
        (reading,) = patient().read(gray)
        assert reading.number == number
        errors += np.linalg.norm(np.array(reading.corners) - corners, axis=1).tolist()
    assert np.median(errors) < 0.2
    assert max(errors) < 0.7


def test_half_of_one_mark_beside_half_of_another_is_never_a_third() -> None:
    random, shown = np.random.default_rng(8), 0
    for _ in range(150):
        one, other = (int(number) for number in random.choice(NUMBERS, 2, replace=False))
        mark = squares.draw(one, 160).copy()
        mark[:, 80:] = np.rot90(squares.draw(other, 160), int(random.integers(4)))[:, 80:]
        gray, _ = seen(mark, 40, random)
        for reading in patient().read(gray):
            shown += 1
            assert reading.number in (one, other) or not reading.is_sure
    assert shown <= 5


def test_squares_of_random_cells_are_no_marks() -> None:
    random = np.random.default_rng(9)
    for _ in range(150):
        mark = np.zeros((8, 8), np.uint8)
        mark[1:7, 1:7] = 255 * random.integers(0, 2, (6, 6))
        gray, _ = seen(np.kron(mark, np.ones((20, 20), np.uint8)), 40, random)
        assert not any(reading.is_sure for reading in patient().read(gray))


def test_a_mark_with_two_cells_painted_over_is_a_candidate() -> None:
    random = np.random.default_rng(2)
    mark = squares.draw(7, 160).copy()
    for row, column in ((2, 3), (5, 4)):
        part = mark[20 * row : 20 * row + 20, 20 * column : 20 * column + 20]
        part[:] = 255 - part
    gray, _ = seen(mark, 45, random, blur=0.4)
    (reading,) = patient().read(gray)
    assert (reading.number, reading.is_sure) == (7, False)


def test_a_picture_without_anything_shows_nothing() -> None:
    assert patient().read(np.full((90, 90), 128, np.uint8)) == []


@pytest.mark.parametrize("room", range(1, 16))
def test_a_mark_is_read_as_near_the_border_as_its_white_rim_lies_whole_in_the_picture(room: int) -> None:
    """Where the rim's own outline is left out for lying so near, the mark within it must not be."""
    numbers = range(0, 90, 9)
    quick, patiently = squares.SquareReader(numbers), PatientSquareReader(numbers)
    for number in numbers:
        mark = cv2.resize(squares.draw(number, 160), (34, 34), interpolation=cv2.INTER_AREA)
        sticker = cv2.copyMakeBorder(mark, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=220)
        gray = cv2.GaussianBlur(
            cv2.copyMakeBorder(sticker, room, 60, room, 60, cv2.BORDER_CONSTANT, value=70), (0, 0), 0.6
        )
        assert [found for found, _ in quick.read(u8(gray))] == [number]
        assert [one.number for one in patiently.read(u8(gray)) if one.is_sure] == [number]
