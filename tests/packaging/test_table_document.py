"""The document of the table and what ``./run test boot`` types are one text."""

import shlex
import tomllib
from pathlib import Path

import pytest

from controller.cli import main
from controller.console.security.roles import Role
from controller.store.journal import Journal
from tests.boot.document import TABLE, commands
from tests.boot.evening import CAMERA, INSTALL, LATER, NOT_TYPED, PRINT
from tests.boot.guest import phone as booted
from tests.support.console.console_rig import DEAL, Rig
from tests.support.loops import some

TYPED = [step.command for step in (*INSTALL, *PRINT, *LATER)]


def test_each_command_of_the_document_is_typed_at_a_booted_machine_or_said_why_not() -> None:
    asked = set(commands(TABLE.read_text(encoding="utf-8")))
    assert asked == {*TYPED, *NOT_TYPED}
    assert not set(TYPED) & set(NOT_TYPED)
    assert len(TYPED) == len(set(TYPED))
    assert all(len(reason) > 20 for reason in NOT_TYPED.values())


def test_the_typed_commands_are_those_of_the_document() -> None:
    for step in some(step for step in (*INSTALL, *PRINT, *LATER) if step.typed):
        kept = [word for word in step.command.split() if not word.split(".")[0].isupper() and "-OF-" not in word]
        assert set(kept) <= set(step.typed.split()), step.command


@pytest.mark.parametrize("source", [CAMERA, "picamera", "0"])
def test_the_settings_that_the_document_has_written_name_the_camera_that_it_is_told(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    [written] = [step.command for step in INSTALL if step.command.startswith("./run config init")]
    assert main([*shlex.split(written)[1:], "--camera", source]) == 0
    assert tomllib.loads(Path("schiri.toml").read_text(encoding="utf-8"))["camera"] == {"source": source}


def test_the_document_says_how_each_camera_among_its_parts_is_named() -> None:
    camera = TABLE.read_text(encoding="utf-8").partition("## 3. The camera")[2].partition("## 4.")[0]
    assert [one for one in ("`picamera`", "`0`", 'source = "picamera"', "SOURCE") if one not in camera] == []


def test_the_commands_of_a_document() -> None:
    text = """# A table

Type `./run doctor` or `sudo
reboot`; `schiri.toml` is a file, `schiri` a program.

    ./run one --x 'a # b'      # why
    cd schiri && git pull

| `./run in-a-table` | x |

1. In a list:

        ./run in-a-list

    ./run doctor
"""
    assert commands(text) == [
        "./run doctor",
        "sudo reboot",
        "./run one --x 'a # b'",
        "cd schiri && git pull",
        "./run in-a-table",
        "./run in-a-list",
    ]


def test_a_fenced_block_is_refused_since_nobody_would_type_it() -> None:
    with pytest.raises(ValueError, match="four spaces"):
        commands("```console\n./run demo\n```\n")


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"do": "missed", "seat": "1", "card": "H10"}, "Added: Berta played the 10 of hearts ."),
        ({"do": "missed", "seat": "1", "card": "X1"}, "“X1” is no card of this game."),
        ({"do": "end", "sure": ""}, "End the match?"),
    ],
)
def test_the_phone_at_a_booted_machine_reads_each_answer_as_one_line(
    form: dict[str, str], said: str, tmp_path: Path
) -> None:
    """Cards are drawn in it: whatever else the page had would be taken for an answer that was refused."""
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal)
        rig.enter([DEAL])
        phone = rig.phone(Role.PLAYER)
        _status, page = phone.post("/act", {"key": phone.key(), "at": phone.at(form["do"], form), **form})
    assert booted.told(page) == said
