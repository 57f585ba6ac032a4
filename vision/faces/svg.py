"""Card faces as SVG for pages: the signs, courts and pips of the printed cards, in three cuts for three heights.

All cards of a pack are symbols of one file, which a page uses by their ids: ``s-H7`` rank over suit for heights below
64 pixels, ``m-H7`` an index and one large suit, ``w-H7`` the whole face, from 140 pixels on. The paper's colours are
the page's (``--card``, ``--card-edge``).
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, Literal, TypeAlias

from vision.faces import middles
from vision.faces.brush import BLACK, Brush, PathPoints, Place, PrintInk, twice
from vision.faces.signs import BLUE, GOLD, ink_of, is_plain, sign
from vision.mat.layout import CardSize
from vision.words.cards import CardWords, Suits

# The letters and figures of a card's index as own strokes, so that no typeface need have them.

TALL: Final = 100.0
"""The height of every glyph, with its stroke."""
STROKE: Final = 16.0
GAP: Final = 5.0
"""The distance between two glyphs."""

GLYPHS: Final[Mapping[str, tuple[float, str]]] = {
    "0": (64, "M8 34V66A24 26 0 0 0 56 66V34A24 26 0 0 0 8 34Z"),
    "1": (40, "M8 27 32 9V92"),
    "2": (64, "M9 32A23 24 0 0 1 55 32C55 50 27 62 9 92H56"),
    "3": (64, "M10 19C15 12 22 8 31 8 44 8 53 16 53 28S44 48 29 48C45 48 56 56 56 70S45 92 31 92C20 92 13 88 8 80"),
    "4": (68, "M45 92V8L8 69H60"),
    "5": (64, "M52 8H16L12 47C17 42 23 39 31 39 46 39 56 50 56 65S46 92 31 92C21 92 13 88 8 81"),
    "6": (64, "M51 19C47 12 41 8 34 8 17 8 8 24 8 52V66A24 26 0 0 0 56 66 24 26 0 0 0 8 66"),
    "7": (64, "M8 8H56C40 34 30 60 27 92"),
    "8": (64, "M32 47A20 19.5 0 0 1 32 8 20 19.5 0 0 1 32 47 24 22.5 0 0 0 32 92 24 22.5 0 0 0 32 47"),
    "9": (64, "M13 81C17 88 23 92 30 92 47 92 56 76 56 48V34A24 26 0 0 0 8 34 24 26 0 0 0 56 34"),
    "A": (78, "M8 92 39 8 70 92M19 63H59"),
    "B": (70, "M10 8V92H38A22 22 0 0 0 38 48H10M10 8H35A20 20 0 0 1 35 48"),
    "C": (72, "M64 28C58 14 50 8 38 8 18 8 8 24 8 50S18 92 38 92C50 92 58 86 64 72"),
    "D": (72, "M10 8V92H30C53 92 64 76 64 50S53 8 30 8Z"),
    "F": (64, "M10 92V8H56M10 48H48"),
    "J": (58, "M48 8V66A20 26 0 0 1 8 66"),
    "K": (74, "M10 8V92M62 8 10 58M29 41 66 92"),
    "N": (74, "M10 92V8L64 92V8"),
    "O": (76, "M8 38V62A30 30 0 0 0 68 62V38A30 30 0 0 0 8 38Z"),
    "Q": (78, "M8 38V62A30 30 0 0 0 68 62V38A30 30 0 0 0 8 38ZM47 68 69 93"),
    "R": (72, "M10 92V8H38A23 23 0 0 1 38 54H10M37 54 62 92"),
    "U": (76, "M10 8V62A28 30 0 0 0 66 62V8"),
    "V": (78, "M8 8 39 92 70 8"),
}
"""The width of each glyph with its stroke, and the path of its stroke."""


def glyph_width(text: str) -> float:
    """Return the width of glyphs beside each other.

    >>> glyph_width("10")
    109.0
    """
    return sum(GLYPHS[letter][0] for letter in text) + GAP * (len(text) - 1)


Cut: TypeAlias = Literal["s", "m", "w"]
"""The cut of a face: rank over suit; an index and one large suit; the whole face."""

SIZE: Final = CardSize(63, 88)
"""The size of the drawings, which pages scale."""
_MIDDLE: Final = (SIZE.width_mm / 2, SIZE.height_mm / 2)
_TOP: Final = 10.0
"""The distance from the card's upper edge to the pips."""


class SvgBrush:
    """A brush that draws into the text of an SVG; see :class:`vision.faces.brush.Brush`."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    @contextmanager
    def at(self, x_mm: float, y_mm: float, turn: float = 0) -> Generator[None]:
        """Draw from another origin, turned by so many degrees clockwise."""
        turned = f" rotate({_figure(turn)})" if turn else ""
        self.parts.append(f'<g transform="translate({_figure(x_mm)} {_figure(y_mm)}){turned}">')
        yield
        self.parts.append("</g>")

    @contextmanager
    def within(self, x_mm: float, y_mm: float, width_mm: float, height_mm: float) -> Generator[None]:
        """Draw only inside this box."""
        box = " ".join(map(_figure, (x_mm, y_mm, width_mm, height_mm)))
        sides = f'x="{_figure(x_mm)}" y="{_figure(y_mm)}" width="{_figure(width_mm)}" height="{_figure(height_mm)}"'
        self.parts.append(f'<svg {sides} viewBox="{box}">')
        yield
        self.parts.append("</svg>")

    def polygons(self, outlines: Sequence[PathPoints], ink: PrintInk) -> None:
        """Fill closed outlines as one shape."""
        path = "".join(f"M{' '.join(f'{_figure(x, 1)} {_figure(y, 1)}' for x, y in outline)}Z" for outline in outlines)
        self.parts.append(f'<path fill="{_colour(ink)}" d="{path}"/>')

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
    ) -> None:
        """Draw a rectangle."""
        stroke = f' stroke="{_colour(edge)}" stroke-width="{_figure(line_mm)}"' if edge else ""
        corner = f' rx="{_figure(round_mm)}"' if round_mm else ""
        sides = f'x="{_figure(x_mm)}" y="{_figure(y_mm)}" width="{_figure(width_mm)}" height="{_figure(height_mm)}"'
        self.parts.append(f'<rect {sides}{corner} fill="{_colour(fill) if fill else "none"}"{stroke}/>')

    def line(self, start: Place, end: Place, ink: PrintInk = BLACK, line_mm: float = 0.2) -> None:
        """Draw a straight line."""
        path = f"M{_figure(start[0])} {_figure(start[1])} {_figure(end[0])} {_figure(end[1])}"
        self.parts.append(f'<path stroke="{_colour(ink)}" stroke-width="{_figure(line_mm)}" d="{path}"/>')

    def again(self, name: str, x_mm: float, y_mm: float, size: float, turned: bool = False) -> None:
        """Draw the part with this id around a point, so many times as large."""
        turn = " rotate(180)" if turned else ""
        place = f"translate({_figure(x_mm)} {_figure(y_mm)}){turn} scale({_figure(size, 3)})"
        self.parts.append(f'<use href="#{name}" transform="{place}"/>')

    def index(self, text: str, x_mm: float, top_mm: float, tall_mm: float, fit_mm: float, ink: PrintInk) -> None:
        """Write an index in own strokes around x, narrowed to this width at most."""
        tall = tall_mm / TALL
        wide = min(tall, fit_mm / glyph_width(text))
        x = x_mm - glyph_width(text) * wide / 2
        self.parts.append(f'<g stroke="{_colour(ink)}">')
        for letter in text:
            place = f"translate({_figure(x)} {_figure(top_mm)}) scale({_figure(wide, 3)} {_figure(tall, 3)})"
            self.parts.append(f'<use href="#g{letter}" transform="{place}"/>')
            x += (GLYPHS[letter][0] + GAP) * wide
        self.parts.append("</g>")


def sprite(words: CardWords, cards: Sequence[str], cuts: Sequence[Cut] = ("s", "m", "w")) -> str:
    """Write one SVG file with every card of a pack as symbols.

    Args:
        words: whose indices and suits the pack has.
        cards: the names of its cards.
        cuts: the cuts in which they are drawn.
    """
    brush = SvgBrush()
    brush.parts.append('<svg xmlns="http://www.w3.org/2000/svg"><defs>')
    _parts(brush, words, cards)
    if "w" in cuts:
        _persons(brush, cards)
    brush.parts.append("</defs>")
    view = f"0 0 {_figure(SIZE.width_mm)} {_figure(SIZE.height_mm)}"
    for card in cards:
        for cut in cuts:
            brush.parts.append(f'<symbol id="{cut}-{card}" viewBox="{view}"><use href="#paper"/>')
            _CUTS[cut](brush, words, card)
            brush.parts.append("</symbol>")
    brush.parts.append("</svg>")
    return "".join(brush.parts)


def _parts(brush: SvgBrush, words: CardWords, cards: Sequence[str]) -> None:
    """Draw the parts that several cards share: paper, glyphs, and signs of 100 units."""
    brush.parts.append(
        '<rect id="paper" x=".5" y=".5" width="62" height="87" rx="5" fill="var(--card,#fffdf6)" '
        'stroke="var(--card-edge,#bdb5a5)"/>'
    )
    for letter, (_wide, path) in GLYPHS.items():
        stroke = f'fill="none" stroke-width="{_figure(STROKE)}" stroke-linecap="round" stroke-linejoin="round"'
        brush.parts.append(f'<path id="g{letter}" {stroke} d="{path}"/>')
    for card in sorted({_sign_of(card): card for card in cards}.values()):
        brush.parts.append(f'<g id="{_sign_of(card)}">')
        sign(brush, card, words.suits, 0, 0, 100)
        brush.parts.append("</g>")


def _persons(brush: SvgBrush, cards: Sequence[str]) -> None:
    """Draw the persons of the courts, of 10 units each."""
    for rank in sorted({card[1:] for card in cards if is_plain(card)} & {"K", "Q", "N", "J"}):
        brush.parts.append(f'<g id="p{rank}">')
        middles.person(brush, rank, 10)
        brush.parts.append("</g>")


def _sign_of(card: str) -> str:
    """Return the id of the sign of a card's suit."""
    return f"u{card[0]}" if is_plain(card) else "star"


def _small(brush: SvgBrush, words: CardWords, card: str) -> None:
    """Draw rank over suit, as large as the card allows; of a card without an index its star."""
    index, x = words.index(card), _MIDDLE[0]
    if not is_plain(card):
        brush.box(3.5, 3.5, 56, 81, edge=GOLD, line_mm=4, round_mm=3.5)
    if index == "*":
        brush.again(_sign_of(card), x, 45, 0.48)
        return
    plain = is_plain(card)
    brush.index(index, x, 7 if plain else 14, 38, 54 if plain else 44, ink_of(card, words.suits))
    brush.again(_sign_of(card), x, 65.5 if plain else 66, 0.33 if plain else 0.2)


def _medium(brush: SvgBrush, words: CardWords, card: str) -> None:
    """Draw an index with its suit in the corner, and one large sign."""
    index, ink = words.index(card), ink_of(card, words.suits)
    if not is_plain(card):
        brush.box(3, 3, 57, 82, edge=GOLD, line_mm=2, round_mm=3.5)
    if index == "*":
        brush.again(_sign_of(card), _MIDDLE[0], _MIDDLE[1], 0.5)
    elif not is_plain(card):
        brush.index(index, _MIDDLE[0], 12, 36, 46, ink)
        brush.again(_sign_of(card), _MIDDLE[0], 66, 0.24)
    else:
        brush.index(index, 18, 7, 27, 28, ink)
        brush.again(_sign_of(card), 18, 46, 0.18)
        brush.again(_sign_of(card), 41, 64, 0.36)


def _whole(brush: SvgBrush, words: CardWords, card: str) -> None:
    """Draw the whole face: index in two corners; pips, a court, a banner or a trump between them."""
    twice(brush, SIZE, lambda: _corner(brush, words, card))
    if not is_plain(card):
        _trump(brush, words, card)
    elif words.suits == "swiss" and card[1:] == "10":
        middles.banner(brush, words, card, SIZE)
    elif card[1:] in ("K", "Q", "N", "J"):
        parts = (partial(_person_again, brush), partial(_sign_again, brush))
        twice(brush, SIZE, lambda: middles.figure(brush, words, card, SIZE, parts))
    else:
        pip_mm = _pip_mm(card)
        for x, y, turned in middles.pips(card, SIZE, _TOP, pip_mm):
            brush.again(_sign_of(card), x, y, pip_mm / 100, turned)


_CUTS: Final[Mapping[Cut, Callable[[SvgBrush, CardWords, str], None]]] = {"s": _small, "m": _medium, "w": _whole}


def _person_again(brush: SvgBrush, _pen: Brush, rank: str, scale: float) -> None:
    brush.again(f"p{rank}", 0, 0, scale / 10)


def _sign_again(brush: SvgBrush, _pen: Brush, card: str, _suits: Suits, x_mm: float, y_mm: float, size: float) -> None:
    brush.again(_sign_of(card), x_mm, y_mm, size / 100)


def _corner(brush: SvgBrush, words: CardWords, card: str) -> None:
    index, x = words.index(card), 8.2
    if index == "*":
        brush.again(_sign_of(card), x, 10, 0.09)
        return
    brush.index(index, x, 5, 11, 11, ink_of(card, words.suits))
    brush.again(_sign_of(card), x, 22.5, 0.085)


def _pip_mm(card: str) -> float:
    """Return the height of each pip: from nine on signs of the usual size would overlap."""
    count = middles.pip_count(card)
    return 30.0 if count == 1 else 12.0 if count < 9 else 9.0


def _trump(brush: SvgBrush, words: CardWords, card: str) -> None:
    top = 9.0
    wide = middles.trump_frame(brush, SIZE, 16.0, top)
    twice(brush, SIZE, lambda: brush.again(_sign_of(card), _MIDDLE[0], top + 9, 0.09))
    if words.index(card) == "*":
        brush.again(_sign_of(card), *_MIDDLE, 0.22)
    else:
        brush.index(words.index(card), _MIDDLE[0], _MIDDLE[1] - 11, 22, wide - 7, BLUE)


def _figure(number: float, digits: int = 2) -> str:
    """Write a number as short as possible."""
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    return {"-0": "0", "": "0"}.get(text, text)


def _colour(ink: PrintInk) -> str:
    return f"#{ink[0]:02x}{ink[1]:02x}{ink[2]:02x}"
