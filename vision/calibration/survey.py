"""Survey of the seats' areas: scale, sharpness, light, and the expected share of cards noticed and read."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import Final, TypeAlias

from groundwork.picture import Gray
from vision.base.observation import Point
from vision.calibration.collect import Collector
from vision.calibration.conditions import MatConditions
from vision.calibration.glare import clipped_shares, light_in
from vision.calibration.noticing import MatPictures, NoticingTrial, try_noticing
from vision.calibration.read_rate import Conditions, RateCache, Remedy, remedies, worst_and_best
from vision.marks import symbologies
from vision.mat.edges import GAUSS
from vision.mat.geometry import Calibration
from vision.mat.layout import AREAS, Area, Mat

CELL_MM: Final = 40
"""About the side of a cell of the map."""


@dataclass(frozen=True, slots=True)
class AreaReport:
    """Report on one seat's area."""

    seat: int
    px_per_mm: float
    """Resolution in the direction in which the picture is smallest there."""
    edge_mm: float
    """Width of a black edge from 10 to 90 %, the pixels' own size left out."""
    contrast: float
    """Grey levels between black and white."""
    mean: float
    """Grey level, the cloth included."""
    clipped: float
    """Share of its pixels that are white with light."""
    rate: float
    """Share of the cards lying there that should be noticed and read; under glare none."""


@dataclass(frozen=True, slots=True)
class MatCell:
    """A small place on the mat."""

    centre_mm: Point
    size_mm: Point
    """Width and height."""
    rate: float
    """Share of the cards with their middle there that should be noticed and read."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The whole mat."""

    areas: tuple[AreaReport, ...]
    whites: tuple[float, float, float, float]
    """Grey level of the white at each corner mark."""
    flicker: float
    """Change of brightness from frame to frame, as a share."""
    cells: tuple[MatCell, ...] = ()
    """The mat in squares of about `CELL_MM`, row by row."""
    remedies: tuple[Remedy, ...] = ()
    """Remedies for the area in which fewest cards are read, if the reason is not glare."""
    noticing: NoticingTrial = field(default_factory=NoticingTrial)
    """Share noticed of the cards that can be read."""


SurveyProgress: TypeAlias = Callable[[int, int], None]
"""Called with how many of the survey's steps are done, and how many there are."""


def make_survey(
    mat: Mat,
    seats: int,
    calibration: Calibration,
    seen: Collector,
    symbology: str,
    deck: int,
    advance: SurveyProgress = lambda _done, _all: None,
) -> Survey:
    """Survey the last view.

    Args:
        mat: what lies on the table.
        seats: 2 to 5.
        calibration: of the last view.
        seen: the frames.
        symbology: name of the kind of marks on the cards.
        deck: one of the table's decks.
        advance: hears of each step: a map of places takes minutes where few of the cards are read.

    Raises:
        KeyError: the number of seats is not 2 to 5.
        MatNotSeenError: no frame showed all four corner marks.
        UnknownSymbologyError: there is no such kind of mark.
    """
    here, book = MatConditions(mat, calibration, seen), RateCache(symbologies.load(symbology, (deck,)), deck)
    centres = _centres(mat)
    # Where the worst of everything is good enough, or the best no better, that tells it of the whole mat.
    for end in worst_and_best(here.at(centre) for centre in centres):
        book.rate(end)
    clipped = clipped_shares(seen.last(), mat, calibration, centres)
    rates, steps = dict[Point, float](), len(centres) + 2
    for centre in centres:
        advance(len(rates), steps)
        rates[centre] = book.rate(here.at(centre))
    advance(len(centres), steps)
    noticed = try_noticing(MatPictures(mat, seats, calibration, seen.still()), here, symbology, deck)
    seat_areas = enumerate(AREAS[seats])
    found = (_area(seat, area, here, rates, seen.last(), calibration) for seat, area in seat_areas)
    areas = tuple(replace(area, rate=area.rate * noticed.share) for area in found)
    advance(len(centres) + 1, steps)
    helping = remedies(_poorest(here, rates, seats), book)
    advance(steps, steps)
    return Survey(
        areas,
        here.whites,
        seen.flicker,
        tuple(
            MatCell(centre, _cell_size(mat), rates[centre] * (1 - share) * noticed.share)
            for centre, share in zip(centres, clipped, strict=True)
        ),
        helping,
        noticed,
    )


def _centres(mat: Mat) -> tuple[Point, ...]:
    """List the middles of the map's cells, millimetres, row by row."""
    wide, high = _cell_size(mat)
    columns, rows = round(mat.width_mm / wide), round(mat.height_mm / high)
    return tuple(((column + 0.5) * wide, (row + 0.5) * high) for row in range(rows) for column in range(columns))


def _cell_size(mat: Mat) -> Point:
    """Width and height of a cell, mm, so that whole ones fill the mat."""
    return mat.width_mm / round(mat.width_mm / CELL_MM), mat.height_mm / round(mat.height_mm / CELL_MM)


def _area(
    seat: int, area: Area, here: MatConditions, rates: Mapping[Point, float], gray: Gray, calibration: Calibration
) -> AreaReport:
    middle = here.at(area.centre)
    mean_level, clipped = light_in(gray, calibration, area)
    rate = mean(rates[place] for place in _within(area, rates))
    return AreaReport(
        seat,
        middle.px_per_mm,
        GAUSS * middle.blur_px / middle.px_per_mm,
        middle.light - middle.dark,
        mean_level,
        clipped,
        rate * (1 - clipped),
    )


def _within(area: Area, places: Iterable[Point]) -> list[Point]:
    return [place for place in places if area.contains(*place)]


def _poorest(here: MatConditions, rates: Mapping[Point, float], seats: int) -> Conditions:
    """Return the conditions at the place in the seats' areas where fewest cards are read."""
    places = [place for area in AREAS[seats] for place in _within(area, rates)]
    return here.at(min(places, key=lambda place: rates[place]))
