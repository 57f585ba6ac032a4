"""The test deal: a card before each player, read by the table's own eyes, and no play."""

from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from controller.console.http.request import PageRequest, PageRoute
from controller.console.pages.setup.camera import current_view
from controller.console.pages.setup.common import NO_FORM, parts, saved, shown
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult, mistake
from controller.console.setup.rehearsal import CameraState, CardsRead
from controller.console.words.gettext import _
from controller.live.camera_words import trouble_text

TEMPLATE = "setup_test.html"


def _values(request: PageRequest, setup: Setup, _sent: FormResult = NO_FORM) -> Mapping[str, object]:
    """Return the places, and what is wrong with the camera as a whole."""
    rehearsal, eyes = setup.rehearsal, setup.frame_tap.eyes
    view = rehearsal.look()
    measures = setup.measured.newest
    camera = CameraState(eyes.trouble if eyes else None, measures.found if measures else ())
    readings = setup.cards_read.readings(setup.config, view, camera)
    trouble = (
        trouble_text(camera.trouble) if eyes else _("The referee has not begun to watch yet; try again in a moment.")
    )
    return {
        "is_on": rehearsal.is_on,
        "readings": readings,
        "is_whole": all(one.is_read for one in readings),
        "trouble": trouble,
        "dealt": request.state.match.running,
    }


async def rehearsal(request: PageRequest) -> Response:
    """Return the whole page."""
    return await shown(request, TEMPLATE, _values)


async def view(request: PageRequest) -> Response:
    """Return the places alone, as the page asks for them again and again."""
    return request.page("setup_test_view.html", await run_in_threadpool(_values, request, parts(request)))


async def rehearsal_saved(request: PageRequest) -> Response:
    """Begin the test deal, or end it."""
    return await saved(request, TEMPLATE, _values, _change)


def _change(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    match form.get("do"):
        case "begin":
            if request.state.match.running:
                raise mistake("", _("A deal is being played: the test deal comes after it."))
            current_view(setup)  # measures the camera, so that a card that is not read has its reason
            setup.cards_read = CardsRead()
            setup.rehearsal.begin()
            return _("Lay a card before each player, face up. None of them counts.")
        case "end":
            setup.rehearsal.end()
            return _("The test deal is over. Take the cards away.")
        case _:
            raise mistake("", _("There is no such action."))


ROUTES = (
    PageRoute("/setup/test", Role.OWNER, rehearsal),
    PageRoute("/setup/test/view", Role.OWNER, view),
    PageRoute("/setup/test", Role.OWNER, rehearsal_saved, "POST"),
)
