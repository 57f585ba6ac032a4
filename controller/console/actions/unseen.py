"""Actions that close a hole: people tell the likely course, another one, or that nobody knows."""

from dataclasses import replace
from typing import Final, Literal, get_args

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.words.gettext import _, core
from controller.record.cards import Card
from controller.record.events import Missed, Seat
from controller.table.unseen.course import complete_account, describe_course, open_hole
from groundwork.errors import CardError

Trump = Literal["S", "H", "D", "C", "JO", "none"]
_OVER: Final = {"": None, "same": False, "over": True}
_MOST: Final = 10
"""Rows of a form at most: a trick and what is missing of the one before."""


def unseen(ask: ActionRequest) -> ActionPlan:
    """Record what people say was played while nothing was seen."""
    if ask.context.arbiter_tells and not ask.rules:
        raise RefusedError(_("What went unseen is told by the arbiter alone."))
    hole = open_hole(ask.match, ask.events)
    if hole is None or ask.text("of") != str(hole.of):
        raise RefusedError(_("That is not open any more; look again."))
    account = Missed(of=hole.of) if ask.text("answer") == "unknown" else _account(ask, hole.of)
    checked = complete_account(ask.context.all_lines(ask.state), account, ask.state.checkpoints.before(hole.of))
    if not isinstance(checked, Missed):
        raise RefusedError(_("It cannot be: {why}.").format(why=core(checked)))
    words = core(describe_course(ask.match.names, checked))
    return ActionPlan((checked,), answer=_("Taken down: {what}.").format(what=words))


def _account(ask: ActionRequest, of: int) -> Missed:
    over = ask.text("over")
    if over not in _OVER:
        raise RefusedError(_("Say whether the same deal goes on."))
    plays = _course(ask) if ask.text("answer") == "likely" else _rows(ask)
    account = Missed(of=of, plays=plays, over=_OVER[over])
    trump = ask.text("trump")
    if not trump:
        return account
    trumps: tuple[Trump, ...] = tuple(one for one in get_args(Trump) if one == trump)
    if not trumps:
        raise RefusedError(_("“{text}” is no trump.").format(text=trump))
    return replace(account, trump=trumps[0])


def _course(ask: ActionRequest) -> tuple[tuple[Seat, Card], ...]:
    """Return the cards of the course that was offered, as the page wrote them: a seat, a colon and a card each."""
    plays: list[tuple[Seat, Card]] = []
    for part in ask.text("plays").split():
        seat, _colon, card = part.partition(":")
        try:
            plays.append((int(seat), Card(card)))
        except (CardError, ValueError):
            raise RefusedError(_("“{text}” is no card of this game.").format(text=part)) from None
    return tuple(plays)


def _rows(ask: ActionRequest) -> tuple[tuple[Seat, Card], ...]:
    """Return the cards that were chosen, in order; rows without a card are left out."""
    rows = [place for place in range(_MOST) if ask.text(f"card{place}")]
    return tuple((ask.seat(f"seat{place}"), ask.card(f"card{place}")) for place in rows)


ACTIONS = (Action("unseen", Role.PLAYER, unseen),)
