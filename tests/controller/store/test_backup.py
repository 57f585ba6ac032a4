"""Backup and restore are inverses; a bundle for support gives nobody away."""

import io
import json
import sqlite3
import tarfile
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from controller.cli import main
from controller.record.events import DealStart, Event, MatchStart, Ruling
from controller.store.archive import FILE, Archive
from controller.store.resume import take_up

OPENING = MatchStart(game="mittlere", seats=("Änni", "Bo", "Carla"))


class Home:
    """A table with a match in progress, pictures, a calibration and settings."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.settings = folder, folder / "data", folder / "schiri.toml"
        folder.mkdir(exist_ok=True)
        self.settings.write_text(
            '# ours\n[table]\ngame = "mittlere"\nseats = ["Änni", "Bo", "Carla"]\n'
            f'[data]\ndirectory = "{self.data}"\n[camera]\nsource = "http://eva:geheim@127.0.0.1:1/x.mjpg"\n'
        )

    def play(self, *events: Event) -> None:
        """Take events in, and leave a picture and a calibration."""
        with take_up(self.data, new=False) as journal:
            for event in events:
                journal.append(event)
        (self.data / "evidence" / "m").mkdir(parents=True, exist_ok=True)
        (self.data / "evidence" / "m" / "00007.jpg").write_bytes(b"picture")
        (self.data / "calibration.json").write_text("{}")

    def run(self, *words: str) -> int:
        """A command with this table's settings."""
        return main([*words, "--config", str(self.settings)])

    @property
    def record(self) -> bytes:
        """What the match in progress holds."""
        with Archive(self.data) as archive:
            kept = archive.running()
            return archive.record(kept.id) if kept else b""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "home")
    made.play(OPENING, DealStart(dealer=1))
    return made


def test_a_backup_is_restored_on_another_machine(home: Home, tmp_path: Path) -> None:
    out = tmp_path / "b.tar.gz"
    with take_up(home.data, new=False):
        assert home.run("backup", str(out)) == 0
    other = Home(tmp_path / "other")
    assert other.run("restore", str(out)) == 0
    assert other.record == home.record != b""
    assert (other.data / "evidence" / "m" / "00007.jpg").read_bytes() == b"picture"
    assert (other.data / "calibration.json").read_text() == "{}"
    assert other.settings.with_name("schiri.toml.restored").read_text() == home.settings.read_text()


def test_existing_files_are_set_aside_and_not_lost(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, early = tmp_path / "b.tar.gz", home.record
    assert home.run("backup", str(out)) == 0
    home.play(DealStart(dealer=2))
    late = home.record
    assert home.run("restore", str(out)) == 0
    assert (home.record, late == early) == (early, False)
    (aside,) = home.data.glob("before-*")
    assert f"what was there before: {aside}" in capsys.readouterr().out
    with Archive(aside) as archive:
        kept = archive.running()
        assert kept is not None
        assert archive.record(kept.id) == late
    assert [path.name for path in home.folder.glob("*.restored")] == []


def test_while_a_referee_runs_nothing_is_put_back(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "b.tar.gz"
    assert home.run("backup", str(out)) == 0
    with take_up(home.data, new=False):
        assert home.run("restore", str(out)) == 2
    assert "is being written by another running referee" in capsys.readouterr().err


def changed(path: Path, out: Path, name: str, data: bytes | None) -> Path:
    """A backup in which one file is another, new or gone (None)."""
    with tarfile.open(path) as tar, tarfile.open(out, "w:gz") as into:
        held = {member.name: file.read() for member in tar if (file := tar.extractfile(member))}
        held[name] = data or b""
        for each, content in held.items():
            if each != name or data is not None:
                info = tarfile.TarInfo(each)
                info.size = len(content)
                into.addfile(info, io.BytesIO(content))
    return out


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("calibration.json", b"{1}"),
        ("calibration.json", None),
        ("backup.json", None),
        ("backup.json", b"[]"),
        ("backup.json", b"[" * 100_000),
        ("backup.json", b'{"v": 9, "files": {}}'),
        ("../evil", b"x"),
        ("/etc/evil", b"x"),
        ("evidence", b"x"),
    ],
)
def test_a_backup_that_was_changed_is_refused_whole(
    name: str, data: bytes | None, home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "b.tar.gz"
    assert home.run("backup", str(out)) == 0
    before = sorted(path.name for path in home.data.iterdir())
    assert home.run("restore", str(changed(out, tmp_path / "c.tar.gz", name, data))) == 2
    said = capsys.readouterr().err
    assert ("nothing was changed" in said, said.count("\n")) == (True, 1)
    assert sorted(path.name for path in home.data.iterdir()) == before


def test_a_name_that_only_its_own_list_vouches_for_is_refused(home: Home, tmp_path: Path) -> None:
    out = tmp_path / "b.tar.gz"
    assert home.run("backup", str(out)) == 0
    sums = {"../evil": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}
    with tarfile.open(tmp_path / "c.tar.gz", "w:gz") as into:
        for name, data in (("../evil", b"x"), ("backup.json", json.dumps({"v": 1, "files": sums}).encode())):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            into.addfile(info, io.BytesIO(data))
    assert home.run("restore", str(tmp_path / "c.tar.gz")) == 2
    assert not (home.folder / "evil").exists()


@pytest.mark.parametrize("cut", [0, 1, 100, -200])
def test_a_backup_that_was_cut_off_is_refused(cut: int, home: Home, tmp_path: Path) -> None:
    out = tmp_path / "b.tar.gz"
    assert home.run("backup", str(out)) == 0
    out.write_bytes(out.read_bytes()[:cut])
    assert home.run("restore", str(out)) == 2


def test_nothing_is_written_over(home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, name in (("backup", "b.tar.gz"), ("support-bundle", "s.zip")):
        out = tmp_path / name
        assert home.run(command, str(out)) == 0
        held = out.read_bytes()
        assert home.run(command, str(out)) == 2
        assert "is there already" in capsys.readouterr().err
        assert out.read_bytes() == held
        assert home.run(command, str(tmp_path / "none" / name)) == 2


def test_a_bundle_gives_nobody_away_and_tells_the_rest(home: Home, tmp_path: Path) -> None:
    assert home.run("support-bundle", str(tmp_path / "s.zip")) == 0
    with zipfile.ZipFile(tmp_path / "s.zip") as bundle:
        parts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    whole = "".join(parts.values())
    assert sorted(parts) == ["README.txt", "doctor.jsonl", "log.txt", "record.jsonl", "settings.toml"]
    assert [word for word in ("Änni", "\\u00c4nni", "Carla", "geheim", "eva") if word in whole] == []
    assert json.loads(parts["record.jsonl"].splitlines()[0])["seats"] == ["A", "B", "C"]
    assert 'seats = ["A", "B", "C"]' in parts["settings.toml"]
    found = [json.loads(line)["part"] for line in parts["doctor.jsonl"].splitlines()]
    assert found[:2] == ["settings", "versions"]


def test_names_of_arbiters_are_left_out_too(home: Home, tmp_path: Path) -> None:
    home.play(*(Ruling(verdict=1, decision="open", by=name) for name in ("Rita", "Bo", 'M"ax', "Zoë")))
    with closing(sqlite3.connect(home.data / FILE)) as base, base:
        base.execute("""UPDATE line SET data = CAST('{"by":"Otto' || x'0a' AS BLOB) WHERE number = 4""")
    assert home.run("support-bundle", str(tmp_path / "s.zip")) == 0
    with zipfile.ZipFile(tmp_path / "s.zip") as bundle:
        whole = "".join(bundle.read(name).decode() for name in bundle.namelist())
        lines = bundle.read("record.jsonl").decode().splitlines()
    assert [name for name in ("Rita", "Otto") if name in whole] == []
    assert lines[3] == '{"by":"H'
    assert [json.loads(line).get("by") for line in (lines[2], *lines[4:])] == ["G", "I", "J"]


def test_records_that_cannot_be_read_are_not_backed_up_and_named(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "b.tar.gz"
    for version, told in ((2, "was written by a newer version"), (1, "it is damaged (")):
        with closing(sqlite3.connect(home.data / FILE)) as base:
            base.execute(f"PRAGMA user_version = {version}")
        if version == 1:
            (home.data / FILE).write_text("no database " * 500)
        assert home.run("backup", str(out)) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"schiri: {home.data / FILE} ")
        assert (told in said, said.endswith("; nothing was backed up\n"), said.count("\n")) == (True, True, 1)
        assert not out.exists()


def test_a_foreign_archive_is_told_to_be_none_of_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    foreign, text = tmp_path / "f.tar.gz", tmp_path / "t.tar.gz"
    with tarfile.open(foreign, "w:gz") as into:
        into.addfile(tarfile.TarInfo("holiday.jpg"))
    text.write_text("hello")
    for path, why in ((foreign, ": there is no whole backup.json in it"), (text, ", or was cut off: it is no whole")):
        assert main(["restore", str(path), "--config", str(tmp_path / "none.toml")]) == 2
        assert f"{path} is no backup that `schiri backup` has written{why}" in capsys.readouterr().err


def test_a_bundle_helps_also_where_there_are_no_settings(tmp_path: Path) -> None:
    assert main(["support-bundle", str(tmp_path / "s.zip"), "--config", str(tmp_path / "none.toml")]) == 0
    with zipfile.ZipFile(tmp_path / "s.zip") as bundle:
        assert "cannot be read" in bundle.read("settings.toml").decode()
