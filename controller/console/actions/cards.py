"""Corrections of what the camera read or missed."""

from collections.abc import Mapping
from dataclasses import replace

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.views.objections import Objection, accused, pending
from controller.console.views.table_mat import own_seat
from controller.console.views.undo_steps import card, last_card, newest_step
from controller.console.words.gettext import _, core
from controller.console.words.names import seat_name, sign
from controller.record.corrections import Rejected, corrected
from controller.record.events import Amend, Event, Insert, Played
from controller.record.text import to_fields
from controller.referee.fold import step
from controller.rules.results import ErrorResult
from controller.table.unseen.course import open_hole


def fix(ask: ActionRequest) -> ActionPlan:
    """Another card, or another player, for a card that was read: by default the newest."""
    last = last_card(ask.events)
    if last is None:
        raise RefusedError(_("No card was played yet."))
    number = ask.number("of") if ask.text("of") else last.number
    lines = {line.number: line for line in corrected(ask.events)}
    line = lines.get(number)
    if line is None or isinstance(line, Rejected) or not isinstance(line.event, Played):
        raise RefusedError(_("That card does not stand any more; look again."))
    wanted: dict[str, object] = {}
    if ask.text("card"):
        wanted["card"] = ask.card("card")
    if ask.text("seat"):
        wanted["seat"] = ask.seat("seat")
    changed = {key: value for key, value in wanted.items() if value != getattr(line.event, key)}
    if not changed:
        raise RefusedError(_("That is what stands there already."))
    if asked := _objection(ask, number, changed):
        return _ask_others(ask, asked)
    after = replace(line.event, **changed)  # pyrefly: ignore[bad-argument-type]  # only fields of a play, of their types
    return ActionPlan((Amend(of=number, with_=changed),), said=_corrected(ask, after))


def _objection(ask: ActionRequest, number: int, changed: Mapping[str, object]) -> Objection | None:
    """The objection of whoever a verdict is about, where another one's phone shows the table now; else None."""
    seat, told = ask.own_seat, [verdict for _number, verdict in ask.state.may_tell]
    if seat is None or ask.rules or not accused(told, seat, number):
        return None
    listening = {one.id: one for one in ask.context.devices.all if ask.context.objections.listeners.get(one.id)}
    others = [one for one in listening.values() if one.role >= Role.PLAYER and own_seat(ask.match, one.name) != seat]
    of = card(ask.events, number)
    return Objection(seat, ask.match.names[seat], of, changed) if others and of else None


def _ask_others(ask: ActionRequest, asked: Objection) -> ActionPlan:
    def run() -> str:
        ask.context.objections.waiting = asked
        ask.context.repaint()
        return _("Another phone confirms it; until then the verdict is being checked.")

    return ActionPlan(run=run)


def _waiting(ask: ActionRequest) -> Objection:
    """The objection that waits; raises RefusedError."""
    told = [verdict for _number, verdict in ask.state.may_tell]
    found = pending(ask.context.objections.waiting, told, ask.events)
    if found is None:
        raise RefusedError(_("Nothing waits for an answer any more; look again."))
    return found


def confirm(ask: ActionRequest) -> ActionPlan:
    """Say on another phone that the accused card was misread: the correction is made."""
    found = _waiting(ask)
    if ask.own_seat == found.seat and not ask.rules:
        raise RefusedError(_("Somebody else confirms it."))
    return ActionPlan((Amend(of=found.of.number, with_=dict(found.changed)),), said=_corrected(ask, found.after))


def deny(ask: ActionRequest) -> ActionPlan:
    """Leave the verdict as it is: the objection is taken back, or somebody else saw the card."""
    _waiting(ask)

    def run() -> str:
        ask.context.objections.waiting = None
        ask.context.repaint()
        return _("The verdict stands as it is.")

    return ActionPlan(run=run)


def _asked_about(ask: ActionRequest) -> str | None:
    """What an answer to an objection is about: its card, and what it would be."""
    found = ask.context.objections.waiting
    return f"{found.of.number}:{found.after.seat}:{found.after.card}" if found else None


def _corrected(ask: ActionRequest, after: Played) -> str:
    return _("Corrected: {name} played the {card}.").format(
        name=seat_name(ask.match.names, after.seat), card=sign(after.card)
    )


def missed(ask: ActionRequest) -> ActionPlan:
    """A card that the camera missed: now, or before an event that stands."""
    played = Played(seat=ask.seat("seat"), card=ask.card("card"))
    said = _("Added: {name} played the {card}.").format(
        name=seat_name(ask.match.names, played.seat), card=sign(played.card)
    )
    if not ask.text("before"):
        _check_under_way(ask)
        check_possible(ask, played)
        return ActionPlan((played,), said=said)
    before = ask.number("before")
    numbers = {line.number for line in corrected(ask.events) if not isinstance(line, Rejected)} - ask.secret
    if before not in numbers or before == 1:
        raise RefusedError(_("That step does not stand any more; look again."))
    fields = {key: value for key, value in to_fields(played).items() if value is not None}
    return ActionPlan((Insert(before=before, event=fields),), said=said)


def _as_read(ask: ActionRequest) -> str | None:
    """What a correction is about: the player and the card that stand in the line that it names."""
    if not ask.text("of"):
        return None
    number = ask.number("of")
    for line in corrected(ask.events):
        if line.number == number and not isinstance(line, Rejected) and isinstance(line.event, Played):
            return f"{line.event.seat}:{line.event.card}"
    return None


def _newest(ask: ActionRequest) -> str | None:
    """What a card that was missed now is about: the newest step, after which it was played."""
    if ask.text("before"):
        return None
    return str(newest_step(ask.events, ask.secret))


def _check_under_way(ask: ActionRequest) -> None:
    """Refuse a card where no deal is being played, and say what comes first."""
    if ask.match.running:
        return
    if ask.match.ended:
        raise RefusedError(_("The match is over."))
    if open_hole(ask.match, ask.events):
        raise RefusedError(_("The deal seems to be over: say first what went unseen in it, that card with it."))
    raise RefusedError(_("No deal is under way: say first who deals."))


def check_possible(ask: ActionRequest, event: Event) -> None:
    """Refuse what the match could not take in; raises RefusedError."""
    after, results = step(ask.match, ask.state.count + 1, event)
    fault = next((result for result in results if isinstance(result, ErrorResult)), None)
    if fault and after is ask.match:
        raise RefusedError(_("It cannot be: {why}.").format(why=core(fault.text)))


ACTIONS = (
    Action("fix", Role.PLAYER, fix, _as_read),
    Action("missed", Role.PLAYER, missed, _newest),
    Action("confirm", Role.PLAYER, confirm, _asked_about),
    Action("deny", Role.PLAYER, deny, _asked_about),
)
