"""The board page of a hall: all tables at once, streamed to every browser that looks."""

import json
import logging
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from html import escape
from importlib import resources
from string import Template
from typing import Final, TypeAlias

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from controller.hall.desk.pages import ROUTES as DESK_ROUTES
from controller.hall.desk.pages import Desk, DeskRoute
from controller.hall.overview import HallSeen, TableSeen
from controller.language.catalogues import catalogue, known, wanted
from controller.language.translate import Locale, said
from controller.record.message import Message
from controller.web import assets, sse
from controller.web.host import Host, is_ours, listen
from controller.web.newest import Latest
from vision.words.cards import CardWords, Lang

MOST_BROWSERS: Final = 200
_BEAT_S: Final = 15.0
"""Between two signs of life on a stream on which nothing changes."""
_CLOSE_S: Final = 3.0

_log = logging.getLogger(__name__)


def words(lang: Lang) -> dict[str, str]:
    """The words of the page in a language, by the names under which its script knows them."""
    texts = {
        "title": Message("All tables"),
        "lost": Message("This page is cut off from the hall; it comes back by itself."),
        "none": Message("No table has said anything yet."),
        "away": Message("away"),
        "waiting": Message("nothing is played yet"),
        "doubled": Message("Two tables use this name: enrol one of them by another."),
        "minutes": Message("unchanged for {n} min", n="{n}"),
        "hours": Message("unchanged for {n} h", n="{n}"),
        "count": Message("{n} of {n2} tables are here", n="{n}", n2="{n2}"),
        "arbiter": Message("For the arbiter"),
        "calls": Message("Tables that need somebody"),
        "quiet": Message("No table needs anybody."),
        "verdicts": Message("Verdicts"),
        "unjudged": Message("No verdict so far."),
        "withdrawn": Message("withdrawn"),
        "act": Message("The play that it is about"),
        "proof": Message("The play that proves it"),
    }
    locale = Locale(catalogue(lang), CardWords(lang))
    return {name: said(text, locale) for name, text in texts.items()}


class BoardServer:
    """Serves the board of a hall on a thread of its own, and the organiser's desk; who only looks changes nothing."""

    def __init__(
        self, seen: Latest[HallSeen], host: str, port: int, lang: Lang = "en", desk: Desk | None = None
    ) -> None:
        """Listen and begin to serve.

        Args:
            seen: the newest overview.
            host: address to serve on.
            port: its port; 0 takes any.
            lang: for browsers that ask for no language there is.
            desk: answers for the tournament; None: there are no pages of one.

        Raises:
            OSError: the address is not this machine's, or is taken.
        """
        self._seen, self._host = seen, host
        self._lang: Lang = lang
        self._desk = desk
        self._files = assets.listed(resources.files("controller.hall") / "page")
        if desk:
            self._files = {**self._files, **assets.listed(resources.files("controller.hall.desk") / "page")}
        ear = listen(host, port)
        self.port = int(ear.getsockname()[1])
        self._server = Host(self._application(), MOST_BROWSERS)
        self._closing = False
        self._thread = threading.Thread(target=self._server.serve, args=(ear,), name="hall board", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop serving."""
        self._closing = True
        self._server.stop()
        self._seen.put(self._seen.value)
        self._thread.join(_CLOSE_S)

    def _application(self) -> Starlette:
        routes = [Route(path, self._guarded(answer)) for path, answer in ROUTES.items()]
        if self._desk:
            # They come first: the board's last route takes any name.
            own = [Route(one.path, self._at_desk(self._desk, one), methods=[one.method]) for one in DESK_ROUTES]
            routes = [*own, *routes]
        return Starlette(routes=routes)

    def _at_desk(self, desk: Desk, route: DeskRoute) -> Callable[[Request], Awaitable[Response]]:
        """The endpoint of a route of the desk."""

        async def answer(_: "BoardServer", request: Request) -> Response:
            return await desk.respond(route, request)

        return self._guarded(answer)

    def _guarded(self, answer: "BoardAnswer") -> Callable[[Request], Awaitable[Response]]:
        """The endpoint of a route, for browsers that ask for this machine by a name of its own."""

        async def endpoint(request: Request) -> Response:
            if not is_ours(request.headers.get("host", ""), (self._host,)):
                return PlainTextResponse("This board does not answer to that name; open it by its address.", 421)
            return await answer(self, request)

        return endpoint

    async def page(self, request: Request) -> Response:
        """All tables, in the browser's language."""
        return self._page(request, "index.html", "title")

    async def arbiter(self, request: Request) -> Response:
        """The arbiter's view over all tables: those that need somebody, and every verdict that one was told."""
        return self._page(request, "arbiter.html", "arbiter")

    def _page(self, request: Request, file: str, title: str) -> Response:
        lang = known(*wanted(request.headers.get("accept-language", ""))) or self._lang
        text = words(lang)
        names = ("lost", "none", "calls", "quiet", "verdicts", "unjudged")
        shown = {"title": escape(text[title]), **{name: escape(text[name]) for name in names}}
        # A closing tag within a string of JSON would end the element around it.
        data = json.dumps(text, ensure_ascii=False).replace("<", "\\u003c")
        ranking = said(Message("Ranking"), Locale(catalogue(lang), CardWords(lang)))
        others = {"./": text["title"], "arbiter": text["arbiter"], **({"ranking": ranking} if self._desk else {})}
        links = " ".join(f'<a href="{to}">{escape(name)}</a>' for to, name in others.items() if name != text[title])
        template = Template(self._files[file].data.decode())
        return HTMLResponse(
            template.substitute(shown, lang=lang, words=data, links=links), headers={"Vary": "Accept-Language"}
        )

    async def tables(self, request: Request) -> Response:
        """The stream of what the tables show; for the arbiter's view of what they were told, too."""
        return sse.response(self._stream(self._locale(request), is_arbiter="arbiter" in request.query_params))

    def _locale(self, request: Request) -> Locale:
        """The browser's language, or that of the hall where it asks for none there is."""
        lang = known(*wanted(request.headers.get("accept-language", ""))) or self._lang
        return Locale(catalogue(lang), CardWords(lang))

    async def picture(self, request: Request) -> Response:
        """A picture of a verdict; what a number stands for does not change before the hall is opened anew."""
        verdict = self._seen.value.verdict(request.path_params["number"])
        data = verdict.picture(request.path_params["of"]) if verdict else None
        if data is None:
            return PlainTextResponse("There is no such picture.", 404)
        return Response(data, media_type="image/jpeg", headers={"X-Content-Type-Options": "nosniff"})

    async def file(self, request: Request) -> Response:
        """A style sheet or a script of the page."""
        name = request.path_params["name"]
        return assets.answer(request, None if name.endswith(".html") else self._files.get(name))

    async def _stream(self, locale: Locale, *, is_arbiter: bool) -> AsyncGenerator[str]:
        """Stream what each table shows and was told, at first all of it, then what is new."""
        number, told, trouble, drawn = 0, 0, "", dict[str, TableSeen]()
        yield sse.event("now", str(time.time()), 2000)
        while not self._closing:
            held = await self._seen.after(number, _BEAT_S)
            if held is None:
                yield sse.COMMENT
                continue
            number, hall = held
            for name, table in hall.tables.items():
                if table is not drawn.get(name):
                    drawn[name] = table
                    yield sse.event("table", json.dumps(table.as_json(), ensure_ascii=False))
            if hall.trouble != trouble:
                trouble = hall.trouble
                yield sse.event("trouble", json.dumps(_unheard(trouble, locale), ensure_ascii=False))
            for verdict in hall.verdicts if is_arbiter else ():
                if verdict.number > told:
                    told = verdict.number
                    yield sse.event("verdict", json.dumps(verdict.as_json(), ensure_ascii=False))


def _unheard(trouble: str, locale: Locale) -> str:
    """Say on the board that the hall hears no table; empty while it hears them."""
    told = Message("The hall hears no table now ({reason}); they play on, and send what is missing.", reason=trouble)
    return said(told, locale) if trouble else ""


BoardAnswer: TypeAlias = Callable[[BoardServer, Request], Awaitable[Response]]

ROUTES: Final[Mapping[str, BoardAnswer]] = {
    "/": BoardServer.page,
    "/arbiter": BoardServer.arbiter,
    "/tables": BoardServer.tables,
    "/verdicts/{number:int}/{of}.jpg": BoardServer.picture,
    "/{name}": BoardServer.file,
}
"""Every route of the board; each is open to everybody on the network, and a GET that changes nothing."""
