"""Every rule of docs/spec/games.md is named where it is implemented, and shown by a test that is run."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import controller
from tests.support.rule_markers import COLLECTED, SHOWN

ROOT = Path(__file__).parents[3]
RULE = r"\b(?:JASS|COI|MIT|MOL|PM|PAR|MJO|HAN|CON|TAR|HEA|SCH|SPA|WHI|BRI|SKA|EUC|SCN|BEL|DIF|DOK)-[A-Z]*\d*[a-z]?\b"
RANGE = rf"({RULE}) to ({RULE})"


def rules(text: str) -> set[str]:
    """The ids in a text; ``MIT-S1 to MIT-S5`` names all five."""
    found = {rule for rule in re.findall(RULE, text) if not rule.endswith("-")}
    for first, last in re.findall(RANGE, text):
        found |= set(_between(first, last))
    return found


def _between(first: str, last: str) -> Iterator[str]:
    head, start, end = first.rstrip("0123456789"), re.search(r"\d+$", first), re.search(r"\d+$", last)
    if start and end and last.startswith(head):
        yield from (f"{head}{number}" for number in range(int(start[0]), int(end[0]) + 1))


def named(paths: Iterable[Path]) -> set[str]:
    """The ids named in files; a sub-letter names its rule too."""
    found = {rule for path in paths for rule in rules(path.read_text(encoding="utf-8"))}
    return found | {rule.rstrip("abc") for rule in found}


def demanded() -> set[str]:
    return rules((ROOT / "docs/spec/games.md").read_text(encoding="utf-8"))


def test_ranges_name_every_rule_between() -> None:
    assert rules("MIT-S1 to MIT-S3, COI-F4b") == {"MIT-S1", "MIT-S2", "MIT-S3", "COI-F4b"}


def test_every_rule_is_shown_by_a_test_that_is_run(request: pytest.FixtureRequest) -> None:
    """By one with the marker ``rule``, collected, and neither skipped nor slow."""
    marked = {path for path in (ROOT / "tests").rglob("test_*.py") if "mark.rule(" in path.read_text(encoding="utf-8")}
    assert len(marked) > 20
    collected: set[Path] = request.config.stash[COLLECTED]
    if left_out := marked - collected - {Path(__file__)}:
        pytest.skip(f"{len(left_out)} files that show rules were not asked for; ./run test collects all")
    shown = {rule for rule, tests in request.config.stash[SHOWN].items() if tests}
    assert len(demanded()) > 350
    assert sorted(demanded() - shown - {rule.rstrip("abc") for rule in shown}) == []


def test_no_marker_names_a_rule_that_there_is_not(request: pytest.FixtureRequest) -> None:
    shown = request.config.stash[SHOWN]
    assert {rule: tests for rule, tests in shown.items() if not {rule, rule.rstrip("abc")} & demanded()} == {}


def test_no_test_names_a_rule_that_there_is_not() -> None:
    """But for names of whole families, such as the duties of a game."""
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path.name != Path(__file__).name]
    strange = {rule for rule in named(tests) if not any(known.startswith(rule) for known in demanded())}
    assert sorted(strange) == []


def test_every_rule_is_named_by_the_code() -> None:
    assert sorted(demanded() - named(Path(controller.__file__).parent.rglob("*.py"))) == []
