"""Setting the table up: where everything is."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console.door import Door
from controller.console.roles import Role
from controller.console.setup_mistakes import Sent
from controller.console.setup_parts import Setup
from controller.console.setup_visit import shown
from controller.console.visit import Visit


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
