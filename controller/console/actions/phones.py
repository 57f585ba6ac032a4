"""Codes for phones, and what paired phones may do."""

from collections.abc import Callable

from controller.console.actions.base import Action, Ask, Plan, RefusedError
from controller.console.security import roles
from controller.console.security.devices import Device, LastOwnerError
from controller.console.security.roles import Role
from controller.console.words.gettext import _


def show_code(ask: Ask) -> Plan:
    """Let the display show a code: the owner's while the table belongs to nobody, else a player's."""
    house = ask.house

    def run() -> str:
        house.codes.show(Role.PLAYER if house.devices.has_owner else Role.OWNER)
        house.repaint()
        return _("The display of the table shows a code for three minutes; type it here.")

    return Plan(run=run)


def hand_out(ask: Ask) -> Plan:
    """A code for a role, for the owner to read out."""
    role = roles.parse(ask.text("role"))
    if role is None or role is Role.VIEWER:
        raise RefusedError(_("A code is for a player, an arbiter or an owner."))

    def run() -> str:
        code = ask.house.codes.hand_out(role).spoken
        return _("Code {code}, good once within ten minutes.").format(code=code)

    return Plan(run=run)


def give(ask: Ask) -> Plan:
    """Give a paired phone another role."""
    device, role = _device(ask), roles.parse(ask.text("role"))
    if role is None or role is Role.VIEWER:
        raise RefusedError(_("A phone is a player's, an arbiter's or an owner's."))

    def run() -> str:
        _keeping_an_owner(lambda: ask.house.devices.give(device, role))
        return _("{name} has its new role.").format(name=device.name)

    return Plan(run=run)


def revoke(ask: Ask) -> Plan:
    """Forget a paired phone."""
    device = _device(ask)

    def run() -> str:
        _keeping_an_owner(lambda: ask.house.devices.revoke(device))
        return _("{name} is forgotten; it may look on like anybody.").format(name=device.name)

    return Plan(run=run)


def _device(ask: Ask) -> Device:
    device = ask.house.devices.tagged(ask.text("device"))
    if device is None:
        raise RefusedError(_("That phone is not paired any more."))
    return device


def _keeping_an_owner(change: Callable[[], object]) -> None:
    """Make a change unless the table would belong to nobody by it."""
    try:
        change()
    except LastOwnerError:
        raise RefusedError(_("Somebody has to own the table: pair another owner first.")) from None


ACTIONS = (
    Action("show-code", Role.VIEWER, show_code),
    Action("hand-out", Role.OWNER, hand_out),
    Action("give", Role.OWNER, give),
    Action("revoke", Role.OWNER, revoke),
)
