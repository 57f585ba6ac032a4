"""The open hole of the deal in play, in words, and the course that people tell of it or are offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.record.events import Event, Gap, Missed
from controller.record.message import Message
from controller.referee.unseen.checkpoints import Checkpoint, with_account
from controller.referee.unseen.holes import shows_begun
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult
from controller.table.unseen.auction import missing_word

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
    "again": Message("the last trick lay open again"),
}
"""Reasons why the table was not seen, by the field ``why`` of a gap."""


@dataclass(frozen=True, slots=True)
class OpenHole:
    """A hole of the newest deal, of which nobody has told what was played."""

    of: int
    """The line of the event that left it."""
    text: Message
    """The unseen play and the remedy, in one sentence for the table."""
    unseen: Message
    """The unseen play alone, for a page that has the remedies as buttons."""


def open_hole(match: AnyMatch, events: Sequence[Event]) -> OpenHole | None:
    """Return the oldest hole that people can still tell of, or None.

    It is of the deal in play, or of the one that has just ended. Between deals it is the gap before the next one, as
    long as nobody has seen that nothing of it was played then.

    Args:
        match: the match as it stands.
        events: the lines of its record.
    """
    lines = [line for line in open_lines(match) if line <= len(events)]
    if not lines:
        return None
    more = len(lines) - 1
    text, unseen = _hole(match, events, lines[0])
    return OpenHole(lines[0], _with_more(text, more), _with_more(unseen, more))


def _with_more(text: Message, more: int) -> Message:
    """Return a text of one hole, and how many others wait."""
    if not more:
        return text
    return Message.counted(
        "{text}. Then {n} more question waits", "{text}. Then {n} more questions wait", more, text=text, n=more
    )


def open_lines(match: AnyMatch) -> tuple[int, ...]:
    """Return the lines of all open holes that people can still tell of, oldest first."""
    mine = (line for line in _holes(match) if not _given_up(match, line))
    return tuple(sorted({*mine, *_between_deals(match)}))


def _hole(match: AnyMatch, events: Sequence[Event], number: int) -> tuple[Message, Message]:
    """Return the unseen play of one hole with its remedy, in one sentence, and without."""
    deal, event = match.deal, events[number - 1]
    if isinstance(event, Gap) and event.why == "again":
        unseen = Message("before this deal the last trick lay open again")
        return Message(
            "{text}. If it was this deal's first trick, say so on the table's page, else that nothing was missing; "
            "nobody is at fault",
            text=unseen,
        ), unseen
    if not isinstance(event, Gap) or event.t is None:
        unseen = Message("a trick was gathered, and not all its cards were seen")
        return Message(
            "{text}. Say on the table's page which, or lay {call}; nobody is at fault", text=unseen, call=TELL
        ), unseen
    gap = Message("not seen for {n2} s, {why}", n2=f"{max(event.t - event.from_, 0):.0f}", why=WHY[event.why])
    if deal is None or number in _between_deals(match):
        unseen = Message("before the next deal: {why}", why=gap)
        return Message(
            "{text}. If it has begun, say so, and on the table's page what was played; nobody is at fault", text=unseen
        ), unseen
    if missing_word(match):
        unseen = Message("in the auction: {why}", why=gap)
        return Message(
            "{text}. Say on the table's page what was said or played then; nobody is at fault", text=unseen
        ), unseen
    unseen = Message("trick {n}: {why}", n=deal.number_of_trick, why=gap)
    return Message(
        "{text}. Say on the table's page what was played, or lay {call}; nobody is at fault", text=unseen, call=TELL
    ), unseen


def _holes(match: AnyMatch) -> Sequence[int]:
    """Return the lines at which something of the newest deal went unseen that was not told yet."""
    if match.deal is None or match.ended:
        return ()
    if match.running:
        return match.deal.holes
    last = match.ledger[-1] if match.ledger else None
    lines: Sequence[int] = last.result.detail.get("holes", ()) if last and last.deal.number == match.deal.number else ()
    return lines


def _between_deals(match: AnyMatch) -> tuple[int, ...]:
    """Return the lines of gaps between deals of which nobody has told, and after which not all has been seen.

    The start of a match is none: what lies there then is no play. Once a look has found nothing of a deal, nobody is
    asked before one begins.
    """
    sight = match.unseen.sight
    looked = bool(sight.seen) and not any(shows_begun(match, seen) for seen in sight.seen)
    if match.ended or sight.opening or looked:
        return ()
    return tuple(line for line in match.unseen.sight.pending if line not in match.unseen.told)


def _given_up(match: AnyMatch, line: int) -> bool:
    """Whether people have said that they do not know what was played there, or their answer waits for the contract."""
    account = match.unseen.told.get(line)
    return account is not None and (account.event.plays is None or line not in match.unseen.weighed)


def complete_account(events: Sequence[Event], account: Missed, since: Checkpoint | None = None) -> Missed | Message:
    """Return people's account with the winners of its tricks; or why it cannot have been so.

    Args:
        events: the lines of the record.
        account: people's account.
        since: a match before the hole, to be quick; None: the record is folded from its first line.
    """
    after = _after(events, account, since)
    if isinstance(after, Message):
        return after
    if account.plays is None or after.deal is None:
        return account
    tricks = (trick for trick in after.deal.tricks if any(play.told for play in trick.plays))
    won = tuple(trick.winner for trick in tricks if trick.winner is not None)
    # A trick that was told of in part may have been gathered in sight: it is not one of those.
    whole = replace(account, won=won)
    return account if isinstance(_after(events, whole, since), Message) else whole


def _after(events: Sequence[Event], account: Missed, since: Checkpoint | None) -> AnyMatch | Message:
    """Return the match after what was told, or why it cannot have been."""
    match, results = with_account(events, account, since)
    number = len(events) + 1
    fault = next((one for one in results if isinstance(one, ErrorResult) and one.event == number), None)
    return match if fault is None else fault.text


def describe_course(names: Sequence[str], account: Missed) -> Message:
    """Return a course in one sentence: who played what, and who won the trick."""
    if account.plays is None:
        return Message("nobody knows what was played")
    if not account.plays:
        return Message("nothing was played")
    plays = [Message("{card} by {name}", card=card, name=names[seat]) for seat, card in account.plays]
    won = [Message("trick to {name}", name=names[seat]) for seat in account.won or ()]
    return Message.join(", ", [*plays, *won])
