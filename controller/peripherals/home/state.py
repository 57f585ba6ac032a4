"""The messages to a home while a table plays: what its display shows, and its verdicts, in the table's language."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.language.translate import Locale, on_face, said
from controller.live import scoreboard
from controller.live.scoreboard import ComposedFace
from controller.live.session import News
from firmware_bridge.face.face import Face, Lamp

MOST_TEXT: Final = 255
"""Characters of a state in Home Assistant; a longer one is refused there."""


def face_shown(composed: ComposedFace, locale: Locale) -> Face:
    """The face of a display in the home: without a code that pairs phones, and without an address."""
    state = replace(composed.state, code="", address="")
    return on_face(scoreboard.face(composed.match, composed.heard, state), locale)


def table_state(face: Face, composed: ComposedFace, locale: Locale) -> bytes:
    """What the table shows now, as JSON without the trick; sentences of verdicts name the cards they are about.

    Args:
        face: what :func:`shown` gave.
        composed: what it was made from.
        locale: of the table.
    """
    turn = [row.name for row in face.rows if row.lamp is Lamp.TURN]
    told = {
        "title": _short(face.title),
        "status": _short(face.status),
        "turn": ", ".join(turn),
        "rows": [{"name": row.name, "score": _figures(row.score or row.strokes)} for row in face.rows],
        "alert": _short(face.alert.text) if face.alert else "",
        "trouble": _short(said(composed.state.trouble, locale)),
        "ended": composed.match.ended,
    }
    return json.dumps(told, ensure_ascii=False).encode()


def verdict_events(news: News, locale: Locale) -> Iterator[bytes]:
    """The verdicts that an event lets the table hear, and those that it withdraws, as events of Home Assistant."""
    for one in news.told:
        verdict = one.verdict
        told = {
            "event_type": "withdrawn" if one.withdrawn else "verdict",
            "kind": verdict.kind,
            "name": "" if verdict.seat is None else news.match.names[verdict.seat],
            "rule": verdict.rule,
            "text": said(verdict.text, locale),
        }
        yield json.dumps(told, ensure_ascii=False).encode()


def _figures(score: str) -> str:
    """A score as programs calculate with it: displays have a minus sign of their own."""
    return score.replace("−", "-")


def _short(text: str) -> str:
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"
