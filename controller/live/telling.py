"""Events and results as lines of text: all of them for the reader of a film, the announced ones for a table."""

from collections.abc import Iterator, Sequence
from typing import Final

from controller.live.session import News
from controller.record.events import Amend, Event, Insert, Missed, Undo
from controller.report import replay, summary
from controller.rules.match import AnyMatch
from controller.rules.results import Result, Verdict

UNSAVED: Final = "NOT SAVED"
"""Before what must not be taken for acknowledged: it is not on the disk (docs/records.md)."""


def everything(news: News, say: replay.Phrasing = str) -> Iterator[str]:
    """Every result of an event, in words, as the fold yields it."""
    yield from told(news.match, news.results, say)


def told(match: AnyMatch, results: Sequence[Result], say: replay.Phrasing = str) -> Iterator[str]:
    """The results of one event; the match is the one after it."""
    count = len(match.verdicts) - sum(isinstance(result, Verdict) for result in results)
    for result in results:
        count += isinstance(result, Verdict)
        yield replay.told(match, result, count, say)
        yield from replay.behind(match, result, say)


def at_table(news: News, pack: str, unsaved: int = 0, say: replay.Phrasing = str) -> Iterator[str]:
    """The lines that the table may hear of an event: verdicts by its policy, each with the rulebook's proposal.

    Args:
        news: the event and what it made true.
        pack: the rulebook.
        unsaved: events that are not on the disk; while there are any, every line says so.
        say: how messages and cards are written.
    """
    for line in _heard(news, pack, say):
        yield f"{UNSAVED}: {line.lstrip()}" if unsaved else line


def _why(event: Event) -> str:
    """Why a verdict fell: what the event did to what it rested on."""
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


def _heard(news: News, pack: str, say: replay.Phrasing) -> Iterator[str]:
    for one in news.told:
        if one.withdrawn:
            yield f"  ! withdrawn{_why(news.event)}: {say(one.verdict.text)}"
            continue
        yield replay.told(news.match, one.verdict, one.number or 0, say)
        if one.number:
            yield from (f"    {line}" for line in summary.proposal_lines(news.match, pack, [one.number]))
    for result in () if news.is_secret else news.results:
        if not isinstance(result, Verdict):
            yield replay.told(news.match, result, 0, say)
            yield from replay.behind(news.match, result, say)
