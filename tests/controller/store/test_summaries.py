"""The list of records reads each match once, and again when it has gone on."""

import json
from pathlib import Path

import pytest

from controller.cli import main
from controller.record.events import DealStart, End, Event, MatchStart, Undo, Void
from controller.record.text import to_line
from controller.rules.match import AnyMatch
from controller.store.archive import Archive
from controller.store.background import children, summaries
from controller.store.background.summaries import ShortSummary
from controller.store.importing import import_record
from controller.store.resume import take_up
from tests.support.examples import Example
from tests.support.loops import some


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
    assert ("still being played" in first[0], first[1]) == (True, [1])
    assert listed() == (first[0], [])
    add(End())
    last = listed()
    assert ("played to its end" in last[0], last[1]) == (True, [1])
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
        "long": [to_line(DealStart(dealer=0)), to_line(Void(why="misdeal"))] * (children.LONGEST // 2),
        "corrected": [to_line(DealStart(dealer=0)), to_line(Undo(n=1))] * (children.MOST_CORRECTIONS + 1),
        "usual": [to_line(DealStart(dealer=0)), to_line(Undo(n=1))] * children.MOST_CORRECTIONS,
        "wide": [to_line(DealStart(dealer=0))],
    }
    read: list[int] = []
    real = summaries.whole

    def whole(data: bytes) -> AnyMatch | None:
        read.append(children.count_lines(data))
        return real(data)

    monkeypatch.setattr(summaries, "whole", whole)
    for number, (name, lines) in enumerate(rest.items()):
        path = tmp_path / f"2026-11-21T19000{number}Z-{name}.jsonl"
        first = opening.replace("Anna", "A" * children.LONGEST_LINE) if name == "wide" else opening
        path.write_text("\n".join([first, *lines]) + "\n", encoding="utf-8")
        assert main(["record", "import", str(path), "--data-dir", str(tmp_path)]) == 0
    capsys.readouterr()
    for _ in range(2):
        assert main(["record", "list", "--json", "--data-dir", str(tmp_path)]) == 0
        listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [one["state"] for one in listed] == ["too long", "too long", "broken off", "too long"]
        assert [one["lines"] for one in listed] == [10_001, 1_003, 1_001, 2]
    assert read == [1_001]


def test_a_summary_says_who_has_won_and_how_many_verdicts_there_were(tmp_path: Path) -> None:
    with Archive(tmp_path, make=True) as archive:
        import_record(archive, Example("coiffeur/4-partners-ruled").path)
        summaries.summarise(archive, running=False)
        [found] = summaries.found(archive, running=False).values()
    assert found == ShortSummary(
        lines=84,
        game="coiffeur",
        players=("Anna", "Berta", "Carla", "Dora"),
        deals=2,
        total=(32, 20, 32, 20),
        sides=((0, 2), (1, 3)),
        won=(0, 2),
        verdicts=2,
        ended=True,
    )


def test_a_match_that_takes_long_to_read_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(data: bytes) -> AnyMatch | None:
        while data:
            pass
        return None

    with Archive(tmp_path, make=True) as archive:
        import_record(archive, Example("mittlere/evening").path)
        monkeypatch.setattr(children, "MATCH_S", 0.01)
        monkeypatch.setattr(summaries, "whole", forever)
        summaries.summarise(archive, running=False)
        [found] = summaries.found(archive, running=False).values()
    assert found is not None
    assert found.is_too_long


def test_the_match_at_the_table_is_summed_up_once_it_has_ended(tmp_path: Path) -> None:
    with Archive(tmp_path, make=True) as archive:
        with archive.transaction():
            archive.add("2026-11-22T190000Z", running=True)
        for running, known in some(((False, False), (True, True))):
            summaries.summarise(archive, running=running)
            assert [one is not None for one in summaries.found(archive, running=running).values()] == [known]
