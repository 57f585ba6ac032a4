"""Quick reading looks at light: what is out of focus, dim or beside something bright is read at the first try."""

from functools import cache

import numpy as np
import pytest

from groundwork.picture import Gray
from tests.support.vision.mark_pictures import seen
from vision.base.light import enlarge
from vision.base.observation import Corners
from vision.marks import squares
from vision.marks.identity import card_of
from vision.marks.symbologies.aruco import Aruco, symbology

NUMBERS = range(0, 400, 10)


@cache
def reader() -> Aruco:
    return symbology(range(6))


def read(side_px: float, blur: float, white: float, *, scale: int = 1, spot: bool = False) -> int:
    """How many of the marks are read, of 40; another number fails."""
    random, found = np.random.default_rng(4), 0
    for number in NUMBERS:
        gray, _ = seen(squares.draw(number, 160), side_px, random, blur=blur, white=white)
        if spot:
            gray[:4, :4] = 255
        marks = {(mark.deck, mark.card) for mark in reader().read(enlarge(gray, scale) if scale > 1 else gray)}
        assert marks <= {card_of(number)}
        found += bool(marks)
    return found


def test_marks_out_of_focus_are_read_at_once() -> None:
    # Counting cells in grey levels reads a third of them, for black is too narrow and white too wide there.
    assert read(25, 0.8, 200) >= 30


def test_marks_out_of_focus_are_seen_at_a_glance() -> None:
    random, found = np.random.default_rng(4), 0
    hasty = symbology(range(6))
    hasty.expect(22)
    for number in NUMBERS:
        gray, _ = seen(squares.draw(number, 160), 36, random, blur=0.6)
        found += any((mark.deck, mark.card) == card_of(number) for mark in hasty.glance(gray))
    assert found >= 34


@pytest.mark.parametrize("white", [25, 40, 200])
def test_in_the_doubled_picture_no_fewer_are_read_at_any_contrast(white: float) -> None:
    plain, doubled = read(25, 0.6, white), read(25, 0.6, white, scale=2)
    assert doubled >= max(plain, 36)


def test_a_bright_spot_beside_a_dim_mark_hides_it_not() -> None:
    assert read(30, 0.5, 80, spot=True) >= 36


@pytest.mark.parametrize(("smallest_px", "looked_at_px"), [(23, 128), (42, 64)])
def test_a_4k_picture_is_scaled_to_the_size_that_reading_needs(
    smallest_px: float, looked_at_px: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, sizes = symbology(range(6)), list[int]()
    own.expect(smallest_px)
    whole = squares.SquareReader.read

    def noted(self: squares.SquareReader, gray: Gray) -> list[tuple[int, Corners]]:
        sizes.append(len(gray))
        return whole(self, gray)

    monkeypatch.setattr(squares.SquareReader, "read", noted)
    gray, corners = seen(squares.draw(NUMBERS[3], 160), 35, np.random.default_rng(4), blur=0.8)
    (mark,) = own.read(enlarge(gray, 2))
    assert (mark.deck, mark.card) == card_of(NUMBERS[3])
    assert np.abs(np.array(mark.corners) - (2 * corners + 0.5)).max() < 2.5
    assert sizes == [looked_at_px]
