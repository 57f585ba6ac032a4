"""Owners' decks as they are: learned before the running camera, looked at, confirmed, and played with."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller.console.http.request import PageRequest, PageRoute, require_confirmation
from controller.console.pages.setup.common import parts, saved, shown
from controller.console.pages.setup.game import end_match, under_way
from controller.console.security.roles import Role
from controller.console.setup import decks as views
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult, mistake
from controller.console.words.gettext import _, core
from controller.language.translate import Locale
from controller.live import decks
from controller.live.decks import DeckError, DeckPlace
from controller.rules.copies import has_copies
from controller.settings.edit import KeyPath, edited
from controller.settings.model import Config
from controller.settings.names import is_deck_name
from vision.decks.library import FaceLibrary

LIST: Final = "setup_decks.html"
ONE: Final = "setup_deck.html"
_NO_CONTENT: Final = 204
_PRIVATE: Final = {"Cache-Control": "private, max-age=86400"}


def _values(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    config = setup.file.read().config
    game, fields = views.game_of(setup.config), {"deck": config.reading.deck, "size": "", **sent.fields}
    return {
        **_bench(setup),
        "title": game.title,
        "entries": views.entries(_as_set(setup)),
        "fields": fields,
        "sizes": list(views.SIZES),
        "usual": game.card_size,
        "twice": has_copies(game.deck),
        "at_play": request.state.match.running,
        "ended": setup.enrolment.ended,
    }


def _as_set(setup: Setup) -> Config:
    """Return the settings as the file has them, with the table's own data."""
    return replace(setup.file.read().config, data=setup.config.data)


def _bench(setup: Setup) -> Mapping[str, object]:
    number, view = setup.enrolment.newest.current
    return {"number": number, "bench": view}


async def all_decks(request: PageRequest) -> Response:
    """Return the decks that there are, and the form of a new one; or the deck that is being learned."""
    return await shown(request, LIST, _values)


async def begun(request: PageRequest) -> Response:
    """Begin to learn a deck, correct what was laid, or end it."""
    return await saved(request, LIST, _values, _change)


def _change(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    desk = setup.enrolment
    match form.get("do"):
        case "begin":
            _begin(request, setup, views.requested(form, setup.config.data.directory))
        case "skip":
            desk.skip(form.get("card", ""))
        case "forget":
            desk.forget(form.get("card", ""))
        case "end":
            desk.end()
            return _("Ended; what was learned is kept.")
        case _:
            raise mistake("", _("There is no such action."))
    return ""


def _begin(request: PageRequest, setup: Setup, asked: views.DeckRequest, wrong: tuple[str, ...] = ()) -> None:
    """Begin to learn a deck, some of its cards anew; raises FormRefusedError and DeckError."""
    if request.state.match.running:
        raise mistake("", _("A deal is being played: learn the deck once it is over."))
    if any(views.entry(config, asked.place.name).is_played for config in (setup.config, _as_set(setup))):
        raise mistake("deck", _("The table plays with this deck: let it read marks first, or name another one."))
    game, earlier = views.game_of(setup.config), asked.place.read()
    state = decks.begun(game, asked.size, earlier)
    for name in wrong:
        state = state.forget(name)
    if state.is_complete:
        raise mistake("deck", _("This deck is whole already: look at its faces, or name another one."))
    if wrong:
        asked.place.write(decks.kept(state))
    setup.enrolment.begin(asked.place, game, state, asked.manner)


async def followed(request: PageRequest) -> Response:
    """Return the deck that is being learned, as its page asks for it again and again.

    Nothing if it is as it was seen.
    """
    setup, asked = parts(request), request.http.query_params
    number, view = setup.enrolment.newest.current
    if view is None:
        deck = asked.get("deck", "")
        is_there = is_deck_name(deck) and DeckPlace.at(setup.config.data.directory, deck).file.exists()
        return Response(headers={"HX-Redirect": f"/setup/decks/{deck}" if is_there else "/setup/decks"})
    if asked.get("seen") == str(number):
        return Response(status_code=_NO_CONTENT)
    return request.page("setup_decks_bench.html", _bench(setup))


def _place(request: PageRequest, setup: Setup) -> DeckPlace:
    """Return the deck that is asked for; raises HTTPException."""
    try:
        return DeckPlace.at(setup.config.data.directory, request.http.path_params["deck"])
    except DeckError as error:
        raise HTTPException(404, _("There is no such deck.")) from error


def _library(request: PageRequest, setup: Setup) -> tuple[DeckPlace, FaceLibrary]:
    """Return the faces of the deck that is asked for; raises HTTPException."""
    place = _place(request, setup)
    try:
        library = views.stored_library(place)
    except DeckError as error:
        raise HTTPException(404, core(str(error))) from error
    if library is None:
        raise HTTPException(404, _("There is no such deck."))
    return place, library


def _one(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    place, library = _library(request, setup)
    game = views.game_of(setup.config)
    return {
        "of": setup.file.read().mark,
        "entry": views.entry(_as_set(setup), place.name),
        "title": game.title,
        "rows": views.rows(library, game),
        "stamp": views.stamp(place),
        "wrong": {name.removeprefix("wrong.") for name in sent.fields if name.startswith("wrong.")},
        "waiting": setup.again.is_requested and request.state.match.running,
        "ended": setup.enrolment.ended,
    }


async def deck(request: PageRequest) -> Response:
    """Return the faces of one deck, to be looked at."""
    return await shown(request, ONE, _one)


async def deck_saved(request: PageRequest) -> Response:
    """Confirm its faces, lay some anew, play with it or with marks."""
    form = await request.form()
    return await saved(request, ONE, _one, _decide, (LIST, _values) if form.get("do") == "anew" else None)


def _decide(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    place, library = _library(request, setup)
    game = views.game_of(setup.config)
    wrong = tuple(name for name in decks.names_of(game) if f"wrong.{name}" in form)
    match form.get("do"):
        case "confirm":
            if wrong:
                raise mistake("", _("Faces are marked as wrong: lay them anew, or take the marks away."))
            if form.get("stamp") != views.stamp(place):
                raise mistake("", _("The faces have changed since this page was opened: look at them once more."))
            if library.missing(decks.names_of(game)):
                raise mistake("", _("Cards are missing: lay them first."))
            sheet = decks.sheet_of(library, _words(request))
            place.write(decks.confirmed(library), sheet)
            return _("Confirmed: the deck can be played with.")
        case "anew":
            if not wrong and not library.missing(decks.names_of(game)):
                raise mistake("", _("Tap the faces that are wrong first."))
            _begin(request, setup, views.DeckRequest(place, library.size, views.EnrolManner(has_back=False)), wrong)
            return ""
        case "faces" | "marks" | "both" as cards:
            return _read_by(request, setup, form, cards, place.name)
        case _:
            raise mistake("", _("There is no such action."))


def _read_by(request: PageRequest, setup: Setup, form: Mapping[str, str], cards: str, deck: str) -> str:
    """Set cards to be read by a deck's faces, marks or both; another match begins where they prove less, or more."""
    other_means = (cards == "faces") != (setup.config.reading.cards == "faces")
    if other_means and under_way(request):
        require_confirmation(form, _("A match is being played. End it, and begin a new one? Its record is kept."))
    changes: dict[KeyPath, str] = {("reading", "cards"): cards}
    if cards != "marks":
        changes["reading", "deck"] = deck
    setup.file.save(form.get("of", ""), partial(edited, changes=changes))
    if other_means:
        end_match(request)
    setup.again.request(new=other_means)
    if cards == "marks":
        return _("Saved. Cards are read by their marks.")
    if cards == "both":
        return _("Saved. Cards are read by their marks, and their stickers checked by the faces of {deck}.").format(
            deck=deck
        )
    return _("Saved. Cards are read by the faces of {deck}.").format(deck=deck)


def _words(request: PageRequest) -> Locale:
    """Return the words of this request, for cards by their names."""
    return replace(request.language.translations, style="words")


async def alike(request: PageRequest) -> Response:
    """Return the pairs that the deck's reader may not tell apart.

    That takes seconds, so they are a part of the page of their own.
    """
    place, _library_there = await run_in_threadpool(_library, request, parts(request))
    found = await run_in_threadpool(views.pairs, place)
    return request.page("setup_deck_alike.html", {"pairs": found})


async def face(request: PageRequest) -> Response:
    """Return one face."""
    _there, library = await run_in_threadpool(_library, request, parts(request))
    found = views.picture(library, request.http.path_params["card"])
    if found is None:
        raise HTTPException(404, _("There is no such picture."))
    return Response(found, media_type="image/jpeg", headers=_PRIVATE)


async def exported(request: PageRequest) -> Response:
    """Return the deck as one picture with its names, to be passed on."""
    _there, library = await run_in_threadpool(_library, request, parts(request))
    data = await run_in_threadpool(decks.sheet_of, library, _words(request))
    heads = {"Content-Disposition": f'attachment; filename="{request.http.path_params["deck"]}.png"'}
    return Response(data, media_type="image/png", headers=heads)


ROUTES = (
    PageRoute("/setup/decks", Role.OWNER, all_decks),
    PageRoute("/setup/decks", Role.OWNER, begun, "POST"),
    PageRoute("/setup/enrolment", Role.OWNER, followed),
    PageRoute("/setup/decks/{deck}.png", Role.OWNER, exported),
    PageRoute("/setup/decks/{deck}", Role.OWNER, deck),
    PageRoute("/setup/decks/{deck}", Role.OWNER, deck_saved, "POST"),
    PageRoute("/setup/decks/{deck}/alike", Role.OWNER, alike),
    PageRoute("/setup/decks/{deck}/{card}.jpg", Role.OWNER, face),
)
