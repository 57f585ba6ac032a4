"""The board: a whole screen in big type, for everybody in the room."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console.http.context import Context
from controller.console.http.request import PageRequest
from controller.console.http.route import PageRoute
from controller.console.http.snapshot import TableSnapshot
from controller.console.http.streams import Fragment
from controller.console.security.roles import Role


def _board(state: TableSnapshot, context: Context, role: Role) -> Mapping[str, object]:
    del role
    match, deal = state.match, state.match.deal
    lying = {play.seat: play.card for play in deal.open.plays} if deal and match.running else {}
    return {"lying": lying, "address": context.address}


LIVE = (Fragment("board", "live/board.html", _board),)


async def board(request: PageRequest) -> Response:
    """Names, scores, whose turn, and what must not be overlooked."""
    return request.page("board.html", _board(request.state, request.context, request.role))


ROUTES = (PageRoute("/board", Role.VIEWER, board),)
