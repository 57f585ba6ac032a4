"""The kept figures of an archive: each match is counted once, again when it has gone on, and in bounds."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.record.events import End, Event, MatchStart, Undo
from controller.record.text import to_line
from controller.report.statistics import MatchFigures, figures
from controller.store.archive import Archive
from controller.store.background import children, match_figures
from controller.store.background.match_figures import ArchiveFigures
from controller.store.importing import import_record
from tests.support import table_talk
from tests.support.loops import some

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def add(directory: Path, name: str, *events: Event) -> None:
    path = directory / f"{name}.jsonl"
    path.write_text("".join(f"{to_line(event)}\n" for event in events), encoding="utf-8")
    with Archive(directory, make=True) as archive:
        import_record(archive, path)


def counted(directory: Path, *, running: bool = False) -> ArchiveFigures:
    with Archive(directory) as archive:
        return match_figures.found(archive, match_figures.read(directory), running=running)


def count(directory: Path) -> None:
    with Archive(directory) as archive:
        match_figures.count(archive)


def forever(name: str, events: object) -> object:
    while name:
        del events
        events = name
    return events


def played(seed: int) -> list[Event]:
    return [*table_talk.record(OPENING, seed, deals=1)[0], End()]


@pytest.mark.parametrize("damage", [b"", b"[]", b'{"v": "0"}', b'{"v": 1, "matches": {"1": {"mark": 3}}}'])
def test_each_match_is_counted_once_and_whatever_is_damaged_is_counted_again(
    tmp_path: Path, damage: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded: list[str] = []

    def noted(name: str, events: Sequence[Event]) -> MatchFigures:
        folded.append(name)
        return figures(name, events)

    monkeypatch.setattr(match_figures, "figures", noted)
    add(tmp_path, "2026-11-21T190000Z", *played(1))
    add(tmp_path, "2026-11-22T190000Z", *played(2))
    assert counted(tmp_path) == ArchiveFigures((), (), 2)
    count(tmp_path)
    first = counted(tmp_path)
    assert ([one.name for one in first.matches], first.missing) == (["2026-11-21T190000Z", "2026-11-22T190000Z"], 0)
    add(tmp_path, "2026-11-23T190000Z", *played(3))
    assert counted(tmp_path).missing == 1
    count(tmp_path)
    assert sorted(folded) == ["2026-11-21T190000Z", "2026-11-22T190000Z", "2026-11-23T190000Z"]
    (tmp_path / match_figures.FILE).write_bytes(damage)
    assert counted(tmp_path).missing == 3
    count(tmp_path)
    assert (counted(tmp_path).matches[:2], len(folded)) == (first.matches, 6)


def test_an_unreadable_match_is_named_and_delays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(tmp_path, "2026-11-21T190000Z", *played(1))
    add(tmp_path, "2026-11-22T190000Z", OPENING, *[Undo(n=1)] * (children.MOST_CORRECTIONS + 1))
    add(tmp_path, "2026-11-23T190000Z", *played(2))
    monkeypatch.setattr(children, "MATCH_S", 0.01)
    monkeypatch.setattr(match_figures, "figures", forever)
    count(tmp_path)
    found = counted(tmp_path)
    assert (len(found.unread), found.missing) == (3, 0)


def test_the_match_at_the_table_counts_only_where_it_is_asked_for(tmp_path: Path) -> None:
    add(tmp_path, "2026-11-21T190000Z", *played(1))
    with Archive(tmp_path) as archive, archive.transaction():
        archive.add("2026-11-22T190000Z", running=True)
    count(tmp_path)
    assert len(counted(tmp_path).matches) == 1
    assert counted(tmp_path, running=True).unread == ("2026-11-22T190000Z",)


def test_a_turn_ends_and_the_next_one_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_figures, "TURN_S", -1)
    for seed in (1, 2, 3):
        add(tmp_path, f"2026-11-2{seed}T190000Z", *played(seed))
    assert counted(tmp_path).missing == 3
    for left in some((2, 1, 0, 0)):
        count(tmp_path)
        assert counted(tmp_path).missing == left
    assert len(counted(tmp_path).matches) == 3
