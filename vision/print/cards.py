"""Whole playing cards to be cut out, and their uniform backs."""

from pathlib import Path
from typing import Final

from vision.faces.brush import PrintInk
from vision.mat.layout import CardSize
from vision.print.card_faces import draw_face
from vision.print.furniture import Heading, crop_marks
from vision.print.labels import Deck
from vision.print.papers import Paper, PaperGrid
from vision.print.pdf import WHITE, Pen
from vision.words.sheets import phrase

_BACK: Final[PrintInk] = (78, 104, 158)
_BACK_LIGHT: Final[PrintInk] = (150, 170, 208)
_BACK_EDGE_MM: Final = 4.0
_LOZENGE_MM: Final = 4.5


def whole_cards(deck: Deck, size: CardSize, paper: Paper, backs: bool = False, font: Path | None = None) -> bytes:
    """Draw the cards of a deck with faces and marks, as a PDF.

    Args:
        deck: which cards.
        size: of a card.
        paper: of every page.
        backs: whether each page of faces is followed by one of backs, for a printer that prints on both sides.
        font: a TrueType file for letters that the built-in face lacks.

    Raises:
        UnknownCardError: no mark stands for one of the cards, or the deck's number is not 0 to 5.
        PaperError: the paper is too small.
        FontError: the font cannot be embedded.
    """
    grid, lang = PaperGrid(paper, size.width_mm, size.height_mm), deck.words.lang
    sides = 2 if backs else 1
    title = f"Schiri · {deck.name} · {phrase('deck', lang)} {deck.number} · {phrase('cards', lang)}"
    heading = Heading(title, phrase("cut", lang), lang, grid.pages(len(deck.cards)) * sides)
    pen, placed = Pen(paper, title, font), list(zip(deck.cards, grid.cells(len(deck.cards)), strict=True))
    for page in range(grid.pages(len(deck.cards))):
        if page:
            pen.next_page()
        heading.draw(pen, page * sides)
        crop_marks(pen, grid)
        for card, cell in placed:
            if cell.page == page:
                with pen.at(cell.x_mm, cell.y_mm):
                    draw_face(pen, deck, card, size)
        if backs:
            pen.next_page()
            _page_of_backs(pen, grid, size)
    return pen.finish()


def _page_of_backs(pen: Pen, grid: PaperGrid, size: CardSize) -> None:
    """Every place of the grid, full or not, for pages of faces are turned over along their long edge."""
    for y in grid.ys:
        for x in grid.xs:
            with pen.at(x, y):
                draw_back(pen, size)


def draw_back(pen: Pen, size: CardSize) -> None:
    """Print a card's back, its upper left corner at the origin: the same either way up, with white at the edge."""
    wide, tall = size.width_mm - 2 * _BACK_EDGE_MM, size.height_mm - 2 * _BACK_EDGE_MM
    pen.box(_BACK_EDGE_MM, _BACK_EDGE_MM, wide, tall, _BACK, round_mm=2)
    columns, rows = int((wide - 4) // _LOZENGE_MM), int((tall - 4) // _LOZENGE_MM)
    step_x, step_y = (wide - 4) / columns, (tall - 4) / rows
    left, top = _BACK_EDGE_MM + 2 + step_x / 2, _BACK_EDGE_MM + 2 + step_y / 2
    centres = [(left + column * step_x, top + row * step_y) for row in range(rows) for column in range(columns)]
    half_x, half_y = step_x * 0.42, step_y * 0.42
    lozenges = [[(x - half_x, y), (x, y - half_y), (x + half_x, y), (x, y + half_y)] for x, y in centres]
    pen.polygons(lozenges, _BACK_LIGHT)
    pen.box(_BACK_EDGE_MM + 1, _BACK_EDGE_MM + 1, wide - 2, tall - 2, edge=WHITE, line_mm=0.4, round_mm=1.5)
