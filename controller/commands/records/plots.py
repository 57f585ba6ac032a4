"""Statistics as a picture, PNG or SVG. The library is large, so it is wanted, and loaded, only here."""

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from controller.report.statistics import StatisticsRow

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS: Final = (".png", ".svg")
_BLUE: Final = "#1f5a87"
_FONTS: Final = ("DejaVu Sans", "Noto Sans CJK JP", "IPAexGothic", "IPAGothic", "TakaoGothic", "VL Gothic")
"""The library brings the first; players with Japanese names need one of the others."""
_WIDTH_IN: Final = 10.0
_ROW_IN: Final = 3.0
"""Height of a game's two charts, inches."""


class PlotError(ValueError):
    """The statistics cannot be drawn; the message says what is missing."""


def draw(players: Sequence[StatisticsRow], seasons: Sequence[StatisticsRow], path: Path) -> None:
    """Draw, for each game, the matches won by each player, and the points a deal year by year.

    Raises:
        PlotError: another kind of file, nothing to draw, or the library is not installed.
        OSError: the file cannot be written.
    """
    if path.suffix.lower() not in KINDS:
        raise PlotError(f"{path}: a picture is a .png or a .svg file")
    if not players:
        raise PlotError("there is no match yet to draw statistics of")
    try:
        from matplotlib import font_manager, rc_context
    except ImportError as error:
        raise PlotError("drawing needs matplotlib; type: .venv/bin/pip install 'schiri[plots]'") from error
    installed = set(font_manager.get_font_names())
    fonts = [name for name in _FONTS if name in installed]
    with rc_context({"font.family": fonts, "svg.fonttype": "none"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a name in letters that no font here has
        _draw(players, seasons, path)


def _draw(players: Sequence[StatisticsRow], seasons: Sequence[StatisticsRow], path: Path) -> None:
    from matplotlib.figure import Figure

    games = sorted({line.game for line in players})
    figure = Figure(figsize=(_WIDTH_IN, _ROW_IN * len(games)), layout="constrained")
    rows = figure.subplots(len(games), 2, squeeze=False)
    for (left, right), game in zip(rows, games, strict=True):
        _wins(left, [line for line in players if line.game == game])
        _points(right, [line for line in seasons if line.game == game])
    figure.savefig(path, dpi=120)


def _wins(axes: "Axes", players: Sequence[StatisticsRow]) -> None:
    """A bar for each player of a game: the share of the ended matches that were won."""
    shown = players[::-1]
    shares = [100 * (line.tally.win_rate or 0) for line in shown]
    bars = axes.barh(range(len(shown)), shares, color=_BLUE)
    axes.set_yticks(range(len(shown)), [line.player for line in shown])
    axes.bar_label(bars, [f" {line.tally.won} of {line.tally.ended}" for line in shown], padding=2)
    axes.set_xlim(0, 118)
    axes.set_xticks(range(0, 101, 25))
    _style(axes, f"{players[0].game}: matches won, %")


def _points(axes: "Axes", seasons: Sequence[StatisticsRow]) -> None:
    """A line for each player of a game: the mean points of a deal, year by year."""
    years = sorted({line.season for line in seasons})
    for player in dict.fromkeys(line.player for line in seasons):
        own = [line for line in seasons if line.player == player and line.tally.deals]
        places: list[Any] = [years.index(line.season) for line in own]
        means: list[Any] = [line.tally.points_per_deal for line in own]
        axes.plot(places, means, marker="o", label=player)
    axes.set_xticks(range(len(years)), years)
    axes.set_xlim(-0.5, len(years) - 0.5)
    axes.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    _style(axes, "points a deal")


def _style(axes: "Axes", title: str) -> None:
    axes.set_title(title, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
