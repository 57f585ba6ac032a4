"""Faults of the lines about sight: a moment, seat or card that cannot be; the wrong parts count as not seen."""

from collections.abc import Iterator
from dataclasses import replace

from controller.record.events import Event, Gap, Played, Seat, Seen
from controller.record.message import Listed, Message
from controller.referee.step import no_seat
from controller.rules.deal import S
from controller.rules.match import Match
from controller.rules.parts import B


def faults(match: Match[S, B], event: Event) -> Iterator[Message]:
    """Yield the faults of a line's observations and of their moments."""
    match event:
        case Played() if event.t is not None and event.since is not None and event.since > event.t:
            yield Message(
                "since {n} is after {n2}, when the card was seen: nobody knows when it was laid",
                n=event.since,
                n2=event.t,
            )
        case Gap() if event.t is not None and event.from_ > event.t:
            yield Message("a gap from {n} ends before that, at {n2}", n=event.from_, n2=event.t)
        case Seen():
            for seat in sorted({*event.empty, *event.lies, *event.unread}):
                if not match.rules.has(seat):
                    yield no_seat(seat, match.rules.seats)
            strange = [card for cards in event.lies.values() for card in cards if card not in match.game.deck]
            if strange:
                yield Message(
                    "{cards} cannot lie there: no card of {game}", cards=Listed(tuple(strange)), game=match.game.title
                )
            late = [since for since in event.empty.values() if event.t is not None and since > event.t]
            if late:
                yield Message("empty since {n} is after {n2}, when that was seen", n=max(late), n2=event.t or 0)
            yield from _contradictions(match, event)
        case _:
            return


def _contradictions(match: Match[S, B], event: Seen) -> Iterator[Message]:
    """Report the areas that are recorded as empty while something lies in them."""
    for seat in sorted(seat for seat in _full(event) if match.rules.has(seat)):
        yield Message("the area of {name} cannot be empty while something lies in it", name=match.names[seat])


def _full(event: Seen) -> set[Seat]:
    """Return the seats whose areas are recorded as empty, though something lies there."""
    return {*event.empty} & {*event.unread, *(seat for seat, cards in event.lies.items() if cards)}


def remove_faults(match: Match[S, B], event: Event) -> Event:
    """Remove the wrong parts of a line: its moment becomes unknown, an area unseen."""
    match event:
        case Played() if event.t is not None and event.since is not None and event.since > event.t:
            return replace(event, t=None, since=None)
        case Seen():
            return _seen(match, event)
        case _:
            return event


def _seen(match: Match[S, B], event: Seen) -> Seen:
    has, deck = match.rules.has, match.game.deck
    strange = {seat for seat, cards in event.lies.items() if not set(cards) <= set(deck)}
    none = strange | _full(event)
    empty = {
        # Nobody watched an area across a gap, whatever the line says.
        seat: since if match.unseen.sight.blind_till is None else max(since, match.unseen.sight.blind_till)
        for seat, since in event.empty.items()
        if has(seat) and (event.t is None or since <= event.t) and seat not in none
    }
    lies = {seat: cards for seat, cards in event.lies.items() if has(seat) and seat not in strange}
    unread = tuple(sorted({seat for seat in {*event.unread, *strange} if has(seat)}))
    return replace(event, empty=empty, lies=lies, unread=unread)
