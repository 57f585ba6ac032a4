"""Verdicts withheld where cards are read by their faces (referee.md, "Cards read by their faces")."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.record.message import Message
from controller.referee.step import StepResult
from controller.rules.deal import S
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.results import ErrorResult, Result, Verdict, VerdictKind

_CARDS: Final[tuple[VerdictKind, ...]] = ("foreign-card", "duplicate-card", "second-card")
"""Verdicts on cards that are refused."""
_WORDS: Final[tuple[VerdictKind, ...]] = ("illegal-bid", "illegal-call", "illegal-discard")
"""Verdicts on words that are refused where that is seen at once."""


def withheld(match: Match[S, B], number: int, results: Sequence[Result]) -> StepResult[S, B]:
    """The step without its verdicts; what was refused is an error, which is nobody's fault."""
    if match.verdicts:
        match = replace(match, verdicts=())
    return match, tuple(_unaccused(number, results))


def _unaccused(number: int, results: Sequence[Result]) -> Iterator[Result]:
    for result in results:
        if not isinstance(result, Verdict):
            yield result
        elif result.event == number and result.kind in _CARDS and result.card is not None:
            yield ErrorResult(
                number, Message("{card} cannot be laid here: correct it if it was misread", card=result.card)
            )
        elif result.event == number and result.kind in _WORDS:
            yield ErrorResult(number, Message("this cannot be said now: correct it if it was misheard"))
