"""Setting the table up: where everything is."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console.http.request import PageRequest
from controller.console.http.route import PageRoute
from controller.console.pages.setup.common import shown
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult
from controller.live.camera_words import told


def _values(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    del sent
    eyes = setup.frame_tap.eyes
    return {
        "config": setup.config,
        "title": request.state.match.game.title,
        "statuses": setup.displays.status if setup.displays else (),
        "trouble": told(eyes.trouble if eyes else None),
        "waiting": setup.again.asked,
    }


async def setup(request: PageRequest) -> Response:
    """The overview of the settings, in a sentence each."""
    return await shown(request, "setup.html", _values)


ROUTES = (PageRoute("/setup", Role.OWNER, setup),)
