"""The open hole of the deal in play, in words, and the course that people tell of it or are offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.record.cards import Card
from controller.record.events import Event, Gap, Missed, Seat
from controller.record.message import Message
from controller.referee.fold import fold
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult
from controller.table.unseen.auction import lacking

TELL: Final = "missed"
"""The word with which a trick is laid open again that went unseen."""

WHY: Final[Mapping[str, Message]] = {
    "start": Message("before the match was watched"),
    "camera": Message("no picture came"),
    "frozen": Message("the picture stood still"),
    "restart": Message("the referee was away"),
    "mat": Message("the mat was hidden"),
    "dark": Message("it was too dark"),
    "load": Message("the machine was too slow"),
}
"""Why the table was not seen, by the field ``why`` of a gap."""


@dataclass(frozen=True, slots=True)
class OpenHole:
    """A hole of the newest deal, of which nobody has told what was played."""

    of: int
    """The line of the event that left it."""
    text: Message
    """The unseen play and the remedy, in one sentence for the table."""


def open_hole(match: AnyMatch, events: Sequence[Event]) -> OpenHole | None:
    """The oldest hole of the deal in play, or of the one that has just ended, that people can still tell of; or None.

    Between deals it is the gap before the next one, as long as nobody has seen that nothing of it was played then.

    Args:
        match: the match as it stands.
        events: the lines of its record.
    """
    deal = match.deal
    number = min((line for line in _holes(match) if line <= len(events) and not _given_up(match, line)), default=0)
    number = number or _between_deals(match)
    if not number:
        return None
    event = events[number - 1]
    if isinstance(event, Gap) and event.t is not None and (deal is None or number == _between_deals(match)):
        text = Message(
            "before the next deal: not seen for {n2} s, {why}. If it has begun, say so, and on the table's page what "
            "was played; nobody is at fault",
            n2=f"{max(event.t - event.from_, 0):.0f}",
            why=WHY[event.why],
        )
        return OpenHole(number, text)
    if isinstance(event, Gap) and event.t is not None and lacking(match):
        text = Message(
            "in the auction: not seen for {n2} s, {why}. Say on the table's page what was said or played then; nobody "
            "is at fault",
            n2=f"{max(event.t - event.from_, 0):.0f}",
            why=WHY[event.why],
        )
        return OpenHole(number, text)
    if isinstance(event, Gap) and event.t is not None and deal is not None:
        text = Message(
            "trick {n}: not seen for {n2} s, {why}. Say on the table's page what was played, or lay {call}; nobody is "
            "at fault",
            n=deal.number_of_trick,
            n2=f"{max(event.t - event.from_, 0):.0f}",
            why=WHY[event.why],
            call=TELL,
        )
        return OpenHole(number, text)
    text = Message(
        "a trick was gathered, and not all its cards were seen. Say on the table's page which, or lay {call}; nobody "
        "is at fault",
        call=TELL,
    )
    return OpenHole(number, text)


def _holes(match: AnyMatch) -> Sequence[int]:
    """The lines at which something of the newest deal went unseen that was not told yet."""
    if match.deal is None or match.ended:
        return ()
    if match.running:
        return match.deal.holes
    last = match.ledger[-1] if match.ledger else None
    found: Sequence[int] = last.result.detail.get("holes", ()) if last and last.deal.number == match.deal.number else ()
    return found


def _between_deals(match: AnyMatch) -> int:
    """The line of a gap between deals of which nobody has told, and after which not all has been seen; 0: none.

    The start of a match is none: what lies there then is no play.
    """
    pending = match.sight.pending
    return 0 if match.ended or match.sight.opening or pending in match.told else pending


def _given_up(match: AnyMatch, line: int) -> bool:
    """Whether people have said that they do not know what was played there, or their answer waits for the contract."""
    told = match.told.get(line)
    return told is not None and (told.event.plays is None or line not in match.weighed)


def likely(match: AnyMatch, events: Sequence[Event], glimpsed: Mapping[Card, Seat]) -> Missed | None:
    """The likely course of what went unseen; None where nobody can guess.

    Cards that were read, but not often enough to be believed, come first; else, where nothing speaks against it, that
    nothing was played.

    Args:
        match: the match as it stands.
        events: the lines of its record.
        glimpsed: cards that were read too seldom, and before whom, the oldest first.
    """
    hole = open_hole(match, events)
    if hole is None or match.deal is None:
        return None
    if not match.running:
        return None
    unseen = [(seat, card) for card, seat in glimpsed.items() if match.deal.find(card) is None]
    if unseen:
        found = completed(events, Missed(of=hole.of, plays=tuple(unseen), over=False))
        if isinstance(found, Missed):
            return found
    plain = match.whole is not None or lacking(match) is not None
    return Missed(of=hole.of, plays=(), won=(), over=False) if plain else None


def completed(events: Sequence[Event], told: Missed) -> Missed | Message:
    """People's account with the winners of its tricks; or why it cannot have been so."""
    after = _after(events, told)
    if isinstance(after, Message):
        return after
    if told.plays is None or after.deal is None:
        return told
    tricks = (trick for trick in after.deal.tricks if any(play.told for play in trick.plays))
    won = tuple(trick.winner for trick in tricks if trick.winner is not None)
    # A trick that was told of in part may have been gathered in sight: it is not one of those.
    whole = replace(told, won=won)
    return told if isinstance(_after(events, whole), Message) else whole


def _after(events: Sequence[Event], told: Missed) -> AnyMatch | Message:
    """The match after what was told, or why it cannot have been."""
    *stages, last = fold([*events, told])
    number = len(events) + 1
    results = (result for stage in (*stages, last) for result in stage.results)
    fault = next((one for one in results if isinstance(one, ErrorResult) and one.event == number), None)
    return last.match if fault is None else fault.text


def in_words(names: Sequence[str], told: Missed) -> Message:
    """A course in one sentence: who played what, and who won the trick."""
    if told.plays is None:
        return Message("nobody knows what was played")
    if not told.plays:
        return Message("nothing was played")
    plays = [Message("{card} by {name}", card=card, name=names[seat]) for seat, card in told.plays]
    won = [Message("trick to {name}", name=names[seat]) for seat in told.won or ()]
    return Message.join(", ", [*plays, *won])
