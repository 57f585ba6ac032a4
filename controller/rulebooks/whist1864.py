"""Laws of Whist of the English clubs, 1864, for a revoke: three tricks go to the other side (referee.md)."""

from typing import Any, Final

from controller.record.message import Message
from controller.rulebooks.proposal import Case, Forfeit, Proposal

_RULES: Final = "WHI-"
"""Prefix of the ids of Whist's rules."""
_TRICKS: Final = 3
"""Number of tricks that a revoke costs (Law 72)."""


def propose(case: Case[Any, Any]) -> Proposal:
    """Propose nothing before the trick is turned; then three tricks a revoke, unless the other side wants points."""
    seat = case.verdict.seat
    if not _is_revoke(case) or seat is None:
        return Proposal(
            Message("no effect: these laws have a price for a revoke in Whist, not for {kind}", kind=case.verdict.kind)
        )
    if case.seen_at_once:
        return Proposal(Message("the card is put right, for the trick was not turned yet"))
    if case.score is None:
        return Proposal(Message("once the deal is scored: three tricks or three points, as the other side chooses"))
    side = next(tuple(one) for one in case.game.sides.partners(case.deal.rules) if seat in one)
    other = case.game.sides.opponent(case.deal, seat)
    assert other is not None  # noqa: S101 - this game has sides
    names = case.deal.rules.names
    earlier = sum(_is_earlier(one, case) for one in case.other_cases if one.verdict.seat in side)
    won = [number for number, one in enumerate(case.deal.tricks, 1) if one.winner in side]
    tricks = tuple(won[_TRICKS * earlier :][:_TRICKS])
    if len(tricks) < _TRICKS:
        text = Message(
            "set the scores: {name}'s side gets 3 points, or {name2}'s loses 3, which has not three tricks left to "
            "take and cannot win the game by this deal (Laws 72, 82)",
            name=names[other],
            name2=names[seat],
        )
        return Proposal(text)
    text = Message(
        "three tricks go to {name}'s side, and {name2}'s cannot win the game by this deal (Laws 72, 82); if {name}'s "
        "side would have 3 points instead, or 3 off the other's, set the scores",
        name=names[other],
        name2=names[seat],
    )
    return Proposal(text, Forfeit(other, tricks))


def _is_revoke(case: Case[Any, Any]) -> bool:
    return case.verdict.kind == "revoke" and case.verdict.rule.startswith(_RULES)


def _is_earlier(one: Case[Any, Any], case: Case[Any, Any]) -> bool:
    """Whether this verdict is an earlier revoke that costs tricks, too."""
    return _is_revoke(one) and not one.seen_at_once and one.verdict.event < case.verdict.event
