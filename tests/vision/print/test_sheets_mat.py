"""The mat, rendered and read back by the finder of the mat."""

import numpy as np
import pytest

from tests.support.vision.pages import PX_PER_MM, box_mm, mm, pages, sizes_mm, texts, words_without_a_face
from vision.base.observation import Corners
from vision.marks.identity import CORNERS
from vision.marks.squares import SquareReader
from vision.mat import finder
from vision.mat.layout import AREAS, PLACES, Mat
from vision.print.mat_sheets import mat_sheets
from vision.print.papers import PAPERS
from vision.print.pdf import is_embedded
from vision.print.tiling import tiling
from vision.print.verify import side
from vision.words.cards import LANGS, Lang
from vision.words.sheets import phrase

WITHIN_MM = 0.2
MAT = Mat()


@pytest.mark.parametrize("paper", PAPERS)
def test_corner_marks_stand_where_the_mat_says_on_every_paper(paper: str) -> None:
    laid = tiling(MAT, PAPERS[paper])
    found: dict[int, tuple[float, float]] = {}
    for tile, page in zip(laid.tiles, pages(mat_sheets(MAT, 4, PAPERS[paper], "en")), strict=True):
        left = (laid.paper.width_mm - tile.width_mm) / 2 - tile.left_mm
        top = (laid.paper.height_mm - tile.height_mm) / 2 - tile.top_mm
        for number, outline in SquareReader(CORNERS).read(page):
            assert number not in found
            on_page = mm(outline)
            assert side_of(outline) == pytest.approx(MAT.corner_mm, abs=WITHIN_MM)
            assert on_page[0] == pytest.approx(on_page.min(axis=0), abs=WITHIN_MM)
            x, y = on_page.mean(axis=0)
            found[number] = (x - left, y - top)
    assert sorted(found) == list(CORNERS)
    seen = [found[number] for number in CORNERS]
    assert np.array(seen) == pytest.approx(np.array(MAT.corner_centres), abs=WITHIN_MM)


def side_of(outline: Corners) -> float:
    return side(outline) / PX_PER_MM


@pytest.mark.parametrize("seats", AREAS)
def test_one_sheet_is_the_mat_that_the_eyes_calibrate_on(seats: int) -> None:
    [page] = pages(mat_sheets(MAT, seats, PAPERS["A2"], "fr"))
    calibration = finder.find(MAT, page)
    paper = PAPERS["A2"].turn()
    left, top = (paper.width_mm - MAT.width_mm) / 2, (paper.height_mm - MAT.height_mm) / 2
    points = np.array([(50.0, 50.0), (300, 170), (550, 290)])
    on_mat = calibration.mm((points + np.array((left, top))) * PX_PER_MM)
    assert on_mat == pytest.approx(points, abs=WITHIN_MM)
    for area in (*AREAS[seats], *(place.area for place in PLACES[seats])):
        y = top + area.bottom_mm
        edge = box_mm(page, left + area.left_mm + 10, y - 0.6, left + area.right_mm - 10, y + 0.6)
        assert float((edge.min(axis=0) < 200).mean()) > 0.5


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_printed_on_the_papers_edge(paper: str) -> None:
    sheet = tiling(MAT, PAPERS[paper]).paper
    pdf = mat_sheets(MAT, 5, PAPERS[paper], "de")
    assert set(sizes_mm(pdf)) == {(sheet.width_mm, sheet.height_mm)}
    for page in pages(pdf):
        inner = box_mm(page, 4.9, 4.9, sheet.width_mm - 4.9, sheet.height_mm - 4.9)
        assert np.count_nonzero(page < 255) == np.count_nonzero(inner < 255)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", AREAS)
def test_seats_and_places_are_named_in_the_players_language(lang: Lang, seats: int) -> None:
    pdf = mat_sheets(MAT, seats, PAPERS["A2"], lang)
    [embedded] = texts(pdf)
    named = [f"{phrase('seat', lang)} {seat}" for seat in range(1, seats + 1)]
    named += [phrase(kind, lang) for place in PLACES[seats] for kind in place.kinds]
    # Where the face changes within a name that stands on its head, the parts are told in another order.
    printed = {True: embedded, False: words_without_a_face(pdf)}
    assert [part for name in named for part in name.split() if part not in printed[is_embedded(part)]] == []
    seat_word = phrase("seat", lang)
    assert printed[is_embedded(seat_word)].count(seat_word) == seats


def test_every_tile_has_its_ruler_and_says_where_it_belongs() -> None:
    words = texts(mat_sheets(MAT, 4, PAPERS["A4"], "en"))
    assert [
        place for place, page in zip(("A1", "A2", "A3", "B1", "B2", "B3"), words, strict=True) if place not in page
    ] == []
    assert ["100 mm" in page for page in words] == [True] * 6
