"""The walk through the set-up: a step that is done leads to the next one."""

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from controller.console.http.request import PageRequest, PageRoute
from controller.console.pages.setup.common import parts
from controller.console.security.roles import Role
from controller.console.setup import walk
from controller.console.words.gettext import _, core

SEE_OTHER = 303


async def walked(request: PageRequest) -> Response:
    """Save that a step is done, or that the rest is left out, and lead on."""
    setup, form = parts(request), await request.form()
    key = form.get("done", "")
    keys = tuple(walk.STEPS) if form.get("do") == "skip" else (key,)
    if not set(keys) <= set(walk.STEPS):
        raise HTTPException(404, _("There is no such step."))
    try:
        now = await run_in_threadpool(walk.finish, setup.config.data.directory, *keys)
    except OSError as error:
        raise HTTPException(500, _("It cannot be written: {reason}").format(reason=core(str(error)))) from error
    if "test" in keys:
        setup.rehearsal.end()
    step = now.at(walk.STEPS[keys[0]])
    following = now.after(step) if step else None
    return RedirectResponse(following.path if following else "/", SEE_OTHER)


ROUTES = (PageRoute("/setup/walk", Role.OWNER, walked, "POST"),)
