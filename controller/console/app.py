"""The console as an application: routes behind the guard, each with its role."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from controller.console import registry
from controller.console.actions.runner import Doer
from controller.console.http.context import House
from controller.console.http.language import chosen
from controller.console.http.request import Visit
from controller.console.http.route import Door
from controller.console.http.static_files import PREFIX, static
from controller.console.http.streams import Gallery
from controller.console.security.guard import Guard
from controller.console.security.roles import Role
from controller.console.words import gettext as texts
from controller.console.words.gettext import _

SEE_OTHER: Final = 303

_log = logging.getLogger(__name__)

Endpoint = Callable[[Request], Awaitable[Response]]


def app(house: House) -> Starlette:
    """The application of one console."""
    routes = [Route(door.path, _through(door, house), methods=[door.method]) for door in registry.doors()]
    routes.append(Route(f"{PREFIX}{{name:path}}", static, methods=["GET"]))
    guard = Middleware(Guard, names=house.settings.names)
    made = Starlette(
        routes=routes,
        middleware=[guard],
        exception_handlers={HTTPException: _refused(house), Exception: _failed(house)},
    )
    made.router.redirect_slashes = False
    made.state.doer = Doer(house, registry.by_name())
    made.state.gallery = Gallery(house)
    return made


def _through(door: Door, house: House) -> Endpoint:
    """The door's answer for those who may enter, in their language."""

    async def endpoint(request: Request) -> Response:
        visit = _visit(request, house)
        with texts.speaking(chosen(request).translations):
            if visit.role >= door.role:
                return await door.answer(visit)
            if door.method == "GET" and visit.role is Role.VIEWER:
                return RedirectResponse("/pair", SEE_OTHER)
            raise HTTPException(403, _("This phone may not do that; pair it for it first."))

    return endpoint


def _visit(request: Request, house: House) -> Visit:
    return Visit(request, house, house.newest.value, house.device(request))


def _refused(house: House) -> Callable[[Request, Exception], Awaitable[Response]]:
    """A page that says in a sentence why there is nothing else."""

    async def answer(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        with texts.speaking(chosen(request).translations):
            said = {404: _("There is no such page."), 405: _("That cannot be done here.")}
            detail = error.detail if isinstance(error, HTTPException) else ""
            generic = status in said and " " not in detail.removeprefix("Not Found").removeprefix("Method Not Allowed")
            return _visit(request, house).page("refused.html", {"text": said[status] if generic else detail}, status)

    return answer


def _failed(house: House) -> Callable[[Request, Exception], Awaitable[Response]]:
    """A fault of this program: it is logged with its place, and the one who asked reads a sentence."""

    async def answer(request: Request, error: Exception) -> Response:
        _log.error("the console could not answer %s", request.url.path, exc_info=error)
        with texts.speaking(chosen(request).translations):
            text = _("This page cannot be shown now; the game goes on.")
            return _visit(request, house).page("refused.html", {"text": text}, 500)

    return answer
