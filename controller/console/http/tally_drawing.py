"""Strokes and circles as chalk draws them: each fifth stroke across four, a stroke through a circle for nothing."""

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup

from controller.console.views.score_sheet import marks_words
from controller.rules.sheet import GROUP, Cell

_TALLY: Final = Markup(
    '<svg class="tally" role="img" aria-label="{words}" viewBox="0 0 {width} 48" preserveAspectRatio="xMinYMid meet">'
    '<path d="{path}"/></svg>'
)
_STEP: Final = 11
"""Between two strokes of a group."""
_GAP: Final = 14
"""After a group, or a circle."""
_ROUND: Final = "a10 10 0 1 0 20 0a10 10 0 1 0 -20 0"
"""A circle from its left end."""


def drawn_tally(cell: Cell) -> Markup:
    """The marks of a cell, drawn; their number is there for screen readers."""
    parts: list[str] = []
    at = 6
    for part, width in _marks(cell.strokes, cell.circles):
        parts.append(part.format(x=at, high=at + 2, low=at, left=at - 5, right=at + 40, through=at + 13, under=at + 7))
        at += width
    return _TALLY.format(words=marks_words(cell), width=at, path=" ".join(parts))


def _marks(strokes: int, circles: int) -> Iterator[tuple[str, int]]:
    """Parts of a path, each with the room that it takes; one stroke and one circle together count nothing (COI-S8)."""
    both = min(strokes, circles)
    for number in range(circles):
        through = "M{through} 6L{under} 42" if number < both else ""
        yield f"M{{x}} 24{_ROUND}{through}", 20 + _GAP
    left = strokes - both
    for number in range(left):
        nth = number % GROUP + 1
        if nth == GROUP:
            yield "", 0
        else:
            follows = GROUP if left - number + nth - 1 >= GROUP else min(GROUP, left - number + nth - 1)
            cross = "M{left} 36L{right} 12" if nth == 1 and follows == GROUP else ""
            last = nth == GROUP - 1 or number == left - 1
            yield f"M{{high}} 6L{{low}} 42{cross}", _STEP + (_GAP if last else 0)
