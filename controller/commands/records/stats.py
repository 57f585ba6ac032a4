"""``schiri record stats``: what many matches come to, for players and seasons."""

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal, TextIO

from markupsafe import Markup
from rich.console import Console
from rich.table import Table

from controller import games
from controller.commands import terminal
from controller.console.statistics import charts
from controller.console.statistics.charts import BarRow
from controller.report.season import chosen
from controller.report.statistics import MatchFigures, StatisticsRow, by_player, by_season
from controller.report.statistics_rows import COLUMNS, ExportRow, csv_cells, rows
from controller.store import atomic
from controller.store.archive import Archive
from controller.store.background import match_figures

StatisticsForm = Literal["text", "json", "csv"]

HEADS: Final = ("season", "matches", "won", "deals", "points\na deal", "revokes", "correc-\ntions")


class ChoiceError(ValueError):
    """A form that cannot be told, or a game or a year of which there is no match."""


def run(
    archive: Archive, *, game: str | None, season: str | None, plot: Path | None, form: StatisticsForm, out: TextIO
) -> int:
    """Print the statistics of all matches, or of a game or a year; draw them if asked to; returns the exit status.

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
        draw(players, seasons, plot)
    if form == "csv":
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(map(csv_cells, rows(matches)))
        return 0
    if form == "json":
        out.writelines(f"{_json(row)}\n" for row in rows(matches))
    else:
        print_tables(players, seasons, out)
    return 0


def _figures(archive: Archive) -> Sequence[MatchFigures]:
    """Return the figures of all matches; what was not counted yet is counted and kept."""
    directory = archive.path.parent
    figures = match_figures.read(directory)
    for remaining, counted in match_figures.update_figures(archive, figures):
        figures = counted
        if not remaining:
            match_figures.keep(directory, figures)
    season = match_figures.found(archive, figures, running=True)
    for name in season.unread:
        terminal.complain(f"match {name} cannot be read and does not count")
    return season.matches


def _check(matches: Sequence[MatchFigures], game: str | None, season: str | None) -> None:
    """Raise ChoiceError where nothing can be told of a choice, as no match is of it."""
    for what, value, existing in (
        ("game", game, sorted({one.game for one in matches})),
        ("season", season, sorted({one.season for one in matches})),
    ):
        if matches and value is not None and value not in existing:
            raise ChoiceError(f"no match is of {what} {value!r}; there are {', '.join(existing)}")


def _json(row: ExportRow) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def print_tables(players: Sequence[StatisticsRow], seasons: Sequence[StatisticsRow], out: TextIO) -> None:
    """Print a table for each game, within the terminal's width or 80 columns: long names go on in the next line."""
    if not players:
        out.write("no match yet\n")
    console = Console(file=out, highlight=False, markup=False, emoji=False)
    for at, game in enumerate(sorted({row.game for row in players})):
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
        table.add_column(game, overflow="fold")
        for head in HEADS:
            table.add_column(head, justify="left" if head == "season" else "right", no_wrap=True)
        overall, yearly = ([_cells(row) for row in rows if row.game == game] for rows in (players, seasons))
        for cells in (*overall, (), *yearly):
            table.add_row(*cells)
        with console.capture() as capture:
            console.print(table)
        lines = [line.rstrip() for line in capture.get().splitlines()]
        out.writelines(f"{line}\n" for line in ([""] if at else []) + lines)


def _cells(line: StatisticsRow) -> tuple[str, ...]:
    tally = line.tally
    won = "–" if tally.win_rate is None else f"{tally.won}/{tally.ended} {tally.win_rate:.0%}"
    points = "–" if tally.points_per_deal is None else f"{tally.points_per_deal:.1f}"
    counts = (str(tally.matches), won, str(tally.deals), points, str(tally.revokes), str(tally.corrections))
    return line.player, line.season or "all", *counts


# Statistics as a picture, SVG: the charts of the pages, below each other, with letters and colours of their own.

COLOURS: Final = ("#0b6158", "#b3541e", "#4a5fc1", "#8a6d00", "#a03a78", "#4d5358")
DASHES: Final = ("none", "7 3", "2 3", "10 3 2 3", "4 2", "1 2")
_TITLE: Final = 28
_MARGIN: Final = 16
_PAGE: Final = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
    'font-size="12.5"><style>{style}</style><rect width="100%" height="100%" fill="white"/>{parts}</svg>\n'
)
_PART: Final = Markup(
    '<text class="title" x="{x}" y="{y}">{title}</text><g transform="translate({x} {top})">{chart}</g>'
)


class PlotError(ValueError):
    """The statistics cannot be drawn; the message says what is missing."""


def draw(players: Sequence[StatisticsRow], seasons: Sequence[StatisticsRow], path: Path) -> None:
    """Draw, for each game, the matches won by each player, and the points a deal year by year.

    Raises:
        PlotError: another kind of file, or nothing to draw, or the file cannot be written.
    """
    if path.suffix.lower() != ".svg":
        raise PlotError(f"{path}: a picture is an .svg file")
    if not players:
        raise PlotError("there is no match yet to draw statistics of")
    y, parts = 0, list[Markup]()
    for title, chart in _charts(players, seasons):
        parts.append(_PART.format(x=_MARGIN, y=y + _TITLE - 6, title=title, top=y + _TITLE, chart=chart))
        y += _TITLE + chart.height + _MARGIN
    width = charts.WIDTH + 2 * _MARGIN
    page = _PAGE.format(width=width, height=y, style=_style(), parts=Markup("").join(parts))
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise PlotError(atomic.unwritable(path, error)) from error


def _charts(players: Sequence[StatisticsRow], seasons: Sequence[StatisticsRow]) -> Iterator[tuple[str, charts.Chart]]:
    """Yield the charts of each game with their titles."""
    for game in sorted({line.game for line in players}):
        tallies = [(line.player, line.tally) for line in players if line.game == game]
        rows = [BarRow(name, tally.win_rate or 0, f"{tally.won} of {tally.ended}") for name, tally in tallies]
        yield f"{game}: matches won", charts.bars("", rows, most=1)
        game_lines = [line for line in seasons if line.game == game]
        years = sorted({line.season for line in game_lines})
        means = {line.player: list[tuple[int, float]]() for line in game_lines}
        for line in game_lines:
            if (mean := line.tally.points_per_deal) is not None:
                means[line.player].append((years.index(line.season), mean))
        yield f"{game}: points a deal", charts.lines("", [*means.items()], (years[0], years[-1]))


def _style() -> Markup:
    """Return the styles of the charts' parts, without a page's variables."""
    rules = [
        ".title { font-size: 15px; font-weight: 700; } .tick, .value { fill: #555046; }",
        ".line { fill: none; stroke-width: 2.5; }",
        ".zero, .level, .hint { fill: none; stroke: #d8d2c5; } .zero { stroke: #555046; }",
    ]
    for style, (colour, dashes) in enumerate(zip(COLOURS, DASHES, strict=True)):
        rules.append(
            f".name.style-{style}, .bar.style-{style}, .dot.style-{style} {{ fill: {colour}; }} "
            f".line.style-{style} {{ stroke: {colour}; stroke-dasharray: {dashes}; }}"
        )
    return Markup("\n".join(rules))  # noqa: S704 - our own
