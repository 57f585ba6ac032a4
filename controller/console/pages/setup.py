"""Setting the table up: where everything is."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console.http.request import Visit
from controller.console.http.route import Door
from controller.console.pages.setup_common import shown
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import Sent


def _values(visit: Visit, setup: Setup, sent: Sent) -> Mapping[str, object]:
    del sent
    eyes = setup.lookout.eyes
    return {
        "config": setup.config,
        "title": visit.state.match.game.title,
        "statuses": setup.displays.status if setup.displays else (),
        "trouble": (eyes.trouble or "") if eyes else "",
        "waiting": setup.again.asked,
    }


async def setup(visit: Visit) -> Response:
    """What is set, in a sentence each."""
    return await shown(visit, "setup.html", _values)


DOORS = (Door("/setup", Role.OWNER, setup),)
