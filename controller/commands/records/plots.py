"""Statistics as a picture, SVG: the charts of the pages, below each other, with letters and colours of their own."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from markupsafe import Markup

from controller.console.statistics import charts
from controller.console.statistics.charts import BarRow
from controller.report.statistics import StatisticsRow

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
        PlotError: another kind of file, or nothing to draw.
        OSError: the file cannot be written.
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
    path.write_text(page, encoding="utf-8")


def _charts(players: Sequence[StatisticsRow], seasons: Sequence[StatisticsRow]) -> Iterator[tuple[str, charts.Chart]]:
    """The charts of each game with their titles."""
    for game in sorted({line.game for line in players}):
        tallies = [(line.player, line.tally) for line in players if line.game == game]
        rows = [BarRow(name, tally.win_rate or 0, f"{tally.won} of {tally.ended}") for name, tally in tallies]
        yield f"{game}: matches won", charts.bars("", rows, most=1)
        own = [line for line in seasons if line.game == game]
        years = sorted({line.season for line in own})
        means = {line.player: list[tuple[int, float]]() for line in own}
        for line in own:
            if (mean := line.tally.points_per_deal) is not None:
                means[line.player].append((years.index(line.season), mean))
        yield f"{game}: points a deal", charts.lines("", [*means.items()], (years[0], years[-1]))


def _style() -> Markup:
    """The styles of the charts' parts, without a page's variables."""
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
