"""Photographs in a folder: the grey pictures, and the marks that a text beside a picture says are in it."""

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.base.observation import Corners, Point
from vision.base.picture import Gray, u8

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
"""Larger pictures would fill the memory of a small machine several times over."""
_TAG: Final = re.compile(r"(\d+)" + r",\s*\(([-+.\de]+)[ ,]+([-+.\de]+)\)" * 4)
"""A line of the text files of AprilRobotics: number, four corners."""


class PictureError(ValueError):
    """A picture that cannot be read, in one sentence."""


@dataclass(frozen=True, slots=True)
class PlacedNumber:
    """A square mark in a picture."""

    number: int
    corners: Corners

    @property
    def centre(self) -> Point:
        """Mean of the corners, pixels."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def side_px(self) -> float:
        """Mean length of its sides, pixels."""
        four = np.array(self.corners)
        return float(np.linalg.norm(four - np.roll(four, -1, axis=0), axis=1).mean())


def pictures(folder: Path) -> list[Path]:
    """The pictures in a folder and the folders in it, by name.

    Raises:
        PictureError: it is no folder, or no picture is in it.
    """
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise PictureError(f"{folder}: there is no such folder; name one that holds pictures")
    found = sorted(path for path in _files(folder) if path.suffix.lower() in SUFFIXES and path.is_file())
    if not found:
        raise PictureError(f"{folder}: no pictures are in it; it takes {', '.join(sorted(SUFFIXES))}")
    return found


def _files(folder: Path) -> Iterator[Path]:
    """All files in a folder and the folders in it, links too; each folder once. One that cannot be opened is told."""

    def told(error: OSError) -> None:
        print(f"{error.filename}: cannot be searched ({error.strerror}); it is left out", file=sys.stderr)

    known: set[str] = set()
    for place, folders, files in os.walk(folder, onerror=told, followlinks=True):
        folders[:] = [name for name in folders if _is_new(Path(place, name), known)]
        yield from (Path(place, name) for name in files)


def _is_new(folder: Path, known: set[str]) -> bool:
    real = os.path.realpath(folder)
    is_new = real not in known
    known.add(real)
    return is_new


def load(path: Path) -> Gray:
    """The picture in grey: of colour, with alpha or 16 bits, turned as its EXIF data say, all as OpenCV does it.

    Raises:
        PictureError: it cannot be read or is too large.
    """
    try:
        data = np.fromfile(path, np.uint8)
        gray = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE) if data.size else None
        if gray is None and data.size:
            # A picture that breaks off is read from its file as far as it goes.
            gray = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    except (OSError, cv2.error) as error:
        said = error.strerror if isinstance(error, OSError) else error.err
        raise PictureError(f"{path}: cannot be read ({said}); it is left out") from None
    if gray is None:
        raise PictureError(f"{path}: is no picture that OpenCV can read; it is left out")
    if gray.size > LARGEST_PX:
        raise PictureError(f"{path}: has {gray.size} pixels, {LARGEST_PX} are the most; make it smaller")
    return u8(gray)


def said_marks(picture: Path) -> tuple[PlacedNumber, ...] | None:
    """The marks that the text beside a picture tells of, with number and corners a line; None if there is no such."""
    lines = _lines(picture)
    found = tuple(_tags(lines))
    return found if found and len(found) == len(lines) else None


def said_text(picture: Path) -> str | None:
    """The text beside a picture that a code in it has; None if there is none, or it tells of square marks."""
    lines = _lines(picture)
    return "\n".join(lines) if lines and said_marks(picture) is None else None


def _lines(picture: Path) -> list[str]:
    try:
        text = picture.with_suffix(".txt").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    return [line for line in text.splitlines() if line.strip()]


def _tags(lines: list[str]) -> Iterator[PlacedNumber]:
    for line in lines:
        if found := _TAG.fullmatch(line.strip()):
            x = [float(value) for value in found.groups()[1:]]
            yield PlacedNumber(int(found[1]), ((x[0], x[1]), (x[2], x[3]), (x[4], x[5]), (x[6], x[7])))
