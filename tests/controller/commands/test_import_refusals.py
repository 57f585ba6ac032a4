"""Files that no match can begin with are not imported, and stored files are for their owner and group."""

import stat
from pathlib import Path

import pytest

from controller.cli import main
from controller.store.archive import Archive


@pytest.mark.parametrize(
    ("opening", "told"),
    [
        ('{"v":1,"e":"match","game":"poker","seats":["A","B","C"]}', "there is no game 'poker'"),
        ('{"v":1,"e":"match","game":"mittlere","seats":["A","B","C"],"profile":"moon"}', "moon"),
        ('{"v":1,"e":"match","game":"mittlere","seats":["A","B"]}', "mittlere has 3 seats"),
    ],
)
def test_an_unknown_game_or_profile_is_refused_in_a_sentence(
    opening: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "foreign.jsonl"
    path.write_text(f"{opening}\n")
    assert main(["record", "import", str(path), "--data-dir", str(tmp_path / "data")]) == 2
    said = capsys.readouterr().err
    assert (told in said, "nothing of it is taken in" in said, said.count("\n")) == (True, True, 1)
    with Archive(tmp_path / "data") as archive:
        assert archive.matches() == []


def test_settings_are_read_by_their_owner_and_group_alone(tmp_path: Path) -> None:
    file = tmp_path / "schiri.toml"
    assert main(["config", "init", str(file)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) & 0o027 == 0
