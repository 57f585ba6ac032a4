"""Rescued records, and files from elsewhere, on their way into the archive."""

import logging
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.record import chain
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Collect, End, Event, MatchStart, Played
from controller.store.archive import Archive, links
from controller.store.importing import DuplicateMatchError, import_record
from controller.store.journal import CURRENT, Journal, JournalError, chain_path
from controller.store.resume import FOLDER, take_up
from tests.support import strategies

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENTS: list[Event] = [OPENING, *(Played(seat=seat, card=Card("SA"), t=float(seat)) for seat in range(3)), Collect()]


def written(path: Path, events: Sequence[Event] = EVENTS) -> bytes:
    """A record in a file."""
    with Journal(path) as journal:
        for event in events:
            journal.append(event)
    return path.read_bytes()


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_rescued_match_is_taken_in_once_and_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    old = written(tmp_path / CURRENT)
    (tmp_path / "damaged-2026-01-01T000000Z.jsonl").write_text("whatever\n")
    (tmp_path / "notes.jsonl").write_text("of somebody else\n")
    for _ in range(2):
        with take_up(tmp_path, new=False) as journal:
            assert (journal.events, journal.broken) == (EVENTS, None)
    with take_up(tmp_path, new=False) as journal:
        journal.append(End())
    with Archive(tmp_path) as archive:
        [match] = archive.matches()
        assert (match.running, archive.record(match.id)[: len(old)]) == (True, old)
    assert caplog.text.count("is taken over as match") == 1
    kept, chained = files(tmp_path / FOLDER)
    assert ((tmp_path / FOLDER / kept).read_bytes(), chained) == (old, f"{kept}.chain")
    assert files(tmp_path) == ["damaged-2026-01-01T000000Z.jsonl", "notes.jsonl", "records.sqlite3", FOLDER]


def test_a_power_cut_between_taking_over_and_moving_takes_nothing_over_twice(tmp_path: Path) -> None:
    written(tmp_path / CURRENT)
    with Archive(tmp_path, make=True) as archive:
        import_record(archive, tmp_path / CURRENT, running=True)
    with take_up(tmp_path, new=False) as journal:
        assert journal.events == EVENTS
    with Archive(tmp_path) as archive:
        assert len(archive.matches()) == 1
    assert not (tmp_path / CURRENT).exists()


def test_a_rescued_match_does_not_replace_the_one_in_progress(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        journal.append(OPENING)
    written(tmp_path / CURRENT)
    with take_up(tmp_path, new=False) as journal:
        assert journal.events == [OPENING]
    with Archive(tmp_path) as archive:
        assert [one.running for one in archive.matches()] == [True, False]


def test_a_break_in_a_rescued_record_stays_visible(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    data = written(tmp_path / CURRENT)
    (tmp_path / CURRENT).write_bytes(data.replace(b'"seat":1', b'"seat":2'))
    with caplog.at_level(logging.WARNING), take_up(tmp_path, new=False) as journal:
        assert journal.broken == f"match {journal.name}: lines 3 to 5 were not chained when written"
        journal.append(Collect())
    assert "line 3 was changed" in caplog.text
    with take_up(tmp_path, new=False) as journal:
        assert journal.broken == f"match {journal.name}: lines 3 to 5 were not chained when written"


def test_a_damaged_record_is_refused_and_put_aside_when_asked(tmp_path: Path) -> None:
    (tmp_path / CURRENT).write_text(record.to_line(OPENING) + "\ngarbage\n")
    with pytest.raises(JournalError, match=r"current.jsonl: line 2: broken JSON .*--new"):
        take_up(tmp_path, new=False)
    take_up(tmp_path, new=True).close()
    assert [path.read_text()[-8:] for path in tmp_path.glob("damaged-*.jsonl")] == ["garbage\n"]


def test_a_rescued_match_that_another_program_writes_is_left_alone(tmp_path: Path) -> None:
    with Journal(tmp_path / CURRENT), pytest.raises(JournalError, match="being written by another running referee"):
        take_up(tmp_path, new=False)


# --- files from elsewhere ------------------------------------------------------------------------------------------

lines = st.lists(strategies.events, max_size=6).map(
    lambda events: [record.to_line(event).encode() for event in (replace(OPENING, v=3, sight=True), *events)]
)
spaced = st.sampled_from([b"", b" ", b"\t "])


@given(lines, st.lists(spaced, min_size=7, max_size=7), st.booleans(), st.booleans())
def test_a_record_comes_out_byte_for_byte_as_it_went_in(
    made: list[bytes], spaces: list[bytes], ended: bool, chained: bool
) -> None:
    """Whatever program has written it, with or without a last line end; its chain too, if it has a whole one."""
    data = b"\n".join(space + line + space for line, space in zip(made, spaces, strict=False)) + b"\n" * ended
    before, made_links = b"", b""
    for line in chain.split(data):
        before = chain.link(before, line)
        made_links += before + b"\n"
    with tempfile.TemporaryDirectory() as name, Archive(Path(name), make=True) as archive:
        path = Path(name) / "a.jsonl"
        path.write_bytes(data)
        if chained:
            chain_path(path).write_bytes(made_links)
        taken = import_record(archive, path)
        exported, found = archive.check(taken.kept.id)
        assert (exported, taken.lines, taken.torn) == (data, len(made), None)
        assert (found.fault is None) == chained == (taken.fault is None)
        assert not chained or links(archive.lines(1)) == made_links
        with pytest.raises(DuplicateMatchError, match="in the archive already, as match 1"):
            import_record(archive, path)


Bytes = Callable[[bytes], bytes]
EDITS: dict[str, tuple[Bytes, Bytes]] = {
    "cut with its chain left": (lambda data: data[: data.rfind(b"\n", 0, -1) + 1], lambda chained: chained),
    "a chain that is too short": (lambda data: data, lambda chained: chained[:130]),
    "no chain": (lambda data: data, lambda _: b""),
    "a changed link": (lambda data: data, lambda chained: b"0" * 64 + chained[64:]),
}


@pytest.mark.parametrize("edit", EDITS)
def test_no_way_in_hides_that_a_chain_does_not_fit(tmp_path: Path, edit: str) -> None:
    path = tmp_path / "a.jsonl"
    of_record, of_chain = EDITS[edit]
    path.write_bytes(of_record(written(path)))
    chain_path(path).write_bytes(of_chain(chain_path(path).read_bytes()))
    with Archive(tmp_path, make=True) as archive:
        taken = import_record(archive, path)
        _, found = archive.check(taken.kept.id)
    assert taken.fault
    assert found.fault is not None
    assert found.fault.kind == "unwitnessed"


def test_names_of_imported_matches(tmp_path: Path) -> None:
    pictured: list[Event] = [OPENING, Played(seat=0, card=Card("SA"), img="2025-02-03T040506Z/00002-d1-s0-SA.jpg")]
    written(tmp_path / "a.jsonl", pictured)
    written(tmp_path / "of 2024-12-24T200000Z.jsonl")
    written(tmp_path / "b.jsonl", EVENTS[:2])
    os.utime(tmp_path / "b.jsonl", (0, datetime(2023, 5, 6, tzinfo=UTC).timestamp()))
    with Archive(tmp_path, make=True) as archive:
        names = [import_record(archive, path).kept.name for path in sorted(tmp_path.glob("*.jsonl"))]
    assert names == ["2025-02-03T040506Z", "2023-05-06T000000Z", "2024-12-24T200000Z"]


def test_a_torn_last_line_is_left_out_and_told(tmp_path: Path) -> None:
    data = written(tmp_path / "a.jsonl")
    (tmp_path / "a.jsonl").write_bytes(data + b'{"e":"pl')
    with Archive(tmp_path, make=True) as archive:
        taken = import_record(archive, tmp_path / "a.jsonl")
        assert (taken.torn, archive.record(1)) == ('{"e":"pl', data)
