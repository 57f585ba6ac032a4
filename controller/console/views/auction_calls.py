"""The newest call of each seat in the auction of a deal, shown where its card comes to lie."""

from collections.abc import Collection, Mapping, Sequence

from controller.console.words.events import said_words
from controller.record.corrections import StandingEvent, corrected
from controller.record.events import Bid, DealStart, Event, Seat
from controller.rules.match import AnyMatch


def newest_calls(match: AnyMatch, lines: Sequence[Event], secret: Collection[int] = ()) -> Mapping[Seat, str]:
    """The newest call of each seat, in the words of the page; empty where there is none, and once cards are played.

    Args:
        match: the match as it stands.
        lines: its record.
        secret: the lines of which the reader may not hear.
    """
    if match.deal is None or not match.running or match.deal.phase != "before":
        return _nothing_said(match)
    calls = dict(_nothing_said(match))
    for line in corrected(lines):
        if isinstance(line, StandingEvent) and isinstance(line.event, DealStart):
            calls = dict(_nothing_said(match))
        elif isinstance(line, StandingEvent) and isinstance(line.event, Bid) and line.number not in secret:
            calls[line.event.seat] = said_words(match.names, line.event) or ""
    return calls


def _nothing_said(match: AnyMatch) -> Mapping[Seat, str]:
    return dict.fromkeys(range(match.rules.seats), "")
