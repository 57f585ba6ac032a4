"""The list of records reads each match once, and again when it has gone on."""

import json
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands.records import summaries
from controller.record.events import DealStart, End, Event, MatchStart, Undo, Void
from controller.record.text import to_line
from controller.report.summary import Summary
from controller.store.archive import Archive, KeptMatch
from controller.store.background import bounds
from controller.store.resume import take_up


@pytest.mark.parametrize("damage", [b"", b"[]", b'{"v": "0"}', b'{"v": 1, "matches": [1]}'])
def test_a_match_is_read_once_and_again_when_it_has_gone_on(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read: list[int] = []
    real = Archive.record

    def record(archive: Archive, match: int) -> bytes:
        read.append(match)
        return real(archive, match)

    def add(*events: Event) -> None:
        with take_up(tmp_path, new=False) as journal:
            for event in events:
                journal.append(event)

    def listed() -> tuple[str, list[int]]:
        read.clear()
        assert main(["record", "list", "--data-dir", str(tmp_path)]) == 0
        return capsys.readouterr().out, [*read]

    add(MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")), DealStart(dealer=0))
    monkeypatch.setattr(Archive, "record", record)
    first = listed()
    assert ("in progress" in first[0], first[1]) == (True, [1])
    assert listed() == (first[0], [])
    add(End())
    last = listed()
    assert ("ended" in last[0], last[1]) == (True, [1])
    assert listed() == (last[0], [])
    (tmp_path / summaries.FILE).write_bytes(damage)
    assert listed() == last
    assert listed() == (last[0], [])


def test_a_record_that_no_evening_has_is_listed_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One somebody has made to be imported: reading it would take minutes."""
    opening = to_line(MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")))
    rest = {
        "long": [to_line(DealStart(dealer=0)), to_line(Void(why="misdeal"))] * (bounds.LONGEST // 2),
        "corrected": [to_line(DealStart(dealer=0)), to_line(Undo(n=1))] * (bounds.MOST_CORRECTIONS + 1),
        "usual": [to_line(DealStart(dealer=0)), to_line(Undo(n=1))] * bounds.MOST_CORRECTIONS,
        "wide": [to_line(DealStart(dealer=0))],
    }
    read: list[str] = []
    real = summaries.whole

    def whole(data: bytes, kept: KeptMatch) -> Summary | None:
        read.append(kept.name)
        return real(data, kept)

    monkeypatch.setattr(summaries, "whole", whole)
    for number, (name, lines) in enumerate(rest.items()):
        path = tmp_path / f"2026-11-21T19000{number}Z-{name}.jsonl"
        first = opening.replace("Anna", "A" * bounds.LONGEST_LINE) if name == "wide" else opening
        path.write_text("\n".join([first, *lines]) + "\n", encoding="utf-8")
        assert main(["record", "import", str(path), "--data-dir", str(tmp_path)]) == 0
    capsys.readouterr()
    for _ in range(2):
        assert main(["record", "list", "--json", "--data-dir", str(tmp_path)]) == 0
        listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [one["state"] for one in listed] == ["too long", "too long", "broken off", "too long"]
        assert [one["lines"] for one in listed] == [10_001, 1_003, 1_001, 2]
    assert read == ["2026-11-21T190002Z"]
