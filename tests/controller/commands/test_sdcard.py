"""``schiri sdcard``: the files of a card, the program beside them, and the code that the first phone scans."""

import io
import json
import re
import sys
import tarfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.appliance import archive, cloud_init
from controller.appliance.first_boot import FirstBoot
from controller.cli import main
from controller.commands.system import sdcard
from controller.commands.system.release import CHECKOUT
from controller.language import catalogues
from controller.language.translate import translated
from tests.support.loops import some
from vision.words.cards import LANGS, Lang

ADDRESS = re.compile(r"^http://schiri-test\.local:8080/pair\?code=([0-9a-f]{16})$", re.MULTILINE)


@pytest.fixture(autouse=True)
def packed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str | None]]:
    """The archives that were packed, of a checkout that is small."""
    calls: list[tuple[Path, str | None]] = []

    def write(file: Path, source: Path, machine: archive.Machine | None = None) -> None:
        calls.append((source, machine))
        file.write_bytes(b"packed")

    monkeypatch.setattr(archive, "write", write)
    return calls


def written(folder: Path, *words: str) -> dict[str, object]:
    """The plan in the files that were written with these words."""
    assert main(["sdcard", str(folder), "--name", "schiri-test", *words]) == 0
    text = (folder / "user-data").read_text(encoding="utf-8")
    plan: dict[str, object] = json.loads(next(line for line in text.splitlines() if line.startswith('  {"boot"')))
    return plan


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_the_files_hold_no_password_and_what_is_printed_is_the_code_that_they_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "correct horse\nbattery staple\n")
    plan = written(tmp_path, "--wlan", "home", "--country", "ch", "--login", "--user", "anna", "--lang", "de")
    out = capsys.readouterr().out
    [code] = ADDRESS.findall(out)
    assert (plan["code"], plan["wlan"], plan["lang"], plan["ssh"]) == (code, "home", "de", True)
    files = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert sorted(files) == ["meta-data", "network-config", "schiri.tar.gz", "user-data"]
    everything = "".join(files.values()) + out
    assert [word for word in some(("correct horse", "battery staple")) if word in everything] == []
    assert cloud_init.Wlan.of("home", "correct horse", "CH").key in files["network-config"]
    assert re.search(r'"passwd": "\$6\$[^"]+", "lock_passwd": false', files["user-data"])
    for name in some(("user-data", "network-config")):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0


def test_a_drawn_code_reads_as_the_printed_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path)
    out = capsys.readouterr().out
    drawn = [line for line in out.splitlines() if line and set(line) <= set("█▀▄ ")]
    lit = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    rows = [[lit[sign][half] for sign in line] for line in drawn for half in (0, 1)]
    picture = np.kron(np.array(rows, dtype=np.uint8) * 255, np.ones((6, 6), dtype=np.uint8))
    found = ADDRESS.search(out)
    assert found
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == found[0]


@pytest.mark.parametrize("lang", LANGS)
def test_the_machine_speaks_the_tables_language_and_a_plan_has_all_that_a_first_boot_asks_for(
    lang: Lang, tmp_path: Path
) -> None:
    plan = written(tmp_path, "--lang", lang)
    locale = catalogues.locale(lang)
    assert plan["words"] == {name: str(translated(text, locale)) for name, text in sdcard.WORDS.items()}
    first = FirstBoot(plan, tmp_path)
    assert [name for name, _ in first.steps if name not in first.words] == []
    assert (first.is_whole, first.page.count("<li")) == (False, 5)


def test_the_program_comes_from_one_place(
    tmp_path: Path, packed: list[tuple[Path, str | None]], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "card").mkdir()
    assert written(tmp_path / "card")["archive"] == "schiri.tar.gz"
    assert written(tmp_path / "card", "--offline")["whole"] is True
    assert written(tmp_path / "card", "--offline", "--machine", "x86_64")["whole"] is True
    assert packed == [(CHECKOUT, None), (CHECKOUT, "aarch64"), (CHECKOUT, "x86_64")]
    plan = written(tmp_path / "card", "--git", "https://example.org/x.git", "--branch", "v2")
    assert (plan["git"], plan["branch"], plan["archive"]) == ("https://example.org/x.git", "v2", "")
    for wheels in some((False, True)):
        with tarfile.open(tmp_path / "release.tar.gz", "w:gz") as release:
            release.add(__file__, "schiri/wheels/x.whl" if wheels else "schiri/pyproject.toml")
        assert written(tmp_path / "card", "--archive", str(tmp_path / "release.tar.gz"))["whole"] is wheels
        assert (tmp_path / "card/schiri.tar.gz").read_bytes() == (tmp_path / "release.tar.gz").read_bytes()
    capsys.readouterr()
    assert main(["sdcard", str(tmp_path / "card"), "--git", "x", "--offline"]) == 2
    assert "one place" in capsys.readouterr().err


def test_the_images_own_files_are_kept_once_and_ours_are_written_over(tmp_path: Path) -> None:
    for name in some(("user-data", "network-config", "meta-data")):
        (tmp_path / name).write_text("# the image's\n")
    first = written(tmp_path)
    second = written(tmp_path)
    assert {path.read_text() for path in tmp_path.glob("*.before")} == {"# the image's\n"}
    assert len([*tmp_path.glob("*.before")]) == 3
    assert first["code"] != second["code"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["{folder}/nowhere"], "{folder}/nowhere: there is no folder of that name"),
        (["{folder}", "--name", "kitchen"], "'kitchen'"),
        (["{folder}", "--game", "mitlere"], "mitlere"),
        (["{folder}", "--wlan", "home"], "--country ''"),
        (["{folder}", "--wlan", "home", "--country", "CH"], "8 to 63"),
        (["{folder}", "--ssh-key", "{folder}/id.pub"], "--ssh-key {folder}/id.pub"),
        (["{folder}", "--login"], "the password is empty"),
        (["{folder}", "--archive", "{folder}/x.tar.gz"], "{folder}/x.tar.gz"),
        (["{folder}", "--user", "root"], "'root'"),
    ],
)
def test_impossible_input_is_refused_in_one_sentence_and_nothing_is_written(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "\n")
    assert main(["sdcard", *(word.format(folder=tmp_path) for word in words)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n"), said.format(folder=tmp_path) in told.err) == ("", 1, True), told.err
    assert [*tmp_path.iterdir()] == []
