"""Statistics of the archive as pictures, and as files for spreadsheets and programs."""

import asyncio
import csv
import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller import games
from controller.console.http.request import PageRequest, PageRoute
from controller.console.security.roles import Role
from controller.console.statistics import child
from controller.console.words.gettext import _
from controller.report.statistics_rows import COLUMNS, csv_cells
from controller.report.summary import is_over
from controller.store.archive import Archive
from controller.store.background.children import ChildAnswer
from controller.store.sqlite import ArchiveError

WAIT_S: Final = 0.4
"""Longest wait of a page for what is being counted; then it is painted without, says so and asks again."""
FILE_WAIT_S: Final = 3.0
"""Longest wait of a file, which cannot ask again."""
MOST_LINES: Final = 40
"""Lines of a table on the page; the files have all of them."""
MOST_KEPT: Final = 8
"""Statistics that are kept for the next reader."""

_SEASON: Final = re.compile(r"\d{4}|", re.ASCII)
_NOTHING: Final[Mapping[str, Any]] = {
    "missing": 0,
    "unread": 0,
    "games": [],
    "seasons": [],
    "matches": 0,
    "pictures": [],
    "rows": [],
}


@dataclass(frozen=True, slots=True)
class StatisticsRequest:
    """Statistics that are asked for, of an archive as it is."""

    directory: Path
    archive: str
    """The mark of the archive's matches, which changes with every line."""
    game: str
    season: str
    lang: str
    at_table: str

    @property
    def words(self) -> tuple[str, ...]:
        """The arguments of the process that draws them."""
        return str(self.directory), self.game, self.season, self.lang, self.at_table


@dataclass(frozen=True, slots=True)
class StatisticsAnswer:
    """The answer to them as of now: what a process has made, or why there is nothing yet."""

    values: Mapping[str, Any]
    """The values, as :mod:`controller.console.statistics.child` writes them."""
    waits: bool = False
    """Whether they are being made."""
    failed: bool = False


_KEPT: Final = dict[StatisticsRequest, Mapping[str, Any]]()
"""The newest statistics."""


async def statistics(request: PageRequest) -> Response:
    """Return the pictures of a game and a year, or of all."""
    answer = await _answer(request, WAIT_S)
    values = {"told": answer, "found": answer.values, "most": MOST_LINES, "choice": _choice(request)}
    return request.page("statistics.html", values)


async def as_csv(request: PageRequest) -> Response:
    """Answer with the statistics as one table for spreadsheets."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(map(csv_cells, (await _whole(request))["rows"]))
    return _file("\ufeff" + text.getvalue(), "text/csv; charset=utf-8", "csv")


async def as_json(request: PageRequest) -> Response:
    """Answer with the statistics as one list of objects for programs."""
    rows = (await _whole(request))["rows"]
    return _file(json.dumps(rows, ensure_ascii=False, indent=1), "application/json", "json")


def _file(text: str, kind: str, ending: str) -> Response:
    name = {"Content-Disposition": f'attachment; filename="schiri-statistics.{ending}"', "Cache-Control": "no-store"}
    return Response(text, media_type=kind, headers=name)


def _no_match() -> HTTPException:
    return HTTPException(404, _("No match here is of this game or year; choose another one on /statistics."))


def _choice(request: PageRequest) -> Mapping[str, str]:
    """Return the game and the year that are asked for.

    Raises HTTPException where there can be no match of them.
    """
    game, season = (request.http.query_params.get(name, "") for name in ("game", "season"))
    if (game and game not in games.names()) or not _SEASON.fullmatch(season):
        raise _no_match()
    return {"game": game, "season": season}


async def _whole(request: PageRequest) -> Mapping[str, Any]:
    """Return the statistics that are asked for, with all matches counted."""
    answer = await _answer(request, FILE_WAIT_S)
    if answer.waits or answer.failed or answer.values["missing"]:
        raise HTTPException(503, _("The matches are still being counted; try again in a minute."))
    return answer.values


async def _answer(request: PageRequest, wait_s: float | None) -> StatisticsAnswer:
    """Return the statistics that are asked for, as far as they are made.

    Raises HTTPException where no match is of them.
    """
    request_made = await _requested(request)
    answer = StatisticsAnswer(_NOTHING) if request_made is None else await _compute(request, request_made, wait_s)
    values = answer.values
    is_made = not (answer.waits or answer.failed or values["missing"])
    if any(_choice(request).values()) and is_made and not values["matches"]:
        raise _no_match()
    return answer


async def _requested(request: PageRequest) -> StatisticsRequest | None:
    """Read which statistics are asked for; None where there is no archive with a match to read."""
    directory = request.context.records
    marks = await run_in_threadpool(_marks, directory) if directory else ""
    if directory is None or not marks:
        return None
    at_table = child.ENDED if is_over(request.state.match) else child.PLAYED
    return StatisticsRequest(directory, marks, **_choice(request), lang=request.language.code, at_table=at_table)


def _marks(directory: Path) -> str:
    """Hash the matches, a running one by its number alone; empty where none can be read."""
    with suppress(ArchiveError, FileNotFoundError, sqlite3.Error), Archive(directory) as archive:
        marks = archive.marks()
        rows = [(one.id, one.running, "" if one.running else marks.get(one.id)) for one in archive.matches()]
        return sha256(repr(rows).encode()).hexdigest() if rows else ""
    return ""


async def _compute(
    request: PageRequest, statistics_request: StatisticsRequest, wait_s: float | None
) -> StatisticsAnswer:
    """Return the statistics as a process of its own makes them; it is waited for a little, and goes on after that."""
    if statistics_request in _KEPT:
        return StatisticsAnswer(_KEPT[statistics_request])
    task = request.context.children.begin(child.NAME, *statistics_request.words)
    task.add_done_callback(lambda done: _store(statistics_request, done))
    await asyncio.wait({task}, timeout=wait_s)
    if not task.done():
        return StatisticsAnswer(_NOTHING, waits=True)
    values = _values(task)
    return StatisticsAnswer(_NOTHING, failed=True) if values is None else StatisticsAnswer(values)


def _values(task: asyncio.Task[ChildAnswer]) -> Mapping[str, Any] | None:
    """Parse what a process that has ended has made; None if it failed."""
    if task.cancelled() or task.exception() or task.result().status:
        return None
    values: Mapping[str, Any] = json.loads(task.result().written)
    return values


def _store(statistics_request: StatisticsRequest, task: asyncio.Task[ChildAnswer]) -> None:
    values = _values(task)
    if values and not values["missing"]:
        while len(_KEPT) >= MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)))
        _KEPT[statistics_request] = values


ROUTES = (
    PageRoute("/statistics", Role.PLAYER, statistics),
    PageRoute("/statistics.csv", Role.PLAYER, as_csv),
    PageRoute("/statistics.json", Role.PLAYER, as_json),
)
