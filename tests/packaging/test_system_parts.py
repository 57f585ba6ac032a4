"""Parts of the machine that tests need."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.loops import some
from tests.support.system_parts import PARTS, Part, missing

TESTS = Path(__file__).parents[1]
REAL = re.compile(
    r"firmware_rig import .*\b(?:board|build|pico)\b|browser_talk import|shutil\.which\(|console\.axe import"
)
"""Calls that start a program of the machine, or skip a test for want of it."""


def test_every_test_file_that_runs_a_part_says_which() -> None:
    files = [path for path in TESTS.rglob("test_*.py") if path != Path(__file__)]
    found = [path for path in files if REAL.search(path.read_text(encoding="utf-8"))]
    silent = [path.name for path in some(found) if "mark.needs(" not in path.read_text(encoding="utf-8")]
    assert silent == []


def test_the_parts_that_are_named_are_those_that_can_be_installed() -> None:
    texts = [path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py") if path != Path(__file__)]
    markers = [marker for text in texts for marker in re.findall(r"mark\.needs\(([^)]*)\)", text)]
    named = {part for marker in markers for part in PARTS if f'"{part}"' in marker}
    assert named == set(PARTS)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["hardware/test_voice.py"], {"voice"}),
        (["hardware/test_voice.py", "-k", "newest"], set()),
        (["firmware_bridge/mcu/test_firmware_port.py", "firmware_bridge/displays/test_lcdproc.py"], {"avr", "lcdproc"}),
        (["no/such/place"], set()),
    ],
)
def test_needs_of_tests_come_from_their_markers(arguments: list[str], parts: set[str]) -> None:
    paths = [str(TESTS / one) if "/" in one else one for one in arguments]
    asked = f"from tests.support.system_parts import needed; print(*sorted(needed({paths!r})))"
    done = subprocess.run([sys.executable, "-c", asked], cwd=TESTS.parent, check=True, capture_output=True, text=True)  # noqa: S603 - our own
    assert set(done.stdout.split()) == parts


def test_missing_parts_are_named_as_packages_and_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_there(part: Part) -> bool:
        return part is PARTS["voice"]

    monkeypatch.setattr(Part, "is_there", is_there)
    assert missing(["voice", "axe", "avrdude"]) == [
        "package arduino-core-avr",
        "package avrdude",
        "script tools/axe.sh",
    ]


@pytest.mark.parametrize("ci", ["", "true"])
def test_a_test_without_its_part_is_skipped_with_a_word_and_in_ci_it_fails(tmp_path: Path, ci: str) -> None:
    (tmp_path / "conftest.py").write_text(
        "from tests.support.system_parts import PARTS, Part, pytest_configure, require_parts, tell_skips\n"
        "PARTS['browser'] = Part('', ('no such program',), 'chromium')\n"
        "def pytest_runtest_setup(item): require_parts(item)\n"
        "def pytest_terminal_summary(terminalreporter): tell_skips(terminalreporter)\n"
    )
    (tmp_path / "test_one.py").write_text(
        "import pytest\n@pytest.mark.needs('browser')\ndef test_a(): pass\ndef test_b(): pass\n"
    )
    notes = tmp_path / "notes"
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "--rootdir", ".", "test_one.py"]
    environment = os.environ | {"CI": ci, "SCHIRI_SKIPS": str(notes), "PYTHONPATH": str(TESTS.parent)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)  # noqa: S603 - our own
    told = "1 skipped: no browser; SCHIRI_INSTALL=1 ./run test runs them"
    if ci:
        assert (
            done.returncode,
            "a real part is missing: browser; type: sudo apt-get install chromium" in done.stdout,
        ) == (1, True)
        assert not notes.exists()
    else:
        assert (done.returncode, notes.read_text()) == (0, f"{told}\n")
        assert told in done.stdout.splitlines()
