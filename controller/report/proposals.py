"""The proposals of a rulebook for a match's verdicts, in words, with the scores that would follow (referee.md)."""

from collections.abc import Iterable, Iterator
from typing import Any

from controller import rulebooks
from controller.record.events import Ruling
from controller.record.message import Message
from controller.referee import rulings
from controller.referee.ledger import Rulings
from controller.rulebooks.proposal import Case
from controller.rules import sheet
from controller.rules.deal import Deal
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult

SILENT = "record"
"""The pack that proposes nothing."""


def proposal_lines(match: AnyMatch, pack: str, verdicts: Iterable[int] | None = None) -> Iterator[Message]:
    """A line for each verdict, or for those of these numbers, that is not dismissed.

    Raises:
        NoPackError: there is no such pack.
    """
    for number in range(1, len(match.verdicts) + 1) if verdicts is None else verdicts:
        if why := proposal(match, pack, number):
            yield Message("{code}, verdict {n}: {why}", code=pack, n=number, why=why)


def proposal(match: AnyMatch, pack: str, number: int) -> Message | None:
    """What a rulebook proposes for a verdict, with the scores that would follow; None: nothing.

    Raises:
        NoPackError: there is no such pack.
    """
    deal = _deal(match, match.verdicts[number - 1].deal)
    if pack == SILENT or deal is None or match.dismissed(number):
        return None
    return _proposal(match, pack, number, deal)


def _proposal(match: AnyMatch, pack: str, number: int, deal: Deal[Any]) -> Message:
    verdict = match.verdicts[number - 1]
    score = next((entry.played.score for entry in match.ledger if entry.deal.number == verdict.deal), None)
    others = Rulings(match.verdicts, match.rulings).others(verdict)
    proposal = rulebooks.load(pack)(Case(match.game, deal, verdict, score, others))
    if proposal.effect == "none":
        return proposal.text
    ruling = Ruling(verdict=number, decision="upheld", effect={"pack": pack})
    _, changed = rulings.rule(match, 0, ruling)
    after = next((one for one in changed if isinstance(one, DealResult) and one.deal == verdict.deal), None)
    if after is None or after.score == score or after.score is None:
        return proposal.text
    pairs = zip(match.names, after.score, strict=True)
    scores = ", ".join(f"{name} {sheet.signed(own)}" for name, own in pairs if own is not None)
    return Message("{why}; the deal would score {scores}", why=proposal.text, scores=scores)


def _deal(match: AnyMatch, number: int) -> Deal[Any] | None:
    """The deal of this number, over or in progress."""
    if match.deal and match.deal.number == number:
        return match.deal
    return next((entry.deal for entry in match.ledger if entry.deal.number == number), None)
