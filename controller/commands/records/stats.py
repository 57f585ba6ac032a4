"""``schiri record stats``: what many matches come to, for players and seasons."""

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TextIO

from controller import games
from controller.commands import terminal
from controller.commands.records import plots
from controller.report.season import chosen
from controller.report.statistics import MatchFigures, StatisticsRow, by_player, by_season
from controller.report.statistics_rows import COLUMNS, ExportRow, csv_cells, rows
from controller.store.archive import Archive
from controller.store.background import match_figures

StatisticsForm = Literal["text", "json", "csv"]

HEAD = ("player", "game", "season", "matches", "won", "deals", "points/deal", "revokes", "corrections")


class ChoiceError(ValueError):
    """A form that cannot be told, or a game or a year of which there is no match."""


def run(
    archive: Archive, *, game: str | None, season: str | None, plot: Path | None, form: StatisticsForm, out: TextIO
) -> int:
    """Tell the statistics of all matches, or those of a game or a year; draw them if asked to; returns the exit status.

    Raises:
        PlotError: they cannot be drawn.
        ChoiceError: there is no match of this game or year.
    """
    every = _figures(archive)
    game = None if game is None else games.id_of(game)
    matches = chosen(every, game or "", season or "")
    _check(every, game, season)
    players, seasons = by_player(matches), by_season(matches)
    if plot is not None:
        plots.draw(players, seasons, plot)
    if form == "csv":
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(map(csv_cells, rows(matches)))
        return 0
    for line in map(_json, rows(matches)) if form == "json" else _told(players, seasons):
        out.write(line + "\n")
    return 0


def _figures(archive: Archive) -> Sequence[MatchFigures]:
    """The figures of all matches; what was not counted yet is counted and kept."""
    directory = archive.path.parent
    kept = match_figures.read(directory)
    for left, counted in match_figures.brought_up(archive, kept):
        kept = counted
        if not left:
            match_figures.keep(directory, kept)
    found = match_figures.found(archive, kept, running=True)
    for name in found.unread:
        terminal.complain(f"match {name} cannot be read and does not count")
    return found.matches


def _check(matches: Sequence[MatchFigures], game: str | None, season: str | None) -> None:
    """Raise ChoiceError where nothing can be told of a choice, as no match is of it."""
    for what, wanted, there in (
        ("game", game, sorted({one.game for one in matches})),
        ("season", season, sorted({one.season for one in matches})),
    ):
        if matches and wanted is not None and wanted not in there:
            raise ChoiceError(f"no match is of {what} {wanted!r}; there are {', '.join(there)}")


def _json(row: ExportRow) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _told(players: Sequence[StatisticsRow], seasons: Sequence[StatisticsRow]) -> Iterator[str]:
    if not players:
        yield "no match yet"
        return
    rows = [HEAD, *map(_cells, players), *map(_cells, seasons)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        if number in (1, len(players) + 1):
            yield "-" * (sum(widths) + 2 * len(widths) - 2)
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _cells(line: StatisticsRow) -> tuple[str, ...]:
    tally = line.tally
    won = "–" if tally.win_rate is None else f"{tally.won}/{tally.ended} {tally.win_rate:.0%}"
    points = "–" if tally.points_per_deal is None else f"{tally.points_per_deal:.1f}"
    counts = (str(tally.matches), won, str(tally.deals), points, str(tally.revokes), str(tally.corrections))
    return line.player, line.game, line.season or "all", *counts
