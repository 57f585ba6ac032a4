"""What the camera sees, how well it sees it, and calibrating it anew."""

from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from controller.console.http.request import Visit
from controller.console.http.route import Door
from controller.console.pages.setup_common import parts, saved, shown
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import Sent
from controller.console.setup.frame_tap import NoPictureError
from controller.console.setup.preview import Measures, Sight, calibrate, measures, sight
from controller.console.words.gettext import _
from controller.live import wiring
from controller.table import correction_rate
from hardware.camera.source import shown as source_words

TEMPLATE = "setup_camera.html"


def _view(visit: Visit, setup: Setup) -> Mapping[str, object]:
    """The picture, and what the eyes say of the camera."""
    eyes, manners = setup.lookout.eyes, wiring.manners(setup.config)
    return {
        "sight": _sight(setup),
        "trouble": (eyes.trouble or "")
        if eyes
        else _("The referee has not begun to watch yet; try again in a moment."),
        "source": source_words(setup.config.camera.source),
        "rate": correction_rate.counted(manners.rate, visit.house.lines(visit.state)),
    }


def look(setup: Setup) -> tuple[Sight | None, Measures]:
    """The newest picture, and what was measured of the newest ones."""
    seen = _sight(setup)
    if seen is None:
        return None, Measures(fault=_("The camera gives no picture now."))
    return seen, setup.measured.get(lambda: measures(setup.lookout, setup.config))


def _sight(setup: Setup) -> Sight | None:
    try:
        return setup.sights.get(lambda: sight(setup.lookout, setup.config))
    except NoPictureError:
        return None


def _values(visit: Visit, setup: Setup, sent: Sent) -> Mapping[str, object]:
    del sent
    _seen, found = look(setup)
    return {**_view(visit, setup), "measures": found, "waiting": setup.again.asked}


async def camera(visit: Visit) -> Response:
    """The whole page."""
    return await shown(visit, TEMPLATE, _values)


async def view(visit: Visit) -> Response:
    """The picture alone, as the page asks for it again and again."""
    return visit.page("setup_camera_view.html", await run_in_threadpool(_view, visit, parts(visit)))


async def calibrated(visit: Visit) -> Response:
    """Calibrate now."""
    return await saved(visit, TEMPLATE, _values, _calibrate)


def _calibrate(visit: Visit, setup: Setup, form: Mapping[str, str]) -> str:
    del visit, form
    said, other_lens = calibrate(setup.lookout, setup.config)
    if other_lens:
        setup.again.ask(new=False)
    return said


DOORS = (
    Door("/setup/camera", Role.OWNER, camera),
    Door("/setup/camera/view", Role.OWNER, view),
    Door("/setup/camera", Role.OWNER, calibrated, "POST"),
)
