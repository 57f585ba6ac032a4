"""Draws on pages in millimetres; the one place that knows reportlab, which has no types."""

import importlib
import io
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from vision.base.observation import Point
from vision.faces.brush import BLACK, PathPoints, PrintInk
from vision.print.papers import Paper

Anchor: TypeAlias = Literal["l", "m", "r"]

WHITE: Final[PrintInk] = (255, 255, 255)
GRAY: Final[PrintInk] = (150, 150, 150)

_POINTS_PER_MM: Final = 72 / 25.4
_CAPITALS: Final = 0.73
"""Height of Vera's capitals, of its size."""
_JAPANESE: Final = "HeiseiKakuGo-W5"
"""Named in the file but not embedded: every viewer brings a face of its own for it."""

_canvas: Final[Any] = importlib.import_module("reportlab.pdfgen.canvas")
_fonts: Final[Any] = importlib.import_module("reportlab.pdfbase.pdfmetrics")
_truetype: Final[Any] = importlib.import_module("reportlab.pdfbase.ttfonts")
_cid: Final[Any] = importlib.import_module("reportlab.pdfbase.cidfonts")


class FontError(ValueError):
    """A file that is no typeface which can be embedded."""


class Pen:
    """Pages of one document; x counts to the right and y down from the upper left corner, in millimetres."""

    def __init__(self, paper: Paper, title: str, font: Path | None = None) -> None:
        """Begin the first page.

        Args:
            paper: of every page.
            title: of the document.
            font: a TrueType file for the letters that the built-in face (Bitstream Vera) lacks.

        Raises:
            FontError: the font cannot be embedded.
        """
        self.paper = paper
        self._file = io.BytesIO()
        size = (paper.width_mm * _POINTS_PER_MM, paper.height_mm * _POINTS_PER_MM)
        _built_in_fonts()
        self._canvas = _canvas.Canvas(self._file, pagesize=size, invariant=1, initialFontName="Vera")
        self._canvas.setTitle(title)
        self._canvas.setCreator("Schiri")
        self._own = _own_font(font) if font else None
        self._begin()

    def next_page(self) -> None:
        """End this page and begin another."""
        self._canvas.showPage()
        self._begin()

    def finish(self) -> bytes:
        """End the document and return its file; the same drawing gives the same bytes."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    @contextmanager
    def at(self, x_mm: float, y_mm: float, turn: float = 0) -> Generator[None]:
        """Draw from another origin, turned by so many degrees clockwise."""
        self._canvas.saveState()
        self._canvas.translate(x_mm, y_mm)
        self._canvas.rotate(turn)
        yield
        self._canvas.restoreState()

    @contextmanager
    def within(self, x_mm: float, y_mm: float, width_mm: float, height_mm: float) -> Generator[None]:
        """Draw only what lies in this box."""
        self._canvas.saveState()
        frame = self._canvas.beginPath()
        frame.rect(x_mm, y_mm, width_mm, height_mm)
        self._canvas.clipPath(frame, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def polygons(self, outlines: Sequence[PathPoints], ink: PrintInk) -> None:
        """Fill closed outlines as one shape, so that no hairline shows where two of them meet."""
        path = self._canvas.beginPath()
        for first, *others in outlines:
            path.moveTo(*first)
            for point in others:
                path.lineTo(*point)
            path.close()
        self._fill(ink)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def box(
        self,
        x_mm: float,
        y_mm: float,
        width_mm: float,
        height_mm: float,
        fill: PrintInk | None = None,
        edge: PrintInk | None = None,
        line_mm: float = 0.2,
        round_mm: float = 0,
        dash_mm: Sequence[float] = (),
    ) -> None:
        """Draw a rectangle."""
        self._stroke(edge or BLACK, line_mm, dash_mm)
        self._fill(fill or WHITE)
        self._canvas.roundRect(
            x_mm, y_mm, width_mm, height_mm, round_mm, stroke=edge is not None, fill=fill is not None
        )

    def line(
        self, start: Point, end: Point, ink: PrintInk = BLACK, line_mm: float = 0.2, dash_mm: Sequence[float] = ()
    ) -> None:
        """Draw a straight line."""
        self._stroke(ink, line_mm, dash_mm)
        self._canvas.line(*start, *end)

    def text(
        self,
        words: str,
        x_mm: float,
        y_mm: float,
        size_mm: float,
        ink: PrintInk = BLACK,
        anchor: Anchor = "l",
        bold: bool = False,
        fit_mm: float | None = None,
    ) -> None:
        """Write one line; its capitals' middle is at y.

        Args:
            words: what to write.
            x_mm: left end, middle or right end, as the anchor says.
            y_mm: middle of the capitals.
            size_mm: of the typeface.
            ink: colour.
            anchor: which part of the line is at x.
            bold: in the bold face, where there is one.
            fit_mm: written smaller, if need be, to be no longer than this.
        """
        wide = self.width_of(words, size_mm, bold)
        size = size_mm if fit_mm is None else size_mm * min(1.0, fit_mm / max(wide, 1e-9))
        x = x_mm - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * wide * size / size_mm
        self._canvas.saveState()
        self._canvas.translate(x, y_mm + size * _CAPITALS / 2)
        self._canvas.scale(1, -1)
        self._fill(ink)
        written = self._canvas.beginText(0, 0)
        for font, run in self._runs(words, bold):
            written.setFont(font, size)
            written.textOut(run)
        self._canvas.drawText(written)
        self._canvas.restoreState()

    def width_of(self, words: str, size_mm: float, bold: bool = False) -> float:
        """Length of a line of text, mm."""
        return sum(float(_fonts.stringWidth(run, font, size_mm)) for font, run in self._runs(words, bold))

    def _begin(self) -> None:
        k = _POINTS_PER_MM
        self._canvas.transform(k, 0, 0, -k, 0, self.paper.height_mm * k)

    def _fill(self, ink: PrintInk) -> None:
        self._canvas.setFillColorRGB(*(part / 255 for part in ink))

    def _stroke(self, ink: PrintInk, line_mm: float, dash_mm: Sequence[float]) -> None:
        self._canvas.setStrokeColorRGB(*(part / 255 for part in ink))
        self._canvas.setLineWidth(line_mm)
        self._canvas.setDash(list(dash_mm))

    def _runs(self, words: str, bold: bool) -> list[tuple[str, str]]:
        """Cut the words where the face changes."""
        return [(font, "".join(run)) for font, run in groupby(words, partial(self._font_of, bold))]

    def _font_of(self, bold: bool, letter: str) -> str:
        faces = ("VeraBd" if bold else "Vera", *(self._own or ()))
        known = {**_built_in_fonts(), **(self._own or {})}
        return next((face for face in faces if ord(letter) in known[face]), _JAPANESE)


def is_embedded(words: str) -> bool:
    """Whether the built-in face, which every file carries, has all these letters."""
    return all(ord(letter) in face for letter in words for face in _built_in_fonts().values())


@cache
def _built_in_fonts() -> dict[str, dict[int, int]]:
    """Return the letters of each face that comes with reportlab and whose licence permits embedding."""
    _fonts.registerFont(_cid.UnicodeCIDFont(_JAPANESE))
    letters: dict[str, dict[int, int]] = {}
    for name in ("Vera", "VeraBd"):
        font = _truetype.TTFont(name, f"{name}.ttf")
        _fonts.registerFont(font)
        letters[name] = font.face.charToGlyph
    return letters


def _own_font(file: Path) -> dict[str, dict[int, int]]:
    """Return the letters of a face of the user's own, by its name."""
    name = f"own {file}"
    try:
        font = _truetype.TTFont(name, str(file))
    except _truetype.TTFError as error:
        raise FontError(f"{file} is no TrueType font that can be embedded") from error
    _fonts.registerFont(font)
    return {name: font.face.charToGlyph}
