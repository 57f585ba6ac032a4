"""The check-up of the table."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console.door import Door
from controller.console.pages.camera import look
from controller.console.roles import Role
from controller.console.setup_checkup import findings
from controller.console.setup_mistakes import Sent
from controller.console.setup_parts import Setup
from controller.console.setup_visit import shown
from controller.console.texts import _
from controller.console.visit import Visit


def _values(visit: Visit, setup: Setup, sent: Sent) -> Mapping[str, object]:
    del visit, sent
    found = list(findings(setup, *look(setup)))
    words = {"ok": _("all right"), "better": _("should be better"), "broken": _("broken")}
    return {"findings": found, "states": words, "worst": sum(one.state != "ok" for one in found)}


async def health(visit: Visit) -> Response:
    """Each part of the table, with what to do where something is wrong."""
    return await shown(visit, "setup_health.html", _values)


DOORS = (Door("/setup/health", Role.OWNER, health),)
