"""Memories of people at the table of what went unseen: the true course of a hole."""

from collections.abc import Sequence

from controller.record.cards import Card
from controller.record.events import Collect, Event, Missed, Played
from controller.rules.match import AnyMatch
from controller.table.unseen.choosing import short_trick
from tests.support.storm.stage import Stage

REMEMBERED_S = 1.5
"""A card that was laid less than so long ago may still be read."""


def course(stage: Stage, match: AnyMatch, events: Sequence[Event], of: int, now: float) -> Missed:
    """The plays that went unseen in the hole of an event: those between the cards read before it and after it."""
    deal = match.deal
    number = deal.number if deal else 0
    played = [
        (place, act.event, stage.times[place])
        for place, act in enumerate(stage.acts)
        if isinstance(act.event, Played) and act.after.deal and act.after.deal.number == number
    ]
    order = {event.card: index for index, (_, event, _) in enumerate(played)}
    read = {play.card for play in deal.plays()} if deal else set[Card]()
    seen = [play for play in deal.plays() if not play.told and play.card in order] if deal else []
    behind = [order[play.card] for play in seen if play.event < of]
    ahead = [order[play.card] for play in seen if play.event > of]
    size = len(deal.seats) if deal else 1
    trick = max(behind, default=0) // size
    first, last = trick * size, min((one for one in ahead if one // size > trick), default=len(played))
    if isinstance(events[of - 1], Collect) or short_trick(deal, events, of):
        # Whoever is asked about a trick tells of that trick.
        last = first + size
    lost = [
        (index, event)
        for index, (_, event, when) in enumerate(played)
        if event.card not in read and first <= index < last and when < now - REMEMBERED_S
    ]
    over = bool(lost) and lost[-1][0] == len(played) - 1
    return Missed(of=of, plays=tuple((event.seat, event.card) for _, event in lost), over=over)
