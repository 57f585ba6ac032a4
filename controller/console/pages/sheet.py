"""The score sheet as players draw it."""

from collections.abc import Mapping

from starlette.responses import Response

from controller.console import sheets
from controller.console.door import Door
from controller.console.house import House
from controller.console.live import Fragment
from controller.console.roles import Role
from controller.console.state import State
from controller.console.visit import Visit


def _sheet(state: State, house: House, role: Role) -> Mapping[str, object]:
    del house, role
    return {"sheet": sheets.grid(state.match), "verdicts": state.all_told}


LIVE = (Fragment("sheet", "live/sheet.html", _sheet),)


async def sheet(visit: Visit) -> Response:
    """The sheet of this match."""
    return visit.page("sheet.html", _sheet(visit.state, visit.house, visit.role))


DOORS = (Door("/sheet", Role.VIEWER, sheet),)
