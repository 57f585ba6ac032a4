"""The runner that measures how long cards wait to be read, without its films."""

import json
from pathlib import Path

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.unseen import waits as unseen_waits
from benchmarks.unseen.eyes import Tally


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Films of two cards, of which one is read after a fifth of a second and the other never."""

    def watch(_kind: str | int, _seed: int, tally: Tally, **_: bool) -> float:
        tally.cards += 2
        tally.waits_s.append(0.2)
        return 15.0

    monkeypatch.setattr(unseen_waits, "hard", watch)
    monkeypatch.setattr(unseen_waits, "slow", watch)


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["unseen_waits", *words])
    unseen_waits.main()


@pytest.mark.usefixtures("quick")
def test_only_the_kinds_of_films_that_are_asked_for_are_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "waits.json"
    run(monkeypatch, str(file), "--films", "2", "--only", "soft", "dim", "--slow", "20")
    expected = [0.2, 0.2, None, None]
    assert json.loads(file.read_text()) == {"soft": expected, "dim": expected, "20 times as slow": expected}


@pytest.mark.usefixtures("quick")
def test_a_kind_that_there_is_not_is_refused_with_those_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, str(tmp_path / "waits.json"), "--only", "hazy")
    assert "'hazy'" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []
