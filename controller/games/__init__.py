"""The games: one module or package per game, named as the record names it; each defines ``GAME``.

Public: advisers, vocabularies.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, cast

from controller.record.events import Value
from controller.record.message import Listed, Message
from controller.record.naming import by_plain, or_near, plain
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
    own = name if name in _in_folder() else _called().get(plain(name), name)
    game = getattr(_module(own), "GAME", None) if own in _in_folder() else None
    if game is None:
        told = Message("there is no game {code}; there are {names}", code=repr(name), names=Listed(names()))
        raise NoGameError(or_near(told, name, _known_names()))
    return cast("AnyGame", game)


def id_of(name: str) -> str:
    """What the record calls the game that players call so; of a name that no game has, the name itself."""
    try:
        return load(name).name
    except NoGameError:
        return name


def spelled(name: str, options: Mapping[str, Value]) -> dict[str, Value]:
    """House rules with their values as this game writes them; what it does not have stays as it is."""
    try:
        known = {option.name: option for option in load(name).options}
    except NoGameError:
        return dict(options)
    return {option: known[option].spelled(value) if option in known else value for option, value in options.items()}


@cache
def _called() -> Mapping[str, str]:
    """The games' ids by every name that players know them by, in plain letters."""
    found = {name: getattr(_module(name), "GAME") for name in names()}  # noqa: B009 - a module's attribute
    return by_plain({name: (game.title, *(game.wording or ()), *game.other_names) for name, game in found.items()})


def _known_names() -> tuple[str, ...]:
    """The games' ids and titles, which are proposed for a mistyped name."""
    return tuple(one for name in names() for one in dict.fromkeys((name, load(name).title)))


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
