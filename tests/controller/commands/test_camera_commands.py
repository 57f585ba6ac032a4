"""``schiri camera``: a film watched, its doubtful moments listed, shown, blurred, exported, checked and dropped."""

import json
import re
import stat
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.cli import main
from controller.live.moments import moment_file
from controller.live.moments.store import MomentStore
from tests.support.filmed_moments import film


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the moments of a film whose second card cannot be read, and the record of it."""
    folder = tmp_path_factory.mktemp("camera")
    frames = folder / "frames"
    frames.mkdir()
    for number, (_, gray) in enumerate(film()):
        cv2.imwrite(str(frames / f"{number:03}.bmp"), gray)
    moments, record = folder / "moments", folder / "evening.jsonl"
    words = ["--game", "mittlere", "--seats", "Anna,Berta,Carla", "--in", str(moments), "--record", str(record)]
    assert main(["camera", "record", str(frames), *words]) == 0
    return folder


def test_a_film_without_the_mat_is_told_as_one_in_which_nothing_could_be_kept(
    tmp_path: Path, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frames = tmp_path / "frames"
    frames.mkdir()
    random = np.random.default_rng(1)
    for number in range(8):
        cv2.imwrite(str(frames / f"{number:03}.bmp"), random.integers(80, 120, (540, 960)).astype(np.uint8))
    words = ["record", str(frames), "--game", "mittlere", "--seats", "Anna,Berta,Carla", "--in", str(tmp_path / "kept")]
    kept_line, reason = told(words, capsys, 1).splitlines()
    assert kept_line.startswith("0 doubtful moments kept")
    assert reason == (
        f"{frames}: the mat was never found, so nothing was watched: corner mark not seen: top left, top right, "
        "bottom right, bottom left; show the whole mat to the camera and clear its corners."
    )
    few = tmp_path / "few"
    few.mkdir()
    for name in ("000.bmp", "001.bmp"):
        (few / name).write_bytes((kept / "frames" / name).read_bytes())
    words[1] = str(few)
    assert "nothing was watched: too few pictures showed it." in told(words, capsys, 1)
    words[1] = str(kept / "frames")
    assert "never found" not in told(words, capsys)


@pytest.mark.parametrize("words", [["record", "frames", "--game", "mittlere", "--seats", "A,B,C"], ["list"]])
def test_a_file_is_no_folder_of_moments(tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no moment", encoding="utf-8")
    said = told([*words, "--in", str(file)], capsys, 2)
    assert "'--in'" in said
    assert f"{file}' is a file" in said


def copied(kept: Path, to: Path) -> tuple[Path, str]:
    """Moments that a test may change, and the name of the only one."""
    store, other = MomentStore(kept / "moments"), MomentStore(to / "moments")
    [name] = store.names()
    return other.folder, other.add(store.read(name))


def told(words: list[str], capsys: pytest.CaptureFixture[str], status: int = 0) -> str:
    """What a command says."""
    capsys.readouterr()
    assert main(["camera", *words]) == status
    said = capsys.readouterr()
    return said.out + said.err


def test_moments_of_a_film_are_listed_and_shown(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moments = ["--in", str(kept / "moments")]
    line = told(["list", *moments], capsys)
    assert re.fullmatch(r"\S+Z +\d\.\d s +\d+\.\d MB  something unread at seat 3\n", line)
    one = json.loads(told(["list", "--json", *moments], capsys))
    assert one["name"] == line.split()[0]
    assert {doubt["kind"] for doubt in one["doubts"]} == {"unread"}
    shown = told(["show", one["name"], "--frames", str(tmp_path / "look"), *moments], capsys)
    assert "something unread at seat 3" in shown
    assert "read: SA" in shown
    written = sorted((tmp_path / "look").iterdir())
    assert len(written) == one["frames"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in written} == {0o600}
    assert "is there already" in told(["show", one["name"], "--frames", str(tmp_path / "look"), *moments], capsys, 2)


def test_a_bundle_of_it_is_read_as_it_was_and_the_next_one_must_have_another_name(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, name = copied(kept, tmp_path)
    corrected = tmp_path / "corrected.jsonl"
    lines = (kept / "evening.jsonl").read_text(encoding="utf-8")
    number = next(n for n, line in enumerate(lines.splitlines(), 1) if '"S9"' in line and '"play"' in line)
    entered = {"e": "insert", "before": number, "event": {"e": "play", "seat": 2, "card": "S6", "src": "console"}}
    corrected.write_text(f"{lines}{json.dumps(entered)}\n", encoding="utf-8")
    out = tmp_path / "bundles" / "one.zip"
    out.parent.mkdir()
    words = ["export", name, str(out), "--record", str(corrected), "--in", str(folder)]
    assert "look at the frames before you give it to anybody" in told(words, capsys)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert "is there already" in told(words, capsys, 2)
    assert told(["check", str(out.parent)], capsys) == f"{out}: 2 of 3 cards read, 2 at least; not read: S6\n"
    found = json.loads(told(["check", str(out), "--json"], capsys))
    assert (found["good"], found["read"], found["missed"], found["misread"]) == (True, ["SA", "S9"], ["S6"], [])
    (out.parent / "a.zip").write_bytes(out.read_bytes()[:2000])
    damaged, whole = told(["check", str(out.parent)], capsys, 2).splitlines()
    assert damaged.startswith(f"{out.parent / 'a.zip'} ")
    assert whole == f"{out}: 2 of 3 cards read, 2 at least; not read: S6"
    error, good = map(json.loads, told(["check", str(out.parent), "--json"], capsys, 2).splitlines())
    assert (error, good) == ({"file": str(out.parent / "a.zip"), "error": damaged}, found)


def test_a_bundle_of_which_a_card_was_corrected_fails_until_it_is_read_rightly(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, name = copied(kept, tmp_path)
    lines = (kept / "evening.jsonl").read_text(encoding="utf-8")
    number = next(n for n, line in enumerate(lines.splitlines(), 1) if '"S9"' in line and '"play"' in line)
    corrected = tmp_path / "corrected.jsonl"
    corrected.write_text(f'{lines}{{"e":"amend","of":{number},"with":{{"card":"S8"}}}}\n', encoding="utf-8")
    out = tmp_path / "one.zip"
    told(["export", name, str(out), "--record", str(corrected), "--in", str(folder)], capsys)
    said = told(["check", str(out)], capsys, 1)
    assert said.endswith("1 of 2 cards read, 1 at least; not read: S8; MISREAD: S9\n")


def test_a_record_of_another_evening_is_refused(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, name = copied(kept, tmp_path)
    other = tmp_path / "other.jsonl"
    other.write_text('{"e":"match","v":2,"game":"mittlere","seats":["X","Y","Z"]}\n', encoding="utf-8")
    words = ["export", name, str(tmp_path / "b.zip"), "--record", str(other), "--in", str(folder)]
    assert "it does not begin with the same lines" in told(words, capsys, 2)
    assert not (tmp_path / "b.zip").exists()


def test_blurring_and_dropping_change_the_file(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, name = copied(kept, tmp_path)
    assert "Blurred for good" in told(["blur", name, "0,0,320,200", "--in", str(folder)], capsys)
    assert len(moment_file.read(MomentStore(folder).path(name)).moment.blurred) == 1
    assert "blurred: 0,0,320,200" in told(["show", name, "--in", str(folder)], capsys)
    assert "name the moments to delete" in told(["drop", "--in", str(folder)], capsys, 2)
    assert "there is no moment" in told(["drop", name, "2020-01-01T000000Z", "--in", str(folder)], capsys, 2)
    assert "Deleted 1" in told(["drop", name, name, "--in", str(folder)], capsys)
    assert "No moment is kept" in told(["list", "--in", str(folder)], capsys)
    assert "Deleted 0" in told(["drop", "--all", "--in", str(folder)], capsys)


def test_a_bundle_without_the_mat_says_that_it_proves_nothing(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, name = copied(kept, tmp_path)
    words, told_of_it = ["--in", str(folder)], "the bundle proves nothing"
    assert told_of_it not in told(["export", name, str(tmp_path / "whole.zip"), *words], capsys)
    told(["blur", name, "0,0,200,720", *words], capsys)
    assert told_of_it in told(["export", name, str(tmp_path / "blurred.zip"), *words], capsys)


def test_frames_that_are_in_another_moment_as_well_are_told(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, first = copied(kept, tmp_path)
    second = copied(kept, tmp_path)[1]
    words = ["--in", str(folder)]
    there = f"Some of these frames are also in {second}, as they were: look there, too.\n"
    assert told(["blur", first, "0,0,320,200", *words], capsys).endswith(f"of {first}.\n{there}")
    assert "Some of these" not in told(["drop", first, *words], capsys)
    third = copied(kept, tmp_path)[1]
    assert f"also in {third}," in told(["drop", second, *words], capsys)
    assert "Some of these" not in told(["drop", third, *words], capsys)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["record", "no-such-film.avi", "--game", "mittlere", "--seats", "A,B,C"], "no-such-film.avi"),
        (["record", "x.avi"], "name the game and the players with --game and --seats"),
        (["record", "x.avi", "--game", "mittlere"], "--game and --seats belong together"),
        (["record", "x.avi", "--seats", "A,B,C"], "--game and --seats belong together"),
        (["check", "."], "there is no bundle in ."),
        (["list", "--config", "mistyped.toml"], "mistyped.toml cannot be read: No such file"),
        (["drop", "--all", "--config", "mistyped.toml"], "mistyped.toml cannot be read: No such file"),
        (["export", "x", "x.zip", "--config", "mistyped.toml"], "mistyped.toml cannot be read: No such file"),
        (["check", "nothing.zip"], "nothing.zip cannot be read: No such file"),
        (["show", "../secret", "--in", "."], "there is no moment '../secret'"),
        (["blur", "2020-01-01T000000Z", "1,2", "--in", "."], "a rectangle is written LEFT,TOP,WIDTH,HEIGHT"),
    ],
)
def test_wrong_use_is_one_sentence(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    said = told(words, capsys, 2)
    assert sentence in said
    assert said.count("\n") == 1
