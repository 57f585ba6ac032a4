"""Photographs in a folder: the grey pictures, and their marks according to a text beside each picture."""

import os
import re
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from cv2.typing import MatLike

from groundwork.picture import Gray, u8
from vision.base.observation import Corners, Point
from vision.marks.identity import DICTIONARY_SIZE

SUFFIXES: Final = frozenset(
    (
        ".avif",
        ".bmp",
        ".gif",
        ".jfif",
        ".jp2",
        ".jpe",
        ".jpeg",
        ".jpg",
        ".pbm",
        ".pgm",
        ".png",
        ".pnm",
        ".ppm",
        ".tif",
        ".tiff",
        ".webp",
    )
)
LARGEST_PX: Final = 150_000_000
"""The largest picture: a larger one would fill the memory of a small machine several times over."""
_LIKE_TAG: Final = re.compile(r"\d+\s*,\s*\(")
"""The beginning of a line of the text files of AprilRobotics."""
_PLACE: Final = r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?)"
_TAG: Final = re.compile(r"(\d{1,9})" + rf",\s*\({_PLACE}[ ,]+{_PLACE}\)" * 4)
"""The form of such a line: number, four corners."""
_EXAMPLE: Final = "7, (x y), (x y), (x y), (x y)"


class PictureError(ValueError):
    """A picture that cannot be read, in one sentence."""


@dataclass(frozen=True, slots=True)
class PlacedNumber:
    """A square mark in a picture."""

    number: int
    corners: Corners

    @property
    def centre(self) -> Point:
        """The mean of the corners, pixels."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def side_px(self) -> float:
        """The mean length of its sides, pixels."""
        four = np.array(self.corners)
        return float(np.linalg.norm(four - np.roll(four, -1, axis=0), axis=1).mean())


def pictures(folder: Path) -> list[Path]:
    """List the pictures in a folder and the folders in it, by name.

    Raises:
        PictureError: it is no folder, or no picture is in it.
    """
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise PictureError(f"{folder}: there is no such folder; name one that holds pictures")
    found = sorted(path for path in _files(folder) if path.suffix.lower() in SUFFIXES and _is_asked_for(path))
    if not found:
        raise PictureError(f"{folder}: no pictures are in it; it takes {', '.join(sorted(SUFFIXES))}")
    return found


def _files(folder: Path) -> Iterator[Path]:
    """Yield all files in a folder and its folders, links too; each folder once. An unreadable folder is reported."""

    def told(error: OSError) -> None:
        print(f"{error.filename}: cannot be searched ({error.strerror}); it is left out", file=sys.stderr)

    known: set[str] = set()
    for place, folders, files in os.walk(folder, onerror=told, followlinks=True):
        folders[:] = [name for name in folders if _is_new(Path(place, name), known)]
        yield from (Path(place, name) for name in files)


def _is_asked_for(path: Path) -> bool:
    """Whether a path is a file, or a dangling link, which is to be reported."""
    return path.is_file() or (path.is_symlink() and not path.exists())


def _is_new(folder: Path, known: set[str]) -> bool:
    real = os.path.realpath(folder)
    is_new = real not in known
    known.add(real)
    return is_new


def load(path: Path) -> Gray:
    """Load the picture in grey: of colour, with alpha or 16 bits, turned by its EXIF data, all as OpenCV does it.

    Raises:
        PictureError: it cannot be read or is too large.
    """
    with _overheard() as words:
        try:
            gray = _decoded(path)
        except OSError as error:
            raise PictureError(f"{path}: cannot be read ({error.strerror}); it is left out") from None
        except cv2.error:
            # Too many pixels: OpenCV raises this for nothing else before it has opened a picture.
            raise PictureError(f"{path}: has more pixels than OpenCV takes; make it smaller") from None
        breaks_off = b"Premature end" in words()
    if gray is None:
        raise PictureError(f"{path}: is no picture that OpenCV can read; it is left out")
    if gray.size > LARGEST_PX:
        raise PictureError(f"{path}: has {gray.size} pixels, {LARGEST_PX} are the most; make it smaller")
    if breaks_off:
        print(f"{path}: breaks off; it is read as far as it goes", file=sys.stderr)
    return u8(gray)


def _decoded(path: Path) -> MatLike | None:
    data = np.fromfile(path, np.uint8)
    if not data.size:
        return None
    gray: MatLike | None = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    # A picture that breaks off is read from its file as far as it goes.
    return cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) if gray is None else gray


@contextmanager
def _overheard() -> Generator[Callable[[], bytes], None, None]:
    """Capture the text that libraries write to standard error meanwhile: the yielded function returns it."""
    with tempfile.TemporaryFile() as kept:
        console = os.dup(2)
        os.dup2(kept.fileno(), 2)
        try:
            yield lambda: os.pread(kept.fileno(), 1_000_000, 0)
        finally:
            os.dup2(console, 2)
            os.close(console)


@dataclass(frozen=True, slots=True)
class Said:
    """The content of the text beside a picture: square marks, or the text of a code."""

    marks: tuple[PlacedNumber, ...] = ()
    text: str | None = None
    complaints: tuple[str, ...] = ()
    """The complaints: a sentence for each line that should describe a mark and does not, or for the whole text."""


def said(picture: Path) -> Said:
    """Read the text beside a picture: lines of a number and corners describe square marks, other text a code."""
    file = picture.with_suffix(".txt")
    if not file.exists():
        return Said()
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return Said(complaints=(f"{file}: is not in UTF-8; it is left out",))
    except OSError as error:
        return Said(complaints=(f"{file}: cannot be read ({error.strerror}); it is left out",))
    filled = {count: line.strip() for count, line in enumerate(lines, 1) if line.strip()}
    marks = {count: _tag(line) for count, line in filled.items()}
    if not any(marks.values()) and not all(map(_LIKE_TAG.match, filled.values())):
        return Said(text="\n".join(line for line in lines if line.strip()))
    complaints = (
        f"{file}: line {count} is no mark from 0 to {DICTIONARY_SIZE - 1}, as {_EXAMPLE} is; it is left out"
        for count, mark in marks.items()
        if mark is None
    )
    return Said(tuple(mark for mark in marks.values() if mark), complaints=tuple(complaints))


def _tag(line: str) -> PlacedNumber | None:
    found = _TAG.fullmatch(line)
    if found is None or int(found[1]) >= DICTIONARY_SIZE:
        return None
    x = [float(value) for value in found.groups()[1:]]
    return PlacedNumber(int(found[1]), ((x[0], x[1]), (x[2], x[3]), (x[4], x[5]), (x[6], x[7])))
