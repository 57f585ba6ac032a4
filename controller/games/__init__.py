"""One module or package per game, named as the record names the game; each defines ``GAME``."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, cast

from controller.rules.game import Game

AnyGame = Game[Any, Any]
"""A game whose own state only the game itself looks into."""


class NoGameError(LookupError):
    """There is no game of this name; the message names the games there are."""


def names() -> tuple[str, ...]:
    """The names of all games that can be refereed."""
    found = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name.replace("_", "-") for name in found if hasattr(_module(name), "GAME")))


def load(name: str) -> AnyGame:
    """The game of this name; raises NoGameError naming the games there are."""
    known = {module.name.replace("_", "-") for module in iter_modules(__path__)}
    game = getattr(_module(name), "GAME", None) if name in known else None
    if game is None:
        raise NoGameError(f"there is no game {name!r}; there are {', '.join(names())}")
    return cast("AnyGame", game)


def _module(name: str) -> Any:  # noqa: ANN401 - a module's attributes are known only when it is loaded
    return import_module(f"{__name__}.{name.replace('-', '_')}")
