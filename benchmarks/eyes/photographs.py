"""Readings of photographs: square marks and QR codes, by size, against what OpenCV reads and what is known.

Run it from the project's folder: ``python -m benchmarks.eyes.photographs FOLDER [--json] [--all] [--none]``. It goes
through the folder and all folders in it with our own reader, at its most patient, as the eyes ask it about a thing
that lies still and is unread. A text file beside a picture names its marks, one a line as
AprilRobotics writes them (`number, (x y), (x y), (x y), (x y)`), and so does OpenCV's square reader with its default
settings. Corners are in pixels, the middle of the first pixel 0, 0, clockwise as the eye sees it, **the mark's
own top left corner first**, as OpenCV gives them (the AprilTag library begins at the lower left and goes the other way
round).

Unreadable pictures are reported in a sentence, and the rest is measured. Exit status 1 if a mark was read as another,
or with ``--none`` if any mark was read; 2 if no picture could be read.
"""

import argparse
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from benchmarks.eyes.photograph_files import PictureError, PlacedNumber, load, pictures, said
from groundwork.picture import Gray, f64
from vision.base.observation import Corners
from vision.marks import squares
from vision.marks.identity import DICTIONARY_SIZE, named
from vision.marks.squares_patient import PatientSquareReader
from vision.marks.zbar import ZbarMissingError, ZbarReader
from vision.marks.zxing import read_qr

SIZES: Final = (0.0, 16.0, 25.0, 38.0, inf)
"""The bounds between sizes of marks, pixels a side."""
OURS: Final = tuple(number for number in range(DICTIONARY_SIZE) if named(number) is not None)
"""The numbers on cards and command cards."""
_CONTROL: Final = re.compile(r"<[A-Z]{2,3}[1-4]?>")
"""A control character as zxing-cpp writes it for people: <SOH>, <GS>. It puts fields of GS1 in brackets."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code in a picture."""

    text: str
    corners: Corners


@dataclass(frozen=True, slots=True)
class Findings:
    """The contents of one picture, as read and as known."""

    path: Path
    marks: tuple[PlacedNumber, ...] = ()
    codes: tuple[Code, ...] = ()
    known: tuple[PlacedNumber, ...] = ()
    default: tuple[PlacedNumber, ...] = ()
    """The marks that OpenCV reads, right or wrong."""
    text: str | None = None
    """The text of a code in it, according to the file beside it."""
    complaints: tuple[str, ...] = ()
    """Sentences about that file."""
    error: str | None = None


@dataclass(slots=True)
class Tally:
    """Counts over many pictures."""

    pictures: int = 0
    unreadable: int = 0
    known: Counter[int] = field(default_factory=Counter[int])
    """The marks by size, as an index into the sizes."""
    hits: Counter[int] = field(default_factory=Counter[int])
    default: Counter[int] = field(default_factory=Counter[int])
    """The marks of them that OpenCV reads."""
    both: Counter[int] = field(default_factory=Counter[int])
    """The marks that OpenCV reads and we read too."""
    misreads: list[str] = field(default_factory=list[str])
    beyond: list[str] = field(default_factory=list[str])
    """The marks where none is known."""
    texts: int = 0
    texts_read: int = 0
    texts_wrong: list[str] = field(default_factory=list[str])

    def note(self, found: Findings) -> None:
        """Count one picture."""
        self.pictures += 1
        if found.error is not None:
            self.unreadable += 1
            return
        for mark in found.known:
            size = _size(mark.side_px)
            self.known[size] += 1
            hit, default = _shows(found.marks, mark), _shows(found.default, mark)
            self.hits[size] += hit
            self.default[size] += default
            self.both[size] += hit and default
        for mark in found.marks:
            here = [known for known in found.known if is_same_place(known, mark)]
            if any(known.number == mark.number for known in here):
                continue
            (self.misreads if here else self.beyond).append(f"{found.path}: {_told(mark, here)}")
        if found.text is not None and (found.codes or _is_qr_folder(found.path)):
            self.texts += 1
            right = any(is_alike(code.text, found.text) for code in found.codes)
            self.texts_read += right
            if found.codes and not right:
                self.texts_wrong.append(f"{found.path}: {found.codes[0].text[:60]!r}")

    def counts(self) -> tuple[Counter[int], Counter[int], Counter[int], Counter[int]]:
        """Count hits and known marks; hits and marks among those that OpenCV reads."""
        return self.hits, self.known, self.both, self.default


class PatientReader:
    """Our own readers at their most patient."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._squares = PatientSquareReader(numbers)
        try:
            self._second: Callable[[Gray], list[tuple[str, Corners]]] | None = ZbarReader().read
        except ZbarMissingError:
            self._second = None

    def marks(self, gray: Gray) -> tuple[PlacedNumber, ...]:
        """Read the square marks."""
        return tuple(PlacedNumber(found.number, found.corners) for found in self._squares.read(gray) if found.is_sure)

    def codes(self, gray: Gray) -> tuple[Code, ...]:
        """Read the QR codes; if the first library finds none, a second one reads, as in the eyes."""
        read = read_qr(gray) or (self._second(gray) if self._second is not None else [])
        return tuple(Code(*found) for found in read)


class DefaultReader:
    """OpenCV's square reader, all numbers, nothing set."""

    def __init__(self) -> None:
        family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
        self._detector = cv2.aruco.ArucoDetector(family, cv2.aruco.DetectorParameters())

    def marks(self, gray: Gray) -> tuple[PlacedNumber, ...]:
        """Read the square marks."""
        corners, numbers, _ = self._detector.detectMarkers(gray)
        read = zip(f64(numbers).ravel(), corners, strict=True) if corners else ()
        return tuple(PlacedNumber(int(number), squares.four(f64(outline))) for number, outline in read)


def look(path: Path, ours: PatientReader, default: DefaultReader, numbers: frozenset[int]) -> Findings:
    """Read a picture by both, and the text beside it."""
    try:
        gray = load(path)
        marks, codes, others = ours.marks(gray), ours.codes(gray), default.marks(gray)
    except PictureError as error:
        return Findings(path, error=str(error))
    except (cv2.error, MemoryError) as error:
        why = error.err if isinstance(error, cv2.error) else "there is not enough memory"
        return Findings(path, error=f"{path}: cannot be searched ({why}); make it smaller")
    told = said(path)
    known = (*told.marks, *(mark for mark in others if not any(is_same_place(mark, other) for other in told.marks)))
    shown = tuple(mark for mark in known if mark.number in numbers)
    return Findings(path, marks, codes, shown, others, told.text, told.complaints)


def line(found: Findings) -> str:
    """Write the findings of one picture as a line of JSON."""
    marks = [{"number": mark.number, "corners": _rounded(mark.corners)} for mark in found.marks]
    told: dict[str, object] = {"file": str(found.path), "marks": marks}
    told["qr"] = [{"text": code.text, "corners": _rounded(code.corners)} for code in found.codes]
    if found.error is not None:
        told["error"] = found.error
    return json.dumps(told)


def report(tally: Tally) -> None:
    """Print hits by size, misreads, and marks where none is known."""
    print(f"{tally.pictures} pictures, {tally.unreadable} of them left out")
    print(f"{'marks':>14}  {'of all known':22}   of those that OpenCV reads")
    for size, (low, high) in enumerate(pairwise(SIZES)):
        name = f"from {low:.0f} px" if high == inf else f"{low:.0f} to {high:.0f} px"
        print(f"{name:>14}: {_shares(*(counts[size] for counts in tally.counts()))}")
    print(f"{'all':>14}: {_shares(*(counts.total() for counts in tally.counts()))}")
    print(f"{'QR':>14}: {_share(tally.texts_read, tally.texts)}")
    for name, cases in (
        ("taken for another mark", tally.misreads),
        ("read where no mark is known", tally.beyond),
        ("QR with another text", tally.texts_wrong),
    ):
        print(f"{name}: {len(cases)}")
        for case in cases:
            print(f"    {case}")


def main() -> int:
    """Read, compare, print."""
    parser = argparse.ArgumentParser(description="What is read on photographs.")
    parser.add_argument("folder", type=Path, help="of pictures; folders in it are searched too")
    parser.add_argument("--json", action="store_true", help="a line a picture instead of the table")
    parser.add_argument("--all", action="store_true", help="look for all 587 numbers of the family, not only for cards")
    parser.add_argument("--none", action="store_true", help="the pictures show no square marks: each one read is false")
    chosen = parser.parse_args()
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="backslashreplace")
    try:
        paths = pictures(chosen.folder)
    except PictureError as error:
        print(error, file=sys.stderr)
        return 2
    numbers = range(DICTIONARY_SIZE) if chosen.all else OURS
    ours, default, tally = PatientReader(numbers), DefaultReader(), Tally()
    for path in paths:
        found = look(path, ours, default, frozenset(() if chosen.none else numbers))
        tally.note(found)
        for sentence in (*found.complaints, *([found.error] if found.error else [])):
            print(sentence, file=sys.stderr)
        if chosen.json:
            print(line(found), flush=True)
    if not chosen.json:
        report(tally)
    if tally.unreadable == tally.pictures:
        return 2
    return 1 if tally.misreads or (chosen.none and tally.beyond) else 0


def _size(side_px: float) -> int:
    return next(size for size, bound in enumerate(SIZES[1:]) if side_px < bound)


def _shows(marks: Iterable[PlacedNumber], known: PlacedNumber) -> bool:
    return any(mark.number == known.number and is_same_place(known, mark) for mark in marks)


def is_same_place(one: PlacedNumber, other: PlacedNumber) -> bool:
    """Whether the marks lie one over the other: the middle of one is within the other's outline.

    Marks of one sheet that are seen far aslant are narrow: their middles lie nearer together than half their sides.
    """
    return _is_within(one, other) or _is_within(other, one)


def _is_within(one: PlacedNumber, other: PlacedNumber) -> bool:
    return cv2.pointPolygonTest(np.array(other.corners, np.float32), one.centre, measureDist=False) > 0


def _told(mark: PlacedNumber, here: Iterable[PlacedNumber]) -> str:
    x, y = mark.centre
    instead = "".join(f", which is {known.number}" for known in here)
    return f"{mark.number} at {x:.0f}, {y:.0f}, {mark.side_px:.0f} px{instead}"


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in corners]


def _shares(hits: int, known: int, both: int, default: int) -> str:
    return f"{_share(hits, known)}   {_share(both, default)}"


def _share(part: int, whole: int) -> str:
    return f"{part:5} of {whole:5}, {100 * part / whole:5.1f} %" if whole else f"{'none':22}"


def _is_qr_folder(path: Path) -> bool:
    """Whether the folder's name says that its pictures show QR codes, as in zxing-cpp's samples."""
    return path.parent.name.startswith("qrcode")


def is_alike(read: str, said: str) -> bool:
    """Whether two texts are the same but for white space, brackets, and how characters are escaped."""
    return _plain(read) == _plain(said)


def _plain(text: str) -> str:
    unescaped = _CONTROL.sub("", text)
    return "".join(one for one in unescaped if one.isprintable() and not one.isspace() and one not in "\\()")


def _piped() -> int:
    """End without a traceback if the reader of a pipe has gone, or the disk is full."""
    try:
        status = main()
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        print(f"what was found could not be written: {error.strerror}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(_piped())
