"""Swiss practice for a revoke: the trick, or it and all later ones, go to the other side (referee.md)."""

from typing import Any

from controller.rules.proposal import Case, Forfeit, Proposal


def propose(case: Case[Any, Any]) -> Proposal:
    """Forfeited tricks for a revoke; nothing for other verdicts and where there is no other side."""
    seat, trick = case.verdict.seat, case.trick
    if case.verdict.kind != "revoke" or seat is None or trick is None:
        return Proposal(f"no effect: Swiss practice has a price for a revoke, not for {case.verdict.kind}")
    other = case.game.other_side(case.deal, seat)
    if other is None:
        return Proposal("no effect: each plays for itself here; the deal can be made void on request")
    side = f"{case.deal.rules.names[other]}'s side"
    if case.seen_at_once:
        text = f"trick {trick} goes to {side}, for it was seen while the trick lay open"
        return Proposal(text, Forfeit(other, trick, trick))
    return Proposal(f"trick {trick} and every later one go to {side}, for it was seen later", Forfeit(other, trick))
