"""Exports of a tournament: tables for spreadsheets (CSV), everything as JSON, and boards in the game's own format."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from controller.games import interchange
from controller.hall.desk.texts import DeskView
from controller.record import text as record_text
from controller.record.text import RecordError
from controller.referee.fold import MatchError, outcome
from controller.report.spreadsheet import cell
from controller.tournament.fold import TableResult, Tournament
from controller.tournament.standings import standings
from controller.tournament.steps import StepError

RecordReader = Callable[[str], bytes | None]
"""Gives the record of a place, ``<mark of the table>/<name>``; None: it is not here."""


def as_csv(view: DeskView) -> str:
    """The ranking, a row an entry: place, number, names, score, rounds won, points, and those of each round."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    rounds = [f"round {round_.number}" for round_ in view.state.rounds]
    writer.writerow(("section", "place", "entry", "name", "score", "wins", "points", *rounds))
    for row in view.ranking():
        cells = (row["section"], row["place"], row["entry"], cell(row["name"]), row["score"], row["wins"])
        writer.writerow([str(one).replace("−", "-") for one in (*cells, row["points"], *row["rounds"])])
    return out.getvalue()


def as_json(state: Tournament) -> str:
    """Everything: what was opened, the entries, each round with its seating and results, and the ranking."""
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
        | {"points": float(one.points), "rounds": {str(number): float(own) for number, own in one.rounds.items()}}
        for one in standings(state)
    ]
    found = {
        "opened": asdict(state.opening),
        "seed": state.seed,
        "entries": [asdict(entry) for entry in state.entries.values()],
        "rounds": rounds,
        "awards": [asdict(one) for one in state.awards],
        "ranking": ranking,
        "ended": state.ended,
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _public(result: TableResult | None, table: str) -> dict[str, Any] | None:
    """A result for everybody: its record by the name of the table, whose mark is nobody else's to know."""
    if result is None:
        return None
    name = result.record.partition("/")[2]
    return {**asdict(result), "record": name and f"{table}/{name}"}


def as_pbn(state: Tournament, read: RecordReader) -> str:
    """The boards of all tables whose records are here, as the game's players exchange them.

    Raises:
        StepError: the game has no such format; the message names those that have.
    """
    try:
        writer = interchange.load(state.form.game.name, "pbn")
    except interchange.NoWriterError as error:
        raise StepError(str(error)) from error
    return "\n".join(line for lines in _boards(state, read, writer) for line in lines) + "\n"


def _boards(state: Tournament, read: RecordReader, writer: interchange.MatchWriter) -> Iterator[list[str]]:
    """The lines of each match; the head of the file stands once."""
    head: list[str] = []
    for round_ in state.rounds:
        for _, result in round_.played():
            data = read(result.record) if result.record else None
            if data is None:
                continue
            try:
                lines = [*writer(outcome(record_text.read(data).events))]
            except (RecordError, MatchError):
                continue
            own = [line for line in lines if line.startswith("%")]
            yield [line for line in lines if line not in head]
            head = head or own
