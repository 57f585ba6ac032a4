"""The places of the parts of a picture on a glass; dot for dot what the AVR's ``layout.c`` draws."""

from .canvas import Canvas
from .picture import NO_REFEREE, Picture
from .protocol import LAMP_FOUL, LAMP_TURN
from .text import HIGH, LINE, WIDE, kept, letter, line, lines

NOTES = 2
"""Most lines of the status."""

FEW_ROWS = 2
LAMPS = {LAMP_TURN: "▶", LAMP_FOUL: "×"}
"""Shapes, so that the meaning never hangs on colour."""


class PictureLayout:
    """Draws pictures on a canvas; ``unit`` is the size of a dot of the smallest letters."""

    def __init__(self, canvas: Canvas, unit: int = 1) -> None:
        self._canvas = canvas
        self._unit = unit
        self._line = LINE * unit
        self._cell = WIDE * unit
        self._columns = canvas.width // self._cell

    def draw(self, picture: Picture, silent: bool) -> None:
        """Draw the whole glass anew."""
        self._canvas.clear()
        rows = [(lamp, str(n, "utf-8"), str(s, "utf-8"), str(t, "utf-8")) for lamp, n, s, t in picture.rows]
        rows = rows[: picture.count]
        title, status, alert = (str(text, "utf-8") for text in picture.texts)
        if alert and not silent:
            self._alarm_view(alert, rows)
        else:
            self._table_view(title, str(NO_REFEREE, "utf-8") if silent else status, rows, silent)

    def _text(self, x: int, y: int, scale: int, text: str) -> None:
        for character in text:
            for bits in letter(character):
                self._canvas.column(x, y, bits, scale)
                x += scale
            x += scale

    def _cut(self, x: int, y: int, scale: int, text: str, room: int, words: bool = False) -> int:
        """Write a text in one line, cut if it must be; return its width in characters."""
        short = kept(text, room, words)
        if room > 0:
            self._text(x, y, scale, short)
        return len(short)

    def _paragraph(self, y: int, scale: int, text: str, most: int) -> None:
        room = self._canvas.width // (WIDE * scale)
        x = (self._canvas.width - room * WIDE * scale + scale) // 2
        while text and most > 1:
            first, text, _ = line(text, room)
            self._text(x, y, scale, first)
            y += LINE * scale
            most -= 1
        self._cut(x, y, scale, text, room)

    def _score(self, row: "tuple[int, str, str, str]", right: int, wide: int, y: int, high: int) -> int:
        """Write the score at the right of a place, as large as it can be; return its left edge."""
        score = row[2]
        scale = 6 * self._unit
        while scale > self._unit and (HIGH * scale >= high or len(score) * WIDE * scale > wide):
            scale -= 1
        left = right - len(score) * WIDE * scale
        self._text(left + scale, y + (high - HIGH * scale) // 2, scale, score)
        return left

    def _row(self, row: "tuple[int, str, str, str]", y: int, step: int) -> None:
        """Draw one seat across the whole glass: name and strokes in two lines where there is room, else in one."""
        lamp, name, _, strokes = row
        room = self._score(row, self._canvas.width, self._canvas.width // 2, y, step) // self._cell - 1
        two = step >= 2 * self._line and strokes != ""
        middle = y + (step - (2 if two else 1) * self._line) // 2
        self._text(0, middle, self._unit, LAMPS.get(lamp, ""))
        used = self._cut(self._cell, middle, self._unit, name, room)
        if two:
            self._cut(self._cell, middle + self._line, self._unit, strokes, room, True)
        elif used + 1 < room:
            self._cut(self._cell * (used + 2), middle, self._unit, strokes, room - used - 1, True)

    def _quarter(self, row: "tuple[int, str, str, str]", x: int, y: int, step: int) -> None:
        """Draw one of four seats: name above score and strokes."""
        lamp, name, _, strokes = row
        room = self._columns // 2 - 1
        self._text(x, y, self._unit, LAMPS.get(lamp, ""))
        self._cut(x + self._cell, y, self._unit, name, room - 1)
        y += self._line
        right = x + room * self._cell + self._cell // 2
        left = self._score(row, right, room * self._cell, y, step - self._line)
        middle = y + (step - 2 * self._line) // 2
        if left > x + self._cell:
            self._cut(x, middle, self._unit, strokes, (left - x) // self._cell - 1, True)

    def _compact(self, rows: "list[tuple[int, str, str, str]]") -> None:
        """Names and scores in two lines at the bottom, in the seats' order."""
        columns = 3 if len(rows) > 4 else len(rows)
        for place, (_, name, score, _) in enumerate(rows):
            wide = self._columns // columns
            x = place % columns * wide * self._cell
            y = self._canvas.height - 2 * self._line
            if len(rows) <= 4:
                self._cut(x, y, self._unit, name, wide - 1)
                self._cut(x, y + self._line, self._unit, score, wide - 1)
            else:
                y += place // columns * self._line
                used = self._cut(x, y, self._unit, score, wide - 1) + 1
                if used + 1 < wide:
                    self._cut(x + used * self._cell, y, self._unit, name, wide - 1 - used)

    def _alarm_view(self, alert: str, rows: "list[tuple[int, str, str, str]]") -> None:
        bottom = self._canvas.height - 2 * self._line
        scale = 3 * self._unit
        while scale > self._unit and lines(alert, self._canvas.width // (WIDE * scale)) > bottom // (LINE * scale):
            scale -= 1
        self._paragraph(0, scale, alert, bottom // (LINE * scale))
        self._canvas.invert(0, bottom)
        self._compact(rows)

    def _table_view(self, title: str, status: str, rows: "list[tuple[int, str, str, str]]", silent: bool) -> None:
        notes = NOTES if len(rows) <= FEW_ROWS + 1 and lines(status, self._columns) > 1 else 1
        top = self._line if len(rows) <= FEW_ROWS else 0
        bottom = self._canvas.height - notes * self._line
        if not rows:
            self._paragraph(bottom // 2 - self._line, 2 * self._unit, title, 1)
        elif top:
            self._cut(0, 0, self._unit, title, self._columns)
        grid = len(rows) == 4
        step = (bottom - top) // (2 if grid else len(rows)) if rows else 0
        for place, row in enumerate(rows):
            if grid:
                x = place % 2 * (self._columns + 1) // 2 * self._cell
                self._quarter(row, x, top + place // 2 * step, step)
            else:
                self._row(row, top + place * step, step)
        self._paragraph(bottom, self._unit, status, notes)
        if silent:
            self._canvas.invert(bottom, notes * self._line)
