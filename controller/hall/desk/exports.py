"""Exports of a tournament: a table for spreadsheets (CSV), all as JSON, boards and events as its game has them."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from controller.games import interchange
from controller.games.interchange import CannotTellError, PairedTable, PairEvent, RankedPair
from controller.hall.desk.texts import DeskView
from controller.record import text as record_text
from controller.record.text import RecordError
from controller.referee.fold import MatchError, outcome
from controller.report.spreadsheet import cell
from controller.rules.match import AnyMatch
from controller.tournament.fold import TableResult, Tournament, TournamentRound, seats_by_side
from controller.tournament.standings import standings, team_standings
from controller.tournament.steps import SeatedTable, StepError

RecordReader = Callable[[str], bytes | None]
"""A reader of the record of a place, ``<mark of the table>/<name>``; None: it is not here."""
_MARK: Final = 32
"""The number of hexadecimal digits of an event's mark."""


def as_csv(view: DeskView) -> str:
    """Write the ranking, a row an entry: place, number, names, score, rounds won, points, and those of each round."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    rounds = [f"round {round_.number}" for round_ in view.state.rounds]
    writer.writerow(("section", "place", "entry", "name", "score", "wins", "points", *rounds, "team", "member"))
    for row in view.ranking():
        cells = (row["section"], row["place"], row["entry"], cell(row["name"]), row["score"], row["wins"])
        own = (cell(row["team"]), cell(row["members"]))
        writer.writerow([str(one).replace("−", "-") for one in (*cells, row["points"], *row["rounds"], *own)])
    return out.getvalue()


def as_json(state: Tournament) -> str:
    """Write everything: the opening, the entries, each round with its seating and results, and the ranking."""
    rounds = [
        {
            "number": round_.number,
            "begun": round_.begun.t,
            "closed": round_.closed_s,
            "out": round_.begun.out,
            "tables": [
                {
                    "table": table.table,
                    "sides": table.sides,
                    "boards": table.boards,
                    "result": _public(round_.results.get(table.table), table.table),
                }
                for table in round_.begun.tables
            ],
        }
        for round_ in state.rounds
    ]
    ranking = [
        {"place": one.place, "entry": one.entry, "section": one.section, "score": float(one.score), "wins": one.wins}
        | {"points": float(one.points), "rounds": _floats(one.rounds)}
        for one in standings(state)
    ]
    found = {
        "opened": asdict(state.opening),
        "seed": state.seed,
        "entries": [asdict(entry) for entry in state.entries.values()],
        "rounds": rounds,
        "teams": [
            asdict(one) | {"score": float(one.score), "rounds": _floats(one.rounds)} for one in team_standings(state)
        ],
        "awards": [asdict(one) for one in state.awards],
        "ranking": ranking,
        "ended": state.ended,
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _floats(rounds: Mapping[int, Fraction]) -> dict[str, float]:
    return {str(number): float(own) for number, own in rounds.items()}


def _public(result: TableResult | None, table: str) -> dict[str, Any] | None:
    """Return a result for everybody: its record by the name of the table, because the table's mark is secret."""
    if result is None:
        return None
    name = result.record.partition("/")[2]
    return {**asdict(result), "record": name and f"{table}/{name}"}


def as_pbn(state: Tournament, read: RecordReader) -> str:
    """Write the boards of all tables whose records are here, as the game's players exchange them.

    Raises:
        StepError: the game has no such format; the message names those that have.
    """
    try:
        writer = interchange.load(state.form.game.name, "pbn")
    except interchange.NoWriterError as error:
        raise StepError(str(error)) from error
    return "\n".join(line for lines in _boards(state, read, writer) for line in lines) + "\n"


def as_event(state: Tournament, read: RecordReader, form: str) -> str:
    """Write the whole event in a format for scoring programs of its game.

    Raises:
        StepError: the game has no such format, or that cannot hold this tournament; the message says why.
    """
    try:
        writer = interchange.load_for_event(state.form.game.name, form)
        return writer(_event(state, read))
    except (interchange.NoWriterError, CannotTellError) as error:
        raise StepError(str(error)) from error


def _event(state: Tournament, read: RecordReader) -> PairEvent:
    """Return the event of a tournament of pairs; raises CannotTellError if its entries are no pairs."""
    if state.form.players != len(state.form.sides):
        raise CannotTellError("an event of pairs needs a movement of pairs; here each player is an entry")
    opening, began = state.opening, datetime.fromtimestamp(state.opening.t, UTC)
    mark = sha256(f"{opening.t} {opening.title} {state.seed}".encode()).hexdigest()[:_MARK].upper()
    pairs = tuple(
        RankedPair(
            number=one.entry,
            names=state.entries[one.entry].names,
            direction=one.section,
            place=one.place,
            score=float(one.score),
        )
        for one in standings(state)
    )
    numbers = _numbers(state)
    tables = (_table(state, round_, seated, numbers, read) for round_ in state.rounds for seated in round_.begun.tables)
    return PairEvent(
        title=opening.title,
        mark=mark,
        began=(began.year, began.month, began.day, began.hour, began.minute),
        by_matchpoints=opening.ranked == "matchpoints",
        pairs=pairs,
        tables=tuple(tables),
    )


def _numbers(state: Tournament) -> dict[str, int]:
    """Return a number for each table: its name, or its place in order where the names of tables are no numbers."""
    names = [*dict.fromkeys(seated.table for round_ in state.rounds for seated in round_.begun.tables)]
    if all(name.isdecimal() and int(name) for name in names):
        return {name: int(name) for name in names}
    return {name: place for place, name in enumerate(names, 1)}


def _table(
    state: Tournament, round_: TournamentRound, seated: SeatedTable, numbers: Mapping[str, int], read: RecordReader
) -> PairedTable:
    result = round_.results.get(seated.table)
    match = _match(result, read) if result and not result.why else None
    first, second = (side[0] for side in seated.sides)
    if match is not None and 0 not in seats_by_side(state, seated, match, round_.number)[0]:
        first, second = second, first
    return PairedTable(
        round=round_.number,
        table=numbers[seated.table],
        pairs=(first, second),
        boards=seated.boards,
        lines=result.lines if result else (),
        match=match,
    )


def _match(result: TableResult, read: RecordReader) -> AnyMatch | None:
    """Fold the match of a result; None: it was entered by hand, or its record is not here."""
    data = read(result.record) if result.record else None
    try:
        return outcome(record_text.read(data).events) if data else None
    except (RecordError, MatchError):
        return None


def _boards(state: Tournament, read: RecordReader, writer: interchange.MatchWriter) -> Iterator[list[str]]:
    """Yield the lines of each match; the head of the file stands once."""
    head: list[str] = []
    for round_ in state.rounds:
        for _, result in round_.played():
            match = _match(result, read)
            if match is None:
                continue
            lines = [*writer(match)]
            own = [line for line in lines if line.startswith("%")]
            yield [line for line in lines if line not in head]
            head = head or own
