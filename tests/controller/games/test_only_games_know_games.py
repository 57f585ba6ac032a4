"""Knowledge of a game lives in the games' folder: outside of it nobody writes a game's name or one of its words."""

import ast
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import controller
from controller import games
from controller.games import vocabularies
from controller.games.follow_rule import SUIT_WORDINGS
from controller.record.naming import DIGITS

ROOT: Final = Path(controller.__file__).parents[1]
ROOMS: Final = ("controller", "vision", "firmware_bridge", "groundwork", "hardware", "schiri")
EVERYDAY: Final = frozenset(("up", "down", "in", "out", "blind", "call", "double", "close"))
"""Words that mean other things outside games: a button is down, a camera blind or close, the arbiter called, a size
double."""
RECORDED: Final = frozenset(("exchange", "agree", "stock", "belote", "misere", "chelem", "petit-sec"))
ALLOWED: Final[Mapping[str, frozenset[str]]] = {
    # The format of records, which knows the events and declarations of every game, and their kinds in translation.
    "controller/record/events.py": RECORDED | {"hand", "marriage", "petit-sec"},
    "controller/language/kinds.py": RECORDED,
    "controller/rules/vocabulary.py": frozenset(("chelem",)),
    # The places that cards are moved to and from in many games.
    "controller/rules/movements/course.py": frozenset(("stock",)),
    "schiri/saying.py": frozenset(("exchange", "agree")),
    # The game that is set up where none is chosen, and the one that is advised in.
    "controller/cli.py": frozenset(("tarot",)),
    "controller/commands/halls/tournament_cli.py": frozenset(("schieber",)),
    "controller/commands/system/release.py": frozenset(("mittlere",)),
    "controller/commands/table/config_cli.py": frozenset(("mittlere",)),
    # Bids of a number and a suit are written by their signs, and with no suit as players write them.
    "controller/console/words/names.py": frozenset(("no-trump",)),
    # A type of JSON schema.
    "controller/console/setup/displays.py": frozenset(("null",)),
    # A face as one of many, to try displays with.
    "firmware_bridge/face/examples.py": frozenset(("Mittlere",)),
    # The place of the stock on the printed mat.
    "vision/mat/layout.py": frozenset(("stock",)),
    "vision/words/sheets.py": frozenset(("stock",)),
}
PRINTED: Final = "vision/marks/identity.py"
"""The order of all that is printed, which can never change."""
CHECKOUT: Final = pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="the contracts are not installed")


def known() -> frozenset[str]:
    """Every name of a game and every word that only games say; that of Hearts is the suit's, too."""
    found = {word for name in games.names() for word in (*words_of(name), name, name.replace("-", "_"), f"game-{name}")}
    return frozenset(found | {games.load(name).title for name in games.names()}) - {*SUIT_WORDINGS}


def words_of(name: str) -> Iterator[str]:
    vocabulary = vocabularies.load(name)
    yield from (
        word for word in (*vocabulary.wordings, *vocabulary.titles) if word not in EVERYDAY | {*SUIT_WORDINGS, *DIGITS}
    )


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything that a file's code is made of."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def strings(path: Path) -> Iterator[str]:
    """The texts in a file's code."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def outside() -> list[Path]:
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return sorted(path for path in files if ROOT / "controller" / "games" not in path.parents)


def test_nobody_outside_the_games_writes_a_games_word() -> None:
    words = known()
    assert {"coiffeur", "garde", "weis-20", "take", "no trump"} <= words
    found = {path.relative_to(ROOT).as_posix(): frozenset(strings(path)) & words for path in outside()}
    assert found.pop(PRINTED) >= {f"game-{name}" for name in games.names()}
    assert {place: said for place, said in found.items() if said} == ALLOWED


def test_nobody_outside_the_games_looks_into_what_a_game_remembers_of_a_deal() -> None:
    paths = outside()
    assert paths
    looks = [
        (path.name, node.lineno)
        for path in paths
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr == "own" and ast.unparse(node.value).endswith("deal")
    ]
    assert looks == []


@CHECKOUT
def test_the_contracts_between_imports_keep_every_game_apart_and_excuse_the_finders_alone() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {one["name"]: one for one in settings["tool"]["importlinter"]["contracts"]}
    modules = [f"controller.games.{name.replace('-', '_')}" for name in games.names()]
    assert contracts["No game knows another; all know what games share"]["modules"] == modules
    strangers = contracts["Nobody but a game knows a game"]
    assert strangers["forbidden_modules"] == ["controller.games.*"]
    finders = ("advisers", "interchange", "vocabularies")
    assert strangers["ignore_imports"] == [f"controller.** -> controller.games.{finder}" for finder in finders]
