import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from controller.live.session import MatchSession
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Collect, Event, MatchStart, Played
from controller.referee.fold import MatchError
from controller.store.journal import Journal, JournalError

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENTS: list[Event] = [OPENING, Played(seat=0, card=Card("SA")), Collect(), Played(seat=1, card=Card("H10"), t=2.5)]


def test_acknowledged_events_are_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "match.jsonl"
    with Journal(path) as journal:
        for number, event in enumerate(EVENTS, 1):
            assert journal.append(event) == number
            assert list(record.read(path.read_bytes()).events) == EVENTS[:number]


def test_a_record_cut_at_any_byte_is_taken_up_without_loss_or_doubling(tmp_path: Path) -> None:
    """No acknowledged line is lost: whole lines stay; the torn one was never acknowledged, and is reported."""
    lines = [record.to_line(event) + "\n" for event in EVENTS]
    whole = "".join(lines).encode()
    ends = [len("".join(lines[:count]).encode()) for count in range(len(lines) + 1)]
    path = tmp_path / "match.jsonl"
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        complete = sum(end <= cut or end == cut + 1 for end in ends[1:])
        with Journal(path) as journal:
            assert journal.events == EVENTS[:complete]
            assert (journal.torn is None) == (cut in ends or cut + 1 in ends)
            journal.append(EVENTS[complete % len(EVENTS)])
        assert list(record.read(path.read_bytes()).events) == [*EVENTS[:complete], EVENTS[complete % len(EVENTS)]]


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Journal(path), pytest.raises(JournalError, match="is being written by another running referee"):
        Journal(path)
    Journal(path).close()


def test_a_broken_record_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(record.to_line(OPENING) + "\nnonsense\n")
    before = path.read_bytes()
    with pytest.raises(record.RecordError, match="line 2"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match=r"match\.jsonl cannot be written"):
        Journal(tmp_path / "file" / "match.jsonl")


FULL_DISK = """
import signal, resource, sys
from pathlib import Path
from controller.record.events import Collect, MatchStart
from controller.store.journal import Journal, JournalError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
journal = Journal(Path(sys.argv[1]))
journal.append(MatchStart(game="mittlere", seats=("A", "B", "C")))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    while len(journal.events) < 1000:
        journal.append(Collect())
except JournalError as error:
    print(len(journal.events), error)
"""


@pytest.mark.parametrize("limit", [200, 201, 205, 211])
def test_a_disk_that_fills_up_loses_no_acknowledged_event(tmp_path: Path, limit: int) -> None:
    """The file may grow to so many bytes and no further, as on a full disk."""
    assert resource.RLIMIT_FSIZE
    path = tmp_path / "match.jsonl"
    run = [sys.executable, "-c", FULL_DISK, str(path), str(limit)]
    told = subprocess.run(run, capture_output=True, text=True, check=True, cwd=Path.cwd(), env=dict(os.environ))  # noqa: S603
    acknowledged, _, reason = told.stdout.partition(" ")
    read = record.read(path.read_bytes())
    assert (len(read.events), read.torn) == (int(acknowledged), None)
    assert "cannot be written" in reason


def test_an_unfinished_match_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Journal(path) as journal:
        session = MatchSession(journal, OPENING)
        for event in EVENTS[1:]:
            session.add(event)
        before = session.match
    with Journal(path) as journal:
        assert MatchSession(journal, OPENING).match == before
        assert MatchSession(journal, OPENING).last_seconds == 2.5
        with pytest.raises(MatchError, match="unfinished match of other players or rules"):
            MatchSession(journal, MatchStart(game="mittlere", seats=("X", "Y", "Z")))
