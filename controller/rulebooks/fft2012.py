"""The rules of 2012 of the French Tarot federation for a revoke (referee.md)."""

from typing import Any, Final

from controller.record.message import Message
from controller.rulebooks.proposal import Case, Proposal
from controller.rules.options import own_profiles

PROFILE: Final = "fft2012"
"""The profile of the house rules that go with these rules: a game that has it is the federation's."""


def propose(case: Case[Any, Any]) -> Proposal:
    """Propose that the card goes back until the next trick is led; later a void deal if the offending side wins it."""
    seat = case.verdict.seat
    its_game = PROFILE in own_profiles(case.game.options)
    if not its_game or case.verdict.kind != "revoke" or seat is None:
        return Proposal(
            Message("no effect: these rules have a price for a revoke in Tarot, not for {kind}", kind=case.verdict.kind)
        )
    if case.seen_at_once:
        return Proposal(
            Message("the card goes back, for the next trick was not led yet: take the play back and play on")
        )
    if case.score is None:
        return Proposal(Message("once the deal is scored: void if the offending side wins it, else the result stands"))
    if (case.score[seat] or 0) > 0:
        text = Message("the deal is void, for the side of {name} won it", name=case.offender)
        return Proposal(text, "void-deal")
    return Proposal(Message("the result stands, for the side of {name} lost the deal", name=case.offender))
