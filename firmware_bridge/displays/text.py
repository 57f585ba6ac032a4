"""Display for a plain terminal; also the one tests and logs look at."""

import textwrap

from rich.cells import cell_len

from firmware_bridge.face.face import Face, Lamp, Row

MARKS = {Lamp.OFF: " ", Lamp.TURN: ">", Lamp.FOUL: "X"}
"""Shape of each lamp: the meaning never hangs on colour."""

GAP = "  "


def render(face: Face, width: int = 46) -> str:
    """Render the face as a box of text; the box grows until all of it fits.

    Args:
        face: What to show.
        width: Least inner width in terminal cells; status and alert wrap at it.

    >>> print(render(Face("Mittlere, deal 2", (Row("Anna", "+2", "II", Lamp.TURN), Row("Bo", "-1", "o"))), 24))
    +- Mittlere, deal 2 -------+
    | > Anna  +2  II           |
    |   Bo    -1  o            |
    +--------------------------+
    | ready                    |
    +--------------------------+
    """
    rows = _rows(face.rows)
    notes = [*_wrap(face.status, "", width), *_wrap(face.alert.text, "!! ", width)]
    inner = max([width, cell_len(face.title) + 2, *map(cell_len, rows), *map(cell_len, notes)])
    rule = f"+{'-' * (inner + 2)}+"
    top = f"+- {face.title} {'-' * (inner - cell_len(face.title) - 1)}+" if face.title else rule
    body = [*(_boxed(line, inner) for line in rows), rule] if rows else []
    return "\n".join([top, *body, *(_boxed(line, inner) for line in notes), rule])


def _rows(rows: tuple[Row, ...]) -> list[str]:
    """Format the rows as columns: lamp, name, score flush right, strokes."""
    names = max((cell_len(row.name) for row in rows), default=0)
    scores = max((cell_len(row.score) for row in rows), default=0)
    return [
        f"{MARKS[row.lamp]} {_padded(row.name, names)}{GAP}"
        f"{' ' * (scores - cell_len(row.score))}{row.score}{GAP}{row.strokes}".rstrip()
        for row in rows
    ]


def _wrap(text: str, mark: str, width: int) -> list[str]:
    """Wrap the text between words only, the first line marked, the others set under it."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _padded(text: str, cells: int) -> str:
    return text + " " * (cells - cell_len(text))


def _boxed(line: str, inner: int) -> str:
    return f"| {_padded(line, inner)} |"
