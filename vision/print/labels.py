"""Sticker sheets: for each card four corner labels and a QR, to be cut out and stuck on a deck that one has."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from vision.faces import cards as faces
from vision.faces.brush import BLACK
from vision.faces.signs import sign
from vision.marks.identity import number_of, printed
from vision.marks.qr import payload_of
from vision.print.furniture import CUT_MM, Heading
from vision.print.papers import LABEL_HEIGHT_MM, LABEL_WIDTH_MM, MARGIN_MM, QR_WIDTH_MM, Paper, label_grid
from vision.print.pdf import GRAY, Pen
from vision.print.stamps import MARK_MM, code, fiducial, stamp
from vision.words.cards import CardWords
from vision.words.sheets import phrase

QR_MM: Final = 12.6
"""Modules of 0.6 mm: any phone reads them from a hand's breadth."""
_STRIP_Y_MM: Final = 19.2
"""Middle of the strip that tells a person what the mark tells the camera."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Deck of the cards to print."""

    name: str
    cards: Sequence[str]
    number: int
    """0 to 5: several decks at one table are told apart by it."""
    words: CardWords

    def of(self, card: str) -> tuple["Deck", str]:
        """Return the deck with a card's number, and the card's name; second copies have the next number."""
        number, name = printed(self.number, card)
        return replace(self, number=number), name


def labels(deck: Deck, paper: Paper, font: Path | None = None) -> bytes:
    """Draw the sticker sheets of a deck, as a PDF.

    Raises:
        UnknownCardError: no mark stands for one of the cards, or the deck's number is not 0 to 5.
        PaperError: the paper is too small.
        FontError: the font cannot be embedded.
    """
    grid = label_grid(paper)
    lang = deck.words.lang
    title = f"Schiri · {deck.name} · {phrase('deck', lang)} {deck.number} · {phrase('labels', lang)}"
    heading = Heading(title, phrase("stick", lang), lang, grid.pages(len(deck.cards)))
    pen, page = Pen(paper, title, font), 0
    _title(pen, heading, page)
    for card, cell in zip(deck.cards, grid.cells(len(deck.cards)), strict=True):
        if cell.page != page:
            page = cell.page
            pen.next_page()
            _title(pen, heading, page)
        with pen.at(cell.x_mm, cell.y_mm):
            _row(pen, deck, card)
    return pen.finish()


def _title(pen: Pen, heading: Heading, page: int) -> None:
    """Draw the heading, and a small card with all its stickers."""
    heading.draw(pen, page)
    wide, tall, angle = 6.3, 8.8, 1.6
    with pen.at(pen.paper.width_mm - MARGIN_MM - 30, 5.4):
        pen.box(0, 0, wide, tall, edge=GRAY, line_mm=0.2, round_mm=0.4)
        for x, y, dx, dy in ((0, 0, 1, 1), (wide, 0, -1, 1), (wide, tall, -1, -1), (0, tall, 1, -1)):
            pen.line((x, y), (x + dx * angle, y), line_mm=0.5)
            pen.line((x, y), (x, y + dy * angle), line_mm=0.5)
            pen.box(min(x + 0.4 * dx, x + 1.6 * dx), min(y + 0.4 * dy, y + 1.6 * dy), 1.2, 1.2, BLACK)
        pen.box(wide / 2 - 0.6, tall / 2 - 0.6, 1.2, 1.2, GRAY)


def _row(pen: Pen, deck: Deck, card: str) -> None:
    """Two labels each for the corners whose mark stands upright and those where it is turned by a quarter."""
    deck, card = deck.of(card)
    for place in range(4):
        with pen.at(place * LABEL_WIDTH_MM, 0):
            _corner_label(pen, deck, card, turns=place % 2)
    with pen.at(4 * LABEL_WIDTH_MM, 0):
        _qr_label(pen, deck, card)


def _corner_label(pen: Pen, deck: Deck, card: str, turns: int) -> None:
    """Draw a label for the card's upper left (turned round: lower right) corner; with a turn for the other two."""
    left = faces.QUIET_MM if turns == 0 else LABEL_WIDTH_MM - faces.QUIET_MM - MARK_MM
    stamp(pen, fiducial(number_of(deck.number, card)), left, faces.QUIET_MM, MARK_MM, turns)
    _black_corner(pen, right=turns == 1)
    _strip(pen, deck.words, card)
    pen.box(0, 0, LABEL_WIDTH_MM, LABEL_HEIGHT_MM, edge=GRAY, line_mm=CUT_MM)


def _black_corner(pen: Pen, right: bool) -> None:
    """Draw the angle that goes on the card's corner: thin enough to leave the mark its white."""
    far, near, long = 0.3, 0.9, 5.0
    angle = [(far, far), (long, far), (long, near), (near, near), (near, long), (far, long)]
    pen.polygons([[(LABEL_WIDTH_MM - x, y) for x, y in angle] if right else angle], BLACK)


def _strip(pen: Pen, words: CardWords, card: str) -> None:
    """Index, sign and name below the mark, for the label hides what the card's own corner said."""
    index = words.index(card)
    wide = 0.0
    if index != "*":
        wide = min(pen.width_of(index, 3.8, bold=True), 5.0)
        pen.text(index, 0.8, _STRIP_Y_MM, 3.8, bold=True, fit_mm=wide)
    sign(pen, card, words.suits, 1.2 + wide + 1.6, _STRIP_Y_MM, 3.0)
    left = wide + 4.9
    lines = _two_lines(words.name(card))
    for line, y in zip(lines, (-1.15, 1.25) if len(lines) > 1 else (0,), strict=True):
        pen.text(line, left, _STRIP_Y_MM + y, 2.0, fit_mm=LABEL_WIDTH_MM - left - 0.5)


def _two_lines(name: str) -> list[str]:
    """Break the name where its longer line is shortest; a name without a break is one line.

    >>> _two_lines("Cavalier de carreau"), _two_lines("Herz-Dame"), _two_lines("Petit")
    (['Cavalier', 'de carreau'], ['Herz-', 'Dame'], ['Petit'])
    """
    breaks = [place for place, letter in enumerate(name[:-1], 1) if letter in " -の"]
    if not breaks:
        return [name]
    where = min(breaks, key=lambda place: max(place, len(name) - place))
    return [name[:where].strip(), name[where:].strip()]


def _qr_label(pen: Pen, deck: Deck, card: str) -> None:
    """Draw the second opinion that any phone can check: its text is printed below."""
    stamp(pen, code(deck.number, card), (QR_WIDTH_MM - QR_MM) / 2, 2.5, QR_MM)
    room = QR_WIDTH_MM - 1.5
    pen.text(payload_of(deck.number, card), QR_WIDTH_MM / 2, 18.3, 2.0, anchor="m", fit_mm=room)
    pen.text(deck.words.name(card), QR_WIDTH_MM / 2, 20.6, 2.0, anchor="m", fit_mm=room)
    pen.box(0, 0, QR_WIDTH_MM, LABEL_HEIGHT_MM, edge=GRAY, line_mm=CUT_MM)
