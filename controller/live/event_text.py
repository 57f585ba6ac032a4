"""Events and results as lines of text: all of them for a film, the announced ones for a table."""

from collections.abc import Iterator, Sequence
from typing import Final

from controller.live.session import Update
from controller.record.events import Amend, Event, Insert, Missed, Undo
from controller.report import replay, summary
from controller.rules.match import AnyMatch
from controller.rules.results import Result, Verdict

UNSAVED: Final = "NOT SAVED"
"""The prefix of lines about events that are not on the disk, and so not acknowledged (docs/records.md)."""


def event_lines(update: Update, phrase: replay.Phrasing = str) -> Iterator[str]:
    """Yield all results of an event in words, in the order of the fold."""
    yield from result_lines(update.match, update.results, phrase)


def result_lines(match: AnyMatch, results: Sequence[Result], phrase: replay.Phrasing = str) -> Iterator[str]:
    """Yield the lines of an event's results; the match is the one after it."""
    count = len(match.verdicts) - sum(isinstance(result, Verdict) for result in results)
    for result in results:
        count += isinstance(result, Verdict)
        yield replay.told(match, result, count, phrase)
        yield from replay.behind(match, result, phrase)


def public_lines(update: Update, pack: str, unsaved: int = 0, phrase: replay.Phrasing = str) -> Iterator[str]:
    """Yield the public lines of an event: verdicts by its policy, each with the rulebook's proposal.

    Args:
        update: the event with its results.
        pack: the rulebook.
        unsaved: the number of events not on the disk; above 0, every line says so.
        phrase: writes messages and cards.
    """
    for line in _announced_lines(update, pack, phrase):
        yield f"{UNSAVED}: {line.lstrip()}" if unsaved else line


def _withdrawal_reason(event: Event) -> str:
    """Return why a verdict was withdrawn: what the event changed in its basis."""
    match event:
        case Undo():
            return ", for what it rested on was taken back"
        case Insert():
            return ", for something was added that had been missed"
        case Missed():
            return ", for it was told what went unseen"
        case Amend():
            return ", for a reading was corrected"
        case _:
            return ""


def _announced_lines(update: Update, pack: str, phrase: replay.Phrasing) -> Iterator[str]:
    for announcement in update.announcements:
        if announcement.withdrawn:
            yield f"  ! withdrawn{_withdrawal_reason(update.event)}: {phrase(announcement.verdict.text)}"
            continue
        yield replay.told(update.match, announcement.verdict, announcement.number or 0, phrase)
        if announcement.number:
            yield from (f"    {line}" for line in summary.proposal_lines(update.match, pack, [announcement.number]))
    for result in () if update.is_secret else update.results:
        if not isinstance(result, Verdict):
            yield replay.told(update.match, result, 0, phrase)
            yield from replay.behind(update.match, result, phrase)
