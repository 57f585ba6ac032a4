"""A correction by which a verdict about whoever makes it would fall: somebody else's phone confirms it."""

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.views.objections import Objection, accusing, in_words, named, pending
from controller.console.views.table_mat import own_seat
from controller.console.words.gettext import _
from controller.record.events import Correction
from controller.referee.fold import fold


def hold_back(ask: ActionRequest, plan: ActionPlan) -> ActionPlan:
    """Put the question to the others in place of a plan that clears whoever asks, where another phone is there."""
    seat, told = ask.own_seat, [verdict for _number, verdict in ask.state.may_tell]
    own = accusing(told, seat)
    corrects = any(isinstance(event, Correction) for event in plan.events)
    if seat is None or ask.rules or not (own and corrects and _is_seen_by_others(ask)):
        return plan
    [*_before, last] = fold([*ask.context.all_lines(ask.state), *plan.events])
    fallen = own - {verdict.accusation for verdict in last.match.verdicts}
    if not fallen:
        return plan
    asked = Objection(seat, ask.match.names[seat], plan.events, fallen, named(plan.events, ask.events))

    def run() -> str:
        ask.context.objections.waiting = asked
        ask.context.repaint()
        return _("Another phone confirms it; until then the verdict is being checked.")

    return ActionPlan(run=run, question=plan.question)


def _is_seen_by_others(ask: ActionRequest) -> bool:
    """Whether a player's phone of somebody else shows the table now."""
    listeners = ask.context.objections.listeners
    others = (one for one in ask.context.devices.all if listeners.get(one.id) and one.role >= Role.PLAYER)
    return any(own_seat(ask.match, one.name) != ask.own_seat for one in others)


def _waiting(ask: ActionRequest) -> Objection:
    """Return the objection that waits; raises RefusedError."""
    told = [verdict for _number, verdict in ask.state.may_tell]
    found = pending(ask.context.objections.waiting, told, ask.events)
    if found is None:
        raise RefusedError(_("Nothing waits for an answer any more; look again."))
    return found


def confirm(ask: ActionRequest) -> ActionPlan:
    """Say on another phone that the correction is right: it is made."""
    found = _waiting(ask)
    if ask.own_seat == found.seat and not ask.rules:
        raise RefusedError(_("Somebody else confirms it."))
    return ActionPlan(
        found.events, said=_("Corrected: {what}.").format(what=in_words(ask.match.names, found, ask.events))
    )


def deny(ask: ActionRequest) -> ActionPlan:
    """Leave the verdict as it is: the objection is taken back, or somebody else saw the card."""
    _waiting(ask)

    def run() -> str:
        ask.context.objections.waiting = None
        ask.context.repaint()
        return _("The verdict stands as it is.")

    return ActionPlan(run=run)


def _asked_about(ask: ActionRequest) -> str | None:
    """Name the corrections that wait, which an answer is about."""
    found = ask.context.objections.waiting
    return found.key if found else None


ACTIONS = (
    Action("confirm", Role.PLAYER, confirm, _asked_about),
    Action("deny", Role.PLAYER, deny, _asked_about),
)
