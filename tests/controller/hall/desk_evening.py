"""A hall's tournament with a clock that the test sets, and the records that its tables send."""

from datetime import UTC, datetime
from pathlib import Path

from controller.hall.desk import actions
from controller.hall.desk.book import TournamentBook
from controller.hall.desk.readings import ResultReader
from controller.record import text as record_text
from controller.record.events import End, MatchStart
from controller.store.archive import NAMED_BY
from controller.tournament.fold import Tournament
from tests.support.table_talk import record

START_S = 1_795_720_000
"""2026-11-26 19:06:40 UTC."""
OPENING = {"title": "Club", "game": "schieber", "movement": "draw", "rounds": "3"}


class Evening:
    """A book with a clock that the test sets."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.now_s = float(START_S)
        self.book = TournamentBook(folder, lambda: self.now_s)
        self.do("open", **{**OPENING, **more})

    def do(self, name: str, **fields: str) -> Tournament:
        return self.book.add_steps(actions.step_maker(name, fields))

    def seated(self, names: str = "Anna\nBerta\nCarla\nDora") -> Tournament:
        self.do("register", names=names)
        self.do("draw", seed="seven")
        return self.do("round")


def place(sender: int, seconds: int = 0) -> str:
    """The place of a record that began so many seconds after the round."""
    return f"{sender:016x}/{datetime.fromtimestamp(START_S + seconds, UTC).strftime(NAMED_BY)}"


def played(*names: str, seed: int = 1, ended: bool = True) -> bytes:
    events = [*record(MatchStart(game="schieber", seats=names), seed)[0], *([End()] if ended else [])]
    return "".join(f"{record_text.to_line(event)}\n" for event in events).encode()


def hear(one: Evening, table: str, where: str, data: bytes) -> None:
    ResultReader(one.book).read_result(table, where, lambda: data)
