"""The default: report, and propose nothing (referee.md)."""

from typing import Any

from controller.rules.proposal import Case, Proposal


def propose(case: Case[Any, Any]) -> Proposal:
    """Nothing, whatever the case."""
    del case
    return Proposal("no effect: the verdict stands in the record, and the scores stay as played")
