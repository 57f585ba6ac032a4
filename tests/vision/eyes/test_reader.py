"""Effort of the eyes, and their time in one frame."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundwork.picture import Gray
from tests.support.loops import some
from vision.base.observation import Mark
from vision.base.thresholds import THRESHOLDS
from vision.eyes.attention import Region, TileSweep, tiles
from vision.eyes.reader import Counts, Reader, is_flat
from vision.marks.identity import CARDS
from vision.marks.symbologies import load

TRIES = THRESHOLDS.attention.tries
ENLARGE, SECOND = THRESHOLDS.reader.enlarge, THRESHOLDS.reader.second

FRAME = np.zeros((1080, 1920), np.uint8)


@dataclass
class Slow:
    """A kind of mark whose readers note what they were given and take so long a pixel."""

    ms_per_px: float = 0
    now: float = 0
    first: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    second: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    found: tuple[Mark, ...] = ()
    glanced: tuple[Mark, ...] = ()
    mark_mm: float = 12.0
    corners: tuple[int, ...] = (0, 1, 2, 3)

    def expect(self, side_px: float) -> None:
        raise AssertionError(side_px)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        self.first.append(gray.shape)
        self.now += gray.size * self.ms_per_px / 1000
        return self.found

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        return self.glanced

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        self.second.append(gray.shape)
        return ()

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        raise AssertionError((deck, card, pixels))


def region(tries: int = 0, side: int = 200, *, restless: bool = False) -> Region:
    return Region(40, 80, 40 + side, 80 + side, tries, 1, restless)


def reader(kind: Slow, budget_ms: float | None = None) -> Reader:
    return Reader(kind, frozenset([0]), Counts(), budget_ms, clock=lambda: kind.now)


@given(st.lists(st.integers(0, TRIES - 1), max_size=12), st.floats(0, 1e-4), st.none() | st.floats(0, 20))
def test_every_region_is_read_or_put_off_and_the_first_is_always_read(
    tries: list[int], ms_per_px: float, budget_ms: float | None
) -> None:
    own = reader(Slow(ms_per_px), budget_ms)
    read = own.read(FRAME, [region(count) for count in tries])
    assert len(read) + own.counts.put_off == len(tries)
    assert bool(read) == bool(tries)
    if budget_ms is None:
        assert own.counts.put_off == 0


def test_with_a_budget_no_region_is_begun_that_would_overrun_it() -> None:
    kind = Slow(ms_per_px=1e-4)
    own = reader(kind, budget_ms=10)
    for _ in range(60):
        kind.now = 0
        own.read(FRAME, [region()] * 9)
    # 40,000 pixels take 4 ms: two fit into 10 ms, a third does not.
    assert kind.now == pytest.approx(0.008)


@pytest.mark.parametrize("tries", range(TRIES))
def test_a_region_read_in_vain_is_enlarged_or_given_to_the_second_reader_by_turns(tries: int) -> None:
    kind = Slow()
    own = reader(kind)
    own.read(FRAME, [region(tries)])
    is_second = tries in SECOND
    is_enlarged = tries >= ENLARGE and not is_second
    side = 400 if is_enlarged else 200
    assert kind.first == [(side, side)]
    assert kind.second == ([(200, 200)] if is_second else [])
    assert (own.counts.escalated, own.counts.seconded) == (is_enlarged, is_second)


def test_the_second_reader_is_asked_once_about_what_is_larger_than_a_card() -> None:
    kind = Slow()
    for tries in range(TRIES):
        reader(kind).read(FRAME, [region(tries, side=600)])
    assert kind.second == [(600, 600)]


@pytest.mark.parametrize("tries", range(TRIES))
def test_a_restless_region_is_glanced_at_only(tries: int) -> None:
    kind = Slow()
    (reading,) = reader(kind).read(FRAME, [region(tries, restless=True)])
    assert (reading.marks, kind.first, kind.second) == ([], [], [])


@pytest.mark.parametrize("restless", [False, True])
@pytest.mark.parametrize(
    ("marks", "side", "read"), [(1, 200, [(200, 200)]), (2, 200, []), (1, 600, []), (2, 600, [])], ids=str
)
def test_a_glance_that_shows_one_mark_of_a_card_is_followed_by_a_longer_look(
    marks: int, side: int, read: list[tuple[int, int]], *, restless: bool
) -> None:
    kind = Slow(glanced=(Mark(0, "SA", ((0, 0), (9, 0), (9, 9), (0, 9))),) * marks)
    reader(kind).read(FRAME, [region(side=side, restless=restless)])
    assert kind.first == read


def test_a_region_too_large_for_a_card_is_not_enlarged() -> None:
    kind = Slow()
    reader(kind).read(FRAME, [region(TRIES - 1, side=900)])
    assert kind.first == [(900, 900)]


def test_marks_of_an_enlarged_region_are_told_in_pixels_of_the_frame() -> None:
    corners = ((9.5, 19.5), (29.5, 19.5), (29.5, 39.5), (9.5, 39.5))
    own = reader(Slow(found=(Mark(0, "SA", corners), Mark(3, "SA", corners))))
    (reading,) = own.read(FRAME, [region(ENLARGE)])
    assert reading.marks[0].corners == ((44.5, 89.5), (54.5, 89.5), (54.5, 99.5), (44.5, 99.5))
    assert own.counts.refused == 1
    (mark,) = own.tile(FRAME, 100, 200, 300, 400)
    assert (mark.deck, mark.corners[0]) == (0, (109.5, 219.5))


def test_a_tile_is_enlarged_where_marks_may_be_too_small_to_be_read_as_they_are() -> None:
    kind = Slow(found=(Mark(0, "SA", ((9.5, 19.5), (29.5, 19.5), (29.5, 39.5), (9.5, 39.5))),))
    own = reader(kind)
    own.smallest_px = 6
    (mark,) = own.tile(FRAME, 100, 200, 300, 400)
    assert kind.first == [(400, 400)]
    assert mark.corners[0] == (104.5, 209.5)


@given(st.integers(0, 100), st.integers(0, 100), st.integers(1, 4000), st.integers(1, 3000), st.integers(200, 600))
def test_tiles_cover_the_field_and_hold_every_mark_whole(left: int, top: int, wide: int, high: int, side: int) -> None:
    overlap = 60
    found = tiles((left, top, left + wide, top + high), side, overlap)
    for start, end, low, high_end in ((left, left + wide, 0, 2), (top, top + high, 1, 3)):
        spans = sorted({(tile[low], tile[high_end]) for tile in found})
        assert spans[0][0] == start
        assert spans[-1][1] == end
        assert all(this[1] - that[0] >= overlap for this, that in pairwise(spans))
        assert all(b - a <= side + 1 or len(spans) == 1 for a, b in spans)


def turns(survey: TileSweep) -> Iterator[tuple[int, int, int, int]]:
    for _ in survey.tiles:
        yield survey.next_tile()


def test_a_hurried_survey_goes_over_everything_once() -> None:
    survey = TileSweep(tiles((0, 0, 1920, 1080), 500, 90))
    assert survey.hurried == 0
    survey.hurry()
    assert sorted(turns(survey)) == sorted(survey.tiles)
    assert survey.hurried == 0


@pytest.mark.parametrize(("kind", "px_a_mm"), [("aruco", 2.1), ("aruco", 3.2), ("qr_zxing", 2.1)])
def test_no_place_is_flat_that_shows_a_mark_of_the_least_contrast(kind: str, px_a_mm: float) -> None:
    marks, beside = load(kind, [0]), round(5 * px_a_mm)
    for card in some(CARDS):
        mark = marks.draw(0, card, round(marks.mark_mm * px_a_mm))
        seen = np.pad(np.where(mark > 127, 116, 100).astype(np.uint8), beside, constant_values=116)
        assert not is_flat(seen, 0, 0, seen.shape[1], seen.shape[0])


def test_the_mat_in_grain_is_flat() -> None:
    cloth = np.random.default_rng(1).normal(90, 4, (80, 80)).astype(np.uint8)
    assert is_flat(cloth, 0, 0, 80, 80)
