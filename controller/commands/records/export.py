"""``schiri record export``: matches out of the archive, as records, as text, for spreadsheets and other programs."""

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from controller.commands import terminal
from controller.games import interchange
from controller.games.interchange import NoWriterError
from controller.record import text as record
from controller.referee.fold import MatchError, outcome
from controller.report import notation
from controller.report.spreadsheet import cell
from controller.report.summary import Summary, summary
from controller.store.archive import Archive, StoredMatch, links
from controller.store.journal import chain_path
from controller.store.match_journal import began
from controller.store.sqlite import DamagedError

Format = Literal["jsonl", "csv", "txt", "pbn"]

COLUMNS: Final = ("match", "game", "deal", "player", "points", "tricks", "score", "total", "void")
UNREADABLE: Final = 2
"""Exit status: a match cannot be read by the games that there are here."""


class ExportError(ValueError):
    """Matches that cannot be written where, or as, it was asked for."""


def run(archive: Archive, names: Sequence[str], form: Format, to: Path | None, *, everything: bool) -> int:
    """Write matches into a folder, or to standard output where none is named; returns the exit status.

    Raises:
        ExportError: no match is named, or a file is there already.
        NoMatchError: there is no such match.
    """
    matches = archive.matches() if everything else [archive.find(one) for one in names]
    if everything and not matches:
        raise ExportError(f"{archive.path} holds no match yet")
    if not matches:
        raise ExportError("name the matches to export by id, or all of them with --all; `record list` tells them")
    if to is None and form == "jsonl" and len(matches) > 1:
        raise ExportError("several records need a folder, a file for each: --to FOLDER")
    status = 0
    for stored in matches:
        try:
            _write(_content(archive, stored, form), stored, form, to)
        except (MatchError, NoWriterError, DamagedError) as error:
            terminal.complain(f"match {stored.id} ({stored.name}): {error}")
            status = UNREADABLE
            continue
        if to is not None and form == "jsonl":
            _new(chain_path(_path(to, stored, form))).write_bytes(links(archive.lines(stored.id)))
    return status


def _content(archive: Archive, stored: StoredMatch, form: Format) -> bytes:
    """Return a match in a format; a record is written as it is kept, byte for byte."""
    data = archive.record(stored.id)
    if form == "jsonl":
        return data
    events = record.read(data).events
    if form == "txt":
        return "".join(f"{line}\n" for line in (*notation.write(events), "")).encode()
    if form == "pbn":
        match = outcome(events)
        return "".join(f"{line}\n" for line in interchange.load(match.game.name, form)(match)).encode()
    return table(summary(stored.name, events)).encode()


def table(match: Summary) -> str:
    """Return a match for a spreadsheet: a head, and a row for each deal and player."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows(_rows(match))
    return out.getvalue()


def _rows(match: Summary) -> Iterator[Sequence[object]]:
    for deal in match.deals:
        for seat, player in enumerate(match.players):
            points = None if deal.points is None else deal.points[seat]
            score = None if deal.score is None else deal.score[seat]
            count = (points, deal.tricks[seat], score, deal.total[seat], deal.detail.get("void", ""))
            yield match.name, match.game, deal.deal, cell(player), *count


def _write(content: bytes, stored: StoredMatch, form: Format, to: Path | None) -> None:
    if to is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    to.mkdir(parents=True, exist_ok=True)
    _new(_path(to, stored, form)).write_bytes(content)


def _path(folder: Path, stored: StoredMatch, form: Format) -> Path:
    began(stored.name)  # a name that anybody has put into the archive may lead elsewhere
    return folder / f"{stored.name}.{form}"


def _new(path: Path) -> Path:
    if path.exists():
        raise ExportError(f"{path} is there already; name another folder, or remove it first")
    return path
