"""``schiri record stats``: what many matches come to, for players and seasons."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from controller.commands.records.summaries import whole
from controller.report.statistics import StatisticsRow, by_player, by_season, fields
from controller.report.summary import Summary
from controller.store.archive import Archive

HEAD = ("player", "game", "season", "matches", "won", "deals", "points/deal", "revokes", "corrections")


def run(
    archive: Archive, *, game: str | None, season: str | None, plot: Path | None, as_json: bool, out: TextIO
) -> int:
    """Tell the statistics of all matches, or those of a game or a year; draw them if asked to; returns the exit status.

    Raises:
        PlotError: they cannot be drawn.
    """
    matches = [match for match in _summaries(archive) if game in (None, match.game) and season in (None, match.season)]
    players, seasons = by_player(matches), by_season(matches)
    if plot is not None:
        from controller.commands.records import plots

        plots.draw(players, seasons, plot)
    for line in _json(players, seasons) if as_json else _told(players, seasons):
        out.write(line + "\n")
    return 0


def _summaries(archive: Archive) -> Iterator[Summary]:
    for kept in archive.matches():
        found = whole(archive.record(kept.id), kept)
        if found is None:
            sys.stderr.write(f"schiri: match {kept.id} ({kept.name}) cannot be read and does not count\n")
        else:
            yield found


def _json(players: Sequence[StatisticsRow], seasons: Sequence[StatisticsRow]) -> Iterator[str]:
    for kind, lines in (("player", players), ("season", seasons)):
        for line in lines:
            yield json.dumps({"r": kind, **fields(line)}, ensure_ascii=False, separators=(",", ":"))


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
