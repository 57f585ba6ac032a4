"""The table mat: corner marks, the seats' areas, places for what is no play."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Final

from vision.faces.brush import PrintInk
from vision.marks.identity import CORNERS
from vision.mat.layout import AREAS, PLACES, Area, Mat, PlaceKind, PrintedPlace
from vision.print.furniture import ruler
from vision.print.papers import Paper
from vision.print.pdf import GRAY, Pen
from vision.print.stamps import fiducial, stamp
from vision.print.tiling import EDGE_MM, GLUE_MM, Tile, tiling
from vision.words.cards import Lang
from vision.words.sheets import phrase

_SEAT: Final[PrintInk] = (70, 120, 110)
_PLACE: Final[PrintInk] = (120, 120, 130)
_GLUE: Final[PrintInk] = (225, 225, 225)
_SMALL_MM: Final = 2.5
_ROUND_MM: Final = 4.0


def mat_sheets(
    mat: Mat,
    seats: int,
    paper: Paper,
    lang: Lang,
    font: Path | None = None,
    without: Collection[PlaceKind] = (),
) -> bytes:
    """Draw the mat for so many seats, as a PDF of one sheet or of sheets to be glued together.

    Args:
        mat: its size and its corner marks; what the camera is told is what is printed.
        seats: 2 to 5.
        paper: upright; it is turned where that saves sheets.
        lang: of the words on it.
        font: a TrueType file for letters that the built-in face lacks.
        without: places that the game on it does not use.

    Raises:
        PaperError: the paper is too small.
        KeyError: the number of seats is not 2 to 5.
        FontError: the font cannot be embedded.
    """
    laid = tiling(mat, paper)
    pen = Pen(laid.paper, f"Schiri · {phrase('mat', lang)} · {seats}", font)
    for number, tile in enumerate(laid.tiles):
        if number:
            pen.next_page()
        _sheet(pen, mat, seats, lang, tile, without)
        _margin(pen, tile, lang, number + 1, len(laid.tiles))
    return pen.finish()


def _origin(pen: Pen, tile: Tile) -> tuple[float, float]:
    """Find the tile's upper left corner on its sheet."""
    return (pen.paper.width_mm - tile.width_mm) / 2, (pen.paper.height_mm - tile.height_mm) / 2


def _sheet(pen: Pen, mat: Mat, seats: int, lang: Lang, tile: Tile, without: Collection[PlaceKind]) -> None:
    x, y = _origin(pen, tile)
    left = max(x, EDGE_MM)
    with (
        pen.within(left, y, min(tile.width_mm, pen.paper.width_mm - 2 * left), tile.height_mm),
        pen.at(x - tile.left_mm, y - tile.top_mm),
    ):
        _glue_strips(pen, tile, lang)
        _draw_mat(pen, mat, seats, lang, without)
    if tile.column:
        _dashes(pen, (x, y), (x, y + tile.height_mm))
    if tile.row:
        _dashes(pen, (x, y), (x + tile.width_mm, y))


def _draw_mat(pen: Pen, mat: Mat, seats: int, lang: Lang, without: Collection[PlaceKind]) -> None:
    """Draw the whole mat at the origin."""
    for seat, area in enumerate(AREAS[seats]):
        _seat(pen, seat, area, lang)
    for place in PLACES[seats]:
        if used := tuple(kind for kind in place.kinds if kind not in without):
            _place(pen, replace(place, kinds=used), lang)
    half = mat.corner_mm / 2
    for number, (x, y) in zip(CORNERS, mat.corner_centres, strict=True):
        stamp(pen, fiducial(number), x - half, y - half, mat.corner_mm)


def _seat(pen: Pen, seat: int, area: Area, lang: Lang) -> None:
    """Outline and number, legible from the seat's own side."""
    wide, tall = area.right_mm - area.left_mm, area.bottom_mm - area.top_mm
    pen.box(area.left_mm, area.top_mm, wide, tall, edge=_SEAT, line_mm=0.8, round_mm=_ROUND_MM)
    deep = tall if area.turn in (0, 180) else wide
    with pen.at(*area.centre, area.turn):
        pen.text(f"{phrase('seat', lang)} {seat + 1}", 0, deep / 2 - 12, 7, _SEAT, "m", bold=True)


def _place(pen: Pen, place: PrintedPlace, lang: Lang) -> None:
    area = place.area
    wide, tall = area.right_mm - area.left_mm, area.bottom_mm - area.top_mm
    pen.box(area.left_mm, area.top_mm, wide, tall, None, _PLACE, 0.5, _ROUND_MM, (3, 2))
    words = " / ".join(phrase(kind, lang) for kind in place.kinds)
    pen.text(words, *area.centre, 6, _PLACE, "m", fit_mm=wide - 8)


def _glue_strips(pen: Pen, tile: Tile, lang: Lang) -> None:
    """Grey strips that the next sheets cover; the drawing goes on over them, to lay the sheets true."""
    right, bottom, words = tile.left_mm + tile.width_mm, tile.top_mm + tile.height_mm, phrase("glue", lang)
    if tile.glue_right:
        pen.box(right - GLUE_MM, tile.top_mm, GLUE_MM, tile.height_mm, _GLUE)
        with pen.at(right - GLUE_MM / 2, tile.top_mm + tile.height_mm / 2, 90):
            pen.text(words, 0, 0, _SMALL_MM, GRAY, "m")
    if tile.glue_below:
        pen.box(tile.left_mm, bottom - GLUE_MM, tile.width_mm, GLUE_MM, _GLUE)
        pen.text(words, tile.left_mm + tile.width_mm / 2, bottom - GLUE_MM / 2, _SMALL_MM, GRAY, "m")


def _dashes(pen: Pen, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Mark the cut before a sheet is glued on its neighbour's strip: strokes in the margin and along the way."""
    pen.line(start, end, GRAY, 0.15, (2, 2))
    along_x = start[1] == end[1]
    for x, y, away in ((*start, -1), (*end, 1)):
        pen.line((x, y), (x + 5 * away, y) if along_x else (x, y + 5 * away), line_mm=0.3)


def _margin(pen: Pen, tile: Tile, lang: Lang, number: int, count: int) -> None:
    """Print the sheet's words of itself, where the mat leaves room, and a ruler there."""
    if count == 1:
        pen.text(f"Schiri · {phrase('mat', lang)}", pen.paper.width_mm / 2, 8, _SMALL_MM + 1, anchor="m")
        ruler(pen, lang)
        return
    place = f"{chr(ord('A') + tile.row)}{tile.column + 1}"
    words = f"Schiri · {phrase('mat', lang)} · {number}/{count} · {place} · {phrase('trim', lang)}"
    pen.text(words, 8, 7, _SMALL_MM, fit_mm=pen.paper.width_mm - 16)
    ruler(pen, lang)
