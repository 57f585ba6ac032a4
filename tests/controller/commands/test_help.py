"""What only tells how the program is used loads nothing that it is not told with."""

import subprocess
import sys

import pytest

from controller.cli import main

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
GROUPS: tuple[list[str], ...] = ([], ["record"], ["camera"], ["firmware"], ["config"], ["release"])
"""What is typed before the commands of a group."""


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


@pytest.mark.parametrize("words", [[], ["new"], ["record"], ["record", "rule"]])
def test_a_short_option_asks_for_help_as_well(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "-h"]) == 0
    short = capsys.readouterr().out
    assert main([*words, "--help"]) == 0
    assert "Usage" in short
    assert short == capsys.readouterr().out


@pytest.mark.parametrize("words", GROUPS)
def test_who_types_no_command_reads_what_each_does_in_whole_sentences(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.err == "schiri: a command is missing (schiri --help tells what there is)\n"
    assert "Commands:\n" in told.out
    assert "..." not in told.out.partition("Commands:\n")[2]
