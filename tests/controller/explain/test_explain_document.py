"""Quotes in docs/proof.md are the program's output for records that exist."""

import re
from pathlib import Path

import pytest

from controller.cli import main

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "proof.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    \./run (replay --explain .*)$", DOCUMENT, flags=re.MULTILINE)
QUOTES = re.findall(r"^```\n(.*?)^```$", DOCUMENT, flags=re.DOTALL | re.MULTILINE)


def test_the_quotes_of_the_document_are_printed_in_this_order(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(COMMANDS[0].split()) == 1
    said = capsys.readouterr().out
    found = [said.find(f"\n{quote}") for quote in QUOTES]
    assert len(QUOTES) == 3
    assert -1 not in found
    assert found == sorted(found)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_document_explains(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(command.split()) == 1
    assert capsys.readouterr().out.startswith(f"verdict {command.split()[2]}: ")


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", DOCUMENT)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
