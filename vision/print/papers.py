"""Papers, and how many things of one size a page holds; millimetres throughout."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

MARGIN_MM: Final = 8.0
"""White edge of a sheet: home printers leave up to 5 mm blank, the rest is for a crooked feed."""

HEAD_MM: Final = 15.0
"""Distance from the paper's upper edge to the first thing below the title; as much is free at the foot."""


class PaperError(ValueError):
    """A paper that nobody prints on here, or one too small for what is to be printed."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright unless turned."""

    name: str
    width_mm: float
    height_mm: float

    def turn(self) -> "Paper":
        """Turn the sheet to lie on its long side."""
        return Paper(self.name, self.height_mm, self.width_mm)


PAPERS: Final[Mapping[str, Paper]] = {
    paper.name: paper
    for paper in (
        Paper("A4", 210, 297),
        Paper("Letter", 215.9, 279.4),
        Paper("A3", 297, 420),
        Paper("A2", 420, 594),
    )
}
"""ISO 216 and ANSI sizes that printers take."""


def paper(name: str) -> Paper:
    """Return the paper of that name, in any case; raises PaperError, which lists all papers."""
    found = {known.lower(): sheet for known, sheet in PAPERS.items()}.get(name.lower())
    if found is None:
        raise PaperError(f"there is no paper {name!r}; there are {', '.join(PAPERS)}")
    return found


@dataclass(frozen=True, slots=True)
class PaperCell:
    """The printed place of one thing of a grid."""

    page: int
    """Page number, from 0."""
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class PaperGrid:
    """Equal boxes in rows and columns, centred on the page so that fronts and backs meet in a duplex print."""

    sheet: Paper
    width_mm: float
    height_mm: float
    gutter_mm: float = 0
    """Gap between columns."""

    def __post_init__(self) -> None:
        """Refuse boxes that no page holds; raises PaperError."""
        if self.columns < 1 or self.rows < 1:
            raise PaperError(f"paper {self.sheet.name} is too small; take a larger one")

    @property
    def columns(self) -> int:
        """The number of boxes side by side."""
        room = self.sheet.width_mm - 2 * MARGIN_MM + self.gutter_mm
        return int(room // (self.width_mm + self.gutter_mm))

    @property
    def rows(self) -> int:
        """The number of boxes below each other, between head and foot."""
        return int((self.sheet.height_mm - 2 * HEAD_MM) // self.height_mm)

    @property
    def page_holds(self) -> int:
        """Boxes on a full page."""
        return self.columns * self.rows

    @property
    def xs(self) -> tuple[float, ...]:
        """Left edges of the columns, mm from the paper's left edge."""
        step = self.width_mm + self.gutter_mm
        left = (self.sheet.width_mm - (self.columns * step - self.gutter_mm)) / 2
        return tuple(left + column * step for column in range(self.columns))

    @property
    def ys(self) -> tuple[float, ...]:
        """Upper edges of the rows, mm from the paper's upper edge."""
        top = (self.sheet.height_mm - self.rows * self.height_mm) / 2
        return tuple(top + row * self.height_mm for row in range(self.rows))

    def pages(self, count: int) -> int:
        """Count the pages that so many boxes take."""
        return -(-count // self.page_holds)

    def cells(self, count: int) -> Iterator[PaperCell]:
        """Place each of so many boxes, row by row."""
        for number in range(count):
            page, place = divmod(number, self.page_holds)
            row, column = divmod(place, self.columns)
            yield PaperCell(page, self.xs[column], self.ys[row])


LABEL_WIDTH_MM: Final = 17.0
"""White to the card's edge, the mark, and more than a module of white inwards."""
LABEL_HEIGHT_MM: Final = 22.0
QR_WIDTH_MM: Final = 20.0


def label_grid(paper: Paper) -> PaperGrid:
    """Lay out the stickers of each card on a sheet: the four corner labels side by side, then the QR.

    Raises:
        PaperError: the paper is too small.
    """
    return PaperGrid(paper, 4 * LABEL_WIDTH_MM + QR_WIDTH_MM, LABEL_HEIGHT_MM, gutter_mm=5)
