"""The auction of which something went unseen: the word that it lacks, and where a word that is said later belongs."""

from collections.abc import Iterator, Sequence

from controller.record.events import DealStart, Event, GameEvent, Insert
from controller.record.message import Message
from controller.record.text import to_fields
from controller.referee.fold import fold
from controller.rules.match import AnyMatch


def missing_word(match: AnyMatch) -> Message | None:
    """Return why no card counts yet, in an auction of which something went unseen; None where there is no such."""
    deal = match.deal
    if deal is None or not match.running or not deal.holes or deal.phase != "before":
        return None
    why = match.game.auction.begin_play(deal)
    return why if isinstance(why, Message) else None


def question(match: AnyMatch) -> Message | None:
    """Return the question for the word that such an auction lacks, in one sentence for the table.

    None where it lacks none.
    """
    why = missing_word(match)
    if why is None:
        return None
    return Message("{why}: say on the table's page what was said unseen, and all cards laid since count", why=why)


def place_word(match: AnyMatch, events: Sequence[Event], event: Event) -> Event:
    """Return a word in its place: in an auction with a hole, before the words and cards that count only after it.

    It is inserted where more of what follows counts than if it came last. That is never before the gap: what was said
    in one is not judged.

    Args:
        match: the match as it stands.
        events: the lines of its record.
        event: what is to be written next.
    """
    if not isinstance(event, GameEvent) or missing_word(match) is None:
        return event
    best = _count_effective([*events, event])
    best_event: Event = event
    for line in _places(match, events):
        inserted = Insert(before=line, event=to_fields(event), t=event.t, src=event.src)
        count = _count_effective([*events, inserted])
        if count > best:
            best, best_event = count, inserted
    return best_event


def _places(match: AnyMatch, events: Sequence[Event]) -> Iterator[int]:
    """Yield the lines before which a word of the auction may belong, the latest first."""
    deal = match.deal
    if deal is None:
        return
    if deal.unseen.kept:
        yield deal.unseen.kept[0].event
    for number in range(len(events), min(deal.holes), -1):
        if isinstance(events[number - 1], DealStart):
            return
        if isinstance(events[number - 1], GameEvent):
            yield number


def _count_effective(events: Sequence[Event]) -> int:
    """Count the words and cards of the newest deal that count."""
    count, before = 0, None
    for stage in fold(events):
        deal = stage.match.deal
        if deal is None:
            continue
        if before is None or deal.number != before.number:
            count = 0
        elif isinstance(stage.event, GameEvent) and deal != before:
            count += 1
        before = deal
    return count + (len(before.plays()) if before else 0)
