"""The page of a deal without a camera: every card is tapped, every word said, and nothing waits for a picture."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller.console.http.context import Context, TableSnapshot
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.streams import Fragment
from controller.console.pages.say import SEATS
from controller.console.security.roles import Role
from controller.console.views import card_pad
from controller.console.views.called import banner
from controller.console.views.card_pad import unplayed
from controller.console.views.objections import claim, pending
from controller.console.views.options_to_say import (
    Offer,
    boxed,
    can_be_said,
    is_auction,
    label,
    newest_calls,
    next_to_speak,
    offers,
    sayings,
)
from controller.console.views.table_mat import awaited_cards, likely_cards, open_size, score_sides, table_mat
from controller.console.views.undo_steps import name_undo, newest_said, visible_steps
from controller.console.views.unseen_course import unseen_values
from controller.console.words.gettext import _
from controller.console.words.names import sign, word_name
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.match import AnyMatch
from controller.table.dealing import needs_turned

FEW: Final = 16
FEW_BESIDE: Final = 12
"""Endings of a word that are said by one tap, of words alone and of those beside cards; more have their own page."""


def _tap(state: TableSnapshot, context: Context, role: Role, of: Seat | None = None) -> Mapping[str, object]:
    """Collect what lies there, whose card comes next, the cards that can still come, and what can be said."""
    match, lines = state.match, context.lines(state)
    of = of if of is not None and match.rules.has(of) else None
    seat = match.turn if of is None else of
    standing = visible_steps(lines, context.secret(state, role))
    newest = standing[-1] if standing else None
    may_tell = not context.arbiter_tells or context.rules(role)
    kind = awaited_cards(match)
    speaker = next_to_speak(match)
    mat = table_mat(match, state.face, None)
    utterances = sayings(match, speaker) if _is_for_words(match) else ()
    choices, box = boxed(match, offers([one for one in utterances if one.lawful]))
    lays = card_pad.can_lay(match) and kind is None
    lying = {one.seat: one for one in mat.trick}
    return {
        "mat": mat,
        "strip": [(one, lying.get(one)) for one in card_pad.seats_in_turn(match)],
        "seat": seat,
        "chosen": of,
        "lays": lays,
        "pad": card_pad.card_pad,
        "by_suit": card_pad.by_suit,
        "free": unplayed(match),
        "kind": kind,
        "likely": _likely(match),
        "speaker": speaker,
        "offers": choices,
        "box": box,
        "few": FEW_BESIDE if lays else FEW,
        "is_one_word": box is None and _is_one_button(choices),
        "speaks": can_be_said(match),
        "calls": newest_calls(match, lines, context.secret(state, role)),
        "turned": needs_turned(match),
        "since": newest_said(lines),
        "newest": newest,
        "sides": score_sides(match, mat),
        "banner": banner(match, state.may_tell, state.face.alert),
        "objection": pending(context.objections.waiting, [one for _number, one in state.may_tell], lines),
        "claimed": partial(claim, match.names, lines=lines, card_words=sign),
        "what": name_undo(match.names, newest, lines, rules=context.rules(role)),
        "label": label,
        "word_name": word_name,
        **unseen_values(match, state.courses, lines, may_tell=may_tell),
    }


def _is_for_words(match: AnyMatch) -> bool:
    """Whether words are likely: before the play and in the first trick; later they are one tap away."""
    return match.running and (is_auction(match) or (match.deal is not None and not match.deal.tricks))


def _is_one_button(offered: Sequence[Offer]) -> bool:
    """Whether all that can be said beside the cards is a single button, which needs no door of its own."""
    if len(offered) != 1 or offered[0].takes_cards:
        return False
    count = len(offered[0].sayings)
    return count == 1 or count > FEW_BESIDE


def _likely(match: AnyMatch) -> tuple[tuple[Card, ...], ...]:
    """Return the cards that can be laid open now without a word, for each seat of a duel."""
    kind = awaited_cards(match)
    if kind is None:
        return ()
    seats = range(open_size(match, kind)) if kind == "duel" else range(1)
    return tuple(likely_cards(match, kind, seat) for seat in seats)


TAP: Final = Fragment("tap", "live/tap.html", _tap, Role.PLAYER)
LIVE: Final = (
    TAP,
    *(Fragment(f"tap{seat}", "live/tap.html", partial(_tap, of=seat), Role.PLAYER) for seat in range(SEATS)),
)


async def tap(request: PageRequest) -> Response:
    """Return the page of the next card of the seat whose turn it is."""
    values = _tap(request.state, request.context, request.role)
    return request.page("tap.html", {**values, "stream": TAP.name})


async def tap_of(request: PageRequest) -> Response:
    """Return the page of the next card of the seat that is chosen."""
    seat: Seat = request.http.path_params["seat"]
    if not request.state.match.rules.has(seat):
        raise HTTPException(404, _("There is no seat {seat} at this table.").format(seat=seat))
    values = _tap(request.state, request.context, request.role, seat)
    return request.page("tap.html", {**values, "stream": f"tap{seat}"})


ROUTES = (
    PageRoute("/tap", Role.PLAYER, tap),
    PageRoute("/tap/{seat:int}", Role.PLAYER, tap_of),
)
