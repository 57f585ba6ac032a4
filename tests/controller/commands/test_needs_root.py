"""Commands on an installed table say that they need root, instead of calling the table a stranger."""

import os
from io import StringIO
from pathlib import Path
from typing import IO

import pytest

from controller import cli
from controller.commands.table import doctor

SUDO = "put sudo before the command"
SETTINGS = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n[data]\ndirectory = "{data}"\n'


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    path = tmp_path / "schiri.toml"
    path.write_text(SETTINGS.format(data=tmp_path / "data"))
    return path


def closed(monkeypatch: pytest.MonkeyPatch, secret: Path) -> None:
    """Let this program be a user who may not read a path; root, who runs tests at times, may read all."""
    access, opened = os.access, Path.open

    def may(path: Path, mode: int, **more: bool) -> bool:
        return (Path(path) != secret or mode == os.F_OK) and access(path, mode, **more)

    def open_path(path: Path, mode: str = "r", buffering: int = -1, **more: str | None) -> IO[str]:
        if path == secret:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, mode, buffering, **more)

    monkeypatch.setattr(os, "access", may)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(Path, "open", open_path)


@pytest.mark.parametrize("command", ["doctor", "backup", "support-bundle", "referee"])
def test_settings_of_an_installed_table(
    command: str, settings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed(monkeypatch, settings)
    monkeypatch.chdir(settings.parent)
    cli.main([command, "--config", str(settings)])
    told = capsys.readouterr()
    assert SUDO in told.out + told.err
    assert str(settings) in told.out + told.err


def test_data_of_an_installed_table(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed(monkeypatch, settings.parent / "data")
    told = StringIO()
    assert doctor.run(settings, as_json=False, out=told) == doctor.FOUND
    *_, last = told.getvalue().splitlines()
    assert last.startswith("!! records")
    assert SUDO in last


def test_a_bundle_without_anything_in_it_is_not_made(
    settings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed(monkeypatch, settings.parent / "data")
    monkeypatch.chdir(settings.parent)
    assert cli.main(["support-bundle", "--config", str(settings)]) == 2
    assert SUDO in capsys.readouterr().err
    assert [*settings.parent.glob("*.zip")] == []


def test_a_file_that_cannot_be_written_there_belongs_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def refused(*_words: object, **_more: object) -> int:
        raise PermissionError(13, "Permission denied", str(tmp_path / "l.pdf"))

    monkeypatch.setattr(cli, "app", refused)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert cli.main(["marks"]) == 2
    assert capsys.readouterr().err == f"schiri: {tmp_path}/l.pdf: Permission denied\n"


def test_any_other_file_that_may_not_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*_words: object, **_more: object) -> int:
        raise PermissionError(13, "Permission denied", "/var/lib/schiri/records.sqlite3")

    monkeypatch.setattr(cli, "app", refused)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert cli.main(["backup"]) == 2
    assert capsys.readouterr().err == (
        "schiri: /var/lib/schiri/records.sqlite3: Permission denied; "
        "the files of an installed table need root: put sudo before the command\n"
    )
