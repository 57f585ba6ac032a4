"""Command cards: with them an evening needs no screen."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from vision.faces import cards as faces
from vision.faces.brush import PrintInk, twice
from vision.faces.signs import sign
from vision.marks.identity import command_number
from vision.mat.layout import CardSize
from vision.print.card_faces import ART_TOP_MM
from vision.print.furniture import Heading, crop_marks
from vision.print.papers import Paper, PaperGrid
from vision.print.pdf import Pen
from vision.print.stamps import corner_marks
from vision.words.cards import Lang, Suits
from vision.words.sheets import phrase

_SUITS: Final = {"spades": "SA", "hearts": "HA", "diamonds": "DA", "clubs": "CA"}
"""A card of the suit that a contract names."""
_BAND: Final[PrintInk] = (40, 74, 96)
_PANEL: Final[PrintInk] = (255, 244, 204)
_EDGE_MM: Final = 3.0


def command_cards(
    labels: Mapping[str, str],
    size: CardSize,
    paper: Paper,
    lang: Lang,
    title: str,
    font: Path | None = None,
    suits: Suits = "swiss",
) -> bytes:
    """Draw the cards of these commands, as a PDF.

    Args:
        labels: what stands on each card, by its command, a name in `identity.COMMANDS`.
        size: of a card.
        paper: of every page.
        lang: of the words around the labels.
        title: for whom they are: a game's name.
        font: a TrueType file for letters that the built-in face lacks.
        suits: whose signs stand beside the French ones.

    Raises:
        UnknownCardError: there is no such command.
        PaperError: the paper is too small.
        FontError: the font cannot be embedded.
    """
    grid = PaperGrid(paper, size.width_mm, size.height_mm)
    head = f"Schiri · {phrase('commands', lang)} · {title}"
    heading = Heading(head, phrase("cut", lang), lang, grid.pages(len(labels)))
    pen, page = Pen(paper, head, font), -1
    for (command, label), cell in zip(labels.items(), grid.cells(len(labels)), strict=True):
        if cell.page != page:
            if cell.page:
                pen.next_page()
            page = cell.page
            heading.draw(pen, page)
            crop_marks(pen, grid)
        with pen.at(cell.x_mm, cell.y_mm):
            _command(pen, command, label, size, lang, suits)
    return pen.finish()


def _command(pen: Pen, command: str, label: str, size: CardSize, lang: Lang, suits: Suits) -> None:
    number, wide = command_number(command), size.width_mm - 2 * _EDGE_MM
    corner_marks(pen, number, size, faces.QUIET_MM)
    pen.box(_EDGE_MM, ART_TOP_MM, wide, size.height_mm - 2 * ART_TOP_MM, _PANEL, _BAND, 1.0, 3)
    twice(pen, size, partial(_half, pen, command, label, size, lang))
    suit = _SUITS.get(command)
    if suit is None:
        pen.box(_EDGE_MM + 6, size.height_mm / 2 - 0.5, wide - 12, 1, _BAND)
    else:
        kinds: tuple[Suits, ...] = ("french",) if suits == "french" else ("french", suits)
        for kind, left in zip(kinds, (-8, 8) if kinds[1:] else (0,), strict=True):
            sign(pen, suit, kind, size.width_mm / 2 + left, size.height_mm / 2, 11)


def _half(pen: Pen, command: str, label: str, size: CardSize, lang: Lang) -> None:
    middle, top = size.width_mm / 2, ART_TOP_MM
    pen.text("Schiri", middle, 7, 3.2, _BAND, "m", bold=True)
    pen.text(phrase("command", lang), middle, 11, 2.4, _BAND, "m")
    y = (top + size.height_mm / 2) / 2 - (2 if command in _SUITS else 0)
    pen.text(label, middle, y, 9, anchor="m", bold=True, fit_mm=size.width_mm - 16)
