"""Renders printed pages as pictures; the one place that knows pypdfium2 and reportlab's files, which have no types."""

import base64
import importlib
import re
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from groundwork.picture import Gray, Matrix
from vision.base.observation import Point

_pdfium: Final[Any] = importlib.import_module("pypdfium2")

KHMER_FONT: Final = Path(str(importlib.import_module("reportlab").__file__)).parent / "fonts" / "hb-test.ttf"
"""A small face that comes with reportlab and has letters that no other here has."""

DPI: Final = 200
PX_PER_MM: Final = DPI / 25.4
POINTS_PER_MM: Final = 72 / 25.4


def pages(pdf: bytes, dpi: float = DPI) -> Iterator[Gray]:
    """Every page in grey."""
    document = _pdfium.PdfDocument(pdf)
    for number in range(len(document)):
        yield np.asarray(document[number].render(scale=dpi / 72, grayscale=True).to_numpy(), np.uint8).squeeze()
    document.close()


def sizes_mm(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of every page."""
    document = _pdfium.PdfDocument(pdf)
    points = [document[number].get_size() for number in range(len(document))]
    document.close()
    return [(round(wide / POINTS_PER_MM, 2), round(tall / POINTS_PER_MM, 2)) for wide, tall in points]


@cache
def texts(pdf: bytes) -> tuple[str, ...]:
    """The words on every page."""
    document = _pdfium.PdfDocument(pdf)
    found = tuple(document[number].get_textpage().get_text_bounded() for number in range(len(document)))
    document.close()
    return found


def words_without_a_face(pdf: bytes) -> str:
    """The words whose typeface is named in the file and not embedded, in the order written.

    They are read from the page's drawing commands: the renderer leaves a word out of a page's text if it finds no
    face for it on this machine and it is one letter long. For our own files alone: compressed as reportlab does, in
    UTF-16, with the embedded faces' names ending in "+" and a number.
    """
    strings = re.findall(rb"/F\d+ \S+ Tf \S+ TL \(((?:\\.|[^\\)])*)\) Tj", _drawing(pdf), re.DOTALL)
    return "".join(_unescaped(string).decode("utf-16-be") for string in strings)


def least_letters_mm(pdf: bytes) -> float:
    """The size of the smallest letters in one of our own files, whose drawing commands are in millimetres."""
    return min(map(float, re.findall(rb"/F\S+ (\S+) Tf", _drawing(pdf))))


def _drawing(pdf: bytes) -> bytes:
    """The drawing commands of our own files."""
    streams = re.findall(rb"/Filter \[ /ASCII85Decode /FlateDecode \].*?stream\r?\n(.*?)~>", pdf, re.DOTALL)
    return b"".join(zlib.decompress(base64.a85decode(stream)) for stream in streams)


def _unescaped(string: bytes) -> bytes:
    """A string of a PDF with its escapes carried out."""
    controls = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

    def meant(escape: re.Match[bytes]) -> bytes:
        code = escape[1]
        return bytes([int(code, 8)]) if code.isdigit() else controls.get(code, code)

    return re.sub(rb"\\([0-7]{1,3}|.)", meant, string, flags=re.DOTALL)


def box_mm(page: Gray, left: float, top: float, right: float, bottom: float) -> Gray:
    """The part of a rendered page between these edges, mm."""
    rows = slice(max(0, round(top * PX_PER_MM)), round(bottom * PX_PER_MM))
    return page[rows, max(0, round(left * PX_PER_MM)) : round(right * PX_PER_MM)]


def white_ring(page: Gray, centre: Point, inner: float, outer: float) -> bool:
    """Whether the frame between two squares around a point (pixels) is white; half their sides, mm."""
    x, y = centre[0] / PX_PER_MM, centre[1] / PX_PER_MM
    square = box_mm(page, x - outer, y - outer, x + outer, y + outer).copy()
    inside = round((outer - inner) * PX_PER_MM)
    square[inside:-inside, inside:-inside] = 255
    return bool(square.min() > 250)


def mm(points: object) -> Matrix:
    """Pixels of a rendered page as millimetres on the paper; rows of x, y."""
    return np.asarray(points, dtype=np.float64) / PX_PER_MM
