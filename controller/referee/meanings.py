"""Meanings of rulings: the accusation that each was about when it was made, found once from the oldest ruling on.

Nothing that comes after a ruling changes what it was about. A match that is being played is folded anew with every
correction, each time with a line more: what was found for the record that was asked for last is kept.
"""

from collections.abc import Callable, Mapping, Sequence

from controller.record.events import Correction, Event, Ruling
from controller.rules.match import AnyMatch

Accusation = tuple[object, ...] | None
Meanings = Mapping[int, Accusation]
"""What rulings were about when they were made, by their lines."""
After = Callable[[Sequence[Event], Meanings], AnyMatch]
"""The match after a record of which it is known what its rulings were about."""
Ahead = Callable[[AnyMatch, int, Event], AnyMatch]
"""The match after one more line, which corrects nothing."""

_FOUND: list[tuple[tuple[Event, ...], Meanings]] = []
"""The record that was asked for last, as far as all its rulings are known, and what they were about."""


def of(events: Sequence[Event], after: After, ahead: Ahead) -> Meanings:
    """What each ruling before the newest correction was about; the numbers of the others are right as they stand."""
    newest = _newest_correction(events)
    known, found = _found_before(events)
    match: AnyMatch | None = None
    lines = 0
    for number, event in enumerate(events[:newest], 1):
        if isinstance(event, Ruling) and number > known:
            match, lines = _moved(match, lines, events[: number - 1], found, after, ahead), number - 1
            verdicts = match.verdicts
            found[number] = verdicts[event.verdict - 1].accusation if event.verdict <= len(verdicts) else None
    if found:
        _FOUND[:] = [(tuple(events[: max(newest, known)]), found)]
    return _up_to(newest, found)


def _found_before(events: Sequence[Event]) -> tuple[int, dict[int, Accusation]]:
    """To which line all rulings are known already, and what those were about; 0 where none is."""
    for before, found in _FOUND[:1]:
        pairs = enumerate(zip(before, events, strict=False))
        same = next((place for place, (old, new) in pairs if old is not new), min(len(before), len(events)))
        return same, _up_to(same, found)
    return 0, {}


def _up_to(line: int, found: Meanings) -> dict[int, Accusation]:
    return {number: about for number, about in found.items() if number <= line}


def _moved(
    match: AnyMatch | None, lines: int, events: Sequence[Event], found: Meanings, after: After, ahead: Ahead
) -> AnyMatch:
    """The match after these events, on from the one after the first lines of them where no correction came since."""
    if match is None or any(isinstance(event, Correction) for event in events[lines:]):
        return after(events, _up_to(_newest_correction(events), found))
    for number, event in enumerate(events[lines:], lines + 1):
        match = ahead(match, number, event)
        if match.objection:  # people's account cannot stand: what followed from it is folded anew
            return after(events, _up_to(_newest_correction(events), found))
    return match


def _newest_correction(events: Sequence[Event]) -> int:
    return max((number for number, event in enumerate(events, 1) if isinstance(event, Correction)), default=0)
