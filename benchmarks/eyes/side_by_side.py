"""All readers side by side, on path-traced frames and on photographs: what each finds, mistakes, and how long it takes.

Run it from the project's folder: ``python -m benchmarks.eyes.side_by_side --footage FOLDER... --photographs FOLDER...
--codes FOLDER...``. Footage without noise is developed in each of the conditions of `benchmarks.eyes.photoreal`; what
it shows is what any reader finds in it without blur and noise. What a photograph shows is what is written beside it,
and what OpenCV's default settings or pupil-apriltags read there. QR codes are counted in folders of pictures with the
code's text beside each. Times are of one thread, a whole picture: processor time, the median.

Exit status 1 if our own readers took a mark for another.
"""

import argparse
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
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
from tools.photoreal.camera import CameraSettings
from tools.photoreal.develop import received
from tools.photoreal.stored import Footage, FootageError
from vision.base.light import in_light
from vision.base.picture import Gray, f64
from vision.marks.identity import DICTIONARY_SIZE
from vision.marks.squares import SquareReader, four

SHARP: Final = CameraSettings(defocus_px=0.0, electrons=1e6, drift=0.0)
"""Without blur and noise."""
Marks: TypeAlias = tuple[PlacedNumber, ...]
Texts: TypeAlias = tuple[str, ...]
Found = TypeVar("Found")
OURS: Final = "ours, patient"


@dataclass(slots=True)
class Tally:
    """What one reader makes of some pictures."""

    known: int = 0
    found: int = 0
    wrong: int = 0
    """Marks taken for another, or codes with another text."""
    costs_ms: list[float] = field(default_factory=list[float])

    @property
    def cells(self) -> str:
        """The cells of a table's row."""
        share = f"{100 * self.found / self.known:.1f} %" if self.known else "–"
        return f"{self.found} of {self.known}, {share} | {self.wrong} | {median(self.costs_ms or [0]):.1f} ms"


Row: TypeAlias = tuple[str, str, Tally]
"""Which pictures, which reader, and what it made of them."""


def square_readers() -> dict[str, Callable[[Gray], Marks]]:
    """All readers of square marks, each with all 587 numbers of the family."""
    every = range(DICTIONARY_SIZE)
    look = SquareReader(every)
    found: dict[str, Callable[[Gray], Marks]] = {
        OURS: PatientReader(every).marks,
        "ours, one look": lambda gray: tuple(PlacedNumber(*mark) for mark in look.read(in_light(gray))),
        "OpenCV's default": DefaultReader().marks,
    }
    try:
        library: Any = importlib.import_module("pupil_apriltags")
    except ImportError:
        print("pupil-apriltags is not installed and left out: pip install pupil-apriltags", file=sys.stderr)
        return found
    # One detector for all: the library crashes when detectors are made and thrown away. Corners begin at the lower left
    # and go the other way round, which matters to no middle.
    detector = library.Detector(families="tag36h11", nthreads=1)
    found["pupil-apriltags"] = lambda gray: tuple(
        PlacedNumber(int(mark.tag_id), four(f64(mark.corners))) for mark in detector.detect(gray)
    )
    return found


def code_readers() -> dict[str, Callable[[Gray], Texts]]:
    """All readers of QR codes."""
    ours, only = PatientReader(()), zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    library: Any = importlib.import_module("pyzbar.pyzbar")
    symbols = [library.ZBarSymbol.QRCODE]
    return {
        "ours, both libraries": lambda gray: tuple(code.text for code in ours.codes(gray)),
        "zxing-cpp": lambda gray: tuple(code.text for code in zxingcpp.read_barcodes(gray, formats=only)),
        "pyzbar": lambda gray: tuple(
            code.data.decode("utf-8", "replace") for code in library.decode(gray, symbols=symbols)
        ),
    }


def timed(read: Callable[[Gray], Found], gray: Gray, tally: Tally) -> Found:
    """What a reader finds, its time noted."""
    start = thread_time()
    found = read(gray)
    tally.costs_ms.append((thread_time() - start) * 1000)
    return found


def note(tally: Tally, found: Marks, known: Marks) -> None:
    """Count what a reader found of what is known of a picture."""
    tally.known += len(known)
    for mark in known:
        here = [one for one in found if is_same_place(mark, one)]
        tally.found += any(one.number == mark.number for one in here)
        tally.wrong += bool(here) and all(one.number != mark.number for one in here)


def distinct(marks: Iterable[PlacedNumber]) -> Marks:
    """The first mark at each place."""
    kept: list[PlacedNumber] = []
    for mark in marks:
        if not any(is_same_place(mark, other) for other in kept):
            kept.append(mark)
    return tuple(kept)


def on_footage(footage: Footage, every: int, readers: dict[str, Callable[[Gray], Marks]]) -> Iterator[Row]:
    """The rows of path-traced frames, one for each condition and reader."""
    sharp = islice(received(footage, SHARP), 0, None, every)
    shown = [distinct(mark for read in readers.values() for mark in read(gray)) for gray in sharp]
    for condition, settings in CONDITIONS.items():
        tallies = {name: Tally() for name in readers}
        for gray, known in zip(islice(received(footage, settings), 0, None, every), shown, strict=True):
            for name, read in readers.items():
                note(tallies[name], timed(read, gray, tallies[name]), known)
        yield from ((f"{footage.folder.name}, {condition}", name, tally) for name, tally in tallies.items())


def on_photographs(paths: Iterable[Path], readers: dict[str, Callable[[Gray], Marks]]) -> Iterator[Row]:
    """The rows of photographs, one for each reader."""
    tallies = {name: Tally() for name in readers}
    references = [name for name in readers if not name.startswith("ours")]
    for path in paths:
        try:
            gray = load(path)
        except PictureError as error:
            print(error, file=sys.stderr)
            continue
        found = {name: timed(read, gray, tallies[name]) for name, read in readers.items()}
        known = distinct((*said(path).marks, *(mark for name in references for mark in found[name])))
        for name, marks in found.items():
            note(tallies[name], marks, known)
    yield from (("photographs", name, tally) for name, tally in tallies.items())


def on_codes(paths: Iterable[Path], readers: dict[str, Callable[[Gray], Texts]]) -> Iterator[Row]:
    """The rows of photographs of QR codes, one for each reader."""
    tallies = {name: Tally() for name in readers}
    for path in paths:
        text = said(path).text
        if text is None:
            continue
        gray = load(path)
        for name, read in readers.items():
            one = tallies[name]
            texts = timed(read, gray, one)
            is_right = any(is_alike(found, text) for found in texts)
            one.known, one.found, one.wrong = (
                one.known + 1,
                one.found + is_right,
                one.wrong + (bool(texts) and not is_right),
            )
    yield from (("QR codes", name, tally) for name, tally in tallies.items())


def main() -> int:
    """Read, compare, print."""
    parser = argparse.ArgumentParser(description="All readers side by side.")
    parser.add_argument("--footage", nargs="*", type=Path, default=[], help="folders of footage without noise")
    parser.add_argument("--every", type=int, default=12, help="one frame of so many is read")
    parser.add_argument(
        "--photographs", nargs="*", type=Path, default=[], help="folders of photographs of square marks"
    )
    parser.add_argument(
        "--codes", nargs="*", type=Path, default=[], help="folders of QR codes, their texts beside them"
    )
    options = parser.parse_args()
    cv2.setNumThreads(1)
    squares, codes = square_readers(), code_readers()
    print("| pictures | reader | found | wrong | a picture |\n|---|---|---|---|---|")
    wrong = 0
    try:
        for folder in options.footage:
            wrong += _printed(on_footage(Footage.read(folder), options.every, squares))
        if options.photographs:
            wrong += _printed(on_photographs([path for one in options.photographs for path in pictures(one)], squares))
        if options.codes:
            wrong += _printed(on_codes([path for one in options.codes for path in pictures(one)], codes))
    except (FootageError, PictureError) as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if wrong else 0


def _printed(rows: Iterable[Row]) -> int:
    """Print each row as soon as it is there; how many marks our patient reader took for others."""
    wrong = 0
    for pictures_of, name, tally in rows:
        print(f"| {pictures_of} | {name} | {tally.cells} |", flush=True)
        wrong += tally.wrong * (name == OURS)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
