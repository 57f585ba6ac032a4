"""Our readers of square marks and of QR codes on whole pictures, as the eyes ask them, and their hits by size."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Final, TypeAlias, cast

import pytest
import zxingcpp

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.eyes.photograph_files import PictureError, PlacedNumber, load, said
from benchmarks.eyes.photographs import SIZES, DefaultReader, Findings, Tally, is_alike, is_same_place
from groundwork.picture import Gray
from vision.base.light import enlarge
from vision.base.observation import Corners, Mark
from vision.base.thresholds import THRESHOLDS
from vision.marks.identity import mark_of, named
from vision.marks.symbologies import load as kind_named
from vision.marks.symbology import Symbology
from vision.marks.zbar import ZbarMissingError, ZbarReader
from vision.marks.zxing import read_qr

Marks: TypeAlias = tuple[PlacedNumber, ...]
CodeReader: TypeAlias = Callable[[Gray], Sequence[tuple[str, Corners]]]
"""Finds texts and outlines of QR codes."""
Limits: TypeAlias = Mapping[str, tuple[int, ...]]
"""Least hits by reader, the smallest marks first."""

SQUARE_SIZES: Final = tuple(pairwise(SIZES))
"""Sizes of square marks, pixels a side: from, and less than."""
MODULE_SIZES: Final = tuple(pairwise((0.0, 2.0, 3.0, 4.0, inf)))
"""Sizes of QR codes, pixels a module."""
LOOKS: Final = ("glance", "read", "enlarged", "reread")
"""The looks of the eyes for square marks: as a card lands, at length, at twice the size, and the patient one."""
_ENLARGED_PX: Final = 1_000_000
"""Larger pictures are not enlarged: the eyes enlarge the parts of a picture where a card may lie."""
_NO_SIZE: Final = len(MODULE_SIZES)
"""Place of the codes of unknown size: zxing-cpp as it is by default does not read them."""
_ESCAPES: Final = 0xFFFD
"""Escapes for characters beyond ASCII, of which zbar cannot tell in which writing they are."""
PHOTOGRAPHED_CODES: Final[Mapping[str, Limits]] = {
    "qrcode-1": {"qr_zxing": (0, 0, 2, 6, 0), "qr_zxing, enlarged": (0, 0, 1, 5, 0), "qr_zbar": (0, 0, 2, 6, 0)},
    "qrcode-4": {"qr_zxing": (0, 0, 3, 12, 0), "qr_zxing, enlarged": (0, 0, 3, 12, 0), "qr_zbar": (0, 0, 2, 10, 3)},
}
"""Codes in zxing-cpp's photographs that come with the project: 8 and 24; 9 of the second are of unknown size."""


@dataclass(slots=True)
class CodeTally:
    """Counts of the QR codes that one reader reads in some pictures."""

    known: Counter[int] = field(default_factory=Counter[int])
    """Codes by size, as an index into the sizes; one more for those whose size nobody knows."""
    hits: Counter[int] = field(default_factory=Counter[int])
    wrong: list[str] = field(default_factory=list[str])
    """Texts that the code in the picture does not have."""

    def note(self, picture: str, texts: Sequence[str], known: str | None, size: int) -> None:
        """Count one picture; without a known text any is wrong."""
        right = known is not None and any(_is_the_same(text, known) for text in texts)
        self.known[size] += known is not None
        self.hits[size] += right
        if texts and not right:
            self.wrong.append(f"{picture}: {texts[0][:60]!r}")


def by_size(counts: Counter[int], sizes: Sequence[object]) -> tuple[int, ...]:
    """The counts, the smallest marks first; what is of no size comes last."""
    return tuple(counts[size] for size in range(len(sizes) + 1))


def has_least(hits: Sequence[int], least: Sequence[int]) -> bool:
    """Whether each size has its hits; limits that ask for nothing at all are none."""
    return any(least) and all(hit >= few for hit, few in zip(hits, least, strict=False))


def pictures_in(paths: Iterable[Path]) -> Iterable[tuple[Path, Gray]]:
    """The pictures that can be read: samples of others may be empty files."""
    for path in paths:
        with suppress(PictureError):
            yield path, load(path)


def square_tallies(paths: Iterable[Path], *, is_negative: bool = False) -> dict[str, Tally]:
    """What each look of the eyes reads of the square marks in pictures.

    Args:
        paths: of the pictures.
        is_negative: whether none shows such a mark, so that any is wrong.
    """
    tallies = {look: Tally() for look in LOOKS}
    for path, gray in pictures_in(paths):
        default = () if is_negative else _default().marks(gray)
        note_squares(tallies, path, gray, default)
    return tallies


def note_squares(tallies: Mapping[str, Tally], path: Path, gray: Gray, default: Marks) -> None:
    """Count what each look reads of the marks that are told beside a picture, and of those that OpenCV reads.

    Args:
        tallies: by look.
        path: of the picture.
        gray: the picture.
        default: what OpenCV's reader reads as it is by default.
    """
    told = said(path).marks
    known = (*told, *(mark for mark in default if not any(is_same_place(mark, other) for other in told)))
    known = tuple(mark for mark in known if named(mark.number) is not None)
    for look, marks in looks(gray, min((mark.side_px for mark in known), default=0.0)).items():
        tallies[look].note(Findings(path, marks, (), known, default))


def looks(gray: Gray, side_px: float) -> dict[str, Marks]:
    """The marks of cards that each look reads, told of the least size in the picture as a calibration tells it."""
    kind = _kind()
    kind.expect(side_px * THRESHOLDS.pipeline.smallest)
    twice = kind.read(enlarge(gray, 2)) if gray.size <= _ENLARGED_PX else ()
    return {
        "glance": _numbered(kind.glance(gray)),
        "read": _numbered(kind.read(gray)),
        "enlarged": _numbered(mark.to_whole(2) for mark in twice),
        "reread": _numbered(kind.reread(gray)),
    }


def code_readers() -> dict[str, CodeReader]:
    """Our readers of QR codes, those whose library is installed: by the name of the kind of mark that has it first."""
    found: dict[str, CodeReader] = {
        "qr_zxing": read_qr,
        "qr_zxing, enlarged": lambda gray: read_qr(enlarge(gray, 2)),
    }
    try:
        return found | {"qr_zbar": ZbarReader().read}
    except ZbarMissingError:
        return found


def code_tallies(paths: Iterable[Path]) -> dict[str, CodeTally]:
    """What each reader reads of the QR codes in pictures, their texts beside them; without a text there is none."""
    readers = code_readers()
    tallies = {name: CodeTally() for name in readers}
    for path, gray in pictures_in(paths):
        known = said(path).text
        size = code_size(gray)
        for name, read in readers.items():
            tallies[name].note(str(path), [text for text, _ in read(gray)], known, size)
    return tallies


def code_size(gray: Gray) -> int:
    """The size of the first code in a picture, as an index into the sizes, by what zxing-cpp reads by default."""
    codes = zxingcpp.read_barcodes(gray, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    if not codes:
        return _NO_SIZE
    place = codes[0].position
    ends = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    a, b, c, d = ((float(end.x), float(end.y)) for end in ends)
    # The stubs call the dictionary an object.
    version = int(cast("dict[str, str]", codes[0].extra)["Version"])
    module_px = PlacedNumber(0, (a, b, c, d)).side_px / (17 + 4 * version)
    return next(size for size, (_, above) in enumerate(MODULE_SIZES) if module_px < above)


def _is_the_same(read: str, known: str) -> bool:
    """Whether two texts are alike as far as both libraries can tell characters."""
    return is_alike(_plain(read), _plain(known)) or is_alike(read, known)


def _plain(text: str) -> str:
    return "".join(one for one in text if ord(one) < 128)


def _numbered(marks: Iterable[Mark]) -> Marks:
    """The marks that count alone."""
    return tuple(PlacedNumber(mark_of(mark.deck, mark.card), mark.corners) for mark in marks if mark.is_sure)


@cache
def _kind() -> Symbology:
    return kind_named("aruco")


@cache
def _default() -> DefaultReader:
    return DefaultReader()
