"""Reads a photograph or a scan of a printed sheet: which marks are good, and how large the picture shows them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from statistics import median
from typing import Final

from groundwork.picture import Gray
from vision.base.observation import Corners
from vision.marks import symbologies
from vision.marks.identity import CORNERS, DECKS, NO_DECK, NUMBERS, card_of, command_of
from vision.marks.squares import SquareReader
from vision.mat.layout import Mat
from vision.print.stamps import MARK_MM

CORNER_MM: Final = Mat().corner_mm


@dataclass(frozen=True, slots=True)
class SheetReading:
    """The marks read on one picture of a print, and its scale."""

    cards: Mapping[tuple[int, str], int]
    """Fiducials by deck and card."""
    codes: Mapping[tuple[int, str], int]
    """QRs by deck and card."""
    commands: Mapping[str, int]
    corners: tuple[int, ...]
    """Places in `identity.CORNERS` of the mat's corner marks."""
    px_per_mm: float | None
    """Median of all fiducials; None where there is none."""


def read_sheet(gray: Gray) -> SheetReading:
    """All marks of a picture, whatever sheet it shows."""
    found = SquareReader(range(NUMBERS)).read(gray)
    cards = Counter(card for number, _ in found if (card := card_of(number)) is not None)
    commands = Counter(command for number, _ in found if (command := command_of(number)) is not None)
    read = symbologies.load("qr_zxing", range(DECKS)).read(gray)  # command cards, too, by their square marks
    codes = Counter((mark.deck, mark.card) for mark in read if mark.deck != NO_DECK)
    mat = tuple(sorted(CORNERS.index(number) for number, _ in found if number in CORNERS))
    sizes = [side(outline) / (CORNER_MM if number in CORNERS else MARK_MM) for number, outline in found]
    return SheetReading(cards, codes, commands, mat, median(sizes) if sizes else None)


def side(corners: Corners) -> float:
    """Mean length of a mark's sides, in the corners' unit."""
    return sum(dist(corners[i], corners[(i + 1) % 4]) for i in range(4)) / 4
