"""Which tests need which of the machine's parts."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.loops import some
from tests.support.system_parts import PARTS

TESTS = Path(__file__).parents[1]
REAL = re.compile(
    r"firmware_rig import .*\b(?:board|build|pico|skip)\b|browser_talk import|shutil\.which\((?!.openssl)|needs_axe\b"
)
"""What starts a program of the machine, or skips a test for want of it."""


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
    told = (TESTS.parent / "run").read_text(encoding="utf-8") if (TESTS.parent / "run").exists() else ""
    assert {part for part in PARTS if f"    {part})" in told} == set(PARTS)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["hardware/test_voice.py"], ["voice"]),
        (["hardware/test_voice.py", "-k", "newest"], []),
        (["firmware_bridge/mcu/test_firmware_port.py", "firmware_bridge/displays/test_lcdproc.py"], ["avr", "lcdproc"]),
        (["controller/rules"], []),
        (["no/such/place"], []),
    ],
)
def test_what_tests_need_is_asked_of_their_markers(arguments: list[str], parts: list[str]) -> None:
    paths = [str(TESTS / one) if "/" in one else one for one in arguments]
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "tests.support.system_parts", *paths],
        cwd=TESTS.parent,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == parts
