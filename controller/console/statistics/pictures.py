"""The pictures of a season: each with a title, what it shows in words, its chart and the table behind it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from babel.dates import format_date
from babel.numbers import format_decimal
from markupsafe import Markup

from controller import games
from controller.console.statistics import charts
from controller.console.statistics.charts import BarRow
from controller.console.words.gettext import _, word
from controller.report import season
from controller.report.season import PairTally
from controller.report.statistics import (
    EDGES_S,
    FEWEST,
    Luck,
    MatchFigures,
    PlayTimes,
    StatisticsRow,
    by_player,
    name_key,
)
from controller.rules.results import Number
from controller.store.match_journal import began
from vision.words.cards import Lang

MOST_ROWS: Final = 10
"""Rows of a picture."""
_COLUMNS_S: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 120.0)
"""Upper edges of the columns in which the tricks' times are drawn."""


@dataclass(frozen=True, slots=True)
class StatisticsPicture:
    """A chart with its words and its table."""

    id: str
    title: str
    explanation: Sequence[str]
    """The explanation of the chart and its limits."""
    chart: Markup | None
    """The chart; None where there is nothing to draw; the words say why."""
    head: Sequence[str]
    table: Sequence[Sequence[str]]
    legend: Sequence[tuple[int, str]] = ()
    """The styles of its colours, each with its name."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A season to be drawn for a reader."""

    matches: Sequence[MatchFigures]
    lang: Lang

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number as the reader writes it."""
        return _minus(format_decimal(value, "#,##0" + (f".{'0' * digits}" if digits else ""), locale=self.lang))

    def signed(self, value: float) -> str:
        """Return a number of which both signs are written."""
        value = round(value, 1)
        return ("+" if value > 0 else "−" if value < 0 else "") + self.number(abs(value), 1)

    def plain(self, value: Number) -> str:
        """Return a sum of a score sheet, in halves where it has them."""
        return _minus(format_decimal(value, "#,##0.##", locale=self.lang))

    def day(self, match: MatchFigures) -> str:
        """Return the day of a match."""
        return format_date(_began(match), "short", self.lang)

    def seconds(self, value: float | None) -> str:
        """Write a time in seconds; a dash for None."""
        return "–" if value is None else _("{count} s").format(count=self.number(value, 1))


def pictures(matches: Sequence[MatchFigures], lang: Lang) -> tuple[StatisticsPicture, ...]:
    """Return the pictures of some matches.

    Args:
        matches: oldest first.
        lang: the reader's.
    """
    drawn = _Drawn(matches, lang)
    return tuple(make(drawn) for make in (_season, _pairs, _partners, _games, _luck, _tricks, _answers) if matches)


def title(game: str) -> str:
    """Return a game as its players call it."""
    try:
        return word(games.load(game).title)
    except (LookupError, ValueError):
        return game


def _minus(text: str) -> str:
    """Return a number with the sign that is as wide as a plus, not with a hyphen."""
    return text.replace("-", "−")


def _began(match: MatchFigures) -> datetime:
    return began(match.name).astimezone()


def _season(drawn: _Drawn) -> StatisticsPicture:
    """Points within one game; across games only matches won can be compared."""
    courses = season.courses(drawn.matches)
    is_one = len({match.game for match in drawn.matches}) == 1
    series = [(one.player, one.points if is_one else one.won) for one in courses]
    days = drawn.day(drawn.matches[0]), drawn.day(drawn.matches[-1])
    says = [_("Sum of the score sheets, match by match.") if is_one else _("Matches won, match by match.")]
    if not is_one:
        says.append(_("Scores can be compared within one game only: choose a game to see them."))
    ends = ", ".join(f"{name} {drawn.plain(points[-1][1])}" for name, points in series[: charts.STYLES])
    sums = {name_key(one.player): drawn.plain(one.points[-1][1]) for one in courses} if is_one else {}
    rows = [_tally_row(drawn, line, sums) for line in by_player(drawn.matches)]
    head = [_("player"), _("game"), _("matches"), _("won"), _("points a deal"), *([_("sum")] if is_one else [])]
    chart = charts.lines(f"{says[0]} {ends}", series, days)
    return StatisticsPicture("season", _("The season"), says, chart, head, rows)


def _tally_row(drawn: _Drawn, line: StatisticsRow, sums: Mapping[str, str]) -> Sequence[str]:
    tally = line.tally
    rate = "" if tally.win_rate is None else f" ({drawn.number(100 * tally.win_rate)} %)"
    points = "–" if tally.points_per_deal is None else drawn.number(tally.points_per_deal, 1)
    name = (sums[name_key(line.player)],) if sums else ()
    return line.player, title(line.game), str(tally.matches), f"{tally.won}/{tally.ended}{rate}", points, *name


def _pairs(drawn: _Drawn) -> StatisticsPicture:
    """Draw who is before whom."""
    pairs = sorted((one for one in season.pairs(drawn.matches) if one.against), key=lambda one: -one.against)
    rows = [_against(one) for one in pairs[:MOST_ROWS]]
    says = [_("Two players in the same ended matches on different sides: who was before the other.")]
    if not pairs:
        says.append(_("No match of two sides has ended yet."))
    head = (_("player"), _("other player"), _("matches"), _("before"), _("level"), _("behind"))
    counts = ((one.against, one.ahead, _level(one), one.behind) for one in pairs)
    table = [(one.player, one.other, *map(str, own)) for one, own in zip(pairs, counts, strict=True)]
    legend = [*zip(charts.PARTS[3], (_("the first was before"), _("level"), _("the other was before")), strict=True)]
    return StatisticsPicture("pairs", _("Who is before whom"), says, _bars(rows), head, table, legend)


def _level(pair: PairTally) -> int:
    return pair.against - pair.ahead - pair.behind


def _against(pair: PairTally) -> BarRow:
    level = _level(pair)
    words = f"{pair.ahead} : {pair.behind}" + (f" ({level} =)" if level else "")
    whole = pair.against
    return BarRow(f"{pair.player} – {pair.other}", pair.ahead / whole, words, (level / whole, pair.behind / whole))


def _partners(drawn: _Drawn) -> StatisticsPicture:
    """Draw who wins with whom."""
    pairs = sorted((one for one in season.pairs(drawn.matches) if one.together), key=lambda one: -one.together)
    rows = [
        BarRow(f"{one.player} + {one.other}", one.won, f"{one.won}/{one.together}", (one.together - one.won,))
        for one in pairs[:MOST_ROWS]
    ]
    says = [_("Partners who share one score through a whole match: how many of their ended matches they won.")]
    if not pairs:
        says.append(_("No match of partners has ended yet."))
    head = (_("player"), _("partner"), _("matches"), _("won"))
    table = [(one.player, one.other, str(one.together), str(one.won)) for one in pairs]
    legend = [*zip(charts.PARTS[2], (_("won"), _("not won")), strict=True)]
    return StatisticsPicture("partners", _("Who wins with whom"), says, _bars(rows), head, table, legend)


def _games(drawn: _Drawn) -> StatisticsPicture:
    """Draw what was played, and how long."""
    games = season.games_played(drawn.matches)
    counts = _("matches: {matches}, deals: {deals}")
    rows = [
        BarRow(title(one.game), one.matches, counts.format(matches=one.matches, deals=one.deals))
        for one in games[:MOST_ROWS]
    ]
    says = [_("Hours are those between events, without pauses of more than a quarter of an hour.")]
    head = (_("game"), _("matches"), _("ended"), _("deals"), _("hours"))
    hours = (drawn.number(one.seconds / 3600, 1) if one.timed else "–" for one in games)
    numbers = (map(str, (one.matches, one.ended, one.deals)) for one in games)
    table = [(title(one.game), *own, time) for one, own, time in zip(games, numbers, hours, strict=True)]
    return StatisticsPicture("games", _("Games played"), says, _bars(rows), head, table)


def _luck(drawn: _Drawn) -> StatisticsPicture:
    """Return the luck of the deal against the play."""
    players = [one for one in season.lucks(drawn.matches) if one.luck.deals >= FEWEST]
    rows = [
        BarRow(
            one.player,
            one.luck.mean_held,
            f"{drawn.signed(one.luck.mean_held)} / {drawn.signed(one.luck.mean_taken)}",
            more=one.luck.mean_taken,
            spreads=(one.luck.error_held, one.luck.error_taken),
        )
        for one in players[:MOST_ROWS]
    ]
    says = [
        _("Of deals whose cards were all seen, in points of a hundred; over the table each is nought."),
        _("Luck: by how much the card points in the hand were more than an even share."),
        _("Play: by how much the card points in the tricks taken were more than those in the hand."),
        _(
            "It does not know long suits, seats, partners, contracts or cards that were laid away, and not whether "
            "more points were wanted. A line that crosses the middle may be chance. It proves nothing and accuses "
            "nobody."
        ),
    ]
    if not players:
        says.append(_("Nobody has {count} such deals yet.").format(count=FEWEST))
    head = (_("player"), _("deals"), _("luck"), "±", _("the play"), "±")
    chart = charts.diverging_bars(_aloud(rows), rows) if rows else None
    table = [(one.player, *_luck_cells(drawn, one.luck)) for one in players]
    legend = ((0, _("luck")), (1, _("the play")))
    return StatisticsPicture("luck", _("Luck of the deal, and play"), says, chart, head, table, legend)


def _luck_cells(drawn: _Drawn, luck: Luck) -> Sequence[str]:
    held_text, taken_text = drawn.signed(luck.mean_held), drawn.signed(luck.mean_taken)
    return str(luck.deals), held_text, drawn.number(luck.error_held, 1), taken_text, drawn.number(luck.error_taken, 1)


def _tricks(drawn: _Drawn) -> StatisticsPicture:
    """Draw how long tricks take."""
    paces = season.paces(drawn.matches)
    values = [*_columns(paces.tricks)] if paces.tricks.count else []
    says = [_("How many tricks took how many seconds, from the first card to the last, as the camera saw them lie.")]
    if paces.tricks.count:
        mean, median = drawn.seconds(paces.tricks.mean), drawn.seconds(paces.tricks.median)
        says.append(_("Half of them took less than {median}; the mean is {mean}.").format(median=median, mean=mean))
    else:
        says.append(_("No trick was timed yet: cards that are tapped in have no time."))
    if paces.slowest:
        match, one = paces.slowest
        sentence = _("The slowest took {seconds}: trick {trick} of deal {deal}, {day}. Above two minutes is a pause.")
        seconds, day = drawn.seconds(one.seconds), drawn.day(match)
        says.append(sentence.format(seconds=seconds, trick=one.trick, deal=one.deal, day=day))
    words = "; ".join(f"{name} s: {count}" for name, count in values)
    chart = charts.columns(words, values) if values else None
    table = [(name, str(count)) for name, count in values]
    return StatisticsPicture("tricks", _("Tricks in time"), says, chart, (_("seconds"), _("tricks")), table)


def _columns(times: PlayTimes) -> Iterator[tuple[str, int]]:
    """Yield the columns of some times, each of several classes."""
    low = 0.0
    for high in _COLUMNS_S:
        count = sum(own for edge, own in zip(EDGES_S, times.classes, strict=True) if low < edge <= high)
        yield f"{low:g}–{high:g}", count
        low = high


def _answers(drawn: _Drawn) -> StatisticsPicture:
    """Draw how soon each player answers."""
    players = sorted(season.paces(drawn.matches).players, key=lambda one: -(one.pace.median or 0))
    rows = [BarRow(one.player, one.pace.median or 0, drawn.seconds(one.pace.median)) for one in players[:MOST_ROWS]]
    says = [
        _("From the card before to the own one, for cards that follow: half of a player's are quicker than the bar."),
        _("Some hands are harder than others."),
    ]
    if not rows:
        says.append(_("No answer was timed yet."))
    head = (_("player"), _("answers"), _("half are quicker than"), _("mean"), _("slowest"))
    times = ((one.pace.median, one.pace.mean, one.pace.slowest) for one in players)
    table = [
        (one.player, str(one.pace.count), *map(drawn.seconds, own)) for one, own in zip(players, times, strict=True)
    ]
    return StatisticsPicture("answers", _("How soon players answer"), says, _bars(rows), head, table)


def _bars(rows: Sequence[BarRow]) -> Markup | None:
    return charts.bars(_aloud(rows), rows) if rows else None


def _aloud(rows: Sequence[BarRow]) -> str:
    """Write what a screen reader says of a chart."""
    return "; ".join(f"{row.name}: {row.words}" for row in rows)
