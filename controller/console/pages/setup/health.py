"""The check-up of the table."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console.http.request import PageRequest, PageRoute
from controller.console.pages.setup.camera import is_missed, look
from controller.console.pages.setup.common import shown
from controller.console.security.roles import Role
from controller.console.setup.checkup import findings
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult
from controller.console.words.gettext import _


def _values(request: PageRequest, setup: Setup, _sent: FormResult) -> Mapping[str, object]:
    found = list(findings(setup, *look(setup), is_missed=is_missed(request, setup)))
    words = {"ok": _("all right"), "better": _("should be better"), "broken": _("broken")}
    return {"findings": found, "states": words, "worst": sum(one.state != "ok" for one in found)}


async def health(request: PageRequest) -> Response:
    """Each part of the table, with what to do where something is wrong."""
    return await shown(request, "setup_health.html", _values)


ROUTES = (PageRoute("/setup/health", Role.OWNER, health),)
