"""The door of every action, and of every live stream."""

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from controller.console import registry as found
from controller.console.actions.runner import Doer
from controller.console.http import streams as live
from controller.console.http.language import chosen
from controller.console.http.request import Visit
from controller.console.http.route import Door
from controller.console.http.streams import Gallery
from controller.console.security.roles import Role
from controller.console.words.gettext import _


async def act(visit: Visit) -> Response:
    """Do what a form asks for, once, and say what became of it."""
    form = await visit.form()
    answer = await run_in_threadpool(doer(visit.request).do, form, visit.device)
    template = "answer.html" if visit.is_htmx else "answer_page.html"
    # A page shows a refusal in the same place as an answer, and htmx swaps in only what comes with status 200.
    page = visit.page(template, {"answer": answer}, 200 if visit.is_htmx else answer.status)
    if answer.done:
        page.headers["HX-Trigger"] = "done"
    return page


async def stream(visit: Visit) -> Response:
    """A part of a page, now and after every change."""
    fragment = found.fragments().get(visit.request.path_params["name"])
    if fragment is None:
        raise HTTPException(404, _("There is no such page."))
    if visit.role < fragment.role:
        raise HTTPException(403, _("This phone may not see that; pair it for it first."))
    events = live.stream(visit, fragment, gallery(visit.request), chosen(visit.request))
    return StreamingResponse(events, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


def doer(request: Request) -> Doer:
    """Who carries out the actions of this console."""
    found: Doer = request.app.state.doer
    return found


def gallery(request: Request) -> Gallery:
    """Where the live parts of this console are kept."""
    found: Gallery = request.app.state.gallery
    return found


DOORS = (
    Door("/act", Role.VIEWER, act, "POST"),
    Door("/live/{name}", Role.VIEWER, stream),
)
