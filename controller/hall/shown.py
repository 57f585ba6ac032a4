"""The messages of a table while it plays: the face of its display in the table's language, and its verdicts."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from controller.hall.messages import (
    MOST_NAME,
    MOST_ROWS,
    MOST_TEXT,
    AlertShown,
    CardShown,
    RowShown,
    TableShown,
    VerdictTold,
    plain,
)
from controller.language.translate import Locale, on_face, said
from controller.live import scoreboard
from controller.live.scoreboard import ComposedFace
from controller.live.session import News
from controller.record.events import DealStart, Event
from controller.referee.announce import Announcement
from controller.rules.match import AnyMatch
from firmware_bridge.face.face import Lamp

_LAMPS: Final[dict[Lamp, Literal["off", "turn", "foul"]]] = {
    Lamp.OFF: "off",
    Lamp.TURN: "turn",
    Lamp.FOUL: "foul",
}


def released_lines(match: AnyMatch, events: Sequence[Event]) -> int:
    """How many lines of a record may leave the table: while a deal is played, those before it.

    What was laid away, passed or shown to some stands in its lines; once it is over nothing of it is hidden.
    """
    if not match.running or match.ended:
        return len(events)
    return next((n - 1 for n in range(len(events), 0, -1) if isinstance(events[n - 1], DealStart)), 0)


def table_message(composed: ComposedFace, sender: str, record: str, lines: int, locale: Locale) -> TableShown:
    """What a display at the table shows now; no code to pair a phone with, and no address."""
    state = replace(composed.state, code="", address="")
    face = on_face(scoreboard.face(composed.match, composed.heard, state), locale)
    deal = composed.match.deal
    plays = deal.open.plays if deal is not None and composed.match.running else ()
    rows = [
        RowShown(name=_name(row.name), score=_name(row.score), strokes=_name(row.strokes), lamp=_LAMPS[row.lamp])
        for row in face.rows
    ]
    trick = [CardShown(name=_name(composed.match.names[play.seat]), card=str(play.card)) for play in plays]
    return TableShown(
        sender=sender,
        record=record,
        lines=lines,
        title=_name(face.title),
        status=plain(face.status, MOST_TEXT),
        rows=tuple(rows[:MOST_ROWS]),
        trick=tuple(trick[:MOST_ROWS]),
        alert=AlertShown(kind=face.alert.kind, text=plain(face.alert.text, MOST_TEXT)) if face.alert else None,
        ended=composed.match.ended,
    )


def _name(text: str) -> str:
    return plain(text, MOST_NAME)


def scores_alone(shown: TableShown) -> TableShown:
    """The same without what is played and said: who leads by how much."""
    rows = tuple(row.model_copy(update={"lamp": "off"}) for row in shown.rows)
    return shown.model_copy(update={"status": "", "trick": (), "alert": None, "rows": rows})


def verdict_message(news: News, told: Announcement, sender: str, record: str, locale: Locale) -> VerdictTold:
    """A verdict that an event lets the table hear, or that it withdraws; without its pictures."""
    found = told.verdict
    return VerdictTold(
        sender=sender,
        record=record,
        line=news.number,
        verdict=found.kind,
        name="" if found.seat is None else _name(news.match.names[found.seat]),
        rule=_name(found.rule),
        text=plain(said(found.text, locale), MOST_TEXT),
        withdrawn=told.withdrawn,
    )
