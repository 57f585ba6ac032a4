"""Swiss practice for a revoke in Jass: the trick, or it and all later ones, go to the other side (referee.md)."""

from typing import Any

from controller.record.message import Message
from controller.rulebooks.proposal import Case, Forfeit, Proposal


def propose(case: Case[Any, Any]) -> Proposal:
    """Propose forfeited tricks for a revoke; nothing for other verdicts, other games and games without sides."""
    seat, trick = case.verdict.seat, case.trick
    if case.game.country != "swiss":
        return Proposal(
            Message("no effect: Swiss practice has a price for a revoke in Jass, not in {game}", game=case.game.title)
        )
    if case.verdict.kind != "revoke" or seat is None or trick is None:
        return Proposal(
            Message("no effect: Swiss practice has a price for a revoke, not for {kind}", kind=case.verdict.kind)
        )
    other = case.game.sides.opponent(case.deal, seat)
    if other is None:
        return Proposal(Message("no effect: each plays for itself here; the deal can be made void on request"))
    name = case.deal.rules.names[other]
    if case.seen_at_once:
        text = Message("trick {n} goes to {name}'s side, for it was seen while the trick lay open", n=trick, name=name)
        return Proposal(text, Forfeit(other, (trick,)))
    text = Message("trick {n} and every later one go to {name}'s side, for it was seen later", n=trick, name=name)
    return Proposal(text, Forfeit(other, (trick,), onwards=True))
