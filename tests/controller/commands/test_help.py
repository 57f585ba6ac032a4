"""Commands that only describe the program load nothing that they do not need."""

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import typer.main
from typer.utils import get_params_from_function

from controller.appliance.program import TYPED, as_typed
from controller.cli import app, main
from controller.commands.help_text import Commands, OutlinedCommand
from tests.support.loops import some

HEAVY = (
    "rich",
    "cv2",
    "numpy",
    "starlette",
    "uvicorn",
    "platformdirs",
    "controller.record.events",
    "controller.settings.model",
)
GROUPS: tuple[list[str], ...] = (["record"], ["camera"], ["firmware"], ["config"], ["release"])
"""Words typed before the commands of a group."""


@pytest.mark.parametrize(
    "words", [["--help"], ["referee", "--help"], ["record", "--help"], ["record", "rule", "--help"]]
)
def test_help_loads_neither_cameras_nor_servers_nor_settings(words: list[str]) -> None:
    told = f"""
import sys
from controller.cli import main
main({words!r})
sys.stderr.write(",".join(name for name in {HEAVY!r} if name in sys.modules))
"""
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)  # noqa: S603  our own
    assert ("Usage" in ran.stdout, ran.stderr) == (True, "")


def test_help_works_out_the_options_of_nothing_but_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of all commands take a fifth of the time; the two groups that have options are the program and the hall."""
    asked: list[str] = []

    def counting(function: Callable[..., Any]) -> dict[str, Any]:
        asked.append(function.__name__)
        return get_params_from_function(function)

    monkeypatch.setattr("typer.main.get_params_from_function", counting)
    assert main(["--help"]) == 0
    assert set(asked) - {"nothing"} == {"everywhere", "hall", "print_version"}


def test_each_command_is_outlined_with_its_own_name_and_help() -> None:
    program = typer.main.get_group(app)
    groups = [program]
    for group in groups:  # grows by the groups that it finds within each
        groups += [each for each in group.commands.values() if isinstance(each, Commands)]
    outlined = [each for group in groups for each in group.commands.values() if isinstance(each, OutlinedCommand)]
    wholes = [each.whole() for each in some(outlined)]
    assert [(each.name, as_typed(each.help or "")) for each in outlined] == [(one.name, one.help) for one in wholes]
    assert sum(len(group.commands) for group in groups) == len(outlined) + len(groups) - 1
    assert sum(len(whole.params) for whole in wholes) > len(wholes)


def test_the_help_of_each_command_fits_a_terminal_in_people_s_words_and_names_commands_as_they_are_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(TYPED, "./run")
    monkeypatch.setenv("COLUMNS", "80")
    asked: list[list[str]] = [[]]
    for words in asked:  # grows by the commands that each group tells
        assert main([*words, "--help"]) == 0
        told = capsys.readouterr().out
        group: Any = typer.main.get_group(app)
        for word in words:
            group = group.commands[word]
        asked += [[*words, name] for name in (group.commands if isinstance(group, Commands) else ())]
        assert f"Usage: {' '.join(['./run', *words])} " in told
        assert max(map(len, told.splitlines())) <= 80, words
        assert not re.search(r"<(?:list|str|int|float|path)|\bschiri [a-z]+\b", told), told
        quoted = " ".join(told.split()).split("`")[1::2]
        assert all(one.startswith("./run ") for one in quoted if " " in one), told
    assert len(asked) > 60


@pytest.mark.parametrize("words", [[], ["new"], ["record"], ["record", "rule"]])
def test_a_short_option_asks_for_help_as_well(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "-h"]) == 0
    short = capsys.readouterr().out
    assert main([*words, "--help"]) == 0
    assert "Usage" in short
    assert short == capsys.readouterr().out


def test_schiri_alone_lists_the_few_commands_that_most_people_need(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    found = re.findall(r"^  ([a-z-]+) ", told.out, flags=re.MULTILINE)
    assert found == ["demo", "referee", "doctor", "marks", "record"]
    assert len(told.out.splitlines()) < 24


def test_every_command_of_the_program_is_in_a_section_of_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    assert "Other commands" not in told
    assert all(re.search(rf"^  {name} ", told, flags=re.MULTILINE) for name in typer.main.get_group(app).commands)


@pytest.mark.parametrize("words", GROUPS)
def test_a_group_alone_describes_its_commands_in_whole_sentences(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.err == "schiri: a command is missing (schiri --help tells what there is)\n"
    assert "Commands:\n" in told.out
    assert "..." not in told.out.partition("Commands:\n")[2]


def test_a_word_that_is_none_of_an_options_words_is_told_with_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["marks", "--labels", "none.pdf", "--suits", "nope"]) == 2
    assert capsys.readouterr().err == (
        "schiri: Invalid value for '--suits': 'nope' is not one of 'french', 'swiss', 'german'."
        " (schiri --help tells what there is)\n"
    )
