"""What ``replay`` prints of a record: its results as JSON lines, or told so that a player can read them."""

from collections.abc import Iterator, Sequence

from controller import sheet
from controller.fold import fold
from controller.match import AnyMatch
from controller.record import Text
from controller.results import DealResult, ErrorResult, MatchResult, Result, TrickResult, Verdict, to_json


def lines_json(text: Text) -> Iterator[str]:
    """Every result as one JSON object, in the order in which they become true."""
    count = 0
    for _, result in outcomes(text):
        count += isinstance(result, Verdict)
        yield to_json(result, count)


def outcomes(text: Text) -> Iterator[tuple[AnyMatch, Result]]:
    """Every result with the match as it is after it; a torn last line is an error result at the end."""
    stage = None
    for stage in fold(text.events):
        for result in stage.results:
            yield stage.match, result
    if text.torn is not None and stage is not None:
        number = len(text.events) + 1
        yield stage.match, ErrorResult(number, f"the line was torn off in writing and is left out: {text.torn}")


def accused(text: Text) -> bool:
    """Whether the record holds a verdict that is not dismissed."""
    *_, last = fold(text.events)
    return last.match.accused


def lines_told(text: Text) -> Iterator[str]:
    """The record told deal by deal, and the score sheet."""
    match, count, deals = None, 0, list[DealResult]()
    for match, result in outcomes(text):
        count += isinstance(result, Verdict)
        yield told(match, result, count)
        if isinstance(result, DealResult):
            deals.append(result)
    if match:
        yield ""
        yield from match.game.sheet(match.rules, match.book, match.total, deals)


def told(match: AnyMatch, result: Result, verdict_id: int) -> str:
    """One result in words."""
    names = match.names
    match result:
        case TrickResult():
            cards = " ".join(result.cards)
            who = f"{names[result.leader]} leads, {names[result.winner]} takes {result.points}"
            return f"  trick {result.trick:2}  {cards:15} {who}"
        case Verdict():
            return f"  ! verdict {verdict_id}: {result.kind} ({result.rule}), line {result.event}: {result.text}"
        case DealResult():
            return f"deal {result.deal}  {_deal(names, result)}"
        case MatchResult():
            return "match  " + ", then ".join(" and ".join(names[seat] for seat in level) for level in result.ranking)
        case ErrorResult():
            return f"  ? line {result.event}: {result.text}"


def _deal(names: Sequence[str], result: DealResult) -> str:
    if result.score is None or result.points is None:
        return "cannot be scored: cards are missing"
    if "void" in result.detail:
        return f"void ({result.detail['void']})"
    parts = zip(names, result.points, result.score, strict=True)
    return ", ".join(f"{name} {points} points {sheet.signed(score)}".strip() for name, points, score in parts)
