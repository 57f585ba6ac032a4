"""What an event is, in a player's words: for the history, for corrections, for the ear."""

from collections.abc import Sequence

from controller.console.card_words import name as card_name
from controller.console.card_words import sign
from controller.console.said_words import said_words
from controller.console.seat_names import seat_name
from controller.console.texts import _, core
from controller.console.words import decision_words
from controller.events import (
    Amend,
    Collect,
    DealStart,
    Draw,
    End,
    Event,
    Insert,
    MatchStart,
    Played,
    Ruling,
    Void,
)
from controller.record import parse_fields, to_fields


def words(names: Sequence[str], event: Event) -> str:  # noqa: C901 - one line a kind of event
    """An event in a few words."""
    match event:
        case Played():
            return _("{name}: {card}").format(name=seat_name(names, event.seat), card=sign(event.card))
        case DealStart():
            return _("{name} deals").format(name=seat_name(names, event.dealer))
        case Collect():
            return _("the trick was gathered")
        case Void():
            return _("the deal is void")
        case Draw():
            return _("{name} draws {card}").format(name=seat_name(names, event.seat), card=sign(event.card))
        case Ruling():
            return _("ruling on verdict {number}: {decision}").format(
                number=event.verdict, decision=decision_words(event)
            )
        case Amend():
            return _("a corrected reading")
        case Insert():
            return _("added: {what}").format(what=words(names, parse_fields(event.event)))
        case End():
            return _("the end of the match")
        case MatchStart():
            return _("the start of the match")
        case _:
            return _plain(names, event)


def spoken(names: Sequence[str], event: Event) -> str:
    """An event for the ear: a card by its name."""
    if isinstance(event, Played):
        return _("{name}: {card}").format(name=seat_name(names, event.seat), card=card_name(event.card))
    return words(names, event)


def _plain(names: Sequence[str], event: Event) -> str:
    """What was said or laid open; else an event as the record has it."""
    if said := said_words(names, event):
        seat = getattr(event, "seat", None)
        return said if seat is None else _("{name}: {what}").format(name=seat_name(names, seat), what=said)
    fields = {key: value for key, value in to_fields(event).items() if key not in ("t", "src", "conf", "img")}
    kind, seat = fields.pop("e"), fields.pop("seat", None)
    who = "" if seat is None else f"{seat_name(names, seat)}: "
    return f"{who}{core(kind)} {' '.join(str(value) for value in fields.values())}".strip()
