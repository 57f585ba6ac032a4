"""The rules of 2012 of the French Tarot federation for a revoke (referee.md)."""

from typing import Any

from controller.rules.proposal import Case, Proposal


def propose(case: Case[Any, Any]) -> Proposal:
    """The card goes back until the next trick is led; then the deal is void if the offending side wins it."""
    seat = case.verdict.seat
    if case.game.name != "tarot" or case.verdict.kind != "revoke" or seat is None:
        return Proposal(f"no effect: these rules have a price for a revoke in Tarot, not for {case.verdict.kind}")
    if case.seen_at_once:
        return Proposal("the card goes back, for the next trick was not led yet: take the play back and play on")
    if case.score is None:
        return Proposal("once the deal is scored: void if the offending side wins it, else the result stands")
    if (case.score[seat] or 0) > 0:
        return Proposal(f"the deal is void, for the side of {case.offender} won it", "void-deal")
    return Proposal(f"the result stands, for the side of {case.offender} lost the deal")
