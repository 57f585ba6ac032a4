"""The list of records reads each match once, and again when it has gone on."""

from pathlib import Path

import pytest

from controller.cli import main
from controller.commands.records import summaries
from controller.record.events import DealStart, End, Event, MatchStart
from controller.store.archive import Archive
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
