"""The walls of the house: no circles, public faces, and contracts that forget no package."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any, Final

from controller import games

HOME: Final = Path(__file__).parents[2]
ROOTS: Final = ("controller", "firmware_bridge", "groundwork", "hardware", "schiri", "vision")
OF_THEIR_PARENT: Final = frozenset(
    {
        "controller.referee.unseen",
        "controller.rules.movements",
        "controller.table.unseen",
    }
)
"""Parts of the folder above that were put apart by their subject: what lies there knows it, and it knows them."""
_PUBLIC: Final = re.compile(r"^Public: ([\w, \n]+)\.", re.MULTILINE)
_OF_BENCHMARKS: Final = re.compile(r"^(from|import) benchmarks", re.MULTILINE)


@cache
def modules() -> Mapping[str, Path]:
    """Every module and package by its dotted name."""
    found: dict[str, Path] = {}
    for path in sorted(path for root in ROOTS for path in (HOME / root).rglob("*.py")):
        parts = path.relative_to(HOME).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def is_package(name: str) -> bool:
    return modules()[name].name == "__init__.py"


def package(name: str) -> str:
    """The package of a module; of a package, itself."""
    return name if is_package(name) else name.rpartition(".")[0]


@cache
def imports() -> frozenset[tuple[str, str]]:
    """Who imports whom, modules of ours, anywhere in their text."""
    return frozenset((name, whom) for name, path in modules().items() for whom in _imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (_meant(node.module, one.name) for one in node.names if node.module in modules())
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in modules())


def _meant(module: str, name: str) -> str:
    """The module that ``from module import name`` loads."""
    return f"{module}.{name}" if f"{module}.{name}" in modules() else module


def public(name: str) -> frozenset[str]:
    """The modules of a package that others may import, as its docstring names them: ``Public: fold, start.``."""
    text = ast.get_docstring(ast.parse(modules()[name].read_text(encoding="utf-8"))) or ""
    named = _PUBLIC.search(text)
    return frozenset(named[1].replace("\n", " ").split(", ")) if named else frozenset()


def _within(name: str, home: str) -> bool:
    return f"{name}.".startswith(f"{home}.")


def _family(name: str) -> str:
    """The package of a module, or the one that it was put apart from."""
    home = package(name)
    return home.rpartition(".")[0] if home in OF_THEIR_PARENT else home


def test_no_packages_import_each_other_in_a_circle() -> None:
    knows: dict[str, set[str]] = {}
    for who, whom in ((_family(who), _family(whom)) for who, whom in imports()):
        if who != whom:
            knows.setdefault(who, set()).add(whom)
    assert len(knows) > 20
    try:
        TopologicalSorter(knows).prepare()
    except CycleError as error:
        raise AssertionError(f"these packages import each other: {' <- '.join(error.args[1])}") from error


def test_private_modules_of_a_package_are_used_by_nobody_else() -> None:
    """Its own packages may: what lies in a folder is of one family."""
    borrowed = [
        f"{who} imports {whom}, which {package(whom)} does not name as public"
        for who, whom in sorted(imports())
        if not is_package(whom)
        and not _within(package(who), package(whom))
        and whom.rpartition(".")[2] not in public(package(whom))
    ]
    assert borrowed == []


def test_public_modules_of_a_package_exist() -> None:
    named = [f"{name}.{one}" for name in modules() if is_package(name) for one in sorted(public(name))]
    assert len(named) > 50
    assert [name for name in named if name not in modules()] == []


@cache
def contracts() -> Mapping[str, Any]:
    """The contracts of import-linter, by the first words of their names."""
    read = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    return {one["name"]: one for one in read["tool"]["importlinter"]["contracts"]}


def _contract(begins: str) -> Mapping[str, Any]:
    [found] = [contract for name, contract in contracts().items() if name.startswith(begins)]
    return dict(found)


def test_every_package_of_the_controller_has_its_storey() -> None:
    storeys = {name for layer in _contract("The storeys of the controller")["layers"] for name in layer.split(" | ")}
    ours = {name for name in modules() if re.fullmatch(r"controller\.\w+", name)}
    # It knows nothing of the table, by a contract of its own.
    missing = {name for name in ours - {"controller.appliance"} if not any(_within(one, name) for one in storeys)}
    assert (missing, storeys - set(modules())) == (set(), set())


def test_the_contract_between_games_names_all_of_them() -> None:
    named = {one.rpartition(".")[2].replace("_", "-") for one in _contract("No game knows another")["modules"]}
    assert named == set(games.names())


def test_a_game_is_a_secret_of_its_folder_for_all_but_the_games() -> None:
    sources = set(_contract("Nobody but a game knows a game")["source_modules"])
    ours = {name for name in modules() if re.fullmatch(r"controller\.\w+", name) and is_package(name)}
    assert ours - sources == {"controller.games", "controller.appliance"}


def test_measuring_packages_are_checked_before_they_are_imported() -> None:
    """The wheel's tests run without the benchmarks; a test of them is left out there, not an error."""
    needing = [path for path in (HOME / "tests").rglob("*.py") if _OF_BENCHMARKS.search(path.read_text("utf-8"))]
    assert len(needing) > 2
    assert [path.name for path in needing if 'importorskip("benchmarks"' not in path.read_text("utf-8")] == []
