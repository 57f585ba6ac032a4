"""Tournament rules of the Deutscher Doppelkopf-Verband of 1 July 2000 for a breach of its rules (referee.md)."""

from typing import Any, Final

from controller.record.message import Message
from controller.rulebooks.proposal import Case, Proposal

_RULES: Final = "DOK-"
"""Prefix of the ids of Doppelkopf's rules."""


def propose(case: Case[Any, Any]) -> Proposal:
    """Propose that the arbiter sets the scores, by how grave the breach is (TSR 9.3, 9.4)."""
    verdict = case.verdict
    if verdict.kind != "revoke" or not verdict.rule.startswith(_RULES) or verdict.seat is None:
        return Proposal(
            Message("no effect: these rules have a price for a revoke in Doppelkopf, not for {kind}", kind=verdict.kind)
        )
    return Proposal(
        Message(
            "set the scores: if it can have decided who wins, {name} gets −12, 3 more for each refusal of the other "
            "party, and the other three share it, or the soloist gets it all where one is wronged (TSR 9.4); else "
            "{name} gets −3 (TSR 9.3)",
            name=case.offender,
        )
    )
