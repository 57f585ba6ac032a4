"""Lines on a terminal, into a pipe, and the commands that they tell people to type."""

import ast
import io
import os
import re
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import pytest
import typer.main
from babel.messages.pofile import read_po

import controller
from controller.appliance import program
from controller.cli import app, main
from controller.commands import terminal
from controller.language.catalogues import catalogue
from tests.support.loops import some
from vision.words.cards import LANGS

HOME = Path(controller.__file__).parents[1]
FOUL = Path(__file__).parents[3] / "examples" / "mittlere" / "evening.jsonl"
LONG = "  ! verdict 1: Berta played ♥7 to trick 6 after ♠8, and one card a trick counts."


class Glass:
    """A terminal, and what it has been sent."""

    def __init__(self, encoding: str) -> None:
        self._ours, theirs = os.openpty()
        self.out: TextIO = open(theirs, "w", encoding=encoding, buffering=1)  # noqa: PTH123, SIM115  closed with the glass

    def text(self) -> str:
        self.out.close()
        told = b""
        with suppress(OSError):  # the other end is closed
            while part := os.read(self._ours, 1 << 16):
                told += part
        os.close(self._ours)
        return told.decode().replace("\r\n", "\n")


@pytest.fixture
def glass(monkeypatch: pytest.MonkeyPatch) -> Generator[Glass]:
    for name in ("NO_COLOR", "FORCE_COLOR", "LINES", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    made = Glass("utf-8")
    yield made
    made.out.close()


def test_a_long_line_breaks_between_words_and_goes_on_below_its_own_beginning(glass: Glass) -> None:
    terminal.write([LONG, "short"], glass.out)
    shown = re.sub("\x1b[^m]*m", "", glass.text()).splitlines()
    assert len(shown) > 2
    assert all(len(line) <= 40 for line in shown)
    assert [line[:4] for line in shown] == ["  ! ", *["    "] * (len(shown) - 2), "shor"]
    assert " ".join(" ".join(shown[:-1]).split()) == " ".join(LONG.split())


def test_red_suits_are_red_where_the_terminal_can(glass: Glass) -> None:
    terminal.write(["♥10 ♠A"], glass.out)
    assert glass.text() == "\x1b[31m♥10\x1b[0m ♠A\n"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_where_none_is_wanted(name: str, value: str, glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    terminal.write(["♥10 ♠A"], glass.out)
    assert glass.text() == "♥10 ♠A\n"


HAND = "T21,T20,T17,T16,T8,T5,T1,EX,SK,SQ,S9,S7,S5,S2,HK,H3,DN,C4"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["replay", str(FOUL)], "  trick  1  ♦Q ♦K ♦10 "),
        (["replay", "--trace", str(FOUL)], "| Berta:♦Q"),
        (["advise", HAND], "♠K and ♠Q\n   7  6 cards of ♠\n"),
    ],
)
def test_suits_are_signs_on_a_terminal(
    words: list[str], shown: str, glass: Glass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", glass.out)
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(words) in (0, 1)
    told = glass.text()
    assert shown in told
    assert not re.search(r"\b[SHDC](?:10|[2-9AKQNJ])?\b", told)


def test_a_terminal_without_the_signs_has_codes() -> None:
    narrow = Glass("ascii")
    assert terminal.wording(narrow.out) is str
    assert narrow.text() == ""


def test_lines_into_a_pipe_are_whole_and_have_codes_and_no_escapes() -> None:
    out = io.StringIO()
    terminal.write([LONG], out)
    assert out.getvalue() == f"{LONG}\n"
    assert terminal.wording(out) is str


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "de_CH.UTF-8", "LC_ALL": "it_IT"}, "it"),
        ({"LANG": "nl_NL.UTF-8", "LANGUAGE": "nl:fr"}, "fr"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "nl_NL"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_one_of_the_locale(
    variables: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert main(["games"]) == 0
    here = capsys.readouterr().out
    assert main(["games", "--lang", lang]) == 0
    assert here == capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGS)
def test_games_are_listed_one_a_line_with_one_name_in_the_language(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    [chibre] = [line.split() for line in lines if line.startswith("schieber ")]
    assert chibre[1] == {"fr": "Chibre", "ja": "シーバー"}.get(lang, "Schieber")
    assert max(map(len, lines)) < 110
    assert main(["games", "schieber"]) == 0
    assert "also called Chibre, シーバー" in capsys.readouterr().out


# What people are told to type.


def sentences() -> Iterator[str]:
    """All texts of the program: what stands in its code but docstrings, in its templates and in its catalogues."""
    for room in ("controller", "vision", "hardware", "firmware_bridge"):
        for path in (HOME / room).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            comments = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
            for one in ast.walk(tree):
                if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in comments:
                    yield one.value
        yield from (path.read_text(encoding="utf-8") for path in (HOME / room).rglob("*.html"))
        for path in (HOME / room).rglob("*.po"):
            with path.open("rb") as file:
                yield from (text for entry in read_po(file) for text in (entry.string,) if isinstance(text, str))


def test_every_command_in_a_sentence_exists() -> None:
    commands = set(typer.main.get_group(app).commands)
    assert set(program.COMMANDS) == commands
    told = [word for text in some(sentences()) for word in re.findall(r"(?<![\w./-])schiri ([a-z][\w-]+)", text)]
    assert set(some(told)) - commands == set()


@pytest.mark.parametrize("typed", ["./run", "../schiri/run", "schiri"])
def test_commands_in_sentences_are_as_they_are_typed_here(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv(program.TYPED, typed)
    monkeypatch.chdir(tmp_path)
    assert main(["rplay"]) == 2
    assert f"({typed} --help tells what there is)" in capsys.readouterr().err
    assert main(["doctor"]) == 1
    assert f"`{typed} config init` writes a file" in capsys.readouterr().out
    assert main(["camera", "--help"]) == 0
    assert f"Usage: {typed} camera " in capsys.readouterr().out
    text = "the lens was never measured; type: schiri calibrate"
    assert catalogue("en").gettext(text) == text.replace("schiri", typed)
    assert catalogue("de").gettext(text) == f"das Objektiv wurde nie vermessen; tippe: {typed} calibrate"
    assert program.as_typed("Schiri runs: journalctl -u schiri tells; /opt/schiri doctor") == (
        "Schiri runs: journalctl -u schiri tells; /opt/schiri doctor"
    )


def test_the_name_is_one_that_starts_the_program_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(program.TYPED)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["/srv/controller/__main__.py"])
    assert program.name() == f"{Path(sys.executable).name} -m controller"
    monkeypatch.setattr(sys, "argv", ["/opt/schiri/current/bin/schiri"])
    assert program.name() == "/opt/schiri/current/bin/schiri"
    (tmp_path / "schiri").touch(mode=0o755)
    assert program.name() == "schiri"
