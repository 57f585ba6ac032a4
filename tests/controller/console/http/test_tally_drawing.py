"""Strokes and circles as they are drawn: every one of them, five crossed, and their number for the ear."""

import re

import pytest

from controller.console.http.templates import drawn_tally
from controller.rules.sheet import Cell


@pytest.mark.parametrize(
    ("strokes", "circles"), [(1, 0), (4, 0), (5, 0), (7, 0), (10, 0), (0, 3), (2, 1), (7, 2), (2, 5)]
)
def test_every_stroke_and_circle_is_drawn(strokes: int, circles: int) -> None:
    svg = str(drawn_tally(Cell(strokes=strokes, circles=circles)))
    left, both = strokes - min(strokes, circles), min(strokes, circles)
    crosses = len(re.findall(r"M-?\d+ 36L\d+ 12", svg))
    upright = len(re.findall(r"M\d+ 6L\d+ 42", svg))
    rings = len(re.findall(r"M\d+ 24a", svg))
    assert (rings, crosses, upright) == (circles, left // 5, left - left // 5 + both)
    width = float(re.findall(r"viewBox=.0 0 (\d+)", svg)[0])
    assert max(float(x) for x in re.findall(r"[ML](\d+) ", svg)) <= width


def test_a_screen_reader_hears_how_many() -> None:
    assert 'aria-label="2 strokes, 1 circle"' in str(drawn_tally(Cell(strokes=2, circles=1)))
