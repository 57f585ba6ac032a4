"""The words and values of the desk's pages and papers, in the reader's language."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache, partial
from typing import Any, Final
from unicodedata import combining, normalize

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from controller.appliance.program import as_typed
from controller.games import interchange
from controller.language.catalogues import catalogue
from controller.language.commands import game_name
from controller.language.translate import Locale, translated
from controller.record.message import Message
from controller.rules.results import Number
from controller.tournament.fold import TableResult, Tournament, TournamentRound
from controller.tournament.movements import shortage
from controller.tournament.slips import write
from controller.tournament.standings import standings, team_standings
from controller.tournament.steps import (
    EntryAttended,
    EntryRegistered,
    EntryRenamed,
    EntrySubstituted,
    EntryWithdrawn,
    LotsDrawn,
    PointsAwarded,
    ResultCorrected,
    ResultEntered,
    RoundBegun,
    RoundClosed,
    SeatedTable,
    TournamentStep,
)
from vision.words.cards import CardWords, Lang

_LONG_S: Final = 60
_CHIPS: Final = 5
"""The number of buttons for announcements; more are typed."""


@cache
def locale(lang: Lang) -> Locale:
    """Return the locale of a language, for sentences without cards."""
    return Locale(catalogue(lang), CardWords(lang))


@cache
def environment(lang: Lang) -> Environment:
    """Return the templates of the desk in a language."""
    made = Environment(
        loader=PackageLoader("controller.hall.desk"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    # The extension adds this method by its name only.
    made.filters["typed"] = _typed
    made.install_gettext_translations(catalogue(lang), newstyle=False)  # pyrefly: ignore[missing-attribute]  # the extension adds it
    return made


def _typed(text: str) -> Markup:
    """Mark up the commands in a text, written between grave accents, as they are typed on this machine."""
    return Markup("").join(
        Markup("<code>{}</code>").format(as_typed(part)) if at % 2 else part for at, part in enumerate(text.split("`"))
    )


def render(template: str, lang: Lang, values: Mapping[str, object]) -> str:
    """Render a page, or a part of one, in a language."""
    return environment(lang).get_template(template).render(values, lang=lang)


def translate(text: str, lang: Lang) -> str:
    """Translate a message into a language."""
    return translated(text, locale(lang))


def word(name: str, lang: Lang) -> str:
    """Name a movement or a way of ranking."""
    return translate(_WORDS[name], lang) if name in _WORDS else name


_WORDS: Final = {
    "round-robin": Message("Round robin"),
    "swiss": Message("Swiss pairs"),
    "mitchell": Message("Mitchell"),
    "draw": Message("Draw with changing partners"),
    "free": Message("Free seating"),
    "points": Message("Points"),
    "wins": Message("Rounds won"),
    "matchpoints": Message("Matchpoints, per cent"),
    "NS": Message("North-South"),
    "EW": Message("East-West"),
}


RANKED_BY: Final = {
    "points": Message("Ranked by points; ties by rounds won, then by the best round; then places are shared."),
    "wins": Message(
        "Ranked by match points (2 for a round won, 1 for a level one); ties by those of the opponents, "
        "then by points; then places are shared."
    ),
    "matchpoints": Message("Ranked by matchpoints in per cent; ties by boards won; then places are shared."),
}


def figure(value: Fraction | Number) -> str:
    """Format a number for lists.

    >>> figure(Fraction(157)), figure(Fraction(1, 3)), figure(-2.5)
    ('157', '0.33', '−2.5')
    """
    number = Fraction(value)
    text = str(number.numerator) if number.denominator == 1 else f"{float(number):.2f}".rstrip("0")
    return text.replace("-", "−")


@dataclass(frozen=True, slots=True)
class DeskView:
    """The values of the pages and papers of a tournament."""

    state: Tournament
    lang: Lang
    now_s: float
    address: str = ""
    """The address of the hall's board; empty: it is not known here."""

    @property
    def game(self) -> str:
        """The game's name."""
        return game_name(self.state.form.game.title, self.lang) or self.state.form.game.title

    @property
    def day(self) -> str:
        """The day of the tournament, where the hall is."""
        return _local(self.state.opening.t).strftime("%Y-%m-%d")

    def hour(self, t: int) -> str:
        """Return the hour of the day of a time, where the hall is."""
        return _local(t).strftime("%H:%M")

    @property
    def heading(self) -> str:
        """The game that is played, and its movement."""
        return f"{self.game} · {word(self.state.opening.movement, self.lang)}"

    def side(self, entries: tuple[int, ...], number: int) -> str:
        """Name a side of a table by its players in the round of a number."""
        return " + ".join(self.names(entries, number))

    def names(self, entries: tuple[int, ...], number: int) -> list[str]:
        """List the players of a side of a table in the round of a number."""
        return [name for entry in entries for name in self.state.entries[entry].names_in(number)]

    def round(self, round_: TournamentRound) -> dict[str, Any]:
        """Return a round for a page: its tables, the entries that sit out, and its clock."""
        return {
            "number": round_.number,
            "closed": round_.closed_s is not None,
            "ends": self.ends(round_),
            "tables": [self._table(round_, table) for table in round_.begun.tables],
            "out": [self.side((entry,), round_.number) for entry in round_.begun.out],
            "missing": [table.table for table in round_.missing],
            "places": self.places(round_),
        }

    def places(self, round_: TournamentRound) -> list[tuple[str, str, str]]:
        """List each player of a round by name, A to Z, with team and table; whoever sits out with that word."""
        seated = {entry: table.table for table in round_.begun.tables for entry in table.entries}
        out = translate(Message("sits out"), self.lang)
        found = [
            (name, self.state.entries[entry].team, seated.get(entry, out))
            for entry in (*seated, *round_.begun.out)
            for name in self.state.entries[entry].names_in(round_.number)
        ]
        return sorted(found, key=lambda one: (_collated(one[0]), one[0]))

    def ends(self, round_: TournamentRound) -> int:
        """Return the end of a round's clock, seconds since 1970; 0: it has none, or the round is over."""
        minutes = self.state.opening.minutes
        return round_.begun.t + minutes * _LONG_S if minutes and round_.closed_s is None else 0

    def _table(self, round_: TournamentRound, table: SeatedTable) -> dict[str, Any]:
        result = round_.results.get(table.table)
        ends = self.ends(round_)
        return {
            "name": table.table,
            "sides": [self.side(side, round_.number) for side in table.sides],
            "boards": f"{table.boards[0]}–{table.boards[-1]}" if table.boards else "",
            "each_board": table.boards,
            "points": [figure(own) for own in result.points] if result else [],
            **self._fields(result),
            "slip": ", ".join(write(line) for line in result.lines) if result else "",
            "read": bool(result and result.record),
            "why": result.why if result else "",
            "late": bool(result and result.is_late),
            "slow": result is None and (round_.closed_s is not None or bool(ends and self.now_s > ends)),
        }

    def ranking(self) -> list[dict[str, Any]]:
        """Return the ranking for a list, a row an entry."""
        rounds = range(1, len(self.state.rounds) + 1)
        return [
            {
                "place": one.place,
                "entry": one.entry,
                "name": self.state.entries[one.entry].name,
                "gone": self.state.entries[one.entry].gone,
                "team": self.state.entries[one.entry].team,
                "members": " + ".join(self.state.entries[one.entry].members),
                "score": figure(one.score),
                "wins": one.wins,
                "points": figure(one.points),
                "rounds": [figure(one.rounds[number]) if number in one.rounds else "" for number in rounds],
                "section": one.section,
            }
            for one in standings(self.state)
        ]

    def wall(self) -> dict[str, Any]:
        """Return the values of the tournament for a screen on the wall."""
        state = self.state
        newest = state.rounds[-1] if state.rounds else None
        place = Message("Round {n} of {n2}", n=len(state.rounds), n2=state.opening.rounds)
        head = translate(Message("Final ranking") if state.ended else Message("Ranking"), self.lang)
        by = word(state.opening.ranked, self.lang)
        teams = [(str(row["place"]), row["team"], row["score"]) for row in self.teams()]
        entries = [(str(row["place"]), row["name"], row["score"]) for row in self.ranking()]
        lists = [(f"{head} · {by}", entries)]
        if teams:
            names = (Message("Teams"), Message("Players"))
            both = zip(names, (teams, entries), strict=True)
            lists = [(f"{head} · {translate(name, self.lang)} · {by}", rows) for name, rows in both]
        return {
            "title": state.opening.title,
            "seated": self._seated_on_wall(newest) if newest and not state.ended else [],
            "round": translate(place, self.lang) if newest else self.heading,
            "ends": self.ends(newest) if newest else 0,
            "rankings": [{"head": head, "rows": rows} for head, rows in lists]
            if any(one.results for one in state.rounds)
            else [],
        }

    def _seated_on_wall(self, round_: TournamentRound) -> list[dict[str, Any]]:
        """List the seats of the tables without a machine, with their results."""
        return [
            {
                "table": table.table,
                "rows": [
                    {"name": self.side(side, round_.number), "score": figure(result.points[at]) if result else ""}
                    for at, side in enumerate(table.sides)
                ],
            }
            for table in round_.begun.tables
            for result in (round_.results.get(table.table),)
        ]

    def _fields(self, result: TableResult | None) -> dict[str, Any]:
        """Return a result in a field a number, where it is one line."""
        sides = range(len(self.state.form.sides))
        line = result.lines[0] if result and len(result.lines) == 1 else None
        return {
            "fields": [str(line.points[side]) if line else "" for side in sides],
            "extra": [str(line.extra[side]) if line and line.extra and line.extra[side] else "" for side in sides],
            "factor": line.factor if line else 1,
            "deals": line.deals if line else self.state.opening.deals or "",
            "of_boards": {one.board: [str(own) for own in one.points] for one in result.lines} if result else {},
            "plays": {one.board: one.played.split() for one in result.lines} if result else {},
            "is_long": bool(result and len(result.lines) > 1),
        }

    def _chips(self) -> list[int]:
        """List the announcements that count beside the points, by the game; the least first."""
        form = self.state.form
        most = form.game.slip.beside(form.rules)
        return [chip for chip in form.game.slip.chips(form.rules) if chip <= most][:_CHIPS]

    def teams(self) -> list[dict[str, Any]]:
        """Return the ranking of the teams for a list, a row a team."""
        rounds = range(1, len(self.state.rounds) + 1)
        return [
            {
                "place": one.place,
                "team": one.team,
                "names": ", ".join(self.state.entries[entry].name for entry in one.entries),
                "score": figure(one.score),
                "rounds": [figure(one.rounds[number]) if number in one.rounds else "" for number in rounds],
            }
            for one in team_standings(self.state)
        ]

    def _exports(self) -> Iterator[tuple[str, str]]:
        """Yield the files for other programs that this tournament can have, each with its format's name."""
        game, forms = self.state.form.game.name, (("PBN", "boards.pbn"),)
        if self.state.opening.ranked == "matchpoints":
            forms = (*forms, ("USEBIO", "event.xml"), ("Bridgemate", "bridgemate.json"))
        known = interchange.forms(game)
        yield from (one for one in forms if one[0].lower() in known)

    def remark(self) -> str:
        """Say that the movement has too few rounds, and how to go on; empty for one that has enough."""
        short = None if self.state.ended else shortage(self.state)
        return translate(short, self.lang) if short else ""

    def ranked_by(self) -> str:
        """Name the criterion of the ranking, and the tie-breaks, in a sentence."""
        return translate(RANKED_BY[self.state.opening.ranked], self.lang)

    def values(self) -> dict[str, Any]:
        """Return all values of a page."""
        state, form = self.state, self.state.form
        return {
            "title": state.opening.title,
            "heading": self.heading,
            "opening": state.opening,
            "ended": state.ended,
            "drawn": state.seed,
            "remark": self.remark(),
            "rounds": [self.round(round_) for round_ in reversed(state.rounds)],
            "playing": state.now is not None,
            "ranking": self.ranking(),
            "teams": self.teams(),
            "ranked_by": self.ranked_by(),
            "ranked": word(state.opening.ranked, self.lang),
            "word": partial(word, lang=self.lang),
            "entries": list(state.entries.values()),
            "by_name": sorted(state.entries.values(), key=lambda one: (_collated(one.name), one.number)),
            "singles": form.players == 1,
            "active": state.active,
            "away": [number for number in state.entered if state.entries[number].is_away],
            "chips": [chip for chip in form.game.slip.chips(form.rules) if chip <= form.game.slip.beside(form.rules)][
                :_CHIPS
            ],
            "heads": [translate(head, self.lang) for head in form.game.slip.columns(form.rules)],
            "factors": sorted(form.game.slip.factors(form.rules)),
            "exports": [*self._exports()],
            "awards": [(state.entries[one.entry].name, figure(one.points), one.why) for one in state.awards],
        }


def _local(t: int) -> datetime:
    """Return a time, seconds since 1970, by the clocks where the hall is."""
    return datetime.fromtimestamp(t, UTC).astimezone()


def _collated(name: str) -> str:
    """Return a name for sorting lists from A to Z: without accents and capitals.

    >>> sorted(("Zora", "Ämilia", "anna"), key=_collated)
    ['Ämilia', 'anna', 'Zora']
    """
    return "".join(one for one in normalize("NFKD", name.casefold()) if not combining(one))


def step_words(step: TournamentStep, lang: Lang) -> str:
    """Describe a step in a few words, for the button that undoes it."""
    return translate(_of_play(step) or _of_entries(step), lang)


def _of_play(step: TournamentStep) -> Message | None:
    match step:
        case RoundBegun():
            return Message("round {n} seated", n=step.number)
        case RoundClosed():
            return Message("round {n} closed", n=step.number)
        case ResultEntered():
            return Message("result of table {name}, round {n}", name=step.table, n=step.number)
        case ResultCorrected():
            return Message("correction of table {name}, round {n}", name=step.table, n=step.number)
        case LotsDrawn():
            return Message("lots drawn")
        case _:
            return None


def _of_entries(step: TournamentStep) -> Message:
    match step:
        case EntryRegistered() | EntryRenamed():
            return Message("entry {n}: {name}", n=step.entry, name=" + ".join(step.names))
        case EntrySubstituted():
            return Message("{name} for {name2} from round {n} on", name=step.name, name2=step.out, n=step.number)
        case EntryAttended():
            is_there, is_not = (
                Message("entry {n} is there", n=step.entry),
                Message("entry {n} is not there yet", n=step.entry),
            )
            return is_there if step.there else is_not
        case EntryWithdrawn():
            return Message("entry {n} has gone", n=step.entry)
        case PointsAwarded():
            return Message("points for entry {n}: {reason}", n=step.entry, reason=step.why)
        case _:
            return Message("the tournament ended")
