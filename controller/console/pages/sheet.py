"""The score sheet as players draw it."""

from collections.abc import Mapping
from typing import Final

from starlette.responses import Response

from controller.console.http.context import Context, TableSnapshot
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.streams import Fragment, included
from controller.console.security.roles import Role
from controller.console.views import score_sheet
from controller.rules import standing


def _sheet(state: TableSnapshot, context: Context, role: Role) -> Mapping[str, object]:
    del context, role
    behind = score_sheet.breakdowns(state.match)
    values = {"behind": behind, "amount": score_sheet.amount, "open": 1}
    values |= {"running": score_sheet.running(state.match), "missing": standing.missing(state.match)}
    return {"sheet": score_sheet.grid(state.match), "verdicts": state.all_told, **values}


SHEET: Final = Fragment("sheet", "live/sheet.html", _sheet)
LIVE = (SHEET,)


async def sheet(request: PageRequest) -> Response:
    """Return the sheet of this match."""
    return request.page("sheet.html", {"live": included(request, SHEET)})


ROUTES = (PageRoute("/sheet", Role.VIEWER, sheet),)
