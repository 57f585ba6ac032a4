"""The page behind the last of the places: the board, joining, phones, set-up, the language."""

from starlette.responses import Response

from controller.console.http.request import PageRequest, PageRoute
from controller.console.security.roles import Role


async def more(request: PageRequest) -> Response:
    """Return the list of pages that are not among the places at the bottom."""
    return request.page("more.html")


ROUTES = (PageRoute("/more", Role.VIEWER, more),)
