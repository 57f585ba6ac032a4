"""The table of thresholds: each has a unit, a source and what fixed it, and no module has numbers beside it."""

import ast
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from tests.support.loops import some
from vision.base.thresholds import BY_EYE, DERIVED, THRESHOLDS, Fixed, ThresholdSource

ROOT = Path(__file__).parents[3]
PLAIN = {0, 1, 2, 3, 4, 0.5, 1e-3, 1e-6, 1e-9, 8, 9, 180, 255, 1000}
"""Indices, halves, what no division is by, neighbours of a look, half a turn, thousandths, levels of a byte."""
TABLE: list[tuple[str, Fixed]] = [
    (f"{group.name}.{row.name}", hints[row.name].__metadata__[0])
    for group in fields(THRESHOLDS)
    for hints in [get_type_hints(type(getattr(THRESHOLDS, group.name)), include_extras=True)]
    for row in fields(getattr(THRESHOLDS, group.name))
]
MODULES = sorted(
    path
    for room in ("decks", "eyes", "ground", "health")
    for path in ROOT.glob(f"vision/{room}/*.py")
    if path.name != "sheet.py"
)
"""A sheet draws, and decides nothing."""


def test_each_has_a_unit_a_source_and_what_fixed_it() -> None:
    for name, fixed in some(TABLE):
        assert fixed.unit, name
        assert fixed.source in get_args(ThresholdSource), name
        assert fixed.by in (BY_EYE, DERIVED) or (ROOT / f"{fixed.by.replace('.', '/')}.py").is_file(), name


def test_nobody_changes_them() -> None:
    with pytest.raises(FrozenInstanceError):
        THRESHOLDS.background.foreign = 0  # pyrefly: ignore[read-only]  # it is what is tried


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_no_module_has_numbers_of_its_own(path: Path) -> None:
    assert list(numbers(ast.parse(path.read_text()))) == []


def numbers(tree: ast.AST) -> Iterator[str]:
    """Places of numbers that are more than plain arithmetic."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value not in PLAIN:
            yield f"line {node.lineno}: {node.value}"
