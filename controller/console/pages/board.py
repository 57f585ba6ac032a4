"""The board: a whole screen in big type, for everybody in the room."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console.http.context import House
from controller.console.http.request import Visit
from controller.console.http.route import Door
from controller.console.http.snapshot import State
from controller.console.http.streams import Fragment
from controller.console.security.roles import Role
from controller.console.words.names import name, sign


def _board(state: State, house: House, role: Role) -> Mapping[str, object]:
    del role
    match, deal = state.match, state.match.deal
    lying = {play.seat: play.card for play in deal.open.plays} if deal and match.running else {}
    return {"lying": lying, "sign": sign, "name": name, "address": house.address}


LIVE = (Fragment("board", "live/board.html", _board),)


async def board(visit: Visit) -> Response:
    """Names, scores, whose turn, and what must not be overlooked."""
    return visit.page("board.html", _board(visit.state, visit.house, visit.role))


DOORS = (Door("/board", Role.VIEWER, board),)
