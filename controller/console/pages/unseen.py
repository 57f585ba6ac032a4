"""The page of a hole: people say the course of the play that went unseen."""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from controller.console.http.request import PageRequest, PageRoute
from controller.console.security.roles import Role
from controller.console.views.card_pad import by_suit, unplayed
from controller.console.views.unseen_course import chosen_course, rows, unseen_values
from controller.console.words.names import name


async def unseen(request: PageRequest) -> Response:
    """Show the likely course with a button to confirm it, and a form for any other."""
    match, context = request.state.match, request.context
    may_tell = not context.arbiter_tells or request.rules
    lines = context.lines(request.state)
    values = unseen_values(match, request.state.courses, lines, may_tell=may_tell)
    address, since = request.http.query_params, request.state.checkpoints
    fields = {
        "chosen": await run_in_threadpool(chosen_course, match, lines, address, since) if may_tell else None,
        "rows": rows(match),
        "deck": unplayed(match),
        "by_suit": by_suit,
        "name": name,
        "may_tell": may_tell,
    }
    return request.page("unseen.html", {**values, **fields})


ROUTES = (PageRoute("/unseen", Role.PLAYER, unseen),)
