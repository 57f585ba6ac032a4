"""Pages and actions, found by the names of their modules."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from controller.console import actions, pages
from controller.console.actions.base import Action
from controller.console.http.request import PageRoute
from controller.console.http.streams import Fragment


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package and of the packages in it."""
    for found in sorted(iter_modules(package.__path__), key=lambda one: one.name):
        module = import_module(f"{package.__name__}.{found.name}")
        yield module
        if found.ispkg:
            yield from _modules(module)


@cache
def routes() -> tuple[PageRoute, ...]:
    """Every route of the console."""
    found: list[PageRoute] = []
    for module in _modules(pages):
        found += getattr(module, "ROUTES", ())
    return tuple(found)


@cache
def fragments() -> Mapping[str, Fragment]:
    """Every part of a page that follows the game, by name."""
    found: dict[str, Fragment] = {}
    for module in _modules(pages):
        found |= {one.name: one for one in getattr(module, "LIVE", ())}
    return found


@cache
def by_name() -> Mapping[str, Action]:
    """Every action, by name."""
    found: dict[str, Action] = {}
    for module in _modules(actions):
        found |= {one.name: one for one in getattr(module, "ACTIONS", ())}
    return found
