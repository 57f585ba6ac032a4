"""The board: a whole screen in big type, for everybody in the room."""

from collections.abc import Mapping
from typing import Final

from starlette.responses import Response

from controller.console.http.context import Context, TableSnapshot
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.streams import Fragment, included
from controller.console.security.roles import Role
from controller.console.views.board import score_board
from controller.console.views.options_to_say import newest_calls
from controller.console.views.score_sheet import points_words
from controller.console.words.gettext import _

PALETTES: Final = frozenset(("light", "dark", "paper"))
"""The palettes that a display can ask for, as in `/board?palette=paper`; the default follows the browser."""


def _board(state: TableSnapshot, context: Context, role: Role) -> Mapping[str, object]:
    match = state.shown or state.match
    calls = newest_calls(match, context.lines(state), context.secret(state, role))
    board = score_board(match, state.face, state.public_verdicts)
    called = {"led": _("Led"), "laid": _("Laid"), "held": _("Held")}
    return {"board": board, "address": context.address, "points_words": points_words, "called": called, "calls": calls}


BOARD: Final = Fragment("board", "live/board.html", _board)
LIVE = (BOARD,)


async def board(request: PageRequest) -> Response:
    """Names, scores, whose turn, and what must not be overlooked."""
    palette = request.http.query_params.get("palette", "")
    values = {"live": included(request, BOARD), "palette": palette if palette in PALETTES else ""}
    return request.page("board.html", values)


ROUTES = (PageRoute("/board", Role.VIEWER, board),)
