"""The routes of all actions and of all live streams."""

from collections.abc import Mapping
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.console.actions.runner import ActionRunner
from controller.console.http import streams as live
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.streams import Fragment
from controller.console.security.roles import Role
from controller.console.words.gettext import _
from controller.web import sse

SEE_OTHER: Final = 303
BACK: Final = frozenset(("/tap",))
"""The pages that show by themselves what was done: a browser without scripts goes back to them at once."""


async def act(request: PageRequest) -> Response:
    """Carry out a form's action once, and answer with its result."""
    form = await request.form()
    answer = await run_in_threadpool(runner(request.http).do, form, request.device)
    if answer.done and not request.is_htmx and form.get("back") in BACK:
        return RedirectResponse(form["back"], SEE_OTHER)
    template = "answer.html" if request.is_htmx else "answer_page.html"
    # A page shows a refusal in the same place as an answer, and htmx swaps in only what comes with status 200.
    values = {"answer": answer, "question": answer.text, "fields": form, "to": "/act"}
    page = request.page(template, values, 200 if request.is_htmx else answer.status)
    if answer.done:
        page.headers["HX-Trigger"] = "done"
    if answer.following:
        page.headers["Form-Since"] = answer.following
        page.headers["Form-Key"] = request.context.keys.mint()
    return page


async def stream(request: PageRequest) -> Response:
    """Stream a part of a page, now and after every change."""
    fragment = fragments(request.http).get(request.http.path_params["name"])
    if fragment is None:
        raise HTTPException(404, _("There is no such page."))
    if not request.context.may(request.role, fragment.role) or (fragment.keyed and request.device is None):
        raise HTTPException(403, _("This phone may not see that; pair it for it first."))
    events = live.stream(request, fragment, live.fragment_cache(request.http))
    return sse.response(events)


def runner(request: Request) -> ActionRunner:
    """Return the action runner of this console."""
    action_runner: ActionRunner = request.app.state.runner
    return action_runner


def fragments(request: Request) -> Mapping[str, Fragment]:
    """Return the parts of pages that follow the game, by name."""
    parts: Mapping[str, Fragment] = request.app.state.fragments
    return parts


ROUTES = (
    PageRoute("/act", Role.VIEWER, act, "POST"),
    PageRoute("/live/{name}", Role.VIEWER, stream),
)
