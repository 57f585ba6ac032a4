"""Codes for phones, and what paired phones may do."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security import roles
from controller.console.security.devices import LastOwnerError, PairedDevice
from controller.console.security.roles import Role
from controller.console.views.overlay import LONGEST_DELAY_S
from controller.console.words.gettext import _


def show_code(ask: ActionRequest) -> ActionPlan:
    """Show a code on the display: the owner's while the table belongs to nobody, else a player's."""
    context = ask.context

    def run() -> str:
        context.codes.show()
        context.repaint()
        return _("The display and the journal of the table show a code for three minutes; type it here.")

    return ActionPlan(run=run)


def hand_out(ask: ActionRequest) -> ActionPlan:
    """Make a code for a role, for the owner to read out."""
    role = roles.parse(ask.text("role"))
    if role not in ask.context.roles:
        raise RefusedError(_("A code is for a player, an arbiter or an owner."))

    def run() -> str:
        code = ask.context.codes.hand_out(role).spoken
        return _("Code {code}, good once within ten minutes.").format(code=code)

    return ActionPlan(run=run)


def uninvite(ask: ActionRequest) -> ActionPlan:
    """Withdraw the invitation to the seats."""

    def run() -> str:
        ask.context.codes.withdraw_invitation()
        return _("The invitation is good no more; this page shows the next one when it is loaded again.")

    return ActionPlan(run=run)


def overlay(ask: ActionRequest) -> ActionPlan:
    """Make a key for a stream's overlay, for the owner to put into a streaming program; it is shown once."""
    context, delay = ask.context, ask.number("delay") if ask.text("delay") else 0
    if not 0 <= delay <= LONGEST_DELAY_S:
        raise RefusedError(_("A delay is 0 to {most} seconds.").format(most=LONGEST_DELAY_S))

    def run() -> str:
        device = context.devices.pair(_("Stream overlay"), Role.VIEWER, f"{datetime.now(UTC):%Y-%m-%d %H:%M}")
        address = f"{context.address}overlay{f'?delay={delay}' if delay else ''}#{device.id}"
        return _("Address of the overlay, shown this once: {address}").format(address=address)

    return ActionPlan(run=run)


def change_role(ask: ActionRequest) -> ActionPlan:
    """Give a paired phone another role."""
    device, role = _device(ask), roles.parse(ask.text("role"))
    if device.role is Role.VIEWER:
        raise RefusedError(_("An overlay stays one: its key stands in a streaming program. Pair the phone by a code."))
    if role not in ask.context.roles:
        raise RefusedError(_("A phone is a player's, an arbiter's or an owner's."))

    change = partial(ask.context.devices.change_role, device, role)

    def run() -> str:
        _with_owner_check(change)
        return _("{name} has its new role.").format(name=device.name)

    return ActionPlan(run=run)


def revoke(ask: ActionRequest) -> ActionPlan:
    """Forget a paired phone."""
    device = _device(ask)

    def run() -> str:
        _with_owner_check(lambda: ask.context.devices.revoke(device))
        ask.context.codes.withdraw_invitation()  # who is forgotten would come back by it
        return _("{name} is forgotten; it may look on like anybody.").format(name=device.name)

    return ActionPlan(run=run, question=_("Forget {name}?").format(name=device.name))


def _device(ask: ActionRequest) -> PairedDevice:
    device = ask.context.devices.tagged(ask.text("device"))
    if device is None:
        raise RefusedError(_("That phone is not paired any more."))
    return device


def _with_owner_check(change: Callable[[], object]) -> None:
    """Make a change unless the table would belong to nobody by it."""
    try:
        change()
    except LastOwnerError:
        raise RefusedError(_("Somebody has to own the table: pair another owner first.")) from None


ACTIONS = (
    Action("show-code", Role.VIEWER, show_code),
    Action("hand-out", Role.OWNER, hand_out),
    Action("uninvite", Role.OWNER, uninvite),
    Action("overlay", Role.OWNER, overlay),
    Action("give", Role.OWNER, change_role, lambda ask: _device(ask).role.id),
    Action("revoke", Role.OWNER, revoke),
)
