"""Choosing the language in which a phone reads the pages."""

from typing import Final

from starlette.responses import RedirectResponse, Response

from controller.console.http.request import COOKIE, OWN_NAMES, PageRequest, PageRoute
from controller.console.security.roles import Role
from controller.language.catalogues import supported

SEE_OTHER: Final = 303
_YEAR_S: Final = 365 * 24 * 3600


async def languages(request: PageRequest) -> Response:
    """Return the languages there are, each by its own name."""
    return request.page("language.html", {"languages": OWN_NAMES})


async def choose(request: PageRequest) -> Response:
    """Keep the language of this phone; one there is not lets its browser ask again."""
    lang = supported((await request.form()).get(COOKIE, ""))
    answer = RedirectResponse("/", SEE_OTHER)
    if lang is None:
        answer.delete_cookie(COOKIE)
    else:
        answer.set_cookie(COOKIE, lang, max_age=_YEAR_S, samesite="strict", httponly=True)
    return answer


ROUTES = (
    PageRoute("/language", Role.VIEWER, languages),
    PageRoute("/language", Role.VIEWER, choose, "POST"),
)
