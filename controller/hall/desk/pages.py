"""The desk's pages: the organiser's own behind a code, and seating and ranking for everybody in the hall."""

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from controller import games
from controller.hall.desk import actions, texts
from controller.hall.desk.access import FormOnce, OfficeAccess
from controller.hall.desk.book import FILES, DeskError, TournamentBook
from controller.hall.desk.exports import RecordReader
from controller.hall.desk.routes import DeskRoute, fields, html
from controller.hall.desk.texts import DeskView
from controller.language.catalogues import supported, wanted
from controller.language.commands import game_name
from controller.record.message import Message, reason_of
from controller.tournament import slips
from controller.tournament.fold import Tournament
from controller.tournament.steps import SeatedTable, StepError
from vision.words.cards import Lang

_log = logging.getLogger(__name__)

_NOW: Final = "@now@"
"""The placeholder for the answer's time in a cached page."""


class Desk:
    """Pages and answers for the tournament of a hall."""

    def __init__(
        self, book: TournamentBook, folder: Path, read: RecordReader, lang: Lang = "en", address: str = ""
    ) -> None:
        """Serve a tournament.

        Args:
            book: its record.
            folder: of the hall, with the organiser's code.
            read: gives the record of a table's match, for the boards of an export.
            lang: for browsers that ask for no language there is.
            address: of the hall's board, for papers; empty: unknown.
        """
        self._address = address
        self._book, self._access, self._read = book, OfficeAccess(folder, "organiser"), read
        self._forms = FormOnce()
        self._lang: Lang = lang
        self._shown: dict[Lang, tuple[Tournament, bool, str]] = {}
        """The newest public page by language: its tournament, whether the round's time was up, and its text."""

        self._on_wall: dict[Lang, tuple[Tournament, dict[str, Any]]] = {}
        """The cached values of the wall, by language."""

    async def respond(self, route: "DeskRoute[Desk]", request: Request) -> Response:
        """Answer a route for an authorized browser."""
        lang = supported(*wanted(request.headers.get("accept-language", ""))) or self._lang
        try:
            if route.office and not self._access.is_signed_in(request):
                return RedirectResponse("/organiser", 303)
            return await route.answer(self, request, lang)
        except (StepError, DeskError) as error:
            return PlainTextResponse(texts.translate(reason_of(error), lang) + "\n", 409)
        except Exception:
            _log.exception("the organiser's desk cannot answer %s", route.path)
            raise

    async def ranking(self, request: Request, lang: Lang) -> Response:
        """Answer with seating, clock and ranking for everybody."""
        state = self._book.state
        if state is None:
            values = {"title": texts.translate(Message("Tournament"), lang), "there": False}
            return html("ranking.html", lang, values)
        headers = {"Vary": "Accept-Language", "Cache-Control": "no-store"}
        return HTMLResponse(self._ranking(state, lang), headers=headers)

    def _ranking(self, state: Tournament, lang: Lang) -> str:
        """Return the public page from a cache, because every screen polls it."""
        view = self._view(state, lang)
        ends = view.ends(state.now) if state.now else 0
        is_over = bool(ends) and view.now_s > ends
        held = self._shown.get(lang)
        if held is None or held[0] is not state or held[1] is not is_over:
            values = view.values() | {"there": True, "now": _NOW}
            held = self._shown[lang] = state, is_over, texts.render("ranking.html", lang, values)
        return held[2].replace(_NOW, str(int(view.now_s)))

    async def wall(self, request: Request, lang: Lang) -> Response:
        """Answer with the clock and the ranking for a screen on the wall, which polls them."""
        state = self._book.state
        if state is None:
            return PlainTextResponse("", 404)
        if self._on_wall.get(lang, (None,))[0] is not state:
            self._on_wall[lang] = state, self._view(state, lang).wall()
        return JSONResponse(self._on_wall[lang][1], headers={"Cache-Control": "no-store"})

    async def paper(self, request: Request, lang: Lang) -> Response:
        """Answer with a paper or an export of the tournament."""
        name = request.path_params["name"]
        if name not in FILES:
            return PlainTextResponse("", 404)
        view = self._view(self._require_state(), lang)
        asked = request.query_params.get("round", "")
        number = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
        file = FILES[name]
        data = await run_in_threadpool(file.make, view, number, self._read)
        return Response(data, media_type=file.kind, headers={"Content-Disposition": f'inline; filename="{name}"'})

    async def organiser(self, request: Request, lang: Lang) -> Response:
        """Answer with the organiser's page, or the question for the code."""
        return self._desk(request, lang)

    async def enter(self, request: Request, lang: Lang) -> Response:
        """Check the code and sign the browser in."""
        form = await fields(request)
        if form is None:
            return PlainTextResponse("", 400)
        if not self._access.enter(form.get("code", "")):
            return html("login.html", lang, {"title": _desk_title(lang), "wrong": True}, 403)
        answer = RedirectResponse("/organiser", 303)
        self._access.sign_in(answer)
        return answer

    async def do(self, request: Request, lang: Lang) -> Response:
        """Carry out an organiser's action once."""
        form = await fields(request, is_organisers=True)
        if form is None:
            return PlainTextResponse("", 400)
        key = form.get("key", "")
        if not self._forms.is_first(key):
            return RedirectResponse("/organiser", 303)
        try:
            await run_in_threadpool(self._book.add_steps, actions.step_maker(form.get("do", ""), form))
        except (StepError, DeskError) as error:
            self._forms.free(key)
            return self._desk(request, lang, trouble=texts.translate(reason_of(error), lang), typed=form, status=409)
        place = self._next(form)
        return RedirectResponse(f"/organiser?{urlencode({'open': place})}" if place else "/organiser", 303)

    def _next(self, form: Mapping[str, str]) -> str:
        """Return the part to open after a form: the same one, or the next table without a result."""
        state = self._book.state
        if form.get("do") != "result" or state is None or state.now is None:
            return form.get("at", "")
        names = [table.table for table in state.now.begun.tables]
        own = names.index(form["table"]) if form.get("table") in names else 0
        missing = {table.table for table in state.now.missing}
        name = next((name for name in (*names[own:], *names[:own]) if name in missing), "")
        return f"t-{state.now.number}-{name}" if name else "now"

    async def check(self, request: Request, lang: Lang) -> Response:
        """Name the fault in the numbers of a slip while they are typed, and the necessary last one."""
        form = await fields(request, is_organisers=True)
        state = self._book.state
        if form is None or state is None:
            return PlainTextResponse("", 400)
        return JSONResponse(await run_in_threadpool(_checked, state, form, lang))

    def _desk(
        self, request: Request, lang: Lang, trouble: str = "", typed: dict[str, str] | None = None, status: int = 200
    ) -> Response:
        if not self._access.is_signed_in(request):
            return html("login.html", lang, {"title": _desk_title(lang), "wrong": False})
        state, course = self._book.state, self._book.course
        values: dict[str, Any] = self._view(state, lang).values() if state else {"title": _desk_title(lang)}
        values |= {
            "there": state is not None,
            "now": int(self._book.clock()),
            "key": self._forms.key,
            "trouble": trouble,
            "typed": defaultdict(str, typed or {}),
            "open": (typed or request.query_params).get("at" if typed else "open", ""),
            "last": texts.step_words(course.standing[-1], lang) if len(course.standing) > 1 else "",
            "again": texts.step_words(course.undone[-1], lang) if course.undone else "",
            "games": [
                (name, game_name(games.load(name).title, lang) or games.load(name).title) for name in games.names()
            ],
            "movements": [(name, texts.word(name, lang)) for name in actions.MOVEMENTS],
            "rankings": [(name, texts.word(name, lang)) for name in actions.RANKED],
        }
        return html("organiser.html", lang, values, status)

    def _require_state(self) -> Tournament:
        state = self._book.state
        if state is None:
            raise StepError(Message("no tournament was opened here yet"))
        return state

    def _view(self, state: Tournament, lang: Lang) -> DeskView:
        return DeskView(state, lang, self._book.clock(), self._address)


ROUTES: Final = (
    DeskRoute("GET", "/ranking", None, Desk.ranking),
    DeskRoute("GET", "/wall.json", None, Desk.wall),
    DeskRoute("GET", "/tournament/{name}", None, Desk.paper),
    DeskRoute("GET", "/organiser", None, Desk.organiser),
    DeskRoute("POST", "/organiser/enter", None, Desk.enter),
    DeskRoute("POST", "/organiser/check", "organiser", Desk.check),
    DeskRoute("POST", "/organiser/do", "organiser", Desk.do),
)
"""Every route of the desk; only the organiser's routes change anything."""


def _checked(state: Tournament, form: Mapping[str, str], lang: Lang) -> dict[str, Any]:
    """Return the fault of a slip's numbers, the number of the empty side, and the values that follow for each side."""
    told: dict[str, Any] = {"fault": "", "fill": {}, "sums": ""}
    empty = [name for name in actions.sides_of(state) if not form.get(name, "").strip()]
    try:
        table = state.round(int(form["round"])).table(form["table"])
        form = {**form, "played": actions.played_of(state, form) if table and table.boards else ""}
        if form["played"] and _is_begun(state, form):
            return told
        whole = actions.completed(state, form)
        if table is None:
            return told
        if any(not whole.get(name, "").strip() for name in empty):
            return told | {"sums": texts.translate(_SEVERAL, lang) if _is_of_several(state, table, form, empty) else ""}
        line = actions.slip_line(state, whole)
    except StepError as error:
        return told | {"fault": texts.translate(reason_of(error), lang)}
    except (KeyError, ValueError):
        return told
    why = slips.fault(state.form, table, line)
    if why and not empty and line.deals == 1 and _is_of_several(state, table, form, [actions.sides_of(state)[-1]]):
        why = Message("no number of deals comes to {n}", n=sum(line.points))
    told["fill"] = {} if why else {name: whole[name] for name in empty}
    sums = " : ".join(texts.figure(own) for own in line.score)
    if line.deals > 1:
        sums = texts.translate(Message("{code} ({n} deals)", code=sums, n=line.deals), lang)
    told["sums"] = "" if why else sums
    return told | {"fault": texts.translate(why, lang) if why else ""}


def _is_begun(state: Tournament, form: Mapping[str, str]) -> bool:
    """Whether a board's play is typed in part: not all of its fields, and nothing follows from it yet."""
    columns = state.form.game.slip.columns(state.form.rules)
    if all(form.get(f"played{at}", "").strip() for at in range(len(columns))):
        return False
    try:
        actions.counted_line(state, form)
    except StepError:
        return True
    return False


def _is_of_several(state: Tournament, table: SeatedTable, form: Mapping[str, str], empty: Sequence[str]) -> bool:
    """Whether the numbers exceed those of one deal, whatever the empty one is, and the count of deals is not given."""
    if len(empty) != 1 or table.boards or form.get("deals", "").strip():
        return False
    line = actions.slip_line(state, {**form, empty[0]: "0"})
    return not slips.possible_numbers(state.form, table, line, actions.sides_of(state).index(empty[0]))


_SEVERAL: Final = Message("More than one deal has: write the other number, too.")


def _desk_title(lang: Lang) -> str:
    return texts.translate(Message("Organiser"), lang)
