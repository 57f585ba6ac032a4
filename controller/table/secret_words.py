"""Words that are said in secret: a phone may take them, a card that lies open on the table may not."""

from collections.abc import Sequence

from controller.games import vocabularies
from controller.record.events import Bid, Event, Seat
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech
from controller.table import command_words


def is_secret(match: AnyMatch, seat: Seat | None) -> bool:
    """Whether what a seat bids now nobody may hear; it can still be said."""
    deal = match.deal
    if seat is None or deal is None or not match.running or any(seat == one for one, _ in deal.seals):
        return False
    return match.game.cannot_seal(deal, seat) is None


def are_secret(match: AnyMatch, events: Sequence[Event]) -> bool:
    """Whether these events are bids that nobody may hear."""
    return bool(events) and all(isinstance(event, Bid) and is_secret(match, event.seat) for event in events)


def said(match: AnyMatch, speech: Speech) -> Meaning:
    """The events of what a seat says to its phone alone; what is not secret as it is said by cards."""
    if not is_secret(match, speech.seat):
        return command_words.said(match, speech)
    return vocabularies.load(match.game.name).said(match, speech)
