"""A page of 800x600 dots made of an e-paper's own letters, rectangles and triangles, in boxes."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from firmware_bridge.displays import qr, tally
from firmware_bridge.displays.epaper import figures, frames
from firmware_bridge.face.ascii import plain, short, words
from firmware_bridge.face.face import Face, Lamp, Row
from firmware_bridge.face.fit import shorten

WIDE, HIGH = frames.SIZE
EDGE: Final = 12
LETTER: Final = 0.55
"""Width that a letter is planned with, in heights: most are half as wide as high, a few are wider."""

TITLE_BOTTOM: Final = 80
SAID_BOTTOM: Final = 152
ALERT_TOP: Final = 440
NAME_LEFT, STROKES_LEFT, SCORE_LEFT = 76, 436, 590
LEAST_FIGURE: Final = 28
"""Smaller figures are harder to read than letters."""
CODE: Final = 372
"""Height and width of a QR code with its border."""
TALL: Final = 104
"""Height from which a row has room for the word of its lamp under the name."""

WORDS: Final = {Lamp.OFF: "", Lamp.TURN: "to play", Lamp.FOUL: "fault"}

PageRectangle: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are beyond it."""


@dataclass(frozen=True, slots=True)
class PageField:
    """A part of the page and what draws it, black on white, on white paper."""

    place: PageRectangle
    frames: tuple[bytes, ...]


Sheet: TypeAlias = tuple[PageField, ...]


def render(face: Face) -> Sheet:
    """Render the page of a face."""
    return _idle(face) if not face.rows else _table(face)


def _table(face: Face) -> Sheet:
    """Title, what there is to say, the rows, and the alert at the bottom."""
    bottom = ALERT_TOP if face.alert else HIGH
    step = min(148, (bottom - SAID_BOTTOM) // len(face.rows))
    rows = [
        _row(row, (0, top, WIDE, top + step))
        for row, top in zip(face.rows, range(SAID_BOTTOM, HIGH, step), strict=False)
    ]
    title, said = (0, 0, WIDE, TITLE_BOTTOM), (0, TITLE_BOTTOM, WIDE, SAID_BOTTOM)
    head = [PageField(title, _words(face.title, title)), PageField(said, _words(", ".join(face.phrases), said))]
    return (*head, *rows, *([_alert(face.alert.text)] if face.alert else []))


def _idle(face: Face) -> Sheet:
    """Draw a large title, the state, and the address with its code."""
    code = _code(face.address)
    right = WIDE - CODE if code else WIDE
    places = ((0, 0, right, 200), (0, 200, right, CODE), (0, CODE, WIDE, ALERT_TOP))
    address = short(face.address)
    texts = (face.title, "" if face.status == address else face.status, address)
    boxes = [PageField(place, _words(text, place)) for text, place in zip(texts, places, strict=True)]
    code_box = [PageField((right, 0, WIDE, CODE), code)] if code else []
    return (*boxes, *code_box, *([_alert(face.alert.text)] if face.alert else []))


def _words(text: str, place: PageRectangle) -> tuple[bytes, ...]:
    """Write the text in the largest letters in which all of it fits; in the smallest it is shortened."""
    left, top, right, bottom = place
    size, lines = _fit(text, right - left - 2 * EDGE, bottom - top)
    first = top + ((bottom - top) - size * len(lines)) // 2
    drawn = [frames.text(left + EDGE, first + number * size, line) for number, line in enumerate(lines)]
    return (frames.font(size), *drawn) if drawn else ()


def _fit(text: str, room: int, high: int) -> tuple[int, list[str]]:
    """Height of the letters, and the lines."""
    for size in sorted(frames.FONTS, reverse=True):
        lines = _lines(text, size, room)
        if len(lines) <= high // size and all(_width(line, size) <= room for line in lines):
            return size, lines
    size = min(frames.FONTS)
    most, lines = max(1, high // size), _lines(text, size, room)
    joined = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return size, [_cut(line, size, room) for line in joined]


def _lines(text: str, size: int, room: int) -> list[str]:
    """Break the text between words."""
    lines: list[str] = []
    for word in words(text, lambda word: _width(word, size) <= room):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _width(text: str, size: int) -> float:
    return LETTER * size * len(text)


def _cut(text: str, size: int, room: int) -> str:
    return plain(shorten(text, lambda shorter: _width(plain(shorter), size) <= room))


def _row(row: Row, place: PageRectangle) -> PageField:
    """Lamp as shape and word, name, strokes, score."""
    _, top, _, bottom = place
    high = bottom - top
    word = WORDS[row.lamp] if high >= TALL else ""
    name = (NAME_LEFT - EDGE, top + 2, STROKES_LEFT, bottom - (38 if word else 2))
    drawn = [*_lamp(row.lamp, place), *_words(row.name, (*name[:3], min(name[3], name[1] + 2 * 64 - 1)))]
    if word:
        drawn += [frames.font(32), frames.text(NAME_LEFT, bottom - 38, word)]
    strokes = _strokes(row.strokes, (STROKES_LEFT, top, SCORE_LEFT - EDGE, bottom))
    return PageField(place, (*drawn, *strokes, *_score(plain(row.score), place)))


def _strokes(strokes: str, place: PageRectangle) -> tuple[bytes, ...]:
    """Draw the sheet's marks as large as they fit; any other text is written."""
    left, top, right, bottom = place
    if not tally.is_tally(strokes):
        return _words(strokes, (left - EDGE, top, right + EDGE, bottom))
    natural = tally.width(strokes, 1)
    high = round(min(48, bottom - top - 24, (right - left) / natural)) if natural else 0
    return _marks(strokes, left, (top + bottom + high) // 2, high)


def _score(score: str, place: PageRectangle) -> tuple[bytes, ...]:
    """Draw the score flush right in figures as large as they fit; any other text is written."""
    _, top, _, bottom = place
    room, high = WIDE - EDGE - SCORE_LEFT, min(100, bottom - top - 20)
    while figures.is_drawable(score) and figures.width(score, high) > room and high >= LEAST_FIGURE:
        high -= 1
    if not figures.is_drawable(score) or high < LEAST_FIGURE:
        return _words(score, (SCORE_LEFT - EDGE, top, WIDE, bottom))
    left, first = WIDE - EDGE - figures.width(score, high), top + (bottom - top - high) // 2
    return tuple(frames.fill(*one) for one in figures.rectangles(score, left, first, high))


def _lamp(lamp: Lamp, place: PageRectangle) -> list[bytes]:
    """Draw an arrow for the turn; a cross and a frame around the row for a fault."""
    _, top, _, bottom = place
    middle, half, thick = (top + bottom) // 2, min(24, (bottom - top) // 3), 5
    left, right = EDGE + 4, EDGE + 4 + 2 * half
    if lamp is Lamp.TURN:
        return [frames.triangle((left, middle - half), (left, middle + half), (right, middle))]
    if lamp is not Lamp.FOUL:
        return []
    cross: list[bytes] = []
    for rise in (-half, half):
        one, other = (left, middle - rise), (right, middle + rise)
        corners = [(x, y + shift) for x, y in (one, other) for shift in (-thick, thick)]
        cross += [frames.triangle(*corners[:3]), frames.triangle(*corners[1:])]
    frame = [frames.outline(EDGE // 2 + n, top + 1 + n, WIDE - EDGE // 2 - n, bottom - 2 - n) for n in range(3)]
    return [*cross, *frame]


def _alert(alert: str) -> PageField:
    """White letters on black."""
    place = (0, ALERT_TOP + 8, WIDE, HIGH)
    ground = frames.fill(0, ALERT_TOP + 8, WIDE - 1, HIGH - 1)
    white = frames.colours(frames.WHITE, frames.BLACK)
    return PageField(place, (ground, white, *_words(f"! {alert}", place), frames.colours(frames.BLACK, frames.WHITE)))


def _code(address: str) -> tuple[bytes, ...]:
    """Draw the address as a QR code in the upper right corner, each run of black modules one rectangle."""
    modules = qr.modules(address)
    if not modules:
        return ()
    dots = CODE // len(modules)
    left = WIDE - dots * len(modules)
    drawn: list[bytes] = []
    for number, line in enumerate(modules):
        first = number * dots
        edges = [
            column
            for column, (one, other) in enumerate(zip((False, *line), (*line, False), strict=True))
            if one != other
        ]
        for begin, end in zip(edges[::2], edges[1::2], strict=True):
            drawn.append(frames.fill(left + begin * dots, first, left + end * dots - 1, first + dots - 1))
    return tuple(drawn)


# Strokes and circles of the sheet in an e-paper's rectangles, circles and triangles.


def _marks(strokes: str, left: int, base: int, high: int) -> tuple[bytes, ...]:
    """Draw the marks ``high`` dots high, from their left end on a base line; they must be of ``tally.MARKS``."""
    thick = max(2, round(tally.THICK * high))
    drawn: list[bytes] = []
    for mark, place in tally.places(strokes)[0]:
        x = left + round(place * high)
        if mark == "I":
            drawn.append(frames.fill(x, base - high, x + thick - 1, base - 1))
        elif mark == tally.CROSSING:
            end = x + round(3 * tally.STEP * high) + thick
            low, up = base - round(0.15 * high), base - round(0.85 * high)
            corners = [(x, low - thick), (x, low), (end, up - thick), (end, up)]
            drawn += [frames.triangle(*corners[:3]), frames.triangle(*corners[1:])]
        else:
            radius = round(tally.CIRCLE * high / 2)
            middle = (x + radius, base - high // 2)
            drawn += [frames.circle(*middle, radius - less) for less in range(thick)]
            if mark == "φ":
                drawn.append(frames.fill(middle[0], base - high, middle[0] + thick - 1, base - 1))
    return tuple(drawn)
