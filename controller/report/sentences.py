"""The breakdown of a deal's score in sentences, one a section."""

from collections.abc import Callable, Iterator, Sequence

from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.rules.results import Number
from controller.rules.score.breakdown import Breakdown, BreakdownLine
from controller.rules.sheet import signed


def sentences(names: Sequence[str], parts: Breakdown) -> Iterator[Message]:
    """What points, score and marks are made of, and the remarks beside them; nothing of an empty section."""
    if parts.points:
        yield Message("points: {why}", why=_lines(names, parts.points, str))
    if parts.score:
        yield Message("score: {why}", why=_lines(names, parts.score, signed))
    if parts.marks:
        yield Message("marks: {why}", why=_lines(names, parts.marks, signed))
    yield from parts.remarks


def of_newest(match: AnyMatch) -> Message:
    """The newest deal with a score, in one sentence of a display."""
    newest = next((entry for entry in reversed(match.ledger) if entry.result.score and not entry.void), None)
    if newest is None:
        return Message("no deal has a score yet")
    pairs = zip(match.names, newest.result.score or (), strict=True)
    scores = ", ".join(f"{name} {signed(own)}" for name, own in pairs if own is not None)
    head = Message("deal {n}: {scores}", n=newest.result.deal, scores=scores)
    return Message.join("; ", [head, *sentences(match.names, newest.result.breakdown)])


def _lines(names: Sequence[str], lines: Sequence[BreakdownLine], written: Callable[[Number], str]) -> Message:
    return Message.join(", ", [_line(names, line, written) for line in lines])


def _line(names: Sequence[str], line: BreakdownLine, written: Callable[[Number], str]) -> Message:
    """A reason, and the seats for which it counts anything."""
    amounts = zip(names, line.amounts, strict=True)
    told = ", ".join(f"{name} {written(amount)}" for name, amount in amounts if amount)
    return Message.laid_out("{why} ({scores})", why=line.why, scores=told)
