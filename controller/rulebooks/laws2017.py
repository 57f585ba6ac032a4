"""Laws 62 to 64 of Duplicate Bridge, 2017, for a revoke: one trick or two go to the other side (referee.md)."""

from dataclasses import replace
from typing import Any, Final

from controller.record.message import Message
from controller.rulebooks.proposal import Case, Forfeit, Proposal

_RULES: Final = "BRI-"
"""Prefix of the ids of Bridge's rules."""
_LAST_BUT_ONE: Final = 12
"""The trick in which a revoke is put right, and costs nothing (Law 62D)."""


def propose(case: Case[Any, Any]) -> Proposal:
    """Propose nothing before a revoke is established; then by Laws 64A and 64B, and the director's word (64C)."""
    seat, trick = case.verdict.seat, case.trick
    if not _is_revoke(case) or seat is None or trick is None:
        return Proposal(
            Message("no effect: these laws have a price for a revoke in Bridge, not for {kind}", kind=case.verdict.kind)
        )
    if case.seen_at_once:
        return Proposal(Message("the card is put right, for the revoke is not established yet (Law 62)"))
    proposal = _established(case, seat, trick)
    why = Message(
        "{why}; if that does not make up for the damage, the director adjusts the score (Law 64C)", why=proposal.text
    )
    return replace(proposal, text=why)


def _is_revoke(case: Case[Any, Any]) -> bool:
    return case.verdict.kind == "revoke" and case.verdict.rule.startswith(_RULES)


def _established(case: Case[Any, Any], seat: int, trick: int) -> Proposal:
    """Propose the tricks of an established revoke, or explain why none is transferred."""
    play = case.play
    if play is not None and play.seat != seat:
        return Proposal(Message("no trick is transferred for a revoke from dummy's hand (Law 64B3)"))
    if trick >= _LAST_BUT_ONE:
        return Proposal(Message("no trick is transferred for a revoke in trick 12 (Law 64B6)"))
    others = [one for one in case.other_cases if _is_revoke(one) and one.trick is not None and not one.seen_at_once]
    if any(_is_before(one, case) for one in others):
        return Proposal(
            Message("no trick is transferred for a later revoke of the same player in the same suit (Law 64B2)")
        )
    if any(one.verdict.seat not in _side(case, seat) for one in others):
        return Proposal(Message("no trick is transferred, for both sides have revoked (Law 64B7)"))
    if case.score is None:
        return Proposal(Message("once the deal is scored: one trick or two, of those that the offending side has won"))
    return _transferred(case, seat, trick)


def _is_before(one: Case[Any, Any], case: Case[Any, Any]) -> bool:
    """Whether this case is an earlier revoke of the same hand in the same suit."""
    if one.trick is None or case.trick is None or one.play is None or case.play is None or one.trick >= case.trick:
        return False
    first, later = (case.deal.tricks[number - 1].cards[0].suit for number in (one.trick, case.trick))
    return one.play.seat == case.play.seat and first == later


def _side(case: Case[Any, Any], seat: int) -> tuple[int, ...]:
    return next(tuple(side) for side in case.game.sides.partners(case.deal.rules) if seat in side)


def _transferred(case: Case[Any, Any], seat: int, trick: int) -> Proposal:
    """Propose the trick of the revoke if the offending player won it, and one later trick of the side (Law 64A)."""
    side = _side(case, seat)
    winners = [one.winner for one in case.deal.tricks]
    won = [number for number, winner in enumerate(winners, 1) if winner in side and number >= trick]
    first = [trick] if winners[trick - 1] == seat else []
    tricks = tuple(first + [number for number in won if number not in first][:1])
    if not tricks:
        return Proposal(Message("no trick is transferred: the offending side won none from the revoke on (Law 64B1)"))
    other = case.game.sides.opponent(case.deal, seat)
    assert other is not None  # noqa: S101 - this game has sides
    text = Message.counted(
        "{count} trick goes to {name}'s side (Law 64A)",
        "{count} tricks go to {name}'s side (Law 64A)",
        len(tricks),
        count=len(tricks),
        name=case.deal.rules.names[other],
    )
    return Proposal(text, Forfeit(other, tricks))
