"""The matches of the archive, each as a replay to look at and to keep."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar

from babel.dates import format_date, format_time
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from controller import games
from controller.console.http.request import PageRequest
from controller.console.http.route import PageRoute
from controller.console.replay.document import document, policy
from controller.console.security.roles import Role
from controller.console.words.gettext import _
from controller.record import text as record
from controller.record.corrections import StandingEvent, corrected
from controller.record.events import MatchStart
from controller.referee.fold import outcome
from controller.referee.start import MatchError
from controller.store.archive import Archive, KeptMatch
from controller.store.match_journal import began
from controller.store.sqlite import ArchiveError
from vision.words.cards import Lang, Suits

T = TypeVar("T")
NEWEST: Final = 30
"""Matches on the page."""
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


async def archive(request: PageRequest) -> Response:
    """The newest matches, the newest first."""
    found = await run_in_threadpool(_opened, request.context.records, _listed, ())
    lang = request.language.code
    rows = [(one, _when(one.began, lang)) for one in found]
    return request.page("archive.html", {"matches": rows})


async def replay(request: PageRequest) -> Response:
    """A match as a page of its own; one that is being played gives nothing away."""
    wanted = request.http.path_params["match"]
    lang, suits = request.language.code, request.context.suits
    told = await run_in_threadpool(
        _opened, request.context.records, lambda one: _replay(one, wanted, lang, suits), None
    )
    if told is None:
        raise HTTPException(404, _("There is no such match, or it is still being played."))
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


def _listed(archive: Archive) -> tuple[ArchivedMatch, ...]:
    return tuple(_match(archive, kept) for kept in reversed(archive.matches()[-NEWEST:]))


def _match(archive: Archive, kept: KeptMatch) -> ArchivedMatch:
    opening = _opening(archive, kept.id)
    is_played = kept.running and not _is_over(archive, kept.id)
    names = opening.seats if opening else ()
    return ArchivedMatch(kept.id, began(kept.name).astimezone(), _title(opening), names, is_played)


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


def _is_over(archive: Archive, match: int) -> bool:
    """Whether a match has ended after a whole deal; one that is cut short goes on as soon as that is taken back."""
    with suppress(record.RecordError, MatchError):
        found = outcome(record.read(archive.record(match)).events)
        last = found.ledger[-1] if found.ledger else None
        is_whole = last is None or (last.void is None and (last.deal.over or not last.deal.holes))
        return found.ended and is_whole
    return False


def _replay(archive: Archive, match: int, lang: Lang, suits: Suits) -> str | None:
    kept = next((one for one in archive.matches() if one.id == match), None)
    if kept is None or (kept.running and not _is_over(archive, match)):
        return None
    with suppress(record.RecordError, MatchError):
        return _document(archive.record(match), lang, suits, _when(began(kept.name).astimezone(), lang))
    return None


@lru_cache(maxsize=4)
def _document(data: bytes, lang: Lang, suits: Suits, when: str) -> str:
    """A replay, kept for a moment: it is looked at, and then saved."""
    return document(record.read(data), lang, suits, when)


ROUTES = (
    PageRoute("/archive", Role.PLAYER, archive),
    PageRoute("/archive/{match:int}.html", Role.PLAYER, replay),
)
