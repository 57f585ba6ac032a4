"""The arbiter's desk of a hall: the tables that wait, the longest first, and the way to each verdict at its table."""

import json
import time
from collections.abc import AsyncGenerator, Collection
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from controller.hall.desk import texts
from controller.hall.desk.access import OfficeAccess
from controller.hall.desk.book import DeskError
from controller.hall.desk.routes import DeskRoute, fields, html
from controller.hall.messages import VerdictCard, VerdictTold, plain
from controller.hall.overview import HallSeen
from controller.language.catalogues import supported, wanted
from controller.record.cards import Card
from controller.record.message import Message, reason_of
from controller.web import card_sheets, sse
from controller.web.newest import Latest
from vision.words.cards import CardWords, Lang

_BEAT_S: Final = 15.0
"""Seconds between two heartbeats of an idle stream."""
_MOST_SETTLED: Final = 30
MOST_NAME: Final = 40
"""Letters of an arbiter's name."""


class ArbiterActions(Protocol):
    """Ways to the tables; :class:`controller.hall.collector.HallCollector` has them."""

    def send_arbiter(self, table: str, name: str) -> None:
        """Show at a table which arbiter is on the way."""
        ...

    def close_verdicts(self, table: str, numbers: Collection[int]) -> None:
        """Remove verdicts from the arbiters' queue."""
        ...

    def admit(self, table: str, name: str) -> str:
        """Admit an arbiter to a table's own pages; returns their address, empty without one."""
        ...


class ArbiterDesk:
    """A desk that answers arbiters, and shows everybody who waits for one."""

    def __init__(self, seen: Latest[HallSeen], ways: ArbiterActions, folder: Path, lang: Lang = "en") -> None:
        """Serve the tables of a hall.

        Args:
            seen: the newest overview.
            ways: to the tables.
            folder: of the hall, with the codes of its arbiters and its organiser.
            lang: for browsers that ask for no language there is.
        """
        self._seen, self._ways = seen, ways
        self._access, self._organisers = OfficeAccess(folder, "arbiter"), OfficeAccess(folder, "organiser")
        self._lang: Lang = lang
        self.is_closing = False

    async def respond(self, route: "DeskRoute[ArbiterDesk]", request: Request) -> Response:
        """Answer a route for an authorized browser."""
        lang = supported(*wanted(request.headers.get("accept-language", ""))) or self._lang
        try:
            if route.office and self._access.name(request) is None:
                return RedirectResponse("/arbiter", 303)
            return await route.answer(self, request, lang)
        except DeskError as error:
            return PlainTextResponse(texts.translate(reason_of(error), lang) + "\n", 409)

    async def page(self, request: Request, lang: Lang) -> Response:
        """Answer with the page, whose queue comes by its stream."""
        return self._page(request, lang)

    async def enter(self, request: Request, lang: Lang) -> Response:
        """Check a code, the organiser's too, and store the arbiter's name."""
        form = await fields(request)
        if form is None:
            return PlainTextResponse("", 400)
        typed, name = form.get("code", ""), plain(form.get("name", "").strip(), MOST_NAME)
        if not name or not (self._access.enter(typed) or self._organisers.enter(typed)):
            return self._page(request, lang, 403)
        answer = RedirectResponse("/arbiter", 303)
        self._access.sign_in(answer, name)
        return answer

    async def do(self, request: Request, lang: Lang) -> Response:
        """Carry out an arbiter's action; repeating one does no harm.

        The way into a table is an address for the page's script: no form of ours leads to another machine (CSP).
        """
        form, name = await fields(request), self._access.name(request)
        if form is None or not name:
            return PlainTextResponse("", 400)
        table, do = form.get("table", ""), form.get("do", "")
        if table not in self._seen.value.tables:
            return PlainTextResponse("", 404)
        if do == "open":
            address = await run_in_threadpool(self._ways.admit, table, name)
            if not address:
                return self._page(request, lang, 409, away=table)
            place, _, key = address.partition("#")
            return PlainTextResponse(f"{place}?{urlencode({'about': form.get('about', '')})}#{key}")
        if do == "come":
            await run_in_threadpool(self._ways.send_arbiter, table, name)
        elif do == "stay":
            await run_in_threadpool(self._ways.send_arbiter, table, "")
        elif do == "done":
            told = {int(one) for one in form.get("verdicts", "").split() if one.isdecimal() and len(one) < 9}
            await run_in_threadpool(self._ways.close_verdicts, table, told)
        return RedirectResponse("/arbiter", 303)

    async def live(self, request: Request, lang: Lang) -> Response:
        """Answer with the stream of the queue and of settled verdicts."""
        return sse.response(self._stream(self._access.name(request), lang))

    async def _stream(self, name: str | None, lang: Lang) -> AsyncGenerator[str]:
        number, sent = 0, ""
        yield sse.event("now", str(time.time()), 2000)
        while not self.is_closing:
            held = await self._seen.wait_async(number, _BEAT_S)
            if held is None:
                yield sse.COMMENT
                continue
            number, hall = held
            told = json.dumps(queue(hall, name, lang), ensure_ascii=False)
            if told != sent:
                sent = told
                yield sse.event("queue", told)

    def _page(self, request: Request, lang: Lang, status: int = 200, *, away: str = "") -> Response:
        values = {
            "title": texts.translate(Message("For the arbiter"), lang),
            "name": self._access.name(request),
            "wrong": status == 403,
            "away": away,
            **queue(self._seen.value, self._access.name(request), lang),
        }
        return html("arbiter.html", lang, values, status)


def queue(hall: HallSeen, name: str | None, lang: Lang) -> dict[str, object]:
    """Return the waiting tables, one element each with its id, and the rest of the page.

    Args:
        hall: the newest overview.
        name: of the arbiter who looks; None: somebody else.
        lang: of the page.
    """
    values = {"cards_of": cards_of, "lang": lang, "name": name}
    items = [
        (f"table-{one.seen.table}", texts.render("arbiter_table.html", lang, {**values, "one": one}))
        for one in hall.waiting
    ]
    wrong = [one for one in hall.tables.values() if one.is_doubled or one.trouble]
    rest = {**values, "settled": hall.settled[:_MOST_SETTLED], "wrong": wrong}
    return {"items": items, "rest": texts.render("arbiter_rest.html", lang, rest)}


def cards_of(told: VerdictTold, lang: Lang) -> list[tuple[str, str, str]]:
    """Return a verdict's cards: their part, the drawing's address, and the name for screen readers."""
    words = CardWords(lang, told.suits)
    sheet = card_sheets.address(told.suits, lang, "m")
    return [(one.part, f"/{sheet}#m-{_face(one)}", words.name(_face(one))) for one in told.cards]


def _face(one: VerdictCard) -> Card:
    return Card(one.card).face


ROUTES: Final = (
    DeskRoute("GET", "/arbiter", None, ArbiterDesk.page),
    DeskRoute("GET", "/arbiter/live", None, ArbiterDesk.live),
    DeskRoute("POST", "/arbiter/enter", None, ArbiterDesk.enter),
    DeskRoute("POST", "/arbiter/do", "arbiter", ArbiterDesk.do),
)
"""Every route of the arbiter's desk; a browser that only reads changes nothing."""
