"""The overlay for a stream: a page without a background, and the key with which a browser is given it."""

from collections.abc import Mapping
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller.console.http.context import Context, TableSnapshot
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.streams import Fragment
from controller.console.security.roles import Role
from controller.console.views import overlay as view
from controller.console.words.gettext import _

NO_CONTENT: Final = 204


def _overlay(state: TableSnapshot, context: Context, role: Role) -> Mapping[str, object]:
    """Collect what anybody at the table sees, whoever looks."""
    del context, role
    words = {"led": _("Led"), "laid": _("Laid"), "held": _("Held")}
    return {"overlay": view.overlay(state.match, state.face, state.public_verdicts), "called": words}


LIVE = (Fragment("overlay", "live/overlay.html", _overlay, keyed=True),)


async def page(request: PageRequest) -> Response:
    """Return the page itself: nothing of the table is in it until its key was shown."""
    delay = request.http.query_params.get("delay", "0")
    seconds = int(delay) if delay.isascii() and delay.isdecimal() and len(delay) < 4 else 0
    return request.page("overlay.html", {"delay": min(seconds, view.LONGEST_DELAY_S)})


async def unlock(request: PageRequest) -> Response:
    """Accept the key that stood behind the address; the browser gets its cookie, unless it is paired already."""
    key = (await request.form()).get("key", "")
    device = request.context.devices.find(key)
    if device is None or device.role is not Role.VIEWER:
        raise HTTPException(403, _("This key is not good, or not any more; the owner makes another."))
    answer = Response(status_code=NO_CONTENT)
    if request.role is Role.VIEWER:
        request.context.cookies.set_cookie(request.http, answer, device.id)
    return answer


ROUTES = (
    PageRoute("/overlay", Role.VIEWER, page),
    PageRoute("/overlay", Role.VIEWER, unlock, "POST"),
)
