"""All readers in one table: each one's finds, misreadings and times, on frames and on photographs.

Run it from the project's folder: ``python -m benchmarks.eyes.side_by_side [--footage FOLDER...] [--photographs
FOLDER...]... [--drawn] [--codes FOLDER...]...``. Each row is a reader, each column some pictures:

- path-traced footage without noise, developed in the conditions of `benchmarks.eyes.photoreal`; it shows the square
  marks that any reader finds in it without blur and noise;
- photographs of square marks, a column each time they are asked for: what is written beside them, and what OpenCV's
  default settings or pupil-apriltags read;
- with ``--drawn`` frames of a drawn film of cards with QR codes, from a Camera Module 3 at 70 cm: path-traced footage
  has none;
- photographs of QR codes, a column each time, the code's text beside each.

A cell has the share found, how many were taken for another, and the time of a whole picture: processor time of one
thread, the median. A reader of the other kind of marks is run, too: it finds *none*, and what it reads there is wrong.

Exit status 1 if our own patient reader took a mark for another.
"""

import argparse
import importlib
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any, Final, TypeAlias, TypeVar

import cv2
import zxingcpp

from benchmarks.eyes.photograph_files import PictureError, PlacedNumber, load, pictures, said
from benchmarks.eyes.photographs import DefaultReader, PatientReader, is_alike, is_same_place
from benchmarks.eyes.photoreal import CONDITIONS
from benchmarks.eyes.reading import script
from groundwork.picture import Gray, f64
from tools.photoreal.camera import CameraSettings
from tools.photoreal.develop import received
from tools.photoreal.stored import Footage, FootageError
from vision.base.light import in_light
from vision.film.reel import Reel, Take
from vision.marks.identity import CORNERS, DICTIONARY_SIZE
from vision.marks.qr import payload_of
from vision.marks.squares import SquareReader, four

SHARP: Final = CameraSettings(defocus_px=0.0, electrons=1e6, drift=0.0)
"""A camera without blur and noise."""
DRAWN_PX: Final = (0.6, 1.0)
"""The blur of the drawn films, pixels."""
DRAWN_CM: Final = 70.0
DRAWN_CARDS: Final = 12
DRAWN_EVERY: Final = 4
"""The number of frames of which one is read."""
OURS: Final = "ours, patient"
Marks: TypeAlias = tuple[PlacedNumber, ...]
Texts: TypeAlias = tuple[str, ...]
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of square marks, of codes, or of both."""

    name: str
    marks: Callable[[Gray], Marks] | None = None
    texts: Callable[[Gray], Texts] | None = None


@dataclass(slots=True)
class Tally:
    """The results of one reader on some pictures."""

    reads: bool = True
    """Whether the reader reads this kind of marks at all."""
    known: int = 0
    found: int = 0
    wrong: int = 0
    """The marks read as another, or codes with another text."""
    costs_ms: list[float] = field(default_factory=list[float])

    @property
    def cell(self) -> str:
        """The cell of the table."""
        share = f"{100 * self.found / self.known:.1f} %" if self.reads and self.known else "none"
        return f"{share}; {self.wrong}; {median(self.costs_ms or [0]):.1f} ms"


@dataclass(frozen=True, slots=True)
class Column:
    """Some pictures, and each reader's results on them."""

    name: str
    tallies: dict[str, Tally]

    @property
    def known(self) -> int:
        """The number of marks or codes in the pictures."""
        return max((tally.known for tally in self.tallies.values()), default=0)


def all_readers() -> list[Reader]:
    """List our readers and those of the libraries, each with all 587 numbers of the family."""
    every = range(DICTIONARY_SIZE)
    look, ours = SquareReader(every), PatientReader(every)
    found = [
        Reader(OURS, ours.marks, lambda gray: tuple(code.text for code in ours.codes(gray))),
        Reader("ours, one look", lambda gray: tuple(PlacedNumber(*mark) for mark in look.read(in_light(gray)))),
        Reader("OpenCV's default", DefaultReader().marks),
        *_pupil_apriltags(),
    ]
    only = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    library: Any = importlib.import_module("pyzbar.pyzbar")
    symbols = [library.ZBarSymbol.QRCODE]
    return [
        *found,
        Reader("zxing-cpp", texts=lambda gray: tuple(code.text for code in zxingcpp.read_barcodes(gray, formats=only))),
        Reader(
            "pyzbar",
            texts=lambda gray: tuple(
                code.data.decode("utf-8", "replace") for code in library.decode(gray, symbols=symbols)
            ),
        ),
    ]


def _pupil_apriltags() -> list[Reader]:
    try:
        library: Any = importlib.import_module("pupil_apriltags")
    except ImportError:
        print("pupil-apriltags is not installed and left out: pip install pupil-apriltags", file=sys.stderr)
        return []
    # One detector for all: the library crashes when detectors are made and thrown away. Corners begin at the lower left
    # and go the other way round, which does not change a mark's middle.
    detector = library.Detector(families="tag36h11", nthreads=1)

    def marks(gray: Gray) -> Marks:
        return tuple(PlacedNumber(int(mark.tag_id), four(f64(mark.corners))) for mark in detector.detect(gray))

    return [Reader("pupil-apriltags", marks)]


def timed(read: Callable[[Gray], Found], gray: Gray, tally: Tally) -> Found:
    """Return a reader's finds, and note its time."""
    start = thread_time()
    found = read(gray)
    tally.costs_ms.append((thread_time() - start) * 1000)
    return found


def note(tally: Tally, found: Marks, known: Marks) -> None:
    """Count a reader's finds among the known square marks of a picture."""
    tally.known += len(known)
    for mark in known:
        here = [one for one in found if is_same_place(mark, one)]
        tally.found += any(one.number == mark.number for one in here)
        tally.wrong += bool(here) and all(one.number != mark.number for one in here)


def note_texts(tally: Tally, found: Texts, known: Sequence[str], *, is_all: bool) -> None:
    """Count a reader's finds among the known codes of a picture; if these are all, each other text is wrong."""
    tally.known += len(known)
    right = sum(any(is_alike(text, one) for text in found) for one in known)
    tally.found += right
    strange = sum(not any(is_alike(text, one) for one in known) for text in found)
    tally.wrong += strange if is_all else bool(strange and not right)


def distinct(marks: Iterable[PlacedNumber]) -> Marks:
    """Return the first mark at each place."""
    kept: list[PlacedNumber] = []
    for mark in marks:
        if not any(is_same_place(mark, other) for other in kept):
            kept.append(mark)
    return tuple(kept)


def read_marks(gray: Gray, readers: Iterable[Reader], tallies: dict[str, Tally]) -> dict[str, Marks]:
    """Read the square marks by each reader; a reader of codes is run, too, and any text it reads is wrong."""
    found: dict[str, Marks] = {}
    for reader in readers:
        tally = tallies[reader.name]
        if reader.marks is not None:
            found[reader.name] = timed(reader.marks, gray, tally)
        elif reader.texts is not None:
            tally.reads = False
            tally.wrong += len(timed(reader.texts, gray, tally))
    return found


def read_codes(
    gray: Gray,
    readers: Iterable[Reader],
    tallies: dict[str, Tally],
    known: Sequence[str],
    squares: Collection[int] = (),
) -> None:
    """Count the codes that each reader finds; a reader of square marks is run, too.

    Where the numbers of all visible square marks are given, all codes are known, and each other text is wrong.
    """
    for reader in readers:
        tally = tallies[reader.name]
        if reader.texts is not None:
            note_texts(tally, timed(reader.texts, gray, tally), known, is_all=bool(squares))
        elif reader.marks is not None:
            tally.reads = False
            tally.wrong += sum(mark.number not in squares for mark in timed(reader.marks, gray, tally))


def on_footage(footage: Footage, every: int, readers: Sequence[Reader]) -> Iterator[Column]:
    """Yield the columns of path-traced frames, one for each condition."""
    sharp = islice(received(footage, SHARP), 0, None, every)
    squares = [reader.marks for reader in readers if reader.marks is not None]
    shown = [distinct(mark for read in squares for mark in read(gray)) for gray in sharp]
    for condition, settings in CONDITIONS.items():
        column = _column(f"{footage.folder.name}, {condition}", readers)
        for gray, known in zip(islice(received(footage, settings), 0, None, every), shown, strict=True):
            for name, marks in read_marks(gray, readers, column.tallies).items():
                note(column.tallies[name], marks, known)
        yield column


def on_photographs(name: str, paths: Iterable[Path], readers: Sequence[Reader]) -> Column:
    """Make the column of photographs of square marks."""
    column = _column(name, readers)
    for path, gray in _loaded(paths):
        found = read_marks(gray, readers, column.tallies)
        others = (mark for name, marks in found.items() if not name.startswith("ours") for mark in marks)
        known = distinct((*said(path).marks, *others))
        for name, marks in found.items():
            note(column.tallies[name], marks, known)
    return column


def on_codes(name: str, paths: Iterable[Path], readers: Sequence[Reader]) -> Column:
    """Make the column of photographs of QR codes whose texts stand beside them."""
    column = _column(name, readers)
    for path, gray in _loaded(path for path in paths if said(path).text is not None):
        read_codes(gray, readers, column.tallies, [said(path).text or ""])
    return column


def on_drawn(blur_px: float, readers: Sequence[Reader]) -> Column:
    """Make the column of a drawn film of cards with QR codes, of frames without a hand over them."""
    steps = script(DRAWN_CARDS)
    plain = Reel(Take(steps, 3, 1, "low", camera="module3", height_cm=DRAWN_CM)).shoot.px_per_mm
    soft = {"soft": min(1.0, blur_px / (0.5 * plain))}
    take = Take(steps, 3, 1, "low", soft, table="paper", camera="module3", height_cm=DRAWN_CM, symbology="qr_zxing")
    reel, column = Reel(take), _column(f"drawn QR, defocus {blur_px}", readers)
    for number, gray in enumerate(reel.frames(grey=True)):
        moment = reel.shoot.moments[number]
        if number % DRAWN_EVERY == 0 and moment.laid and moment.hand is None:
            known = [payload_of(0, pose.card) for pose in moment.laid]
            read_codes(gray, readers, column.tallies, known, CORNERS)
    return column


def table(columns: Sequence[Column], readers: Sequence[Reader]) -> str:
    """Write the table, a row a reader, a column some pictures."""
    rows = [["found; wrong; a picture", *(column.name for column in columns)], ["---"] * (len(columns) + 1)]
    rows.append(["marks or codes there", *(str(column.known) for column in columns)])
    rows += [[reader.name, *(column.tallies[reader.name].cell for column in columns)] for reader in readers]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> int:
    """Read, compare, print."""
    parser = argparse.ArgumentParser(description="All readers in one table.")
    parser.add_argument("--footage", nargs="*", type=Path, default=[], help="folders of footage without noise")
    parser.add_argument("--every", type=int, default=12, help="of footage one frame of so many is read")
    for option, of in (
        ("--photographs", "photographs of square marks"),
        ("--codes", "QR codes, their texts beside them"),
    ):
        parser.add_argument(
            option, nargs="+", type=Path, action="append", default=[], help=f"folders of {of}: a column"
        )
    parser.add_argument("--drawn", action="store_true", help="frames of a drawn film of cards with QR codes")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    readers, columns = all_readers(), list[Column]()
    try:
        for column in _columns(options, readers):
            columns.append(column)
            print(f"{column.name}: {column.known} marks or codes", file=sys.stderr)
    except (FootageError, PictureError) as error:
        print(error, file=sys.stderr)
        return 2
    print(table(columns, readers))
    return 1 if any(column.tallies[OURS].wrong for column in columns) else 0


def _columns(options: argparse.Namespace, readers: Sequence[Reader]) -> Iterator[Column]:
    for folder in options.footage:
        yield from on_footage(Footage.read(folder), options.every, readers)
    for folders in options.photographs:
        yield on_photographs(*_named(folders), readers)
    for blur_px in DRAWN_PX if options.drawn else ():
        yield on_drawn(blur_px, readers)
    for folders in options.codes:
        yield on_codes(*_named(folders), readers)


def _named(folders: Sequence[Path]) -> tuple[str, list[Path]]:
    """Return the name of a column, and its pictures."""
    return ", ".join(folder.name for folder in folders), [path for folder in folders for path in pictures(folder)]


def _column(name: str, readers: Iterable[Reader]) -> Column:
    return Column(name, {reader.name: Tally() for reader in readers})


def _loaded(paths: Iterable[Path]) -> Iterator[tuple[Path, Gray]]:
    """Yield the readable pictures; print a sentence about each other one."""
    for path in paths:
        try:
            yield path, load(path)
        except PictureError as error:
            print(error, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
