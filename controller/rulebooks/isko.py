"""International Skat Order for a breach of its rules: the game is lost for the side at fault (referee.md)."""

from typing import Any, Final

from controller.record.message import Message
from controller.rulebooks.proposal import Case, Proposal
from controller.rules.options import own_profiles

PROFILE: Final = "isko"
"""The profile of the house rules that go with this order: a game that has it is played by this order."""
_KINDS: Final = ("revoke", "out-of-turn")


def propose(case: Case[Any, Any]) -> Proposal:
    """Propose that the arbiter sets the scores, by whether the game was decided before (ISkO 4.1.3, 4.1.4)."""
    verdict, its_game = case.verdict, PROFILE in own_profiles(case.game.options)
    if not its_game or verdict.kind not in _KINDS or verdict.seat is None:
        return Proposal(
            Message(
                "no effect: this order has a price for a revoke or a lead out of turn in Skat, not for {kind}",
                kind=verdict.kind,
            )
        )
    return Proposal(
        Message(
            "set the scores: the game is lost for {name}'s side, without schneider or schwarz (ISkO 4.1.4); if it was "
            "decided before, it ends with the card points taken by then (ISkO 4.1.3)",
            name=case.offender,
        )
    )
