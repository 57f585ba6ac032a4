"""The matches of the archive: who has won which, and each as a replay to look at and to keep."""

import asyncio
import sqlite3
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from babel.dates import format_date, format_time
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from controller import games
from controller.console.http.request import PageRequest, PageRoute
from controller.console.replay import child
from controller.console.replay.document import policy
from controller.console.security.roles import Role
from controller.console.words.gettext import _, word
from controller.report.summary import is_over
from controller.rules.standing import score_words
from controller.store.archive import Archive, StoredMatch
from controller.store.background import summaries
from controller.store.background.children import ChildAnswer
from controller.store.background.summaries import ShortSummary
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
LIST_WAIT_S: Final = 0.4
"""Longest wait for the results of matches; then the page is painted without, says so and asks again."""
MOST_DIGITS: Final = 18
"""The most digits of a match's number."""
_UNKNOWN: Final = ShortSummary(0)

ListedMatches = Mapping[StoredMatch, ShortSummary | None]
"""Matches, the newest first, each with its summary; None: it is still to be made."""


@dataclass(frozen=True, slots=True)
class ListedSide:
    """A side of a match with its sum, as the list has it."""

    names: tuple[str, ...]
    sum: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """A match of the archive as the list has it."""

    id: int
    began: datetime
    game: str
    """Title of the game in the reader's language; empty where it cannot be read by the games that there are here."""
    summary: ShortSummary
    is_played: bool
    """Whether it is in progress at this table."""
    waits: bool
    """Whether its summary is still to be made."""

    @property
    def sides(self) -> tuple[ListedSide, ...]:
        """The sides in the order in which the match stands; none as long as no deal is finished."""
        summary = self.summary
        return tuple(
            ListedSide(
                tuple(summary.players[seat] for seat in seats),
                score_words(summary.total[seats[0]]),
                seats == summary.won,
            )
            for seats in summary.sides
            if summary.deals
        )


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """A replay that is asked for."""

    match: int
    mark: str
    """The mark of the match's lines, which changes when the match goes on."""
    lang: Lang
    suits: Suits
    when: str


_KEPT: Final = dict[tuple[Path | None, ReplayRequest], bytes]()
"""The newest replays."""


async def archive(request: PageRequest) -> Response:
    """Return the newest matches, or those of a name or a game, the newest first."""
    listed, has_failed = await _summarised(request)
    query = request.http.query_params
    search, before = query.get("q", "").strip(), query.get("before", "")[:MOST_DIGITS]
    older = [one for one in _listed(request, listed) if not before.isdecimal() or one.id < int(before)]
    matches = [one for one in older if _is_sought(one, search)]
    values = {
        "matches": [(one, _when(one.began, request.language.code)) for one in matches[:NEWEST]],
        "next": matches[NEWEST - 1].id if len(matches) > NEWEST else 0,
        "wanted": search,
        "before": before,
        "waits": any(one.waits for one in older),
        "has_failed": has_failed,
    }
    return request.page("archive.html", values)


async def _summarised(request: PageRequest) -> tuple[ListedMatches, bool]:
    """Return the matches, and whether summaries that are missing cannot be made.

    A process of its own makes them.
    """
    ended = is_over(request.state.match)

    async def read() -> ListedMatches:
        return await run_in_threadpool(
            _opened, request.context.records, lambda one: summaries.found(one, running=ended), {}
        )

    listed = await read()
    missing = _missing(listed, ended=ended)
    if not missing:
        return listed, False
    at_table = summaries.ENDED if ended else summaries.PLAYED
    task = request.context.children.begin(summaries.NAME, str(request.context.records), at_table)
    await asyncio.wait({task}, timeout=LIST_WAIT_S)
    if not task.done():
        return listed, False
    listed = await read()
    return listed, _missing(listed, ended=ended) >= missing


def _missing(listed: ListedMatches, *, ended: bool) -> int:
    """Count the summaries that are still to be made, that of a running match only if it has ended."""
    return sum(found is None and (ended or not one.running) for one, found in listed.items())


def _listed(request: PageRequest, listed: ListedMatches) -> list[ArchivedMatch]:
    """Return the matches as the page names them.

    The one that is being played has what the table knows of it.
    """
    match, matches = request.state.match, list[ArchivedMatch]()
    ended, title = is_over(match), cache(_title)
    for stored, summary_found in listed.items():
        is_played = stored.running and not ended
        summary = ShortSummary(0, match.game.name, match.names) if is_played else summary_found or _UNKNOWN
        began_at, waits = began(stored.name).astimezone(), summary_found is None and not is_played
        matches.append(ArchivedMatch(stored.id, began_at, title(summary.game), summary, is_played, waits))
    return matches


def _title(game: str) -> str:
    """Return the title of a game in the reader's language."""
    with suppress(LookupError, ValueError):
        return word(games.load(game).title) if game else ""
    return game


def _is_sought(one: ArchivedMatch, search: str) -> bool:
    """Whether all words of a search begin somewhere in the game's title or a name; accents and capitals are alike."""
    text = _plain(" ".join((one.game, *one.summary.players)))
    return all(part in text for part in _plain(search).split())


def _plain(text: str) -> str:
    """Return a text without accents and capitals.

    >>> _plain("Änni Éva")
    'anni eva'
    """
    return "".join(one for one in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(one))


async def replay(request: PageRequest) -> Response:
    """Return a match as a page of its own; one that is being played gives nothing away."""
    number = request.http.path_params["match"]
    match = await run_in_threadpool(_opened, request.context.records, lambda one: _named(one, number), None)
    if match is None:
        raise HTTPException(404, _("There is no such match, or it is still being played."))
    stored, mark = match
    when = _when(began(stored.name).astimezone(), request.language.code)
    document = await _document(
        request, ReplayRequest(stored.id, mark, request.language.code, request.context.suits, when)
    )
    safe = f"{policy()}; frame-ancestors 'none'; sandbox allow-scripts"
    return HTMLResponse(document, headers={"Content-Security-Policy": safe, "Cache-Control": "private, no-cache"})


def _when(began_at: datetime, lang: Lang) -> str:
    """Return a day and a time of it, without seconds.

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
    except (ArchiveError, FileNotFoundError, sqlite3.Error):
        return nothing


def _named(archive: Archive, match: int) -> tuple[StoredMatch, str] | None:
    """Return a match of the archive, and what its lines come to."""
    stored = next((one for one in archive.matches() if one.id == match), None)
    return (stored, archive.mark(match)) if stored else None


async def _document(request: PageRequest, replay_request: ReplayRequest) -> bytes:
    """Return a replay, made by a process of its own and kept for a moment.

    It is looked at, and then saved.
    """
    place = (request.context.records, replay_request)
    if place in _KEPT:
        return _KEPT[place]
    words = (str(replay_request.match), replay_request.lang, replay_request.suits, replay_request.when)
    task = request.context.children.begin(child.NAME, str(request.context.records), *words)
    task.add_done_callback(lambda done: _store(place, done))
    await asyncio.wait({task}, timeout=WAIT_S)
    answer = _answer(task)
    if answer is None:
        raise HTTPException(503, _("This match cannot be shown now; try again in a minute."))
    if answer.status == child.TOO_LONG:
        raise HTTPException(404, _("This match is longer than any evening, and is not shown here."))
    if answer.status != 0:
        raise HTTPException(404, _("There is no such match, or it is still being played."))
    return answer.written


def _answer(task: asyncio.Task[ChildAnswer]) -> ChildAnswer | None:
    """Return what a process has told; None as long as it runs, and where it did not do its work."""
    return None if not task.done() or task.cancelled() or task.exception() else task.result()


def _store(place: tuple[Path | None, ReplayRequest], task: asyncio.Task[ChildAnswer]) -> None:
    answer = _answer(task)
    if answer and answer.status == 0:
        while len(_KEPT) >= MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)))
        _KEPT[place] = answer.written


ROUTES = (
    PageRoute("/archive", Role.PLAYER, archive),
    PageRoute("/archive/{match:int}.html", Role.PLAYER, replay),
)
