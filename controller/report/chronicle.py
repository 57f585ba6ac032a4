"""A record told event by event, each with the state of the table after it."""

from collections.abc import Iterator
from typing import Any

from controller.record.text import RecordText, to_fields
from controller.referee.fold import FoldStep, fold
from controller.report.replay import behind, told
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict


def chronicle_lines(text: RecordText) -> Iterator[str]:
    """One line an event: its number, what happened, and what lies there now; below it what it made true.

    What people told of what went unseen at an event stands below it, with the number of its own line.
    """
    count = 0
    for stage in fold(text.events):
        yield f"{stage.number:4}  {_happened(stage):34} {_state(stage.match)}".rstrip()
        if stage.missed:
            yield f"{stage.missed.number:4}  {_told_of(stage.match, to_fields(stage.missed.event))}"
        for result in stage.results:
            count += isinstance(result, Verdict)
            yield f"        {told(stage.match, result, count).strip()}"
            yield from (f"  {line}" for line in behind(stage.match, result))


def _happened(stage: FoldStep) -> str:
    if stage.event is None:
        return "a correction that cannot be made"
    fields = to_fields(stage.event)
    kind = fields.pop("e")
    return " ".join([kind, *(_field(stage.match, name, value) for name, value in fields.items())])


def _field(match: AnyMatch, name: str, value: object) -> str:
    if name in ("seat", "dealer") and isinstance(value, int) and 0 <= value < len(match.names):
        return match.names[value]
    if isinstance(value, (tuple, list)):
        return f"{name}={','.join(map(str, value))}"
    return str(value) if name == "card" else f"{name}={value}"


def _told_of(match: AnyMatch, fields: dict[str, Any]) -> str:
    """People's account of a hole, with players by their names."""
    plays, won = fields.pop("plays", None), fields.pop("won", None)
    words = [fields.pop("e"), f"of={fields.pop('of')}"]
    if plays is not None:
        words.append(f"plays={' '.join(f'{_name_of_seat(match, seat)}:{card}' for seat, card in plays) or '-'}")
    if won is not None:
        words.append(f"won={' '.join(_name_of_seat(match, seat) for seat in won) or '-'}")
    return " ".join([*words, *(f"{name}={value}" for name, value in fields.items())])


def _name_of_seat(match: AnyMatch, seat: int) -> str:
    return match.names[seat] if match.rules.has(seat) else f"seat{seat}"


def _state(match: AnyMatch) -> str:
    deal = match.deal
    if deal is None or not match.running:
        return ""
    lying = " ".join(f"{match.names[play.seat]}:{play.card.face}" for play in deal.open.plays)
    facts = match.game.facts(deal)
    stage = f"trick {deal.number_of_trick}" if deal.phase == "play" else f"{deal.phase} the play"
    return " | ".join(["", ", ".join(filter(None, (stage, facts))), lying or "-", match.awaited]).strip()
