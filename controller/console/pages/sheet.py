"""The score sheet as players draw it."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console.http.context import House
from controller.console.http.request import Visit
from controller.console.http.route import Door
from controller.console.http.snapshot import State
from controller.console.http.streams import Fragment
from controller.console.security.roles import Role
from controller.console.views import score_sheet


def _sheet(state: State, house: House, role: Role) -> Mapping[str, object]:
    del house, role
    return {"sheet": score_sheet.grid(state.match), "verdicts": state.all_told}


LIVE = (Fragment("sheet", "live/sheet.html", _sheet),)


async def sheet(visit: Visit) -> Response:
    """The sheet of this match."""
    return visit.page("sheet.html", _sheet(visit.state, visit.house, visit.role))


DOORS = (Door("/sheet", Role.VIEWER, sheet),)
