"""An evening of 24 tables and 6 rounds, run by the commands of docs/hall.md, from entries to the printed ranking."""

import re
import secrets
import shlex
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Final

import pytest

from controller.cli import main
from controller.hall.desk.book import TournamentBook
from controller.hall.desk.readings import ResultReader
from controller.hall.messages import ChainedLine, RecordLines
from controller.hall.tables import TableRecords
from controller.record import chain
from controller.record import text as record_text
from controller.record.events import End, Event, MatchStart
from controller.referee.fold import outcome
from controller.tournament.fold import Tournament, meetings
from controller.tournament.steps import SeatedTable
from tests.support.table_talk import record
from tests.support.vision.pages import texts

DOCUMENT: Final = Path(__file__).parents[3] / "docs" / "hall.md"
TABLES, ROUNDS, CAMERAS = 24, 6, 20
EARLY = ("open", "enter", "rename", "withdraw", "draw")
BY_HAND = {"21": "102:55 (20:0), 257:0", "22": "812:758 /10", "23": "100:57", "24": "57:100, 0:257"}
SCORES = {"21": (379, 55), "22": (812, 758), "23": (57, 100), "24": (57, 357)}


def commands() -> list[list[str]]:
    """Every command for a tournament that the document shows, in its order."""
    lines = re.findall(r"^    \./run hall (tournament .*)$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    return [shlex.split(line) for line in lines]


@cache
def matches() -> tuple[tuple[tuple[Event, ...], tuple[int, ...]], ...]:
    """Matches of a deal that were played, and their totals by seat."""
    opening = MatchStart(game="schieber", seats=("A", "B", "C", "D"))
    played = [(*record(opening, seed)[0], End()) for seed in range(5)]
    return tuple((events, tuple(int(own) for own in outcome(events).total)) for events in played)


class Hall:
    """A hall's folder, and the tables that send what they have played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.book = TournamentBook(folder)
        self.records = TableRecords(folder)
        self.reader = ResultReader(self.book)
        self.senders = {str(number): secrets.token_hex(8) for number in range(1, CAMERAS + 1)}
        self.tally = Counter[str]()

    @property
    def state(self) -> Tournament:
        assert self.book.state is not None
        return self.book.state

    def run(self, *words: str) -> None:
        assert main([*words, "--folder", str(self.folder)]) == 0, words

    def names(self, table: SeatedTable) -> list[tuple[str, ...]]:
        """The players of each side."""
        return [tuple(name for entry in side for name in self.state.entries[entry].names) for side in table.sides]

    def play(self, number: int) -> None:
        """What the tables with a camera play in a round, and send."""
        for at, table in enumerate(self.state.rounds[-1].begun.tables):
            sides = self.names(table)
            if table.table not in self.senders:
                scores: Sequence[int] = SCORES[table.table]
            else:
                seats = (sides[0][0], sides[1][0], sides[0][1], sides[1][1])
                # Some sit down the other way round: their names tell.
                seats = (*seats[1:], seats[0]) if at % 3 == 0 else seats
                (opening, *rest), total = matches()[(at + number) % len(matches())]
                assert isinstance(opening, MatchStart)
                self.send(table.table, [replace(opening, seats=seats), *rest])
                scores = [total[seats.index(side[0])] for side in sides]
            for side, score in zip(sides, scores, strict=True):
                self.tally.update(dict.fromkeys(side, score))

    def send(self, table: str, events: Sequence[Event]) -> None:
        """As a table sends the lines of a match that is over."""
        sender = self.senders[table]
        name = datetime.fromtimestamp(time.time() + len(self.state.rounds), UTC).strftime("%Y-%m-%dT%H%M%SZ")
        before, lines = b"", list[ChainedLine]()
        for event in events:
            data = record_text.to_line(event).encode() + b"\n"
            before = chain.link(before, data)
            lines.append(ChainedLine(data=data.decode(), link=before.decode()))
        for first in range(0, len(lines), 64):
            part = tuple(lines[first : first + 64])
            self.records.store(RecordLines(sender=sender, record=name, first=first + 1, lines=part))
            self.reader.read_result(table, f"{sender}/{name}", partial(self.records.read, sender, name))


def test_the_document_shows_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hall", "tournament", "--help"]) == 0
    offered = set(re.findall(r"^  ([a-z]+)  +[A-Z]", capsys.readouterr().out, re.MULTILINE))
    assert offered == {words[1] for words in commands()}
    assert len(offered) == 20


def test_an_evening_of_24_tables_is_run_by_the_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("names.txt").write_text("".join(f"Player {number}\n" for number in range(1, 97)), encoding="utf-8")
    hall, shown = Hall(tmp_path / "hall"), commands()
    early = [words for words in shown if words[1] in EARLY]
    each = [words for words in shown if words[1] in ("round", "print") and words[2:3] != ["ranking.pdf"]][:3]
    late = shown[shown.index(["tournament", "close"]) + 1 :]
    for words in early:
        hall.run("hall", *words)
    for number in range(1, ROUNDS + 1):
        for words in each:
            hall.run("hall", *words)
        hall.play(number)
        for table, slip in BY_HAND.items():
            if not (number == 1 and table == "23"):
                slip = "57:100" if table == "23" else slip
                hall.run("hall", "tournament", "result", str(number), table, slip)
        hall.run("hall", "tournament", "close")
    capsys.readouterr()
    for words in late:
        hall.run("hall", *words)
    assert "every round is seated as the lots give" in capsys.readouterr().out
    _check(hall)


def _check(hall: Hall) -> None:
    """Every result is there once, and the printed ranking is what adding up by hand gives."""
    state = hall.state
    assert [len(round_.results) for round_ in state.rounds] == [TABLES] * ROUNDS
    assert state.ended
    read = [result.record for round_ in state.rounds for result in round_.results.values() if result.record]
    assert len(set(read)) == len(read) == CAMERAS * ROUNDS
    met = Counter(frozenset(pair[:2]) for pair in meetings(state))
    assert set(met.values()) == {1}
    hall.tally[state.entries[5].name] -= 20
    best = max(hall.tally.values())
    text = texts(Path("ranking.pdf").read_bytes())[0]
    first = [name for name, points in hall.tally.items() if points == best]
    assert any(re.search(rf"1\.\s+{name}\b.*{best}", text) for name in first)
    assert "Rangliste" in text or "Punkte" in text
    rows = [line.split(",") for line in Path("ranking.csv").read_text("utf-8").splitlines()[1:]]
    assert {row[3]: int(row[4]) for row in rows if row[3] in hall.tally} == dict(hall.tally)
    assert len(rows) == 4 * TABLES + 1
    assert all(Path(name).read_bytes()[:5] == b"%PDF-" for name in ("slips.pdf", "seating.pdf"))
    assert len(texts(Path("slips.pdf").read_bytes())) == TABLES // 3
