"""``schiri marks --verify``: tells of photographs or scans of prints which marks are good."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TextIO, TypeVar

import cv2

from controller.prints.options import SheetOptions, deck_of
from controller.record.cards import DECKS
from groundwork.picture import Gray, u8
from vision.marks.identity import printed
from vision.print.print_check import LIMIT, show_through
from vision.print.verify import SheetReading, read_sheet

FOUND: Final = 1
"""Exit status: a mark is missing, or something shines through."""
MARKS_A_CARD: Final = 4
CORNER_MARKS: Final = 4
LEAST_PX_PER_MM: Final = 2.5
"""Lowest resolution at which a picture says more of the print than of itself."""


K = TypeVar("K")


class UnreadablePictureError(ValueError):
    """A file that is no picture."""


def run(pictures: Sequence[Path], options: SheetOptions, out: TextIO) -> int:
    """Print what was read on the pictures together; returns the exit status."""
    readings = [_read_picture(path, out) for path in pictures]
    marks, commands = total(one.cards for one in readings), total(one.commands for one in readings)
    codes = total(one.codes for one in readings)
    if (options.deck or options.game) and (marks or not commands):
        name = deck_of(options)
        expected = [printed(options.number, card) for card in DECKS[name]]
        out.write(f"{name}, deck {options.number}: ")
    else:
        expected = sorted(set(marks) | set(codes))
    missing = [key for key in expected if not marks[key]]
    few = [key for key in expected if marks[key] % MARKS_A_CARD]
    if expected:
        out.write(f"{len(expected) - len(missing)} of {len(expected)} cards read\n")
    _list(out, "no mark read", missing)
    _list(out, f"not all {MARKS_A_CARD} marks read", few)
    if codes:
        _list(out, "no QR read", [key for key in expected if not codes[key]])
    if missing and (others := sorted({deck for deck, _ in marks} - {options.number, *(deck for deck, _ in expected)})):
        out.write(f"there are marks of deck {', '.join(map(str, others))}: --number says which deck it should be\n")
    torn = [name for name, count in commands.items() if count % MARKS_A_CARD]
    if torn:
        out.write(f"not all {MARKS_A_CARD} marks read: {' '.join(torn)}\n")
    if commands:
        out.write(f"{len(commands) - len(torn)} of {len(commands)} commands read whole\n")
    nothing = not any((marks, commands, *(one.corners for one in readings)))
    return FOUND if missing or few or torn or nothing else 0


def run_back(picture: Path, options: SheetOptions, out: TextIO) -> int:
    """Print how much of a print check's front shines through to its back; returns the exit status."""
    share = show_through(_load(picture), options.page())
    good = share < LIMIT
    verdict = "nothing shines through" if good else "the marks shine through: take thicker paper, or print backs"
    out.write(f"{picture}: {verdict} ({share:.1%} of black against white; less than {LIMIT:.0%} is not seen)\n")
    return 0 if good else FOUND


def _read_picture(path: Path, out: TextIO) -> SheetReading:
    """Read one picture, and tell what is on it in a line."""
    reading = read_sheet(_load(path))
    marks, codes = sum(reading.cards.values()), sum(reading.codes.values())
    parts = [f"{marks} marks of {len(reading.cards)} cards", f"{codes} QR"]
    if reading.commands:
        parts.append(f"{sum(reading.commands.values())} marks of {len(reading.commands)} commands")
    if reading.corners:
        parts.append(f"{len(reading.corners)} of {CORNER_MARKS} corner marks of the mat")
    if reading.px_per_mm is not None:
        close = "" if reading.px_per_mm >= LEAST_PX_PER_MM else "; go closer"
        parts.append(f"{reading.px_per_mm:.1f} px/mm{close}")
    out.write(f"{path}: {', '.join(parts)}\n")
    return reading


def total(counts: Iterable[Mapping[K, int]]) -> Counter[K]:
    """Add up how often each was seen, over all pictures."""
    sums: Counter[K] = Counter()
    for one in counts:
        sums.update(one)
    return sums


def _list(out: TextIO, why: str, keys: Sequence[tuple[int, str]]) -> None:
    if keys:
        decks = {deck for deck, _ in keys}
        names = [card if len(decks) == 1 else f"{deck}:{card}" for deck, card in keys]
        out.write(f"{why}: {' '.join(names)}\n")


def _load(path: Path) -> Gray:
    if not path.is_file():
        raise UnreadablePictureError(f"{path}: there is no such picture")
    picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if picture is None:
        raise UnreadablePictureError(
            f"{path} is no picture; photographs and scans are read as PNG, JPEG, TIFF and the like"
        )
    return u8(picture)
