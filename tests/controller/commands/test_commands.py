"""The program as its users call it: what it prints, and its exit status."""

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from controller.checkup import disk
from controller.cli import main
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played, Ruling

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
HONEST = (OPENING, DealStart(dealer=2), Played(seat=0, card=Card("SA")))
FOUL = (OPENING, DealStart(dealer=2), Played(seat=1, card=Card("SA")))
VERDICT = {
    "r": "verdict",
    "id": 1,
    "kind": "out-of-turn",
    "seat": 1,
    "event": 3,
    "proved": 3,
    "rule": "TURN",
    "card": "SA",
    "proof": None,
    "text": "Berta played SA to trick 1 out of turn; it was for Anna to play.",
}


def write(path: Path, events: Sequence[Event], end: str = "\n") -> str:
    path.write_text("\n".join(record.to_line(event) for event in events) + end, encoding="utf-8")
    return str(path)


def read(video: str, *more: str) -> list[str]:
    return ["read", video, "--game", "mittlere", "--seats", "A,B,C", "--record", "o.jsonl", *more]


def results(text: str) -> list[object]:
    return [json.loads(line) for line in text.splitlines()]


def test_replay_prints_results_and_tells_verdicts_by_its_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest, foul = write(tmp_path / "honest.jsonl", HONEST), write(tmp_path / "foul.jsonl", FOUL)
    dismissed = write(tmp_path / "dismissed.jsonl", (*FOUL, Ruling(verdict=1, decision="dismissed")))
    expected: list[tuple[str, int, list[object]]] = [(honest, 0, []), (foul, 1, [VERDICT]), (dismissed, 0, [VERDICT])]
    for name, status, printed in expected:
        assert main(["replay", "--json", name]) == status
        assert results(capsys.readouterr().out) == printed


def test_several_records_are_each_headed_and_the_worst_status_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foul, broken = write(tmp_path / "foul.jsonl", FOUL), str(tmp_path / "none.jsonl")
    assert main(["replay", "--json", broken, foul]) == 2
    told = capsys.readouterr()
    assert results(told.out) == [{"r": "record", "file": broken}, {"r": "record", "file": foul}, VERDICT]
    assert told.err == f"schiri: {broken}: No such file or directory\n"


def test_a_torn_last_line_is_one_error_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = write(tmp_path / "torn.jsonl", HONEST, end='\n{"e":"play","se')
    assert main(["replay", "--json", name]) == 0
    [error] = results(capsys.readouterr().out)
    assert isinstance(error, dict)
    assert (error["r"], error["event"]) == ("error", 4)


def test_standard_input_is_a_dash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write(tmp_path / "foul.jsonl", FOUL)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(name).read_bytes())))
    assert main(["replay", "--json", "-"]) == 1
    assert results(capsys.readouterr().out) == [VERDICT]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: No such file or directory"),
        (["replay"], "Missing argument 'RECORD...'"),
        (["replay", "--jsn", "x"], "No such option: --jsn"),
        (["rplay"], "No such command 'rplay'"),
        (["film", "foul.jsonl", "out.avi", "--size", "big"], "a size is written like 1920x1080, each side"),
        (["film", "foul.jsonl", "out.avi", "--height", "80"], "--height: a close camera hangs where the mat fills its"),
        (["film", "bare.jsonl", "out.avi"], "bare.jsonl holds no play, so there is nothing to draw"),
        (["film", "foul.jsonl", "nowhere/out.avi"], "nowhere/out.avi: "),
        (
            read("nowhere.avi"),
            "nowhere.avi: no such film",
        ),
        (read("text.avi"), "text.avi: not a film"),
        (
            read("empty"),
            "empty: the folder holds no pictures",
        ),
        (read("97"), "camera 97: not there"),
        (read("x", "--game", "poker"), "--game: there is no game 'poker'"),
        (read("x", "--game", "tarrot"), "did you mean Tarot?"),
        (read("x", "--seats", "A,B"), "--seats: mittlere has 3 seats"),
        (read("x", "--profile", "swis"), "--profile: there is no profile 'swis'"),
        (read("x", "--option", "folow=jass"), "--option: there is no option 'folow' in this game"),
        (read("x", "--option", "folow=jass"), "did you mean follow?"),
        (
            read("x", "--option", "follow=tail"),
            "--option: option 'follow' cannot be 'tail'; it can be jass, head, plain",
        ),
        (read("x", "--option", "deals=-1"), "option 'deals' cannot be -1; it can be 0, 12 or another number"),
        (read("x", "--option", "follow"), "--option is written NAME=VALUE"),
        (["film", "foul.jsonl", "out.avi", "--option", "follow=tail"], "--option: option 'follow' cannot be 'tail'"),
        (["film", "foul.jsonl", "out.avi", "--option", "follow"], "--option is written NAME=VALUE"),
        (["film", "rules.jsonl", "out.avi"], "rules.jsonl: line 1: there is no option 'foo' in this game"),
        (["replay", "rules.jsonl"], "rules.jsonl: line 1: there is no option 'foo' in this game"),
        (
            read("x", "--record", "foul.jsonl"),
            "foul.jsonl is there already",
        ),
        (read("x", "--symbology", "bar"), "bar"),
        (
            read("x", "--decks", "a"),
            "deck numbers",
        ),
        (["film", "nowhere.jsonl", "out.avi"], "nowhere.jsonl: No such file or directory"),
        (["film", "empty", "out.avi"], "empty: Is a directory"),
        (["film", "foul.jsonl", "foul.jsonl"], "foul.jsonl is there already and is no film"),
        (["film", "foul.jsonl", "out.avi", "--symbology", "bar"], "symbology 'bar'"),
        (["film", "foul.jsonl", "out.avi", "--size", "99999999999x9"], "each side from 240"),
        (["film", "foul.jsonl", "out.avi", "--seed", "-1"], "--seed"),
        (read("99999999999999"), "camera 99999999999999: not there"),
        (read("x", "--seats", "A,B,\udcff"), "printable name for each player"),
        (read("x", "--seats", "A,,C"), "printable name for each player"),
        (read("x", "--seats", '"A,B,C'), "--seats has a double quote that is not closed, or in the middle of a name"),
        (read("x", "--decks", "9"), "deck numbers go from 0 to 5"),
        (["demo", "--out", "text.avi"], "text.avi cannot be written: File exists; name another place"),
        (["referee", "--config", "rules.toml"], "rules.toml, line 5: there is no option 'foo' in this game"),
        (["referee", "--config", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["referee", "--config", "bad.toml"], "bad.toml, line 4: there is no setting 'table.colour'"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("foul.jsonl"), FOUL)
    write(Path("bare.jsonl"), (OPENING,))
    write(Path("rules.jsonl"), (replace(OPENING, options={"foo": 1}),))
    Path("text.avi").write_text("no film")
    Path("empty").mkdir()
    Path("rules.toml").write_text('[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n[table.options]\nfoo = 1\n')
    Path("bad.toml").write_text('[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\ncolour = 1\n')
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.err.startswith("schiri: ")
    assert told in said.err
    assert said.err.count("\n") == 1
    assert not Path("o.jsonl").exists()


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("/proc/x", "nothing can be made in the folder /proc; name another place"),
        ("text/x", "text is no folder; name another place"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        "backup {}.tar.gz",
        "config init {}.toml",
        "demo --out {}",
        "hall --folder {}",
        "new game my-whist --to {}",
        "replay foul.jsonl --html {}.html",
        "support-bundle {}.zip",
    ],
)
def test_a_target_that_cannot_be_written_is_named_as_it_was_typed(
    command: str,
    target: str,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("foul.jsonl"), FOUL)
    Path("text").write_text("no folder")
    Path("schiri.toml").write_text('[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n[data]\ndirectory = "data"\n')
    words = command.format(target).split()
    [typed] = [word for word in words if word.startswith(target)]
    assert main(words) == 2
    assert capsys.readouterr().err == f"schiri: {typed} cannot be written: {reason}\n"


def test_a_record_is_never_drawn_over(tmp_path: Path) -> None:
    name = write(tmp_path / "foul.avi", FOUL)
    before = Path(name).read_bytes()
    assert main(["film", name, name]) == 2
    assert Path(name).read_bytes() == before


@pytest.mark.parametrize("sink", ["/dev/full", "closed"])
def test_output_that_goes_nowhere_is_no_fault_of_the_record(tmp_path: Path, sink: str) -> None:
    name = write(tmp_path / "foul.jsonl", FOUL)
    run = f"{sys.executable} -m controller replay {name} >{'&-' if sink == 'closed' else sink}"
    done = subprocess.run(["/bin/sh", "-c", run], capture_output=True, check=False)  # noqa: S603 - our own
    assert b"Traceback" not in done.stderr
    assert done.returncode == (1 if sink == "closed" else 2)


def test_a_damaged_record_is_named_and_put_aside_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings, current = tmp_path / "schiri.toml", tmp_path / "data" / "current.jsonl"
    settings.write_text('[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n[camera]\nsource = "nowhere.avi"\n')
    current.parent.mkdir()
    current.write_text(record.to_line(OPENING) + "\ngarbage\n")
    run = ["referee", "--config", str(settings), "--data-dir", str(current.parent)]
    assert main(run) == 2
    told = capsys.readouterr().err
    assert f"{current}: line 2: broken JSON" in told
    assert "--new" in told
    assert main([*run, "--new"]) == 2
    [aside] = current.parent.glob("damaged-*.jsonl")
    assert aside.read_text().endswith("garbage\n")


@pytest.mark.parametrize(
    ("text", "begins"),
    [("# Schiri\n\n    ./run demo\n", "'# Schiri'"), ("\x7fELF\x02 and so on", "'\\x7fELF\\x02 and so on'")],
)
def test_a_file_of_another_kind_is_called_no_record(
    text: str, begins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / "README.md"
    name.write_text(text)
    assert main(["replay", str(name)]) == 2
    told = capsys.readouterr().err
    assert told == f"schiri: {name}: line 1: this is no record: its lines are JSON objects, not {begins}\n"


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """Settings whose records would be kept in a file in place of a folder."""
    (tmp_path / "nope").write_text("")
    path = tmp_path / "schiri.toml"
    path.write_text(
        '[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n\n'
        f'[data]\ndirectory = "{tmp_path}/nope/deeper"\n[camera]\nsource = "nowhere.avi"\n'
    )
    return path


@pytest.mark.parametrize("words", [["config", "check"], ["referee", "--config"]])
def test_where_no_record_can_be_kept_is_said_with_file_and_line(
    words: list[str], settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, str(settings)]) == 2
    told = capsys.readouterr()
    folder = settings.parent / "nope" / "deeper"
    assert told.err == (
        f"schiri: {settings}, line 6: {folder} cannot be written (Not a directory): nothing would be kept; "
        "set [data] directory elsewhere\n"
    )


def test_a_folder_that_is_still_to_be_made_is_fine_and_is_not_made(settings: Path) -> None:
    (settings.parent / "nope").unlink()
    assert main(["config", "check", str(settings)]) == 0
    assert not (settings.parent / "nope").exists()


@pytest.mark.parametrize("errno_", [errno.EROFS, errno.ENOSPC])
def test_a_disk_that_takes_nothing_for_now_is_no_wrong_setting(
    errno_: int, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(**_: object) -> None:
        raise OSError(errno_, os.strerror(errno_))

    (settings.parent / "nope").unlink()
    monkeypatch.setattr(disk, "TemporaryFile", refused)
    assert main(["config", "check", str(settings)]) == 0


def test_a_display_is_no_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["display", "--port", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"schiri: --port {tmp_path}: it is a folder, no serial port; plugged in by USB: ")
    assert (told.err.count("\n"), told.out) == (1, "")


def test_the_program_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "controller", "--help"], capture_output=True, check=False)
    assert done.returncode == 0
    assert b"referee" in done.stdout
