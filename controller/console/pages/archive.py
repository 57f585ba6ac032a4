"""The matches of the archive, each as a replay to look at and to keep."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from babel.dates import format_date, format_time
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from controller import games
from controller.console.http.request import PageRequest
from controller.console.http.route import PageRoute
from controller.console.replay import child
from controller.console.replay.document import policy
from controller.console.security.roles import Role
from controller.console.words.gettext import _
from controller.record import text as record
from controller.record.corrections import StandingEvent, corrected
from controller.record.events import MatchStart
from controller.report.summary import is_over
from controller.store.archive import Archive, KeptMatch
from controller.store.background.children import ChildAnswer
from controller.store.match_journal import began
from controller.store.sqlite import ArchiveError
from vision.words.cards import Lang, Suits

T = TypeVar("T")
NEWEST: Final = 30
"""Matches on the page."""
MOST_KEPT: Final = 4
"""Replays that are kept."""
WAIT_S: Final = 10.0
"""Longest wait for a replay; on a busy machine it takes longer, and is there when the page is asked for again."""
_CORRECTED: Final = re.compile(rb'"of":\s*1\b')
"""What stands in a line that corrects the match line."""


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """A match of the archive as the list has it."""

    id: int
    began: datetime
    game: str
    """Its title; empty where it cannot be read by the games that there are here."""
    names: tuple[str, ...]
    is_played: bool
    """Whether it is in progress at this table."""


@dataclass(frozen=True, slots=True)
class AskedReplay:
    """A replay that is asked for."""

    match: int
    mark: str
    """What the lines of the match come to: one that has gone on has another."""
    lang: Lang
    suits: Suits
    when: str


_KEPT: Final = dict[tuple[Path | None, AskedReplay], bytes]()
"""The newest replays."""


async def archive(request: PageRequest) -> Response:
    """The newest matches, the newest first."""
    ended = is_over(request.state.match)
    found = await run_in_threadpool(_opened, request.context.records, lambda one: _listed(one, ended=ended), ())
    lang = request.language.code
    rows = [(one, _when(one.began, lang)) for one in found]
    return request.page("archive.html", {"matches": rows})


async def replay(request: PageRequest) -> Response:
    """A match as a page of its own; one that is being played gives nothing away."""
    wanted = request.http.path_params["match"]
    known = await run_in_threadpool(_opened, request.context.records, lambda one: _named(one, wanted), None)
    if known is None:
        raise HTTPException(404, _("There is no such match, or it is still being played."))
    kept, mark = known
    when = _when(began(kept.name).astimezone(), request.language.code)
    told = await _document(request, AskedReplay(kept.id, mark, request.language.code, request.context.suits, when))
    safe = f"{policy()}; frame-ancestors 'none'; sandbox allow-scripts"
    return HTMLResponse(told, headers={"Content-Security-Policy": safe, "Cache-Control": "private, no-cache"})


def _when(began_at: datetime, lang: Lang) -> str:
    """A day and a time of it, without seconds.

    >>> _when(datetime.fromisoformat("2026-11-21T19:03:12"), "de")
    '21.11.2026, 19:03'
    """
    return f"{format_date(began_at, 'medium', lang)}, {format_time(began_at, 'short', locale=lang)}"


def _opened(directory: Path | None, ask: Callable[[Archive], T], nothing: T) -> T:
    """Ask the archive; where there is none, or it cannot be read, nothing."""
    if directory is None:
        return nothing
    try:
        with Archive(directory) as opened:
            return ask(opened)
    except (ArchiveError, FileNotFoundError):
        return nothing


def _listed(archive: Archive, *, ended: bool) -> tuple[ArchivedMatch, ...]:
    """The newest matches; of the one at the table it is known whether it has ended."""
    return tuple(_match(archive, kept, ended=ended) for kept in reversed(archive.matches()[-NEWEST:]))


def _match(archive: Archive, kept: KeptMatch, *, ended: bool) -> ArchivedMatch:
    opening = _opening(archive, kept.id)
    names = opening.seats if opening else ()
    return ArchivedMatch(kept.id, began(kept.name).astimezone(), _title(opening), names, kept.running and not ended)


def _title(opening: MatchStart | None) -> str:
    with suppress(LookupError, ValueError):
        return games.load(opening.game).title if opening else ""
    return ""


def _opening(archive: Archive, match: int) -> MatchStart | None:
    """The match line as it was corrected; a record in which it was not is not read on."""
    data = archive.record(match)
    needed = data if _CORRECTED.search(data) else data.partition(b"\n")[0] + b"\n"
    with suppress(record.RecordError):
        first = corrected(record.read(needed).events)[0]
        if isinstance(first, StandingEvent) and isinstance(first.event, MatchStart):
            return first.event
    return None


def _named(archive: Archive, match: int) -> tuple[KeptMatch, str] | None:
    """A match of the archive, and what its lines come to."""
    kept = next((one for one in archive.matches() if one.id == match), None)
    return (kept, archive.mark(match)) if kept else None


async def _document(request: PageRequest, asked: AskedReplay) -> bytes:
    """A replay, made by a process of its own and kept for a moment: it is looked at, and then saved."""
    place = (request.context.records, asked)
    if place in _KEPT:
        return _KEPT[place]
    words = (str(asked.match), asked.lang, asked.suits, asked.when)
    task = request.context.children.begin(child.NAME, str(request.context.records), *words)
    task.add_done_callback(lambda done: _keep(place, done))
    await asyncio.wait({task}, timeout=WAIT_S)
    made = _answer(task)
    if made is None:
        raise HTTPException(503, _("This match cannot be shown now; try again in a minute."))
    if made.status == child.TOO_LONG:
        raise HTTPException(404, _("This match is longer than any evening, and is not shown here."))
    if made.status != 0:
        raise HTTPException(404, _("There is no such match, or it is still being played."))
    return made.written


def _answer(task: asyncio.Task[ChildAnswer]) -> ChildAnswer | None:
    """What a process has told; None as long as it runs, and where it did not do its work."""
    return None if not task.done() or task.cancelled() or task.exception() else task.result()


def _keep(place: tuple[Path | None, AskedReplay], done: asyncio.Task[ChildAnswer]) -> None:
    made = _answer(done)
    if made and made.status == 0:
        while len(_KEPT) >= MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)))
        _KEPT[place] = made.written


ROUTES = (
    PageRoute("/archive", Role.PLAYER, archive),
    PageRoute("/archive/{match:int}.html", Role.PLAYER, replay),
)
