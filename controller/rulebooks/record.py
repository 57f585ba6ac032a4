"""The default: report, and propose nothing (referee.md)."""

from typing import Any

from controller.record.message import Message
from controller.rulebooks.proposal import Case, Proposal


def propose(case: Case[Any, Any]) -> Proposal:
    """Propose nothing in any case."""
    del case
    return Proposal(Message("no effect: the verdict stands in the record, and the scores stay as played"))
