"""``schiri new``: what it writes works as it stands, its own tests included."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final, get_args

import pytest

import controller
from controller.cli import main
from controller.commands.system.new import NewPart
from tests.support.loops import some
from tests.support.somebodys import installed

HOME: Final = Path(controller.__file__).parents[1]
GUIDE: Final = Path(__file__).parents[3] / "docs" / "adding.md"
PARTS: Final[tuple[NewPart, ...]] = get_args(NewPart)


def put_in(site: Path, package: Path) -> None:
    """What pip makes of the package."""
    about = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))
    [(group, points)] = about["project"]["entry-points"].items()
    [folder] = about["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    modules = {f"{folder}/{path.stem}": path.read_text(encoding="utf-8") for path in (package / folder).glob("*.py")}
    text = f"[{group}]\n" + "".join(f"{name} = {home}\n" for name, home in points.items())
    installed(site, about["project"]["name"], text, modules)


def test_a_new_package_passes_its_own_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One run of pytest has all of them: to start it takes two seconds."""
    monkeypatch.chdir(tmp_path)
    [shown] = re.findall(r"^    \./run (new game my-\S+) ", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for words in some([shown.split(), *(["new", part, f"my-{part}"] for part in PARTS)]):
        assert main(words) == 0
        put_in(tmp_path / "site", tmp_path / f"schiri-{words[-1]}")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--import-mode=importlib", "-W", "error", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{tmp_path / 'site'}{os.pathsep}{HOME}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "passed" in run.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["game", "mittlere"], "there is a game 'mittlere' already"),
        (["display", "wled"], "there is a display 'wled' already"),
        (["mark", "qr-zxing"], "there is a mark 'qr-zxing' already"),
        (["rulebook", "swiss"], "there is a rulebook 'swiss' already"),
        (["game", "a" * 61], "the name of a game has 60 letters at most, and this one has 61"),
        (["game", "My Game"], "'My Game' is no name for a game"),
        (["game", "twist", "--to", "."], ". is there already"),
    ],
)
def test_a_package_that_cannot_be_begun_is_refused_in_one_sentence(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", *words]) == 2
    assert told in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []
