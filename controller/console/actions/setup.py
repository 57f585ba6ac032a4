"""A test picture on one display, for a moment."""

from threading import Timer
from typing import Final

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.words.gettext import _
from firmware_bridge.face.examples import FACES

SHOWN_S: Final = 5.0


def show_example(ask: ActionRequest) -> ActionPlan:
    """Show an example on a display that is running; the table's own face comes back by itself."""
    setup, number = ask.context.setup, ask.number("display")
    displays = setup.displays if setup else None
    if displays is None or not 0 <= number < len(displays.status):
        raise RefusedError(_("There is no such display any more."))

    def run() -> str:
        displays.example(number, FACES["three"])
        timer = Timer(SHOWN_S, displays.example, (number, None))
        timer.daemon = True
        timer.start()
        return _("The display shows an example for five seconds.")

    return ActionPlan(run=run)


ACTIONS = (Action("show-example", Role.OWNER, show_example),)
