"""Docstrings of modules and public classes begin with a noun of the field, not with a pronoun."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

HOME: Final = Path(__file__).parents[2]
ROOTS: Final = ("controller", "firmware_bridge", "groundwork", "hardware", "schiri", "vision")
RIDDLE: Final = re.compile(r"(?:What|That|It|This|These|Those|They|So|Something|Somebody|Everything)\b")
"""A sentence that begins like this names its thing nowhere ("What is so for now.")."""


def riddles(text: str) -> Iterator[str]:
    """The first sentences that are riddles, of a module and of its public classes."""
    module = ast.parse(text)
    classes = [node for node in module.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    named: list[ast.Module | ast.ClassDef] = [module, *classes]
    for node in named:
        told = ast.get_docstring(node) or ""
        if RIDDLE.match(told):
            yield told.partition("\n")[0]


def sources() -> list[Path]:
    return [path for root in ROOTS for path in sorted((HOME / root).rglob("*.py"))]


def test_no_module_and_no_public_class_is_a_riddle() -> None:
    assert len(sources()) > 500
    found = {str(path.relative_to(HOME)): [*riddles(path.read_text(encoding="utf-8"))] for path in sources()}
    assert {path: told for path, told in found.items() if told} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"""What is so for now."""\n', ["What is so for now."]),
        ('"""The queue."""\nclass Queue:\n    """It waits.\n\n    Long."""\n', ["It waits."]),
        ('"""The queue."""\nclass _Queue:\n    """It waits."""\n', []),
        ('"""Items of a queue."""\n', []),
    ],
)
def test_riddles_are_known(text: str, found: list[str]) -> None:
    assert [*riddles(text)] == found
