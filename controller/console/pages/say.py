"""The page of utterances: bids, contracts, announcements, calls, the deal, and cards shown without a word."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, cast, get_args

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from controller.console.http.context import Context, TableSnapshot
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.streams import Fragment
from controller.console.security.roles import Role
from controller.console.views import table_mat
from controller.console.views.card_pad import by_suit
from controller.console.views.options_to_say import Utterance, boxed, is_auction, label, next_to_speak, offers, sayings
from controller.console.views.table_mat import OpenCardsKind
from controller.console.views.undo_steps import name_undo, newest_said, visible_steps
from controller.console.words.gettext import _
from controller.console.words.names import word_name
from controller.language.commands import wordings
from controller.record.cards import faces
from controller.record.events import Seat
from controller.record.naming import number_of
from controller.table.command_words import is_secret
from controller.table.dealing import needs_turned

SEATS: Final = 5
"""The most that a table has."""
AGAINST_THE_RULES: Final = "other"
SHOWN: Final = "shown"
"""The group of words that need cards."""
DEAL: Final = "deal"
FEW_NUMBERS: Final = 16
"""The most numbers with a button each."""
SEE_OTHER: Final = 303


def _sayings_of(state: TableSnapshot, context: Context, role: Role, of: Seat | None = None) -> Mapping[str, object]:
    """Collect what a seat can say: the chosen one, else whoever must speak."""
    match, lines = state.match, context.lines(state)
    seat = next_to_speak(match) if of is None or not match.rules.has(of) else of
    utterances, standing = sayings(match, seat), visible_steps(lines, context.secret(state, role))
    newest = standing[-1] if standing else None
    choices, box = boxed(match, offers([one for one in utterances if one.lawful]))
    return {
        "seat": seat,
        "chosen": of,
        "offers": choices,
        "box": box,
        "others": not all(one.lawful for one in utterances),
        "kind": table_mat.awaited_cards(match),
        "turned": needs_turned(match),
        "secret": is_secret(match, seat),
        "since": newest_said(lines),
        "newest": newest,
        "what": name_undo(match.names, newest, lines, rules=context.rules(role)),
        **_COMMON,
    }


_COMMON: Final[Mapping[str, Callable[..., object]]] = {"label": label, "word_name": word_name, "by_suit": by_suit}

SAY: Final = Fragment("say", "live/say.html", _sayings_of, Role.PLAYER)
LIVE: Final = (
    SAY,
    *(Fragment(f"say{seat}", "live/say.html", partial(_sayings_of, of=seat), Role.PLAYER) for seat in range(SEATS)),
)


async def say(request: PageRequest) -> Response:
    """Show the sayings of whoever must speak; once the cards are played, redirect to the phone's own player."""
    match, seat = request.state.match, request.own_seat
    if seat is not None and match.running and not is_auction(match):
        return RedirectResponse(f"/say/{seat}", SEE_OTHER)
    return request.page("say.html", {**_sayings_of(request.state, request.context, request.role), "stream": SAY.name})


async def say_of(request: PageRequest) -> Response:
    """Show the sayings of the seat that is chosen."""
    seat = _seat(request)
    values = _sayings_of(request.state, request.context, request.role, seat)
    return request.page("say.html", {**values, "stream": f"say{seat}"})


async def more(request: PageRequest) -> Response:
    """Return the page after the first tap: the rest of the words, or the cards."""
    seat, what = _seat(request), request.http.path_params["what"]
    common = {"seat": seat, "since": newest_said(request.context.lines(request.state)), **_COMMON}
    if what in (DEAL, *get_args(OpenCardsKind)):
        return request.page("lay.html", {**common, **_cards(request, seat, what)})
    if what not in (AGAINST_THE_RULES, SHOWN, *wordings()) and number_of(what) is None:
        raise HTTPException(404, _("There is no such page."))
    return request.page("say_more.html", {**common, **_endings(request, seat, what)})


def _endings(request: PageRequest, seat: Seat, what: str) -> Mapping[str, object]:
    """All sayings that begin with a word, or all that are against the rules; the cards that can be shown with them."""
    match = request.state.match
    utterances = sayings(match, seat)
    if what == AGAINST_THE_RULES:
        endings = [one for one in utterances if not one.lawful]
        if sum(map(_is_number, endings)) > FEW_NUMBERS:
            endings = [one for one in endings if not _is_number(one)]  # they are typed on the pad of who speaks
        return {"title": _("Against the rules"), "about": "", "found": endings, "shows": ()}
    title = _("Cards open to everybody") if what == SHOWN else word_name(what)
    endings = sorted((one for one in utterances if what in (SHOWN, one.words[0])), key=lambda one: not one.lawful)
    shows = [one for one in endings if one.takes_cards]
    if what == SHOWN:
        endings = shows
    hidden = table_mat.unseen_cards(match)
    deck = faces(match.game.deck)
    seen_cards = tuple(card for card in deck if card not in hidden)
    about = match.game.auction.calls(match.rules.seats).get(what, "")
    cards = {"deck": deck, "hidden": hidden, "seen": seen_cards}
    return {"title": title, "about": about, "found": endings, "shows": shows, **cards}


def _is_number(utterance: Utterance) -> bool:
    return number_of("".join(utterance.words)) is not None


def _cards(request: PageRequest, seat: Seat, what: str) -> Mapping[str, object]:
    """Return the cards of the deck for a deal's turned card, or for cards that say something without a word."""
    match, deck = request.state.match, faces(request.state.match.game.deck)
    if what == DEAL:
        return {"kind": DEAL, "count": 1, "rows": [(deck, ())], "awaited": match.can_deal and needs_turned(match)}
    kind = cast("OpenCardsKind", what)  # one of get_args(Kind), as the caller has seen
    awaited = table_mat.awaited_cards(match) == kind
    who = range(table_mat.open_size(match, kind)) if kind == "duel" else (seat,)
    likely = [table_mat.likely_cards(match, kind, one) if awaited else () for one in who]
    rows = [(first, tuple(card for card in deck if card not in first)) for first in likely]
    return {"kind": kind, "count": table_mat.open_size(match, kind), "rows": rows, "awaited": awaited}


def _seat(request: PageRequest) -> Seat:
    seat: Seat = request.http.path_params["seat"]
    if not request.state.match.rules.has(seat):
        raise HTTPException(404, _("There is no seat {seat} at this table.").format(seat=seat))
    return seat


ROUTES = (
    PageRoute("/say", Role.PLAYER, say),
    PageRoute("/say/{seat:int}", Role.PLAYER, say_of),
    PageRoute("/say/{seat:int}/{what}", Role.PLAYER, more),
)
