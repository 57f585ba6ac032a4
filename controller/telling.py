"""News in words: for whoever reads a film, everything; for a table, what it may hear."""

from collections.abc import Iterator, Sequence

from controller import proposals, replay
from controller.match import AnyMatch
from controller.results import Result, Verdict
from controller.session import News


def everything(news: News) -> Iterator[str]:
    """All that an event made true, as it becomes true."""
    yield from told(news.match, news.results)


def told(match: AnyMatch, results: Sequence[Result]) -> Iterator[str]:
    """The results of one event; the match is the one after it."""
    count = len(match.verdicts) - sum(isinstance(result, Verdict) for result in results)
    for result in results:
        count += isinstance(result, Verdict)
        yield replay.told(match, result, count)


def at_table(news: News, pack: str) -> Iterator[str]:
    """What the table may hear of an event: verdicts by its policy, each with what the rulebook proposes."""
    for one in news.told:
        if one.withdrawn:
            yield f"  ! withdrawn, for a reading was corrected: {one.verdict.text}"
            continue
        yield replay.told(news.match, one.verdict, one.number or 0)
        if one.number:
            yield from proposals.lines(news.match, pack, [one.number])
    for result in news.results:
        if not isinstance(result, Verdict):
            yield replay.told(news.match, result, 0)
