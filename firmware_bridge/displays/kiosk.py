"""A page in a browser, full screen, to which each face is sent as JSON.

The page itself, ``kiosk_page``, only puts texts and paths into their places; what they are is decided here.
"""

import json
from typing import Any, Final

from firmware_bridge.displays import qr, tally
from firmware_bridge.face.ascii import short
from firmware_bridge.face.face import Face, Lamp, Row

BEAT_S: Final = 2.0
"""Between two signs of life while nothing changes; the page says "no referee" after three of them are missed."""

WORDS: Final = {Lamp.OFF: "", Lamp.TURN: "to play", Lamp.FOUL: "fault"}
"""Each lamp's word; the page draws a shape beside it."""

BEAT: Final = "here"
"""The event that is a sign of life. A comment would not reach the page's script."""


def render(face: Face) -> str:
    """Render the face as one line of JSON in ASCII.

    >>> render(Face("Mittlere"))[:32]
    '{"title": "Mittlere", "rows": []'
    """
    return json.dumps(content(face))


def content(face: Face) -> dict[str, Any]:
    """Return the content of the page: texts, and shapes as SVG paths."""
    address = short(face.address)
    return {
        "title": face.title,
        "rows": [_row(row) for row in face.rows],
        "said": list(face.phrases) if face.rows or face.status != address else [],
        "alert": face.alert.text,
        "address": "" if face.rows else address,
        "code": {"path": "", "wide": 0} if face.rows else _code(face.address),
    }


def _row(row: Row) -> dict[str, Any]:
    marks = tally.is_tally(row.strokes)
    return {
        "name": row.name,
        "score": row.score,
        "lamp": row.lamp.name.lower(),
        "word": WORDS[row.lamp],
        "strokes": row.strokes,
        "marks": _marks(row.strokes) if marks else "",
        "wide": round(tally.width(row.strokes, 100)) if marks else 0,
    }


def _marks(strokes: str) -> str:
    """Draw the sheet's marks as a path of lines, 100 units high."""
    radius = round(50 * tally.CIRCLE)
    thick, drawn = 100 * tally.THICK, list[str]()
    for mark, place in tally.places(strokes)[0]:
        x = 100 * place + thick / 2
        if mark == "I":
            drawn.append(f"M{x:.0f} 0V100")
        elif mark == tally.CROSSING:
            drawn.append(f"M{x - 12:.0f} 85L{x + 300 * tally.STEP + 12:.0f} 15")
        else:
            drawn.append(f"M{x:.0f} 50a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 -{2 * radius} 0")
            drawn += [f"M{x + radius:.0f} 0V100"] if mark == "φ" else []
    return "".join(drawn)


def _code(address: str) -> dict[str, Any]:
    """Draw the address as a QR code: a path of unit squares within its white border, and the width of both."""
    modules = qr.modules(address)
    return {"path": qr.path(modules), "wide": len(modules)}
