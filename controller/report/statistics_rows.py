"""Statistics for programs and spreadsheets: rows of players, seasons, pairs, games, luck and pace."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from controller.report import season
from controller.report.spreadsheet import cell
from controller.report.statistics import Luck, MatchFigures, PlayTimes, by_player, by_season, fields

ExportRow = Mapping[str, str | int | float | None]
"""A row: its kind ``r``, and its fields by name."""

COLUMNS: Final = (
    "r",
    "player",
    "other",
    "game",
    "season",
    "matches",
    "ended",
    "won",
    "deals",
    "points",
    "revokes",
    "corrections",
    "win_rate",
    "points_per_deal",
    "against",
    "ahead",
    "behind",
    "together",
    "won_together",
    "hours",
    "luck",
    "luck_error",
    "play",
    "play_error",
    "count",
    "mean_s",
    "median_s",
    "slowest_s",
)
"""The columns of a table of all rows; columns of other kinds are empty in a row."""


def rows(matches: Sequence[MatchFigures]) -> Iterator[ExportRow]:
    """Yield the rows of some matches, kind by kind; COLUMNS has all their fields."""
    for kind, lines in (("player", by_player(matches)), ("season", by_season(matches))):
        yield from ({"r": kind, **fields(line)} for line in lines)
    for pair in season.pairs(matches):
        yield {
            "r": "pair",
            "player": pair.player,
            "other": pair.other,
            "against": pair.against,
            "ahead": pair.ahead,
            "behind": pair.behind,
            "together": pair.together,
            "won_together": pair.won,
        }
    for one in season.games_played(matches):
        hours = round(one.seconds / 3600, 2)
        counts = {"matches": one.matches, "ended": one.ended, "deals": one.deals}
        yield {"r": "game", "game": one.game, **counts, "hours": hours}
    for luck in season.lucks(matches):
        yield {"r": "luck", "player": luck.player, **_luck(luck.luck)}
    pace = season.paces(matches)
    if pace.tricks.count:
        yield {"r": "tricks", **_pace(pace.tricks)}
    for each in pace.players:
        yield {"r": "answers", "player": each.player, **_pace(each.pace)}


def _luck(luck: Luck) -> ExportRow:
    return {
        "deals": luck.deals,
        "luck": round(luck.mean_held, 2),
        "luck_error": round(luck.error_held, 2),
        "play": round(luck.mean_taken, 2),
        "play_error": round(luck.error_taken, 2),
    }


def _pace(pace: PlayTimes) -> ExportRow:
    mean, median = pace.mean, pace.median
    return {
        "count": pace.count,
        "mean_s": None if mean is None else round(mean, 2),
        "median_s": None if median is None else round(median, 2),
        "slowest_s": pace.slowest,
    }


def csv_cells(row: ExportRow) -> tuple[object, ...]:
    """Return the cells of a spreadsheet's row; a player's name is never a formula."""
    return tuple(cell(row.get(column)) for column in COLUMNS)
