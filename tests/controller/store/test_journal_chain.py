"""The chain beside a record that is being written: power cuts, edits, full disks, records from before."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.record import chain
from controller.record import text as record
from controller.record.cards import Card
from controller.record.chain import ChainFault, ChainReport
from controller.record.events import Collect, Event, MatchStart, Played
from controller.store.journal import Journal, JournalError, chain_path

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENTS: list[Event] = [
    OPENING,
    *(Played(seat=seat, card=Card("SA"), t=float(at)) for at in range(9) for seat in range(3)),
]


def found(path: Path) -> ChainReport:
    links = chain_path(path)
    return chain.check(path.read_bytes(), links.read_bytes() if links.exists() else None)


def played(path: Path, events: list[Event] = EVENTS) -> None:
    with Journal(path) as journal:
        for event in events:
            journal.append(event)


def test_every_acknowledged_line_is_chained(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Journal(path) as journal:
        for number, event in enumerate(EVENTS, 1):
            journal.append(event)
            assert (found(path).lines, found(path).fault, found(path).late) == (number, None, ())
        assert journal.broken is None


def test_a_power_cut_at_any_byte_of_the_last_append_heals(tmp_path: Path) -> None:
    """First the line comes to the disk, then its link: whatever is missing of them, nothing acknowledged is lost."""
    path = tmp_path / "match.jsonl"
    played(path, EVENTS[:5])
    before, links_before = path.read_bytes(), chain_path(path).read_bytes()
    played(path, EVENTS[5:6])
    line, link = path.read_bytes()[len(before) :], chain_path(path).read_bytes()[len(links_before) :]
    cuts = [(size, 0) for size in range(len(line))] + [(len(line), size) for size in range(len(link) + 1)]
    for of_line, of_link in cuts:
        path.write_bytes(before + line[:of_line])
        chain_path(path).write_bytes(links_before + link[:of_link])
        known = 6 if of_line >= len(line) - 1 else 5
        with Journal(path) as journal:
            assert (journal.events, journal.broken) == (EVENTS[:known], None)
            journal.append(Collect())
        late = (6,) if known == 6 and of_link < len(link) else ()
        assert found(path) == ChainReport(known + 1, found(path).links, None)
        assert found(path).late == late


@pytest.mark.parametrize("lost", [1, 5, chain.LATE_AT_MOST])
def test_links_that_were_not_on_the_disk_yet_are_made_again_with_a_mark(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "match.jsonl"
    played(path)
    links = chain_path(path)
    kept = len(EVENTS) - lost
    links.write_bytes(b"".join(one + b"\n" for one in found(path).links[:kept]) + b"\0" * 30)
    with Journal(path) as journal:
        assert journal.broken is None
    assert (found(path).fault, found(path).late) == (None, tuple(range(kept + 1, len(EVENTS) + 1)))


def test_more_missing_links_than_a_power_cut_takes_are_a_break_that_stays_visible(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    played(path)
    chain_path(path).unlink()
    told: list[str | None] = []
    for _ in range(2):
        with Journal(path) as journal:
            assert journal.events[: len(EVENTS)] == EVENTS
            told.append(journal.broken)
            journal.append(Collect())
    nothing_shows = "no chain beside it, so nothing shows whether it was changed"
    assert told == [nothing_shows, "lines 1 to 28 were not chained when written"]
    assert found(path).fault == ChainFault("unwitnessed", 1, len(EVENTS))


EDITS: list[tuple[Callable[[list[bytes]], list[bytes]], ChainFault]] = [
    (lambda lines: [*lines[:3], *lines[4:]], ChainFault("removed", 4, 4)),
    (lambda lines: lines[:-2], ChainFault("removed", 27, 28)),
    (lambda lines: [*lines[:3], lines[0], *lines[3:]], ChainFault("added", 4, 4)),
    (lambda lines: [*lines[:3], lines[4], *lines[4:]], ChainFault("changed", 4, 4)),
    (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], ChainFault("moved", 4, 5)),
]


@pytest.mark.parametrize(("edit", "fault"), EDITS)
def test_an_edit_is_told_on_opening_and_no_going_on_hides_it(
    tmp_path: Path, edit: Callable[[list[bytes]], list[bytes]], fault: ChainFault
) -> None:
    path = tmp_path / "match.jsonl"
    played(path)
    path.write_bytes(b"".join(edit(chain.split(path.read_bytes()))))
    assert found(path).fault == fault
    with Journal(path) as journal:
        assert journal.broken == fault.text
        for _ in range(3):
            journal.append(Collect())
    after = found(path).fault
    assert after is not None
    assert after.first == fault.first
    with Journal(path) as journal:
        assert journal.broken == after.text


def test_a_record_without_a_line_beside_a_chain_has_lost_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    played(path)
    path.write_bytes(b"")
    with Journal(path) as journal:
        assert journal.broken is not None
        assert "28 lines were chained here and are gone" in journal.broken
        journal.append(OPENING)
    assert (found(path).fault, found(path).lines) == (None, 1)
    assert len(chain.links((tmp_path / "match.jsonl.chain.old").read_bytes())) == len(EVENTS)


def test_no_more_links_wait_for_the_disk_than_a_power_cut_may_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, synced, sync = tmp_path / "match.jsonl", 0, os.fsync

    def noted(handle: int) -> None:
        nonlocal synced
        sync(handle)
        if os.fstat(handle).st_ino == chain_path(path).stat().st_ino:
            synced = len(chain.links(chain_path(path).read_bytes()))

    with Journal(path) as journal:
        monkeypatch.setattr(os, "fsync", noted)
        for number, event in enumerate(EVENTS, 1):
            journal.append(event)
            assert number - synced < chain.LATE_AT_MOST
    assert synced == len(EVENTS)


def test_a_record_that_is_put_aside_keeps_its_chain(tmp_path: Path) -> None:
    path, aside = tmp_path / "current.jsonl", tmp_path / "2026-11-21.jsonl"
    played(path)
    before = found(path)
    Journal(path).put_aside(aside)
    assert found(aside) == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["2026-11-21.jsonl", "2026-11-21.jsonl.chain"]
    played(path, EVENTS[:3])
    assert (found(path).fault, found(path).lines) == (None, 3)
    with pytest.raises(JournalError, match="cannot be put aside"):
        Journal(path).put_aside(tmp_path / "nowhere" / "a.jsonl")
    assert (found(path).fault, found(path).lines) == (None, 3)


def test_a_chain_that_cannot_be_written_costs_no_event(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    chain_path(path).mkdir(parents=True)
    with Journal(path) as journal:
        assert journal.broken == f"{chain_path(path)} cannot be read or written: Is a directory"
        for event in EVENTS:
            journal.append(event)
    assert list(record.read(path.read_bytes()).events) == EVENTS


FULL_DISK = """
import logging, resource, signal, sys
from pathlib import Path
from controller.record.events import Collect, MatchStart
from controller.store.journal import Journal, chain_path
logging.basicConfig(format="%(message)s")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
with Journal(Path(sys.argv[1])) as journal:
    journal.append(MatchStart(game="mittlere", seats=("A", "B", "C")))
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, hard))
    for _ in range(20):
        journal.append(Collect())
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    journal.append(Collect())
"""


def test_a_chain_that_falls_behind_on_a_full_disk_is_told_once_and_catches_up(tmp_path: Path) -> None:
    """Each file may grow to 500 bytes: the chain is full after seven links, the record never."""
    path = tmp_path / "match.jsonl"
    run = [sys.executable, "-c", FULL_DISK, str(path)]
    told = subprocess.run(run, capture_output=True, text=True, check=True, cwd=Path.cwd(), env=dict(os.environ))  # noqa: S603
    assert told.stderr.count("cannot be written") == 1
    assert (found(path).lines, found(path).fault, found(path).late) == (22, None, ())
