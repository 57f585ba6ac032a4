"""Papers, grids, tiles and places: what is laid out before anything is drawn."""

from itertools import combinations

import pytest

from tests.support.loops import some
from vision.mat.layout import AREAS, CARD_SIZES, PLACES, Area, Mat, place_at, seat_at
from vision.print.papers import (
    HEAD_MM,
    LABEL_HEIGHT_MM,
    LABEL_WIDTH_MM,
    MARGIN_MM,
    PAPERS,
    QR_WIDTH_MM,
    Paper,
    PaperError,
    PaperGrid,
    paper,
)
from vision.print.tiling import EDGE_MM, GLUE_MM, tiling

BOXES = [
    *((size.width_mm, size.height_mm, 0.0) for size in CARD_SIZES.values()),
    (4 * LABEL_WIDTH_MM + QR_WIDTH_MM, LABEL_HEIGHT_MM, 5.0),
]
MAT = Mat()
WHITE_MM = MAT.corner_mm / 8


def meet(one: Area, other: Area) -> bool:
    beside = one.right_mm <= other.left_mm or other.right_mm <= one.left_mm
    return not (beside or one.bottom_mm <= other.top_mm or other.bottom_mm <= one.top_mm)


def corner_boxes() -> list[Area]:
    """The corner marks with a module of white around."""
    half = MAT.corner_mm / 2 + WHITE_MM
    return [Area(x - half, y - half, x + half, y + half, 0) for x, y in MAT.corner_centres]


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("count", [1, 36, 78])
def test_a_grid_fills_pages_inside_the_margins_without_overlap(
    name: str, box: tuple[float, float, float], count: int
) -> None:
    grid = PaperGrid(PAPERS[name], *box)
    cells = list(grid.cells(count))
    assert len(cells) == len(set(cells)) == count
    assert {cell.page for cell in cells} == set(range(grid.pages(count)))
    for cell in cells:
        assert MARGIN_MM - 1e-9 <= cell.x_mm <= PAPERS[name].width_mm - MARGIN_MM - box[0] + 1e-9
        assert HEAD_MM - 1e-9 <= cell.y_mm <= PAPERS[name].height_mm - HEAD_MM - box[1] + 1e-9
    boxes = [Area(c.x_mm, c.y_mm, c.x_mm + box[0] - 1e-9, c.y_mm + box[1] - 1e-9, 0) for c in cells if c.page == 0]
    assert not any(meet(a, b) for a, b in combinations(boxes, 2))


def test_a_grid_is_the_same_seen_from_the_back() -> None:
    """Turned over its long edge a page of fronts lies on one of backs."""
    grid = PaperGrid(PAPERS["A4"], 61, 112)
    assert sorted(210 - x - 61 for x in grid.xs) == pytest.approx(grid.xs)


def test_papers_are_named_in_any_case_and_too_small_ones_refused() -> None:
    assert [paper(name) for name in ("a4", "LETTER", "A3", "a2")] == list(PAPERS.values())
    with pytest.raises(PaperError, match=r"'B5'.*A4, Letter, A3, A2"):
        paper("B5")
    with pytest.raises(PaperError, match="A9 is too small"):
        PaperGrid(Paper("A9", 37, 52), 63, 88)
    with pytest.raises(PaperError, match="A6 is too small"):
        tiling(MAT, Paper("A6", 105, 148))


@pytest.mark.parametrize(("name", "sheets"), [("A4", 6), ("Letter", 6), ("A3", 3), ("A2", 1)])
def test_tiles_cover_the_mat_and_overlap_by_the_glue_strip(name: str, sheets: int) -> None:
    tiles = tiling(MAT, PAPERS[name]).tiles
    assert len(tiles) == sheets
    rights = [tile.left_mm + tile.width_mm for tile in tiles]
    belows = [tile.top_mm + tile.height_mm for tile in tiles]
    edges = (min(t.left_mm for t in tiles), min(t.top_mm for t in tiles), max(rights), max(belows))
    assert edges == pytest.approx((0, 0, MAT.width_mm, MAT.height_mm))
    by_place = {(tile.row, tile.column): tile for tile in tiles}
    for (row, column), tile in by_place.items():
        assert tile.glue_right == ((row, column + 1) in by_place)
        assert tile.glue_below == ((row + 1, column) in by_place)
        if tile.glue_right:
            assert tile.left_mm + tile.width_mm - by_place[row, column + 1].left_mm == pytest.approx(GLUE_MM)
        if tile.glue_below:
            assert tile.top_mm + tile.height_mm - by_place[row + 1, column].top_mm == pytest.approx(GLUE_MM)


@pytest.mark.parametrize("name", PAPERS)
def test_no_corner_mark_is_cut_or_glued(name: str) -> None:
    laid = tiling(MAT, PAPERS[name])
    for box in some(corner_boxes()):
        touched = [
            tile
            for tile in laid.tiles
            if meet(box, Area(tile.left_mm, tile.top_mm, tile.left_mm + tile.width_mm, tile.top_mm + tile.height_mm, 0))
        ]
        assert len(touched) == 1


@pytest.mark.parametrize("name", PAPERS)
def test_corner_marks_keep_off_the_printers_blank_edge(name: str) -> None:
    laid = tiling(MAT, PAPERS[name])
    for tile in some(laid.tiles):
        left = (laid.paper.width_mm - tile.width_mm) / 2
        nearest = min(abs(x - tile.left_mm) for x, _ in MAT.corner_centres) - MAT.corner_mm / 2
        assert left + nearest >= EDGE_MM


@pytest.mark.parametrize("seats", AREAS)
def test_places_lie_on_the_mat_clear_of_seats_marks_and_each_other(seats: int) -> None:
    places = [place.area for place in PLACES[seats]]
    others = [*AREAS[seats], *corner_boxes()]
    assert not any(meet(place, other) for place in places for other in others)
    assert not any(meet(a, b) for a, b in combinations(places, 2))
    assert all(0 < p.left_mm < p.right_mm < 600 and 0 < p.top_mm < p.bottom_mm < 340 for p in places)
    assert [seat_at(*place.centre, seats) for place in places] == [None] * len(places)
    assert [place_at(*place.area.centre, seats) for place in PLACES[seats]] == list(PLACES[seats])
    assert [place_at(*area.centre, seats) for area in AREAS[seats]] == [None] * seats


def test_every_game_finds_its_places() -> None:
    kinds = {seats: {kind for place in PLACES[seats] for kind in place.kinds} for seats in PLACES}
    assert kinds == {
        2: {"blind", "stock", "upcard", "place-commands"},
        3: {"blind", "dog", "place-commands"},
        4: {"dog", "place-commands"},
        5: {"dog", "place-commands"},
    }
