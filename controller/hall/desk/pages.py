"""The desk's pages: the organiser's own behind a code, and seating and ranking for everybody in the hall."""

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import parse_qsl, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from controller import games
from controller.hall.desk import actions, texts
from controller.hall.desk.access import OrganiserAccess
from controller.hall.desk.book import FILES, DeskError, TournamentBook
from controller.hall.desk.exports import RecordReader
from controller.hall.desk.texts import DeskView
from controller.language.catalogues import known, wanted
from controller.language.commands import game_name
from controller.record.message import Message, reason_of
from controller.tournament.fold import Tournament
from controller.tournament.steps import StepError
from vision.words.cards import Lang

_log = logging.getLogger(__name__)

_MOST_BYTES: Final = 64_000
"""Of a form."""
_MOST_FIELDS: Final = 50
_NOW: Final = "@now@"
"""Where the time of the answer stands in a page that is worked out once."""


@dataclass(frozen=True, slots=True)
class DeskRoute:
    """One address of the desk."""

    method: Literal["GET", "POST"]
    path: str
    for_organiser: bool
    answer: Callable[["Desk", Request, Lang], Awaitable[Response]]


class Desk:
    """Answers for the tournament of a hall."""

    def __init__(self, book: TournamentBook, folder: Path, read: RecordReader, lang: Lang = "en") -> None:
        """Serve a tournament.

        Args:
            book: its record.
            folder: of the hall, with the organiser's code.
            read: gives the record of a table's match, for the boards of an export.
            lang: for browsers that ask for no language there is.
        """
        self._book, self._access, self._read = book, OrganiserAccess(folder), read
        self._lang: Lang = lang
        self._shown: dict[Lang, tuple[Tournament, bool, str]] = {}
        """The newest public page by language, of which tournament it is, and whether the round's time was up."""

    async def respond(self, route: DeskRoute, request: Request) -> Response:
        """The answer of a route to whoever may have it."""
        lang = known(*wanted(request.headers.get("accept-language", ""))) or self._lang
        try:
            if route.for_organiser and not self._access.knows(request):
                return RedirectResponse("/organiser", 303)
            return await route.answer(self, request, lang)
        except (StepError, DeskError) as error:
            return PlainTextResponse(texts.told(reason_of(error), lang) + "\n", 409)
        except Exception:
            _log.exception("the organiser's desk cannot answer %s", route.path)
            raise

    async def ranking(self, request: Request, lang: Lang) -> Response:
        """Seating, clock and ranking for everybody."""
        del request
        state = self._book.state
        if state is None:
            values = {"title": texts.told(Message("Tournament"), lang), "there": False}
            return self._page("ranking.html", lang, values)
        return _html(self._ranking(state, lang))

    def _ranking(self, state: Tournament, lang: Lang) -> str:
        """The public page, worked out once as long as nothing changes: every screen asks for it again and again."""
        view = self._view(state, lang)
        ends = view.ends(state.now) if state.now else 0
        is_over = bool(ends) and view.now_s > ends
        held = self._shown.get(lang)
        if held is None or held[0] is not state or held[1] is not is_over:
            values = view.values() | {"there": True, "now": _NOW}
            held = self._shown[lang] = state, is_over, _rendered("ranking.html", lang, values)
        return held[2].replace(_NOW, str(int(view.now_s)))

    async def paper(self, request: Request, lang: Lang) -> Response:
        """A paper or an export of the tournament."""
        name = request.path_params["name"]
        if name not in FILES:
            return PlainTextResponse("", 404)
        view = self._view(self._there(), lang)
        asked = request.query_params.get("round", "")
        number = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
        file = FILES[name]
        data = await run_in_threadpool(file.make, view, number, self._read)
        return Response(data, media_type=file.kind, headers={"Content-Disposition": f'inline; filename="{name}"'})

    async def organiser(self, request: Request, lang: Lang) -> Response:
        """The organiser's page, or the question for the code."""
        return self._desk(request, lang)

    async def enter(self, request: Request, lang: Lang) -> Response:
        """Take the code."""
        fields = await _fields(request)
        if fields is None:
            return PlainTextResponse("", 400)
        if not self._access.enter(fields.get("code", "")):
            return self._page("login.html", lang, {"title": _desk_title(lang), "wrong": True}, 403)
        answer = RedirectResponse("/organiser", 303)
        self._access.give(answer)
        return answer

    async def do(self, request: Request, lang: Lang) -> Response:
        """Carry out what the organiser does, once."""
        fields = await _fields(request)
        if fields is None:
            return PlainTextResponse("", 400)
        key = fields.get("key", "")
        if not self._access.is_first(key):
            return RedirectResponse("/organiser", 303)
        try:
            await run_in_threadpool(self._book.take, actions.made(fields.get("do", ""), fields))
        except (StepError, DeskError) as error:
            self._access.free(key)
            return self._desk(request, lang, trouble=texts.told(reason_of(error), lang), typed=fields, status=409)
        return RedirectResponse(f"/organiser#{fields.get('at', '')}", 303)

    def _desk(
        self, request: Request, lang: Lang, trouble: str = "", typed: dict[str, str] | None = None, status: int = 200
    ) -> Response:
        if not self._access.knows(request):
            return self._page("login.html", lang, {"title": _desk_title(lang), "wrong": False})
        state, course = self._book.state, self._book.course
        values: dict[str, Any] = self._view(state, lang).values() if state else {"title": _desk_title(lang)}
        values |= {
            "there": state is not None,
            "now": int(self._book.clock()),
            "key": self._access.key,
            "trouble": trouble,
            "typed": defaultdict(str, typed or {}),
            "last": texts.step_words(course.standing[-1], lang) if len(course.standing) > 1 else "",
            "again": texts.step_words(course.undone[-1], lang) if course.undone else "",
            "games": [
                (name, game_name(games.load(name).title, lang) or games.load(name).title) for name in games.names()
            ],
            "movements": [(name, texts.word(name, lang)) for name in actions.MOVEMENTS],
            "rankings": [(name, texts.word(name, lang)) for name in actions.RANKED],
        }
        return self._page("organiser.html", lang, values, status)

    def _there(self) -> Tournament:
        state = self._book.state
        if state is None:
            raise StepError(Message("no tournament was opened here yet"))
        return state

    def _view(self, state: Tournament, lang: Lang) -> DeskView:
        return DeskView(state, lang, self._book.clock())

    def _page(self, template: str, lang: Lang, values: dict[str, Any], status: int = 200) -> Response:
        return _html(_rendered(template, lang, values), status)


ROUTES: Final = (
    DeskRoute("GET", "/ranking", for_organiser=False, answer=Desk.ranking),
    DeskRoute("GET", "/tournament/{name}", for_organiser=False, answer=Desk.paper),
    DeskRoute("GET", "/organiser", for_organiser=False, answer=Desk.organiser),
    DeskRoute("POST", "/organiser/enter", for_organiser=False, answer=Desk.enter),
    DeskRoute("POST", "/organiser/do", for_organiser=True, answer=Desk.do),
)
"""Every route of the desk; what changes anything is the organiser's."""


def _rendered(template: str, lang: Lang, values: dict[str, Any]) -> str:
    return texts.environment(lang).get_template(template).render(values, lang=lang)


def _html(text: str, status: int = 200) -> Response:
    return HTMLResponse(text, status, headers={"Vary": "Accept-Language", "Cache-Control": "no-store"})


def _desk_title(lang: Lang) -> str:
    return texts.told(Message("Organiser"), lang)


async def _fields(request: Request) -> dict[str, str] | None:
    """The fields of a form; None for one that comes from another page, or is too large."""
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host", ""):
        return None
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or len(length) > 6 or int(length) > _MOST_BYTES:
        return None
    try:
        body = (await request.body()).decode("ascii")
        return dict(parse_qsl(body, keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS))
    except (ClientDisconnect, ValueError):
        return None
