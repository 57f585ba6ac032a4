"""The record as everybody at the table may know it: cards that moved face down stay so until their deal is over."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.record.events import Amend, Correction, DealStart, Discard, Event, Insert, Moved
from controller.rules.match import AnyMatch

_OPEN: Final = "table"
"""The place at which cards lie open."""
_CARDS: Final = "cards"


def public_lines(lines: Sequence[Event], match: AnyMatch) -> tuple[Event, ...]:
    """Return the lines of a record without the hidden cards of the deal that is played.

    A camera sees none, and no phone tells any; a record that was imported, or made by another program, may.

    Args:
        lines: all of them.
        match: the match after them.
    """
    if not match.running:
        return (*lines,)
    begin = next((number for number in reversed(range(len(lines))) if isinstance(lines[number], DealStart)), 0)
    if any(isinstance(line, Correction) for line in lines[begin:]):
        begin = 0  # the deal that is played may have begun before
    return (*lines[:begin], *map(public_event, lines[begin:]))


def public_event(event: Event) -> Event:
    """Return an event without the cards that moved face down."""
    match event:
        case Discard(cards=tuple()):
            return replace(event, cards=None)
        case Moved(cards=tuple()) if event.from_ != event.to and _OPEN not in (event.from_, event.to):
            return replace(event, cards=None)
        case Insert() if event.event.get("e") in ("discard", "move"):
            return replace(event, event={name: value for name, value in event.event.items() if name != _CARDS})
        case Amend() if _CARDS in event.with_:
            return replace(event, with_={name: value for name, value in event.with_.items() if name != _CARDS})
        case _:
            return event
