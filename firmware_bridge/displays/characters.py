"""Pages for displays of characters, 16x2, 20x4 or of any such size.

Nothing is lost for lack of room: what one page cannot hold goes to the next, and the display turns them. The alert
comes first, then the scores, then what there is to say of the deal.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from firmware_bridge.face.ascii import plain, short, words
from firmware_bridge.face.face import Face, Lamp, Row
from firmware_bridge.face.fit import ELLIPSIS, shorten

MARKS: Final = {Lamp.OFF: " ", Lamp.TURN: ">", Lamp.FOUL: "X"}
"""The shape of each lamp."""

LEAST_NAME: Final = 3
"""Letters of a name that are kept when two seats share a line."""

Page: TypeAlias = tuple[str, ...]
"""Lines, each as long as the display is wide."""


@dataclass(frozen=True, slots=True)
class CharacterSize:
    """Columns and lines of a display.

    Raises:
        TooSmall: Less than 8 columns or one line.
    """

    columns: int = 16
    lines: int = 2

    def __post_init__(self) -> None:
        if self.columns < LEAST_COLUMNS or self.lines < 1:
            raise TooSmall(f"{self.columns}x{self.lines} characters show no score; {LEAST_COLUMNS}x1 is the least")


LEAST_COLUMNS: Final = 8


class TooSmall(ValueError):  # noqa: N818 - named for the mistake
    """A display on which no score can be read."""


def render(face: Face, size: CharacterSize) -> tuple[Page, ...]:
    """Render the face in pages of printable ASCII.

    >>> face = Face("Mittlere", (Row("Anna", "+2", "", Lamp.TURN), Row("Berta", "-1")), "trick 2 of 12")
    >>> [" / ".join(page) for page in render(face, CharacterSize(16, 2))]
    ['>Anna         +2 /  Berta        -1', 'Mittlere         / trick 2 of 12   ']
    """
    alert = _wrap([f"! {face.alert.text}"], size.columns) if face.alert else []
    scores = _scores(face.rows, size)
    phrases = list(face.phrases)
    # What is left of the scores' page is used for what there is to say, each phrase whole.
    while scores and phrases and len(more := _wrap(phrases[:1], size.columns)) <= -len(scores) % size.lines:
        scores += more
        del phrases[0]
    where = [] if face.rows or short(face.address) in face.status else [short(face.address)]
    said = _wrap([face.title, *phrases, *where], size.columns) if phrases or not scores else []
    return tuple(page for lines in (alert, scores, said) for page in _paginate(lines, size))


def _paginate(lines: list[str], size: CharacterSize) -> list[Page]:
    """Split the lines into pages, the last one filled up."""
    blank = [" " * size.columns] * (-len(lines) % size.lines)
    full = [*(line.ljust(size.columns) for line in lines), *blank]
    return [tuple(full[first : first + size.lines]) for first in range(0, len(full), size.lines)]


def _scores(rows: tuple[Row, ...], size: CharacterSize) -> list[str]:
    """Write a seat a line; two share one where that saves a page and leaves enough of their names."""
    narrow = (size.columns - 1) // 2
    shared = len(rows) > size.lines and all(narrow - len(_figures(row, narrow)) - 2 >= LEAST_NAME for row in rows)
    if not shared:
        return [_line(row, size.columns) for row in rows]
    cells = [_line(row, narrow) for row in rows]
    return [" ".join(cells[first : first + 2]) for first in range(0, len(cells), 2)]


def _line(row: Row, columns: int) -> str:
    """Lamp, name, strokes where they fit whole, and the score flush right."""
    score = _figures(row, columns)
    name = _name(row.name, columns - 1 - len(score) - bool(score))
    strokes = plain(row.strokes)
    gap = columns - 1 - len(name) - len(score) - 2
    middle = f" {strokes}" if strokes and len(strokes) < gap else ""
    return f"{MARKS[row.lamp]}{name}{middle}".ljust(columns - len(score)) + score


def _name(name: str, columns: int) -> str:
    """Cut a name, for once without dots: three letters tell more than one and two dots."""
    return shorten(plain(name), lambda shorter: len(shorter.removesuffix(ELLIPSIS)) <= columns).removesuffix(ELLIPSIS)


def _figures(row: Row, columns: int) -> str:
    """Return the score, whole or not at all."""
    return _cut(row.score, columns - 3)


def _wrap(texts: Iterable[str], columns: int) -> list[str]:
    """Wrap the texts between words; a word longer than a line is shortened."""
    lines: list[str] = []
    for text in texts:
        line = ""
        for word in words(text, lambda word: len(word) <= columns):
            longer = f"{line} {word}" if line else word
            if line and len(longer) > columns:
                lines.append(line)
                longer = word
            line = _cut(longer, columns)
        lines += [line] if line else []
    return lines


def _cut(text: str, columns: int) -> str:
    """Cut a text to the room, never inside a number; empty where not even dots have room."""
    cut = plain(shorten(plain(text), lambda shorter: len(plain(shorter)) <= columns))
    return cut if len(cut) <= columns else ""
