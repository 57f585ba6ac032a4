"""How a trick ends as a hole: its cards have left, and nobody saw that those missing were not there."""

from dataclasses import replace

from controller.record.events import Event
from controller.referee.closing import turn_over
from controller.referee.step import StepResult
from controller.referee.unseen import openings
from controller.referee.unseen.readings import as_read, remember
from controller.referee.unseen.telling import told
from controller.rules.deal import Deal, S, Trick
from controller.rules.game import B
from controller.rules.match import Match, Reading


def break_off(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """End the open trick as a hole at the event of this number, with the cards that people told of in it."""
    said = as_read(deal, Reading(deal.holes, deal.doubt, match.memory))
    match = replace(match, memory=remember(match.game, said, match.memory, gathered=True))
    match = openings.by_trick(match, deal, number)
    before = len(deal.tricks)
    match, results = told(match, number)
    if match.deal is None or not match.running or len(match.deal.tricks) > before:
        return match, results
    unsure = replace(match.deal, open=Trick(match.deal.open.plays, sure=False))
    match, closed = turn_over(match, unsure, number)
    return match, (*results, *closed)


def seen_clear(match: Match[S, B], event: Event) -> Match[S, B]:
    """The match in which the table was clear at the moment of an event."""
    if match.sight.since is None:
        return match
    return replace(match, sight=replace(match.sight, cleared=event.t))


def unread(match: Match[S, B], deal: Deal[S], number: int, event: Event) -> StepResult[S, B]:
    """A trick was gathered of which nothing is open: the one that has closed, or one of which no card was read."""
    if match.sight.cleared is None:
        return seen_clear(match, event), ()
    if deal.phase != "play" and not deal.holes:
        return match, ()
    match, results = told(openings.by_gap(match, deal, number), number)
    return seen_clear(match, event), results
