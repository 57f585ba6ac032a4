"""Middles of faces: pips, court cards, the Swiss banner and the frame of trumps, in few shapes for a quick glance."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from vision.faces.brush import BLACK, Brush, PathPoints, PrintInk
from vision.faces.signs import BLUE, GOLD, GREEN, OUTLINES, RED, disc, sign
from vision.mat.layout import CardSize
from vision.words.cards import CardWords, Suits

COLUMNS: Final = {"l": 0.36, "m": 0.5, "r": 0.64}
"""The middle of each column of pips, as a share of the card's width."""
PIPS: Final = {
    1: ("m50",),
    2: ("m22", "m78"),
    3: ("m22", "m50", "m78"),
    4: ("l24", "r24", "l76", "r76"),
    5: ("l24", "r24", "m50", "l76", "r76"),
    6: ("l24", "r24", "l50", "r50", "l76", "r76"),
    7: ("l24", "r24", "m37", "l50", "r50", "l76", "r76"),
    8: ("l24", "r24", "m37", "l50", "r50", "m63", "l76", "r76"),
    9: ("l23", "r23", "l41", "r41", "m50", "l59", "r59", "l77", "r77"),
    10: ("l23", "r23", "m32", "l41", "r41", "l59", "r59", "m68", "l77", "r77"),
}
"""The column and height in percent of each pip, by the number of pips."""


def pips(card: str, size: CardSize, top_mm: float, pip_mm: float) -> Iterator[tuple[float, float, bool]]:
    """Place each pip of a card, mm, with whether it is turned round.

    Args:
        card: an ace, or a number.
        size: of the card.
        top_mm: from its upper edge to the uppermost pip, and from the lower edge to the lowest.
        pip_mm: height of a pip.
    """
    count, middle = pip_count(card), size.height_mm / 2
    room = size.height_mm - 2 * top_mm - pip_mm
    for place in PIPS[count]:
        # The heights run from 22 to 78 percent of the card; here the picture's height is the rest between its ends.
        share = (int(place[1:]) - 22) / 56
        y = top_mm + pip_mm / 2 + share * room if count > 1 else middle
        yield COLUMNS[place[0]] * size.width_mm, y, y > middle + 0.1


def pip_count(card: str) -> int:
    """Return the number of pips of an ace, or of a card with a number."""
    return 1 if card[1:] == "A" else int(card[1:])


def trump_frame(pen: Brush, size: CardSize, left_mm: float, top_mm: float) -> float:
    """Draw the frame of a card without a suit, so far inside the card; return its width."""
    wide, tall = size.width_mm - 2 * left_mm, size.height_mm - 2 * top_mm
    pen.box(left_mm, top_mm, wide, tall, _TRUMP, BLUE, 0.7, 3)
    pen.box(left_mm + 1.6, top_mm + 1.6, wide - 3.2, tall - 3.2, edge=GOLD, line_mm=0.4, round_mm=2)
    return wide


_TRUMP: Final[PrintInk] = (236, 240, 248)
DrawPerson: TypeAlias = Callable[[Brush, str, float], None]
"""A function that draws the person of a rank so many times as large."""
DrawSign: TypeAlias = Callable[[Brush, str, Suits, float, float, float], None]
"""A function that draws the sign of a card around a point, so many millimetres large."""

_SKIN: Final[PrintInk] = (246, 214, 180)
_PANEL: Final[PrintInk] = (250, 240, 208)
_PANEL_X_MM: Final = 17.0
_PANEL_TOP_MM: Final = 18.0
_COATS: Final[Mapping[str, PrintInk]] = {"K": RED, "Q": BLUE, "N": GREEN, "J": (150, 90, 30)}
_HAIR: Final[PrintInk] = (92, 60, 30)


def figure(
    pen: Brush, words: CardWords, card: str, size: CardSize, parts: tuple[DrawPerson, DrawSign] | None = None
) -> None:
    """Draw the upper half of a court card: a figure to the waist in its panel, with the suit's sign.

    Args:
        pen: the brush.
        words: whose suits the pack has.
        card: its name.
        size: of the card.
        parts: the functions for a person and a sign, if these are drawn once and used again.
    """
    draw_person, draw_sign = parts or (person, sign)
    rank, middle = card[1:], size.width_mm / 2
    wide, tall = size.width_mm - 2 * _PANEL_X_MM, size.height_mm / 2 - _PANEL_TOP_MM
    pen.box(_PANEL_X_MM, _PANEL_TOP_MM, wide, tall, _PANEL)
    with pen.within(_PANEL_X_MM, _PANEL_TOP_MM, wide, tall), pen.at(middle, size.height_mm / 2):
        draw_person(pen, rank, tall / 26)
    left, right, top, waist = _PANEL_X_MM, size.width_mm - _PANEL_X_MM, _PANEL_TOP_MM, size.height_mm / 2
    for start, end in (((left, waist), (left, top)), ((left, top), (right, top)), ((right, top), (right, waist))):
        pen.line(start, end, BLUE, 0.5)
    pen.line((left, waist), (right, waist), BLUE, 0.3)
    high = words.suits == "french" or rank != "J"
    # Swiss and German packs distinguish Ober and Under by the place of the sign: above, or below at the waist.
    draw_sign(pen, card, words.suits, left + 5, top + 5 if high else waist - 5, 7)


def person(pen: Brush, rank: str, scale: float) -> None:
    """Draw head and shoulders above the waist at the origin; 26 units tall."""

    def shape(outline: PathPoints, ink: PrintInk) -> None:
        pen.polygons([[(x * scale, y * scale) for x, y in outline]], ink)

    coat = _COATS[rank]
    shape([(-11, 0), (-10, -6), (-6, -9.5), (6, -9.5), (10, -6), (11, 0)], coat)
    shape([(-2.6, 0), (-3.4, -9.5), (3.4, -9.5), (2.6, 0)], GOLD)
    if rank in "QK":
        shape([(-5.2, -8), (-5.4, -17), (0, -20), (5.4, -17), (5.2, -8)], _HAIR)
    shape([(-1.6, -9), (-1.6, -12), (1.6, -12), (1.6, -9), (0, -7.6)], _SKIN)
    shape(disc(0, -14.4, 4.1), _SKIN)
    if rank == "K":
        shape([(-3.4, -13), (-2.6, -9), (0, -7.4), (2.6, -9), (3.4, -13), (1.4, -12), (-1.4, -12)], _HAIR)
    for side in (-1, 1):
        shape(disc(side * 1.5, -14.8, 0.45), BLACK)
    shape([(-1, -12.2), (1, -12.2), (0, -11.7)], RED)
    for outline, ink in _HEADGEAR[rank]:
        shape(outline, ink)


def _crown(wide: float, tall: float, y: float) -> PathPoints:
    return [(x * wide, y + dy * tall) for x, dy in OUTLINES["crown"][0]]


_HELMET: Final[PathPoints] = [
    *((-4.6, -14.6), (-4.6, -18), (-2.6, -20), (2.6, -20)),
    *((4.6, -18), (4.6, -14.6), (3.4, -16.6), (-3.4, -16.6)),
]
_PLUME: Final[PathPoints] = [(0, -19.6), (2, -25), (7, -24.4), (9, -19), (6, -21.6), (3, -21.4)]
_HEADGEAR: Final[Mapping[str, list[tuple[PathPoints, PrintInk]]]] = {
    "K": [(_crown(9.5, 8, -19.6), GOLD), ([(-4.75, -18.4), (4.75, -18.4), (4.75, -17.2), (-4.75, -17.2)], RED)],
    "Q": [(_crown(7, 5, -19.2), GOLD), (disc(0, -21.6, 0.7), RED)],
    "N": [(_HELMET, (130, 138, 150)), (_PLUME, RED)],
    "J": [
        ([(-6, -17), (-4.4, -20.4), (4.4, -20.4), (6, -17)], BLUE),
        ([(3, -19.6), (8.4, -24.6), (7, -19)], (236, 236, 236)),
    ],
}


def banner(pen: Brush, words: CardWords, card: str, size: CardSize) -> None:
    """Draw the Swiss ten: a flag with the suit's sign on it."""
    x, y = size.width_mm / 2, size.height_mm / 2
    pen.box(x - 13.5, y - 24, 1.2, 48, (122, 78, 36))
    pen.polygons([[(x - 12.3, y - 23), (x + 14, y - 23), (x + 9, y - 4), (x + 14, y + 13), (x - 12.3, y + 13)]], BLUE)
    pen.polygons(
        [[(x - 11.3, y - 22), (x + 12.6, y - 22), (x + 7.9, y - 4), (x + 12.6, y + 12), (x - 11.3, y + 12)]],
        (252, 248, 236),
    )
    sign(pen, card, words.suits, x - 2, y - 5, 15)
