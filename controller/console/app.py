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
from controller.console.actions.runner import ActionRunner
from controller.console.http.context import Context
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.static_files import PREFIX, static
from controller.console.http.streams import FragmentCache
from controller.console.security.guard import Guard
from controller.console.security.roles import Role
from controller.console.words import gettext as texts
from controller.console.words.gettext import _

SEE_OTHER: Final = 303

_log = logging.getLogger(__name__)

Endpoint = Callable[[Request], Awaitable[Response]]


def app(context: Context) -> Starlette:
    """The application of one console."""
    routes = [Route(route.path, _through(route, context), methods=[route.method]) for route in registry.routes()]
    routes.append(Route(f"{PREFIX}{{name:path}}", static, methods=["GET"]))
    guard = Middleware(Guard, names=context.settings.names)
    made = Starlette(
        routes=routes,
        middleware=[guard],
        exception_handlers={HTTPException: _refused(context), Exception: _failed(context)},
    )
    made.router.redirect_slashes = False
    made.state.runner = ActionRunner(context, registry.by_name())
    made.state.fragment_cache = FragmentCache(context)
    made.state.fragments = registry.fragments()
    return made


def _through(route: PageRoute, context: Context) -> Endpoint:
    """The endpoint of a route, answered in the language of the request, for roles that may use it."""

    async def endpoint(request: Request) -> Response:
        page_request = PageRequest.of(request, context)
        with texts.speaking(page_request.language.translations):
            if context.may(page_request.role, route.role):
                return await route.answer(page_request)
            if route.method == "GET" and page_request.role is Role.VIEWER:
                return RedirectResponse("/pair", SEE_OTHER)
            raise HTTPException(403, _("This phone may not do that; pair it for it first."))

    return endpoint


def _refused(context: Context) -> Callable[[Request, Exception], Awaitable[Response]]:
    """A page that says in a sentence why there is nothing else."""

    async def answer(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        page_request = PageRequest.of(request, context)
        with texts.speaking(page_request.language.translations):
            said = {404: _("There is no such page."), 405: _("That cannot be done here.")}
            detail = error.detail if isinstance(error, HTTPException) else ""
            generic = status in said and " " not in detail.removeprefix("Not Found").removeprefix("Method Not Allowed")
            return page_request.page("refused.html", {"text": said[status] if generic else detail}, status)

    return answer


def _failed(context: Context) -> Callable[[Request, Exception], Awaitable[Response]]:
    """A fault of this program: it is logged with its place, and the one who asked reads a sentence."""

    async def answer(request: Request, error: Exception) -> Response:
        _log.error("the console could not answer %s", request.url.path, exc_info=error)
        page_request = PageRequest.of(request, context)
        with texts.speaking(page_request.language.translations):
            text = _("This page cannot be shown now; the game goes on.")
            return page_request.page("refused.html", {"text": text}, 500)

    return answer
