"""The live table, and what a player can do there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller.console.http.context import Context, TableSnapshot
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.streams import Fragment, included
from controller.console.security.roles import Role
from controller.console.views import score_sheet
from controller.console.views.called import banner, cleared
from controller.console.views.card_pad import by_suit
from controller.console.views.objections import claim, pending
from controller.console.views.options_to_say import auction, auction_rows, can_be_said, is_auction, newest_calls
from controller.console.views.table_mat import alternatives, deal_numbers, pairs, played_tricks, table_mat, taker
from controller.console.views.undo_steps import LastCard, card, name_undo, undone, visible_steps, within_trick
from controller.console.views.unseen_course import alert_text, unseen_values
from controller.console.words.events import spoken_step_noun, step_words
from controller.console.words.gettext import _
from controller.console.words.names import name, seat_name, sign
from controller.record.cards import Card, faces
from controller.rules import standing
from controller.table.dealing import needs_turned

SHOWN = 30
"""Steps of the history on a page."""
LIKELY = 6
"""Cards that are offered first."""


def _table(state: TableSnapshot, context: Context, role: Role) -> Mapping[str, object]:
    """Return the mat, or the result of a match that is over, with the verdict that stands.

    With them are the numbers behind a deal's score.
    """
    match = state.shown or state.match
    lines, secret = context.lines(state), context.secret(state, role)
    behind = () if match.running else score_sheet.breakdowns(match)[:1]
    values = {"behind": behind, "amount": score_sheet.amount, "open": 1, "points_words": score_sheet.points_words}
    values |= {
        "banner": banner(match, state.may_tell, state.face.alert),
        "alert": alert_text(match, context.lines(state), state.face.alert.text),
        "cleared": cleared(state.updates, state.face.alert, context.objections),
        "objection": pending(context.objections.waiting, [one for _number, one in state.may_tell], lines),
        "claimed": partial(claim, state.match.names, lines=lines, card_words=sign),
        "goal": match.game.course.goal(match.rules),
        "levels": standing.ranked(match) if match.ended else (),
        "won": standing.winner(match) if standing.is_won(match) else (),
        "taker": taker(match),
        "turned": needs_turned(match),
        "must_speak": is_auction(match),
    }
    return {
        "table_mat": partial(table_mat, match, state.face, leftward=context.leftward),
        "pairs_of": partial(pairs, match),
        "calls": newest_calls(match, lines, secret),
        "auction": auction_rows(match, auction(match, lines, secret)),
        **values,
    }


def _panel(state: TableSnapshot, context: Context, role: Role) -> Mapping[str, object]:
    """Return the buttons of a player: what would be taken back, who deals next."""
    lines = context.lines(state)
    standing = visible_steps(lines, context.secret(state, role))
    newest = standing[-1] if standing else None
    what = name_undo(state.match.names, newest, lines, rules=context.rules(role))
    values = {"newest": newest, "what": what, "turned": needs_turned(state.match)}
    values |= {"speaks": can_be_said(state.match), "must_speak": is_auction(state.match)}
    return {
        **values,
        **unseen_values(state.match, state.courses, lines, may_tell=not context.arbiter_tells or context.rules(role)),
    }


TABLE = Fragment("table", "live/table.html", _table, sided=True)
PANEL = Fragment("panel", "live/panel.html", _panel, Role.PLAYER)
LIVE = (TABLE, PANEL)


async def table(request: PageRequest) -> Response:
    """Return the page that follows the game."""
    panel = included(request, PANEL) if request.role >= PANEL.role else ""
    return request.page("table.html", {"live": included(request, TABLE), "panel": panel})


async def fix(request: PageRequest) -> Response:
    """Show which card it was instead, the likeliest first; a card that was missed.

    It is about the newest card, if none is named.
    """
    of = request.http.path_params.get("of")
    state, (last, others) = await request.context.work.done(
        lambda: request.context.newest.value, ("fix", of), lambda state: _instead(replace(request, state=state), of)
    )
    request = replace(request, state=state)
    if of is not None and last is None:
        raise HTTPException(404, _("That card does not stand any more; look again."))
    who = seat_name(request.state.match.names, last.played.seat) if last else ""
    deck, match = faces(request.state.match.game.deck), request.state.match
    cards = {
        "likely": others[:LIKELY],
        "others": sorted(others[LIKELY:], key=deck.index),
        "deck": deck,
        "name": name,
        "by_suit": by_suit,
    }
    standing = visible_steps(request.context.lines(request.state), request.secret)
    newest = standing[-1].number if standing else 0
    return request.page("fix.html", {"last": last, "who": who, "turn": match.turn, "newest": newest, **cards})


def _instead(request: PageRequest, of: int | None) -> tuple[LastCard | None, tuple[Card, ...]]:
    """Return a card that was read, or the newest one, and which it may have been instead, the likeliest first."""
    last = card(request.context.lines(request.state), of)
    return last, alternatives(last, request.state.match) if last else ()


def _deal_asked(request: PageRequest, deals: Sequence[int]) -> int:
    """Return the number of the deal that ``?deal=`` names, else of the newest; 0 where there is none."""
    number = request.http.query_params.get("deal", "")
    return next((one for one in deals if str(one) == number), deals[-1] if deals else 0)


async def history(request: PageRequest) -> Response:
    """Return the tricks of a deal, each card with the way to its correction, and the newest steps with a way back."""
    lines, match = request.context.lines(request.state), request.state.match
    deals = deal_numbers(match)
    number = _deal_asked(request, deals)
    standing, again = visible_steps(lines, request.secret)[-SHOWN:], undone(lines, request.secret)
    tricks = [
        (
            line.number,
            step_words(match.names, line.event, lines),
            spoken_step_noun(match.names, line.event, lines),
            count,
        )
        for count, line in enumerate(reversed(standing), 1)
    ]
    values = {"again": again[0].number if again else 0, "count": len(again), "trick": within_trick(lines, match)}
    played = {"number": number, "deals": deals, "tricks": played_tricks(match, number)}
    return request.page(
        "history.html", {"steps": tricks, "newest": standing[-1].number if standing else 0, **values, **played}
    )


ROUTES = (
    PageRoute("/", Role.VIEWER, table),
    PageRoute("/fix", Role.PLAYER, fix),
    PageRoute("/fix/{of:int}", Role.PLAYER, fix),
    PageRoute("/history", Role.PLAYER, history),
)
