"""The board page of a hall: all tables at once, streamed to every browser that looks."""

import json
import logging
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping
from html import escape
from importlib import resources
from string import Template
from typing import Final, Protocol, TypeAlias, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from controller.hall.arbiter import ROUTES as ARBITER_ROUTES
from controller.hall.arbiter import ArbiterDesk
from controller.hall.desk.pages import ROUTES as DESK_ROUTES
from controller.hall.desk.pages import Desk
from controller.hall.desk.routes import DeskRoute
from controller.hall.overview import HallSeen, TableSeen
from controller.language.catalogues import catalogue, supported, wanted
from controller.language.translate import Locale, translated
from controller.record.message import Message
from controller.web import assets, card_sheets, sse
from controller.web.host import Host, is_ours, listen
from controller.web.newest import Latest
from vision.words.cards import CardWords, Lang

MOST_BROWSERS: Final = 200
_BEAT_S: Final = 15.0
"""Seconds between two heartbeats of an idle stream."""
_CLOSE_S: Final = 3.0

_log = logging.getLogger(__name__)


def words(lang: Lang) -> dict[str, str]:
    """Return the words of the page in a language, by the names that its script uses."""
    texts = {
        "title": Message("All tables"),
        "lost": Message("This page is cut off from the hall; it comes back by itself."),
        "none": Message("No table has said anything yet."),
        "away": Message("away"),
        "waiting": Message("nothing is played yet"),
        "doubled": Message("Two tables use this name: enrol one of them by another."),
        "count": Message("{n} of {n2} tables are here", n="{n}", n2="{n2}"),
        "arbiter": Message("For the arbiter"),
        "ranking": Message("Ranking"),
        "hold": Message("Let this page stand"),
        "over": Message("time is up"),
        "calling": Message("calls the arbiter"),
        "coming": Message("{name} is coming", name="{name}"),
    }
    locale = Locale(catalogue(lang), CardWords(lang))
    return {name: translated(text, locale) for name, text in texts.items()}


D = TypeVar("D")


class DeskAnswers(Protocol[D]):
    """A desk that answers its routes."""

    async def respond(self, route: DeskRoute[D], request: Request) -> Response:
        """Answer a route for an authorized browser."""
        ...


class BoardServer:
    """A server of the hall's board on a thread of its own, with the organiser's desk; reading changes nothing."""

    def __init__(
        self,
        seen: Latest[HallSeen],
        host: str,
        port: int,
        lang: Lang = "en",
        desk: Desk | None = None,
        arbiter: ArbiterDesk | None = None,
    ) -> None:
        """Listen and begin to serve.

        Args:
            seen: the newest overview.
            host: address to serve on.
            port: its port; 0 takes any.
            lang: for browsers that ask for no language there is.
            desk: answers for the tournament; None: there are no pages of one.
            arbiter: answers arbiters; None: they have no page.

        Raises:
            OSError: the address is not this machine's, or is taken.
        """
        self._seen, self._host = seen, host
        self._lang: Lang = lang
        self._desk, self._arbiter = desk, arbiter
        self._files = assets.load_folder(resources.files("controller.hall") / "page")
        if desk or arbiter:
            self._files = {**self._files, **assets.load_folder(resources.files("controller.hall.desk") / "page")}
        listener = listen(host, port)
        self.port = int(listener.getsockname()[1])
        self._server = Host(self._application(), MOST_BROWSERS)
        self._closing = False
        self._thread = threading.Thread(target=self._server.serve, args=(listener,), name="hall board", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the server and its thread."""
        self._closing = True
        if self._arbiter:
            self._arbiter.is_closing = True
        self._server.stop()
        self._seen.put(self._seen.value)
        self._thread.join(_CLOSE_S)

    def _application(self) -> Starlette:
        routes = [Route(path, self._guarded(answer)) for path, answer in ROUTES.items()]
        # The desks' routes come first: the board's last route matches any name.
        desk_routes = [*self._at_desk(self._desk, DESK_ROUTES), *self._at_desk(self._arbiter, ARBITER_ROUTES)]
        return Starlette(routes=[*desk_routes, *routes])

    def _at_desk(self, desk: "DeskAnswers[D] | None", routes: Iterable[DeskRoute[D]]) -> Iterator[Route]:
        """Yield the routes of a desk, if there is one."""

        def endpoint(route: DeskRoute[D], desk: DeskAnswers[D]) -> Callable[[Request], Awaitable[Response]]:
            async def answer(_: "BoardServer", request: Request) -> Response:
                return await desk.respond(route, request)

            return self._guarded(answer)

        for route in routes:
            if desk is not None:
                yield Route(route.path, endpoint(route, desk), methods=[route.method])

    def _guarded(self, answer: "BoardAnswer") -> Callable[[Request], Awaitable[Response]]:
        """Return the endpoint of a route, which refuses browsers that ask for this machine by a foreign name."""

        async def endpoint(request: Request) -> Response:
            if not is_ours(request.headers.get("host", ""), (self._host,)):
                return PlainTextResponse("This board does not answer to that name; open it by its address.", 421)
            return await answer(self, request)

        return endpoint

    async def page(self, request: Request) -> Response:
        """Answer with all tables, in the browser's language."""
        lang = supported(*wanted(request.headers.get("accept-language", ""))) or self._lang
        text = words(lang)
        texts = {name: escape(text[name]) for name in ("title", "lost", "none", "hold")}
        text["ranking"] = text["ranking"] if self._desk else ""
        # A closing tag within a string of JSON would end the element around it.
        data = json.dumps(text, ensure_ascii=False).replace("<", "\\u003c")
        others = {"arbiter": text["arbiter"]} if self._arbiter else {}
        others |= {"ranking": text["ranking"]} if self._desk else {}
        links = " ".join(f'<a href="{to}">{escape(name)}</a>' for to, name in others.items())
        template = Template(self._files["index.html"].data.decode())
        return HTMLResponse(
            template.substitute(texts, lang=lang, words=data, links=links), headers={"Vary": "Accept-Language"}
        )

    async def tables(self, request: Request) -> Response:
        """Answer with the stream of the tables' displays."""
        return sse.response(self._stream(self._locale(request)))

    def _locale(self, request: Request) -> Locale:
        """Return the browser's language, or that of the hall where no requested language exists."""
        lang = supported(*wanted(request.headers.get("accept-language", ""))) or self._lang
        return Locale(catalogue(lang), CardWords(lang))

    async def picture(self, request: Request) -> Response:
        """Answer with a picture of a verdict; a number keeps its picture until the hall is opened anew."""
        verdict = self._seen.value.verdict(request.path_params["number"])
        data = verdict.picture(request.path_params["of"]) if verdict else None
        if data is None:
            return PlainTextResponse("There is no such picture.", 404)
        return Response(data, media_type="image/jpeg", headers={"X-Content-Type-Options": "nosniff"})

    async def cards(self, request: Request) -> Response:
        """Answer with drawings of cards."""
        return assets.respond(request, card_sheets.asset(f"cards/{request.path_params['name']}"))

    async def file(self, request: Request) -> Response:
        """Answer with a style sheet or a script of the page."""
        name = request.path_params["name"]
        return assets.respond(request, None if name.endswith(".html") else self._files.get(name))

    async def _stream(self, locale: Locale) -> AsyncGenerator[str]:
        """Stream each table's display: first all of it, then the changes."""
        number, trouble, drawn = 0, "", dict[str, TableSeen]()
        yield sse.event("now", str(time.time()), 2000)
        while not self._closing:
            newer = await self._seen.wait_async(number, _BEAT_S)
            if newer is None:
                yield sse.COMMENT
                continue
            number, hall = newer
            for name, table in hall.tables.items():
                if table is not drawn.get(name):
                    drawn[name] = table
                    yield sse.event("table", json.dumps(table.as_json(), ensure_ascii=False))
            if hall.trouble != trouble:
                trouble = hall.trouble
                yield sse.event("trouble", json.dumps(_unheard(trouble, locale), ensure_ascii=False))


def _unheard(trouble: str, locale: Locale) -> str:
    """Return the board's notice that no message of a table arrives; empty while messages do."""
    message = Message("The hall hears no table now ({reason}); they play on, and send what is missing.", reason=trouble)
    return translated(message, locale) if trouble else ""


BoardAnswer: TypeAlias = Callable[[BoardServer, Request], Awaitable[Response]]

ROUTES: Final[Mapping[str, BoardAnswer]] = {
    "/": BoardServer.page,
    "/tables": BoardServer.tables,
    "/verdicts/{number:int}/{of}.jpg": BoardServer.picture,
    "/cards/{name}": BoardServer.cards,
    "/{name}": BoardServer.file,
}
"""Every route of the board; each is open to everybody on the network, and a GET that changes nothing."""
