"""The events that stand, as pages point at them: the steps that undo takes back, and the newest card."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from controller.console.words.events import step_noun
from controller.record.corrections import Rejected, StandingEvent, corrected, taken_back
from controller.record.events import Answered, Collect, Correction, Event, Played, Ruling, Undo, Unprompted
from controller.referee.fold import fold
from controller.rules.match import AnyMatch


def steps(events: Sequence[Event]) -> tuple[StandingEvent, ...]:
    """Return the lines that undo would take back, oldest first, without the match line; corrections are steps too."""
    refused = {line.number for line in corrected(events) if isinstance(line, Rejected)}
    lines: list[StandingEvent] = []
    for number, event in enumerate(events, 1):
        if number in refused:
            continue
        if isinstance(event, Undo):
            del lines[-event.n :]
        elif not isinstance(event, Unprompted):
            lines.append(StandingEvent(number, event))
    return tuple(lines[1:])


def visible_steps(events: Sequence[Event], secret: Collection[int]) -> tuple[StandingEvent, ...]:
    """Return the steps of which somebody may hear from whom the lines of these numbers are kept."""
    return tuple(line for line in steps(events) if line.number not in secret)


def newest_step(events: Sequence[Event], secret: Collection[int]) -> int:
    """Return the number of the newest of these steps; 0: nothing has happened."""
    standing = visible_steps(events, secret)
    return standing[-1].number if standing else 0


def is_arbiters(line: StandingEvent) -> bool:
    """Whether an arbiter said it, which only an arbiter takes back."""
    return isinstance(line.event, Ruling) and line.event.is_arbiters


def name_undo(names: Sequence[str], newest: StandingEvent | None, lines: Sequence[Event], *, rules: bool) -> str:
    """Name the newest step for the button that takes it back; empty where there is none for whoever looks.

    Args:
        names: names of the players.
        newest: the step, if there is one.
        lines: lines of the record.
        rules: whether whoever looks may take back what an arbiter said.
    """
    if newest is None or (is_arbiters(newest) and not rules):
        return ""
    return step_noun(names, newest.event, lines)


def undone(events: Sequence[Event], secret: Collection[int] = ()) -> tuple[StandingEvent, ...]:
    """Return the steps that the newest line undid, oldest first.

    There are none if another line came since, or one cannot come again. Corrections and rulings name other lines by
    their numbers, which they would not have any more. A word of an arbiter is for the arbiter to say again.

    Args:
        events: the lines of the record.
        secret: the lines of which the one who asks may not hear: nothing has happened by them.
    """
    lines = ((number, event) for number, event in enumerate(events, 1) if not isinstance(event, Unprompted))
    newest = max((number for number, _event in lines if number not in secret), default=0)
    undo = events[newest - 1] if newest else None
    if not isinstance(undo, Undo):
        return ()
    back = taken_back(events[: newest - 1], undo.n)
    again = tuple(line for line in back if not is_arbiters(line))
    whole = len(back) == undo.n and not any(isinstance(line.event, Correction | Ruling) for line in again)
    return again if whole else ()


def within_trick(events: Sequence[Event], match: AnyMatch) -> int:
    """Return the oldest line of the newest trick: what came before it is of an earlier one."""
    tricks = (*match.deal.tricks, match.deal.open) if match.deal else ()
    newest = next((trick.plays for trick in reversed(tricks) if trick.plays), ())
    return min((play.event for play in newest), default=len(events))


def newest_said(events: Sequence[Event]) -> int:
    """Return the number of the newest standing line that is no card played.

    A line that was said after it was said meanwhile.

    Rulings are not said by players, who may not hear of each of them; answers are about a deal that is over.
    """
    other = (line.number for line in steps(events) if not isinstance(line.event, Played | Collect | Ruling | Answered))
    return max(other, default=1)


@dataclass(frozen=True, slots=True)
class LastCard:
    """A card that the camera read, as corrected by now."""

    number: int
    """The line number of the event."""
    played: Played
    before: AnyMatch
    """The match before it."""


def last_card(events: Sequence[Event]) -> LastCard | None:
    """Return the newest card that lies there, as corrected; None if none was played."""
    return card(events, None)


def card(events: Sequence[Event], of: int | None) -> LastCard | None:
    """Return the card of an event, or the newest one, as corrected; None if no such card stands."""
    before = last_card = None
    for stage in fold(events):
        if isinstance(stage.event, Played) and before is not None and of in (None, stage.number):
            last_card = LastCard(stage.number, stage.event, before)
        before = stage.match
    return last_card
