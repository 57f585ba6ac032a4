"""What root puts back belongs to the table, and lies where its settings say; a backup that is none changes nothing."""

import gzip
import io
import json
import os
import stat
import tarfile
from hashlib import sha256
from pathlib import Path

import pytest

from controller.appliance import owner
from controller.cli import main
from controller.commands.system import backup as command
from controller.record.events import DealStart, MatchStart
from controller.store import backup
from controller.store.archive import FILE, Archive
from controller.store.lock import is_held
from controller.store.resume import take_up
from tests.support.loops import some

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def table(folder: Path) -> Path:
    """A table with a match, a picture and a calibration; its settings."""
    folder.mkdir()
    settings = folder / "schiri.toml"
    settings.write_text(
        f'[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n[data]\ndirectory = "{folder}/records"\n'
    )
    with take_up(folder / "records", new=False) as journal:
        journal.append(OPENING)
        journal.append(DealStart(dealer=0))
    (folder / "records" / "evidence" / "m").mkdir(parents=True)
    (folder / "records" / "evidence" / "m" / "1.jpg").write_bytes(b"picture")
    (folder / "records" / "calibration.json").write_text("{}")
    return settings


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    out = tmp_path / "b.tar.gz"
    assert main(["backup", str(out), "--config", str(table(tmp_path / "home"))]) == 0
    return out


def test_a_machine_without_settings_gets_its_records_where_the_restored_settings_say(
    kept: Path, tmp_path: Path
) -> None:
    home, fresh = tmp_path / "home", tmp_path / "fresh" / "schiri.toml"
    home.rename(tmp_path / "burnt")
    fresh.parent.mkdir()
    assert main(["restore", str(kept), "--config", str(fresh)]) == 0
    assert 'game = "mittlere"' in fresh.read_text()
    with Archive(home / "records") as archive:
        assert archive.running()
    assert sorted(path.name for path in fresh.parent.iterdir()) == ["schiri.toml"]


def test_all_that_root_puts_back_goes_to_the_owner_of_the_data(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[Path, tuple[int, int]] = {}

    def chown(path: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        assert not follow_symlinks
        given[path] = user, group

    def service(path: Path, name: str | None) -> owner.Owner:
        assert (path, name) == (tmp_path / "home" / "records", None)
        return owner.Owner(4711, 815)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", chown)
    monkeypatch.setattr(command, "owner_of", service)
    home = tmp_path / "home"
    assert main(["restore", str(kept), "--config", str(home / "schiri.toml")]) == 0
    records = home / "records"
    wanted = {records, *(path for path in records.rglob("*") if not str(path).startswith(f"{records}/before-"))}
    assert wanted - {*given} == set()
    assert set(given.values()) == {(4711, 815)}


def test_the_owner_is_the_one_of_the_folder_or_of_the_one_it_will_be_in(tmp_path: Path) -> None:
    mine = owner.Owner(tmp_path.stat().st_uid, tmp_path.stat().st_gid)
    assert [
        owner.owner_of(path, name) for path, name in ((tmp_path, None), (tmp_path / "a" / "b", "no such user"))
    ] == [
        mine,
        mine,
    ]


def test_two_restores_in_a_second_are_two(kept: Path, tmp_path: Path) -> None:
    settings = tmp_path / "home" / "schiri.toml"
    assert [main(["restore", str(kept), "--config", str(settings)]) for _ in range(4)] == [0] * 4
    assert len([*(tmp_path / "home" / "records").glob("before-*")]) == 4


def packed(path: Path, held: dict[str, bytes]) -> Path:
    """A backup whose own list vouches for what it holds."""
    sums = {name: sha256(data).hexdigest() for name, data in held.items()}
    with tarfile.open(path, "w:gz") as tar:
        for name, data in {**held, "backup.json": json.dumps({"v": 1, "files": sums}).encode()}.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path


def test_damaged_records_and_what_would_fill_the_disk_are_one_sentence_each(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept.exists()
    monkeypatch.setattr(backup, "MOST_BYTES", 1_000_000)
    home = tmp_path / "home"
    before = sorted(path.name for path in (home / "records").iterdir())
    bad = [
        packed(tmp_path / "broken.tar.gz", {FILE: b"SQLite format 3\0" + b"no database " * 900}),
        packed(tmp_path / "bomb.tar.gz", {"evidence/m/1.jpg": b"\0" * 30_000_000}),
        packed(tmp_path / "evil.tar.gz", {"evidence/../../evil": b"x"}),
    ]
    stream = tmp_path / "stream.tar.gz"
    stream.write_bytes(gzip.compress(b"\0" * 5_000_000))
    capsys.readouterr()
    for path in some([*bad, stream]):
        assert main(["restore", str(path), "--config", str(home / "schiri.toml")]) == 2, path
        said = capsys.readouterr().err
        assert (said.count("\n"), "nothing was changed" in said) == (1, True), said
    assert sorted(path.name for path in (home / "records").iterdir()) == before


@pytest.mark.parametrize(("named", "given"), [
    ({"SUDO_UID": "4711", "SUDO_GID": "815"}, {"mine.tar.gz": (4711, 815), "s.zip": (4711, 815)}),
    ({"SUDO_UID": "4711", "SUDO_GID": "x"}, {}),
    ({"SUDO_UID": "4711"}, {}),
    ({}, {}),
])  # fmt: skip
def test_what_somebody_makes_with_sudo_is_that_person_s(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: dict[str, str], given: dict[str, object]
) -> None:
    """Nobody but root may read the data of an installed table; who asked for a bundle is to look at it."""
    assert kept.exists()
    told: dict[str, object] = {}

    def chown(path: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        assert not follow_symlinks
        told[path.name] = user, group

    for name in ("SUDO_UID", "SUDO_GID"):
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", chown)
    settings = str(tmp_path / "home" / "schiri.toml")
    assert main(["backup", str(tmp_path / "mine.tar.gz"), "--config", settings]) == 0
    assert main(["support-bundle", str(tmp_path / "s.zip"), "--config", settings]) == 0
    assert told == given


def test_what_people_make_is_for_them_alone(kept: Path, tmp_path: Path) -> None:
    settings = tmp_path / "home" / "schiri.toml"
    assert main(["support-bundle", str(tmp_path / "s.zip"), "--config", str(settings)]) == 0
    assert [stat.S_IMODE(path.stat().st_mode) for path in (kept, tmp_path / "s.zip")] == [0o600, 0o600]
    assert main(["restore", str(kept), "--config", str(settings)]) == 0
    modes = [stat.S_IMODE(path.stat().st_mode) for path in some((tmp_path / "home" / "records").glob("records*"))]
    assert {mode & 0o027 for mode in modes} == {0}


def test_a_table_that_runs_is_no_stranger_to_the_doctor(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = kept.parent / "home"
    settings = home / "schiri.toml"
    assert not is_held(home / "records")
    with take_up(home / "records", new=False):
        assert is_held(home / "records")
        capsys.readouterr()
        main(["doctor", "--config", str(settings), "--json"])
        found = [json.loads(line)["part"] for line in capsys.readouterr().out.splitlines()]
    assert found == ["settings", "versions", "machine", "clock", "disk", "records", "table"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_only_root_may_read_is_named_and_how(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = table(tmp_path / "home")
    settings.chmod(0)
    assert main(["backup", str(tmp_path / "b.tar.gz"), "--config", str(settings)]) == 2
    said = capsys.readouterr().err
    assert ("put sudo before the command" in said, str(settings) in said) == (True, True)
    settings.chmod(0o600)
    (tmp_path / "home" / "records").chmod(0)
    assert main(["backup", str(tmp_path / "b.tar.gz"), "--config", str(settings)]) == 2
    said = capsys.readouterr().err
    assert (f"{tmp_path}/home/records" in said, "sudo" in said) == (True, True)
    (tmp_path / "home" / "records").chmod(0o700)
