"""Words for the whole table: taking back, dealing, throwing in, ending."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError, moment_key
from controller.console.security.roles import Role
from controller.console.views.undo_steps import is_arbiters, undone, visible_steps, within_trick
from controller.console.words.events import step_noun, step_words
from controller.console.words.gettext import _, ngettext
from controller.console.words.names import seat_name
from controller.live import session
from controller.record.corrections import StandingEvent
from controller.record.events import DealStart, End, Event, Played, Ruling, Undo
from controller.referee.announce import reopens
from controller.table.dealing import needs_turned

_TOLD_WHOLE: Final = 4
"""Steps that are all told in words; of more the newest and the oldest are."""


def undo(ask: ActionRequest) -> ActionPlan:
    """Take back the newest step, if it is still the one that was meant."""
    standing = visible_steps(ask.events, ask.secret)
    if not standing:
        raise RefusedError(_("Nothing has happened that could be taken back."))
    newest = standing[-1]
    if ask.number("of") != newest.number:
        raise RefusedError(_("The table has gone on since: nothing was taken back. Look again."))
    _check_rulings(ask, (newest,))
    taking = _undo_events(ask, 1)
    _check_reopening(ask, (newest,), taking)
    return ActionPlan(
        taking,
        answer=_("Taken back: {what}.").format(what=step_noun(ask.match.names, newest.event, ask.events)),
    )


def _undo_events(ask: ActionRequest, count: int) -> tuple[Event, ...]:
    """Return the events that take back so many of the steps of which the one who asks may hear."""
    return session.undo_events(ask.events, Undo(n=count), ask.secret)


def _check_rulings(ask: ActionRequest, back: Sequence[StandingEvent]) -> None:
    """Check that only an arbiter takes back what an arbiter said; raises RefusedError for anybody else."""
    if any(map(is_arbiters, back)) and not ask.rules:
        raise RefusedError(_("What an arbiter said only an arbiter takes back."))


def _check_reopening(ask: ActionRequest, back: Sequence[StandingEvent], taking: Sequence[Event]) -> None:
    """Check that in a tournament only an arbiter reopens a deal, as its verdicts may be known; raises RefusedError."""
    if ask.context.arbiter_tells and not ask.rules and reopens(ask.match, ask.events, back, taking):
        raise RefusedError(
            _("In a tournament only an arbiter takes back the end of a deal: its verdicts may be known.")
        )


def back_to(ask: ActionRequest) -> ActionPlan:
    """Take back every step from one on, over ends of deals too, if the newest is still the one that was seen."""
    standing, of = visible_steps(ask.events, ask.secret), ask.number("of")
    if not standing or ask.number("newest") != standing[-1].number:
        raise RefusedError(_("The table has gone on since: nothing was taken back. Look again."))
    count = sum(line.number >= of for line in standing)
    if of not in (line.number for line in standing):
        raise RefusedError(_("That step does not stand any more."))
    _check_rulings(ask, standing[-count:])
    taking = _undo_events(ask, count)
    _check_reopening(ask, standing[-count:], taking)
    answer = ngettext("{count} step taken back.", "{count} steps taken back.", count).format(count=count)
    far = ngettext("Take back {count} step?", "Take back {count} steps?", count).format(count=count)
    question = far if of < within_trick(ask.events, ask.match) else ""
    answer = f"{answer} {_in_words(ask, standing[-count:])}"
    return ActionPlan(taking, answer=answer, question=question)


def _in_words(ask: ActionRequest, some: Sequence[StandingEvent]) -> str:
    """Name the steps, the newest first: all of a few, else the newest and the oldest."""
    steps = [line for line in reversed(some) if ask.rules or not isinstance(line.event, Ruling)]
    names = [step_words(ask.match.names, line.event, ask.events) for line in steps]
    return "; ".join(names if len(names) <= _TOLD_WHOLE else (names[0], "…", names[-1]))


def redo(ask: ActionRequest) -> ActionPlan:
    """Enter again what was taken back last, as people's word, if nothing has happened since."""
    again = undone(ask.events, ask.secret)
    if not again or ask.number("of") != again[0].number:
        raise RefusedError(_("There is nothing to give back any more; look again."))
    answer = ngettext("{count} step given back.", "{count} steps given back.", len(again)).format(count=len(again))
    answer = f"{answer} {_in_words(ask, again)}"
    return ActionPlan(tuple(_without_camera_facts(line.event) for line in again), answer=answer)


def _without_camera_facts(event: Event) -> Event:
    """Return an event without what the camera knew of it: people say it now."""
    plain = replace(event, conf=None, img=None)
    return replace(plain, since=None) if isinstance(plain, Played) else plain


def deal(ask: ActionRequest) -> ActionPlan:
    """Begin the next deal by the dealer that the rules or the form name, with its turned card where there is one."""
    match = ask.match
    if not match.can_deal:
        raise RefusedError(_("A deal is under way; throw it in first."))
    if match.ended:
        raise RefusedError(_("The match is over."))
    dealer = ask.seat("dealer") if ask.text("dealer") or match.dealer is None else match.dealer
    turned = ask.card("turned") if needs_turned(match) else None
    answer = _("{name} deals.").format(name=seat_name(match.names, dealer))
    return ActionPlan((DealStart(dealer=dealer, turned=turned),), answer=answer)


def misdeal(ask: ActionRequest) -> ActionPlan:
    """Throw the deal in."""
    if not ask.match.running:
        raise RefusedError(_("No deal is under way."))
    _check_not_bound(ask)
    answer = _("The deal is thrown in; the same player deals again.")
    return ActionPlan(word="misdeal", answer=answer, question=_("Throw this deal in?"))


def _check_not_bound(ask: ActionRequest) -> None:
    """Refuse to let anybody but an arbiter break off a deal on which an arbiter has ruled; raises RefusedError."""
    if not ask.rules and session.is_deal_ruled(ask.events, ask.match, ask.secret):
        raise RefusedError(_("An arbiter has ruled on this deal: only an arbiter breaks it off."))


def end(ask: ActionRequest) -> ActionPlan:
    """End the match."""
    if ask.match.ended:
        raise RefusedError(_("The match is over."))
    _check_not_bound(ask)
    deal = ask.match.deal if ask.match.running else None
    void = deal and not deal.holes and deal.phase != "after"
    answer = _("The match is over; the deal that was being played is void.") if void else _("The match is over.")
    return ActionPlan((End(),), answer=answer, question=_("End the match?"))


ACTIONS = (
    Action("redo", Role.PLAYER, redo),
    Action("undo", Role.PLAYER, undo),
    Action("back-to", Role.PLAYER, back_to),
    Action("deal", Role.PLAYER, deal, moment_key),
    Action("misdeal", Role.PLAYER, misdeal, moment_key),
    Action("end", Role.PLAYER, end, moment_key),
)
