"""Verdicts of a match in which people told of what went unseen: those of what was seen, no more and no fewer."""

from collections.abc import Sequence
from dataclasses import replace

from controller.referee.step import StepResult
from controller.rules.deal import S
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.results import Result, Verdict


def judged_by(
    untold: Match[S, B], seen: Sequence[Result], match: Match[S, B], results: Sequence[Result]
) -> StepResult[S, B]:
    """The step of a match with accounts, with the verdicts that the same match without any has.

    Args:
        untold: the match without accounts, after the event.
        seen: what the event has shown there.
        match: with accounts, after the event.
        results: what it has shown there; a verdict that both have is told in its words, which know more tricks.
    """
    own = {verdict.accusation: verdict for verdict in match.verdicts}
    found = tuple(own.get(one.accusation, one) for one in seen if isinstance(one, Verdict))
    verdicts = tuple(own.get(one.accusation, one) for one in untold.verdicts)
    others = tuple(one for one in results if not isinstance(one, Verdict))
    return replace(match, verdicts=verdicts, unseen=replace(match.unseen, untold=untold)), (*found, *others)
