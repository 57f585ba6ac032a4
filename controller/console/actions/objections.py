"""A correction by which a verdict about whoever makes it would fall: somebody else's phone confirms it."""

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.views.objections import Objection, accusing, in_words, named, pending
from controller.console.views.table_mat import own_seat
from controller.console.words.gettext import _
from controller.record.events import Correction
from controller.referee.fold import fold


def ask_others(ask: ActionRequest, plan: ActionPlan) -> ActionPlan:
    """Put the question to the others in place of a plan that clears whoever asks, where another phone is there."""
    seat, verdicts = ask.own_seat, [verdict for _number, verdict in ask.state.may_tell]
    accusations = accusing(verdicts, seat)
    corrects = any(isinstance(event, Correction) for event in plan.events)
    if seat is None or ask.rules or not (accusations and corrects and _has_another_phone(ask)):
        return plan
    [*_before, last] = fold([*ask.context.all_lines(ask.state), *plan.events])
    fallen = accusations - {verdict.accusation for verdict in last.match.verdicts}
    if not fallen:
        return plan
    objection = Objection(seat, ask.match.names[seat], plan.events, fallen, named(plan.events, ask.events))

    def run() -> str:
        ask.context.objections.waiting = objection
        ask.context.repaint()
        return _("Another phone confirms it; until then the verdict is being checked.")

    return ActionPlan(run=run, question=plan.question)


def _has_another_phone(ask: ActionRequest) -> bool:
    """Whether a player's phone of somebody else shows the table now."""
    listeners = ask.context.objections.listeners
    others = (one for one in ask.context.devices.all if listeners.get(one.id) and one.role >= Role.PLAYER)
    return any(own_seat(ask.match, one.name) != ask.own_seat for one in others)


def _waiting(ask: ActionRequest) -> Objection:
    """Return the objection that waits; raises RefusedError."""
    verdicts = [verdict for _number, verdict in ask.state.may_tell]
    objection = pending(ask.context.objections.waiting, verdicts, ask.events)
    if objection is None:
        raise RefusedError(_("Nothing waits for an answer any more; look again."))
    return objection


def confirm(ask: ActionRequest) -> ActionPlan:
    """Say on another phone that the correction is right: it is made."""
    objection = _waiting(ask)
    if ask.own_seat == objection.seat and not ask.rules:
        raise RefusedError(_("Somebody else confirms it."))
    return ActionPlan(
        objection.events, answer=_("Corrected: {what}.").format(what=in_words(ask.match.names, objection, ask.events))
    )


def deny(ask: ActionRequest) -> ActionPlan:
    """Leave the verdict as it is: the objection is taken back, or somebody else saw the card."""
    _waiting(ask)

    def run() -> str:
        ask.context.objections.waiting = None
        ask.context.repaint()
        return _("The verdict stands as it is.")

    return ActionPlan(run=run)


def _pending_key(ask: ActionRequest) -> str | None:
    """Name the corrections that wait, which an answer is about."""
    objection = ask.context.objections.waiting
    return objection.key if objection else None


ACTIONS = (
    Action("confirm", Role.PLAYER, confirm, _pending_key),
    Action("deny", Role.PLAYER, deny, _pending_key),
)
