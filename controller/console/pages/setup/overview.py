"""Setting the table up: where everything is."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.appliance import offers
from controller.appliance.offers import ReleaseStamp
from controller.appliance.releases import Releases
from controller.checkup.camera import NO_CAMERA
from controller.console.http.request import OWN_NAMES, PageRequest, PageRoute
from controller.console.pages.setup.camera import is_missed
from controller.console.pages.setup.common import shown
from controller.console.pages.setup.releases import is_service
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.display_words import kind_words, state_words
from controller.console.setup.form_errors import FormResult
from controller.console.setup.words import suits_words
from controller.live.camera_words import trouble_text


def _values(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    del sent
    eyes = setup.frame_tap.eyes
    states = dict(zip(setup.config.display, setup.displays.status if setup.displays else (), strict=False))
    return {
        "config": setup.config,
        "title": request.state.match.game.title,
        "spoken": OWN_NAMES[setup.config.table.lang],
        "pack": suits_words()[setup.config.table.suits],
        "displays": [
            (kind_words(one.kind).name, state_words(one.kind, states.get(one))) for one in setup.config.display
        ],
        "trouble": NO_CAMERA if _has_none(request, setup) else trouble_text(eyes.trouble if eyes else None),
        "offer": _offer(setup),
        "waiting": setup.again.is_requested,
    }


def _offer(setup: Setup) -> ReleaseStamp | None:
    """Return the newer release that lies on the card."""
    if not is_service(setup):
        return None
    offer = offers.offered(setup.places.root, Releases(setup.places.releases).current)
    return offer.stamp if offer else None


def _has_none(request: PageRequest, setup: Setup) -> bool:
    """Whether no camera is there, and nobody misses one."""
    eyes = setup.frame_tap.eyes
    is_blind = eyes is None or (eyes.trouble is not None and eyes.trouble.kind == "no-frame")
    return is_blind and not is_missed(request, setup)


async def setup(request: PageRequest) -> Response:
    """Return the overview of the settings, in a sentence each."""
    return await shown(request, "setup.html", _values)


ROUTES = (PageRoute("/setup", Role.OWNER, setup),)
