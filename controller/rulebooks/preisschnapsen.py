"""The custom of Austrian Schnapsen tournaments for a breach of the rules (referee.md)."""

from typing import Any, Final

from controller.record.message import Message
from controller.rulebooks.proposal import Case, Proposal

_RULES: Final = "SCN-"
"""Prefix of the ids of Schnapsen's rules."""
_KINDS: Final = ("revoke", "false-declaration")


def propose(case: Case[Any, Any]) -> Proposal:
    """Propose that the arbiter sets the scores: three game points for the other player, as is usual in tournaments."""
    verdict = case.verdict
    if verdict.kind not in _KINDS or not verdict.rule.startswith(_RULES) or verdict.seat is None:
        return Proposal(
            Message(
                "no effect: this custom has a price for a revoke or a wrong marriage in Schnapsen, not for {kind}",
                kind=verdict.kind,
            )
        )
    return Proposal(Message("set the scores: {name} has lost the deal, and the other gets 3", name=case.offender))
