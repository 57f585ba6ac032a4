"""The games: one module or package per game, named as the record names it; each defines ``GAME``.

Public: advisers, vocabularies.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, cast
from unicodedata import normalize

from controller.record.message import Listed, Message
from controller.rules.game import Game

AnyGame = Game[Any, Any]
"""A game whose own state only the game itself looks into."""


class NoGameError(LookupError):
    """There is no game of this name; the message names the games there are."""


@cache
def names() -> tuple[str, ...]:
    """The names of all games that can be refereed."""
    return tuple(sorted(name for name in _in_folder() if hasattr(_module(name), "GAME")))


def load(name: str) -> AnyGame:
    """The game of this name, as the record or players call it; raises NoGameError naming the games there are."""
    own = name if name in _in_folder() else _called().get(_plain(name), name)
    game = getattr(_module(own), "GAME", None) if own in _in_folder() else None
    if game is None:
        raise NoGameError(Message("there is no game {code}; there are {names}", code=repr(name), names=Listed(names())))
    return cast("AnyGame", game)


def id_of(name: str) -> str:
    """What the record calls the game that players call so; of a name that no game has, the name itself."""
    try:
        return load(name).name
    except NoGameError:
        return name


@cache
def _called() -> Mapping[str, str]:
    """The games' ids by every name that players know them by, in plain letters."""
    found = {name: getattr(_module(name), "GAME") for name in names()}  # noqa: B009 - a module's attribute
    return {
        _plain(one): name
        for name, game in found.items()
        for one in (name, game.title, *(game.wording or ()), *game.other_names)
    }


def _plain(name: str) -> str:
    """A name without case, spaces and signs, and in one form of each letter."""
    return "".join(letter for letter in normalize("NFKC", name).casefold() if letter.isalnum())


def part(game: str, name: str) -> object:
    """A module of a game's folder, such as its ``words``; of a game that is a single file, that file.

    Args:
        game: its name.
        name: of the module.

    Returns:
        The module, or None if there is no such game, or none of that name in its folder.
    """
    if not find_spec(_place(game)):
        return None
    home = _module(game)
    if not hasattr(home, "__path__"):
        return home
    full = f"{_place(game)}.{name}"
    return import_module(full) if find_spec(full) else None


@cache
def _in_folder() -> frozenset[str]:
    """What could be a game. The folder is read once a process; the games themselves read nothing."""
    return frozenset(module.name.replace("_", "-") for module in iter_modules(__path__))


def _module(name: str) -> Any:  # noqa: ANN401 - a module's attributes are known only when it is loaded
    return import_module(_place(name))


def _place(name: str) -> str:
    return f"{__name__}.{name.replace('-', '_')}"
