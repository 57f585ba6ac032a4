"""The way in for arbiters of the table's hall: a key of which the hall has told the table, good once."""

from datetime import UTC, datetime

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from controller.console.http.request import PageRequest, PageRoute
from controller.console.security.roles import Role
from controller.console.words.gettext import _
from controller.live.scoreboard import about


async def page(request: PageRequest) -> Response:
    """Return the page that brings the key, which stands behind its address, and goes on to the verdict."""
    return request.page("admission.html", {"about": request.http.query_params.get("about", "")})


async def enter(request: PageRequest) -> Response:
    """Accept the key; the browser gets its cookie, and is told where to go on."""
    form, context = await request.form(), request.context
    name = context.admitted(form.get("key", ""))
    if not name and not request.rules:
        raise HTTPException(403, _("This way in is used up or too old; take it once more on the hall's page."))
    answer = PlainTextResponse(_place(request, form.get("about", "")), headers={"Cache-Control": "no-store"})
    if name and not request.rules:
        device_id, when = request.device.id if request.device else "", f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
        device = await run_in_threadpool(context.devices.pair, name, Role.ARBITER, when, device_id)
        context.cookies.set_cookie(request.http, answer, device.id)
    return answer


def _place(request: PageRequest, path: str) -> str:
    """Return the page of a verdict by its accusation, whatever its number is by now; that of all where it fell."""
    numbers = {about(verdict): number for number, verdict in request.state.all_told}
    return f"/verdicts/{numbers[path]}" if path in numbers else "/verdicts"


ROUTES = (
    PageRoute("/arbiter", Role.VIEWER, page),
    PageRoute("/arbiter", Role.VIEWER, enter, "POST"),
)
