"""Every attack that the document on security lists names the tests that try it, and they are there."""

import re
from pathlib import Path

from tests.support.loops import some

ROOT = Path(__file__).parents[2]


def test_every_attack_has_a_test() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    table = text.partition("| somebody | what happens | tests |\n")[2].partition("\n\n")[0].splitlines()[1:]
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert set(re.findall(r"`(test_\w+)`", text)) <= there
    for row in some(table):
        named = re.findall(r"`(test_\w+)`", row.rstrip("| ").rpartition("|")[2])
        assert named, row
        assert set(named) <= there, row
