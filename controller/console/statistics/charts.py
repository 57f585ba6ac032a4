"""Charts as SVG: lines, bars, split bars, bars from a middle line, columns; colours are the style sheet's.

Each is 360 wide, so that a phone shows its letters as they are meant, and is drawn larger where there is room.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import Final
from unicodedata import east_asian_width

from markupsafe import Markup

WIDTH: Final = 360
STYLES: Final = 6
"""Lines that can be told apart: by colour, by dashes and by the name at their end."""
PARTS: Final = {1: (0,), 2: (0, 5), 3: (0, 5, 1)}
"""The styles of the parts of a bar: grey is nobody's."""
MOST_POINTS: Final = 48
"""The most points of a drawn line; longer lines are thinned out evenly, up to their last point."""
_ROW: Final = 40
_LABEL: Final = 96
"""Room for names at the ends of lines."""

_SVG: Final = Markup('<svg class="chart" role="img" aria-label="{words}" {size}>{parts}</svg>')
_SIZE: Final = Markup('width="{width}" height="{height}" viewBox="0 0 {width} {height}"')
_TEXT: Final = Markup('<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>')
_RECT: Final = Markup('<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2"/>')
_PATH: Final = Markup('<path class="{kind}" d="{path}"/>')
_DOT: Final = Markup('<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>')

Curve = Sequence[tuple[int, float]]


class Chart(Markup):
    """A drawn chart."""

    height: int
    """The height in units of letters, as is the width, `WIDTH`."""


@dataclass(frozen=True, slots=True)
class BarRow:
    """A bar with words: its value beside the name."""

    name: str
    value: float
    words: str
    rest: tuple[float, ...] = ()
    """The values that follow in the same bar."""
    more: float = 0.0
    """The second bar of a row from a middle line."""
    spreads: tuple[float, float] = (0.0, 0.0)
    """The standard error of each of the two."""


def fitting(text: str, most: int) -> str:
    """Return a text in so many letters at most; letters of Chinese and Japanese are two wide.

    >>> fitting("Annemarie", 6), fitting("アンネマリー", 6)
    ('Annem…', 'アン…')
    """
    wide = [1 + (east_asian_width(letter) in "WF") for letter in text]
    if sum(wide) <= most:
        return text
    count = 0
    while sum(wide[: count + 1]) < most:
        count += 1
    return text[:count] + "…"


def lines(words: str, series: Sequence[tuple[str, Curve]], ends: tuple[str, str]) -> Chart:
    """Lines over the matches of a season, each with its name at its end.

    Args:
        words: what a screen reader says of it.
        series: the name of each, and its values by the number of the match.
        ends: the days of the first and the last match.
    """
    series_shown = [(name, thinned(points)) for name, points in series[:STYLES]]
    values = [value for _, points in series_shown for _, value in points] + [0.0]
    ticks = steps(min(values), max(values))
    last = max((number for _, points in series_shown for number, _ in points), default=0)
    left, right, top, bottom = 34.0, WIDTH - _LABEL, 12.0, 190.0

    def across(number: float) -> float:
        return left + (right - left) * (number / last if last else 0.5)

    def up(value: float) -> float:
        return bottom - (bottom - top) * (value - ticks[0]) / (ticks[-1] - ticks[0])

    parts = [_level(left, right, up(tick), f"{tick:g}".replace("-", "−"), is_zero=tick == 0) for tick in ticks]
    marks = [(up(points[-1][1]), name, points) for name, points in series_shown if points]
    lows = _apart([y for y, _, _ in marks], 15.0)
    for style, ((_, name, points), low) in enumerate(zip(marks, lows, strict=True)):
        path = "M" + "L".join(f"{across(number):.1f} {up(value):.1f}" for number, value in points)
        parts.append(_PATH.format(kind=f"line style-{style}", path=path))
        end = across(points[-1][0]), up(points[-1][1])
        parts.append(_DOT.format(kind=f"dot style-{style}", x=end[0], y=end[1]))
        hint = f"M{end[0] + 4:.1f} {end[1]:.1f}L{right + 8:.1f} {low:.1f}"
        parts.append(_PATH.format(kind="hint", path=hint))
        parts.append(_text(right + 11, low + 4, fitting(name, 12), f"name style-{style}"))
    first, final = ends
    parts.append(_text(left, bottom + 18, first, "tick"))
    if final != first:
        parts.append(_text(right, bottom + 18, final, "tick", "end"))
    return _svg(words, max(bottom + 26, *lows, 0), parts)


def bars(words: str, rows: Sequence[BarRow], *, most: float = 0) -> Chart:
    """Draw a bar a row, with what follows it in the same bar; its name and its words stand above it.

    Args:
        words: what a screen reader says of it.
        rows: from above.
        most: the value of a whole bar; 0: the largest there is.
    """
    whole = most or max((row.value + sum(row.rest) for row in rows), default=0) or 1
    parts: list[Markup] = []
    for number, row in enumerate(rows):
        y = number * _ROW
        parts += _words(row, y)
        x = 0.0
        values = (row.value, *row.rest)
        for style, value in zip(PARTS[len(values)], values, strict=True):
            width = WIDTH * value / whole
            if width > 0:
                parts.append(_RECT.format(kind=f"bar style-{style}", x=x, y=y + 21, width=max(width - 1, 1), height=12))
            x += width
    return _svg(words, max(len(rows) * _ROW, 1), parts)


def diverging_bars(words: str, rows: Sequence[BarRow]) -> Chart:
    """Two bars a row, to the right where they are more than nought, else to the left; a line each for chance."""
    ends = (
        abs(value) + spread for row in rows for value, spread in zip((row.value, row.more), row.spreads, strict=True)
    )
    whole = max(ends, default=0) or 1
    middle, reach = WIDTH / 2, WIDTH / 2 - 4
    parts: list[Markup] = []
    for number, row in enumerate(rows):
        y = number * (_ROW + 14)
        parts += _words(row, y)
        for style, (value, spread) in enumerate(zip((row.value, row.more), row.spreads, strict=True)):
            top, width = y + 21 + style * 14, reach * abs(value) / whole
            x = middle if value >= 0 else middle - width
            parts.append(_RECT.format(kind=f"bar style-{style}", x=x, y=top, width=max(width, 0.5), height=11))
            at, off = middle + reach * value / whole, reach * spread / whole
            path = (
                f"M{at - off:.1f} {top + 5.5:.1f}H{at + off:.1f}M{at - off:.1f} {top + 2}v7M{at + off:.1f} {top + 2}v7"
            )
            parts.append(_PATH.format(kind="spread", path=path))
    height = max(len(rows) * (_ROW + 14), 1)
    parts.append(_PATH.format(kind="zero", path=f"M{middle} 18V{height}"))
    return _svg(words, height, parts)


def columns(words: str, values: Sequence[tuple[str, int]]) -> Chart:
    """Columns side by side, each with its number above and its name below."""
    whole = max((value for _, value in values), default=0) or 1
    step, bottom = WIDTH / max(len(values), 1), 150.0
    parts: list[Markup] = []
    for number, (name, value) in enumerate(values):
        x, height = number * step, 120 * value / whole
        if value:
            top = bottom - height
            parts.append(_RECT.format(kind="bar style-0", x=x + 2, y=top, width=step - 4, height=max(height, 1)))
            parts.append(_text(x + step / 2, top - 5, str(value), "tick", "middle"))
        parts.append(_text(x + step / 2, bottom + 16, name, "tick", "middle"))
    parts.append(_PATH.format(kind="zero", path=f"M0 {bottom}H{WIDTH}"))
    return _svg(words, bottom + 24, parts)


def thinned(points: Curve) -> Curve:
    """Thin out the points of a line so that it can be drawn, and keep the first and the last.

    >>> len(thinned([(number, 0) for number in range(1000)])) <= MOST_POINTS + 1
    True
    """
    step = ceil(len(points) / MOST_POINTS) or 1
    return [*points[:-1:step], points[-1]] if points else points


def steps(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest value to above the highest, five or so.

    >>> steps(-3, 17)
    [-5.0, 0.0, 5.0, 10.0, 15.0, 20.0]
    """
    span = (high - low) or 1
    unit = 10.0 ** floor(log10(span))
    step = next(unit * part for part in (0.2, 0.5, 1, 2) if span / (unit * part) <= 6)
    step = max(step, 1.0)
    first, last = floor(low / step), ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _apart(places: Sequence[float], gap: float) -> list[float]:
    """Move places down as far as needed to keep this distance between them."""
    order = sorted(range(len(places)), key=lambda one: places[one])
    spread = list(places)
    for before, after in pairwise(order):
        spread[after] = max(spread[after], spread[before] + gap)
    return spread


def _words(row: BarRow, y: float) -> Iterator[Markup]:
    yield _text(0, y + 15, fitting(row.name, 24), "name")
    yield _text(WIDTH, y + 15, row.words, "value", "end")


def _level(left: float, right: float, y: float, text: str, *, is_zero: bool) -> Markup:
    line = _PATH.format(kind="zero" if is_zero else "level", path=f"M{left} {y:.1f}H{right}")
    return line + _text(left - 5, y + 4, text, "tick", "end")


def _text(x: float, y: float, text: str, kind: str, anchor: str = "start") -> Markup:
    return _TEXT.format(kind=kind, x=x, y=y, anchor=anchor, text=text)


def _svg(words: str, height: float, parts: Sequence[Markup]) -> Chart:
    size = _SIZE.format(width=WIDTH, height=ceil(height))
    chart = Chart(_SVG.format(words=words, size=size, parts=Markup("").join(parts)))
    chart.height = ceil(height)
    return chart
