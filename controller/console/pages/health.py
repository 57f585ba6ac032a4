"""The check-up of the table."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console.http.request import Visit
from controller.console.http.route import Door
from controller.console.pages.camera import look
from controller.console.pages.setup_common import shown
from controller.console.security.roles import Role
from controller.console.setup.checkup import findings
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import Sent
from controller.console.words.gettext import _


def _values(visit: Visit, setup: Setup, sent: Sent) -> Mapping[str, object]:
    del visit, sent
    found = list(findings(setup, *look(setup)))
    words = {"ok": _("all right"), "better": _("should be better"), "broken": _("broken")}
    return {"findings": found, "states": words, "worst": sum(one.state != "ok" for one in found)}


async def health(visit: Visit) -> Response:
    """Each part of the table, with what to do where something is wrong."""
    return await shown(visit, "setup_health.html", _values)


DOORS = (Door("/setup/health", Role.OWNER, health),)
