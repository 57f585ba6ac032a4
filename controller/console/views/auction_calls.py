"""The auction of a deal: every call by its seat, and the newest one of each, shown where its card comes to lie."""

from collections.abc import Collection, Mapping, Sequence

from controller.console.words.events import said_words
from controller.record.corrections import StandingEvent, corrected
from controller.record.events import Bid, DealStart, Event, Played, Seat
from controller.rules.match import AnyMatch


def auction(match: AnyMatch, lines: Sequence[Event], secret: Collection[int] = ()) -> tuple[tuple[Seat, str], ...]:
    """The calls of the deal under way before its first card, in their order, in the words of the page.

    Args:
        match: the match as it stands.
        lines: its record.
        secret: the lines of which the reader may not hear.
    """
    if match.deal is None or not match.running:
        return ()
    calls: list[tuple[Seat, str]] = []
    is_open = True
    for line in corrected(lines):
        match line:
            case StandingEvent(event=DealStart()):
                calls, is_open = [], True
            case StandingEvent(event=Played()):
                is_open = False
            case StandingEvent(event=Bid() as bid) if is_open and line.number not in secret:
                calls.append((bid.seat, said_words(match.names, bid) or ""))
            case _:
                pass
    return tuple(calls)


def newest_calls(match: AnyMatch, lines: Sequence[Event], secret: Collection[int] = ()) -> Mapping[Seat, str]:
    """The newest call of each seat; empty where there is none, and once cards are played."""
    nothing = dict.fromkeys(range(match.rules.seats), "")
    is_open = match.deal is not None and match.deal.phase == "before"
    return nothing | dict(auction(match, lines, secret)) if is_open else nothing


def auction_rows(match: AnyMatch, calls: Sequence[tuple[Seat, str]]) -> tuple[tuple[str, ...], ...]:
    """The calls as they are written down: a column a seat, a row each time around; empty where nobody called."""
    rows: list[list[str]] = []
    before = match.rules.seats
    for seat, call in calls:
        if seat <= before:
            rows.append([""] * match.rules.seats)
        rows[-1][seat] = call
        before = seat
    return tuple(map(tuple, rows))
