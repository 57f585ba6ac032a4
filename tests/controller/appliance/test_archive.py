"""The archive of a release: what the program is built of, and nothing of this machine."""

import subprocess
import tarfile
from pathlib import Path

import pytest

from controller.appliance import archive
from controller.appliance.archive import PackingError

ROOT = Path(__file__).parents[3]


def test_a_checkout_is_packed_as_it_is_built_and_says_nothing_of_who_packed_it(tmp_path: Path) -> None:
    file = tmp_path / "schiri.tar.gz"
    archive.write(file, ROOT)
    with tarfile.open(file) as packed:
        found = packed.getmembers()
        packed.extractall(tmp_path, filter="data")
    names = {one.name for one in found}
    assert {"schiri/pyproject.toml", "schiri/requirements/runtime.lock", "schiri/controller/cli.py"} <= names
    assert [name for name in names if "__pycache__" in name or name.startswith(("schiri/tests", "schiri/.venv"))] == []
    assert {(one.uid, one.uname, one.isfile() or one.isdir()) for one in found} == {(0, "root", True)}
    assert (tmp_path / "schiri/controller/cli.py").read_bytes() == (ROOT / "controller/cli.py").read_bytes()
    assert archive.names(file) == [one.name for one in found]


def test_a_folder_that_is_no_checkout_or_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PackingError, match="is no checkout of the program"):
        archive.write(tmp_path / "x.tar.gz", tmp_path)
    with pytest.raises(PackingError, match=r"nowhere/x\.tar\.gz cannot be written: No such file"):
        archive.write(tmp_path / "nowhere/x.tar.gz", ROOT)
    (tmp_path / "x.tar.gz").write_text("no archive")
    with pytest.raises(PackingError, match="is no archive that can be read"):
        archive.names(tmp_path / "x.tar.gz")


def test_the_wheels_of_another_machine_are_asked_for_with_their_hashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def run(words: list[str | Path], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append([*map(str, words)])
        (tmp_path / "wheel" / "a.whl").parent.mkdir(exist_ok=True)
        (Path(asked[-1][asked[-1].index("--dest") + 1]) / "a.whl").write_text("wheel")
        return subprocess.CompletedProcess([], 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    archive.write(tmp_path / "x.tar.gz", ROOT, "aarch64")
    assert "schiri/wheels/a.whl" in archive.names(tmp_path / "x.tar.gz")
    [words] = asked
    assert {"--require-hashes", "--no-deps", "3.13", "manylinux_2_17_aarch64", "manylinux_2_34_aarch64"} <= set(words)
    assert not any("x86_64" in word for word in words)


def test_wheels_that_cannot_be_had_are_told_by_the_last_word_of_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_: object, **__: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, "", "Looking\nERROR: no network\n")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(PackingError, match=r"runtime\.lock cannot be had: ERROR: no network$"):
        archive.write(tmp_path / "x.tar.gz", ROOT, "x86_64")
    assert not (tmp_path / "x.tar.gz").exists()
