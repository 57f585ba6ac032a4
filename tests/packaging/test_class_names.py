"""No two public classes of one name mean different things."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

HOME: Final = Path(__file__).parents[2]
ROOTS: Final = ("controller", "firmware_bridge", "groundwork", "hardware", "schiri", "vision")

SHARED: Final = {
    "Receiver": "The same part twice: for CPython with types, and for MicroPython on the Pico.",
    "Pin": "MicroPython's name on the test bench, which stands in for the module `machine`.",
}
"""Names that two classes may have, and why."""


def public(text: str) -> Iterator[str]:
    """The public classes and type aliases that a module defines at its top."""
    for node in ast.parse(text).body:
        match node:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if _is_type(name):
                yield name
            case _:
                pass


def _is_type(name: str) -> bool:
    return name[0].isupper() and not name.isupper()


def homes() -> dict[str, set[str]]:
    """By name: the modules that define it."""
    found: dict[str, set[str]] = {}
    for path in (path for root in ROOTS for path in (HOME / root).rglob("*.py")):
        for name in public(path.read_text(encoding="utf-8")):
            found.setdefault(name, set()).add(str(path.relative_to(HOME)))
    return found


def test_no_two_public_classes_share_a_name_without_a_reason() -> None:
    found = homes()
    assert len(found) > 400
    assert {name: modules for name, modules in found.items() if len(modules) > 1 and name not in SHARED} == {}


def test_every_exception_is_still_one() -> None:
    found = homes()
    assert [name for name in SHARED if len(found.get(name, ())) < 2] == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("class Trick: ...\nclass _Hidden: ...\n", ["Trick"]),
        ("Kind = Literal['a']\nPlace: TypeAlias = tuple[int, int]\nMOST: Final = 3\nfound = 1\n", ["Kind", "Place"]),
        ("def f():\n    class Inner: ...\n", []),
    ],
)
def test_classes_and_aliases_at_the_top_count(text: str, names: list[str]) -> None:
    assert list(public(text)) == names
