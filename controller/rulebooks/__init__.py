"""Rulebooks: what each proposes for an upheld verdict; one module a pack, named as a ruling names it (referee.md)."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from controller.rules.proposal import Case, Proposal


class NoPackError(LookupError):
    """There is no pack of this name; the message names the packs there are."""


def names() -> tuple[str, ...]:
    """The names of all packs."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def load(name: str) -> Callable[[Case[Any, Any]], Proposal]:
    """The proposals of the pack of this name; raises NoPackError naming the packs there are."""
    if name not in names():
        raise NoPackError(f"there is no rulebook {name!r}; there are {', '.join(names())}")
    propose: Callable[[Case[Any, Any]], Proposal] = import_module(f"{__name__}.{name}").propose
    return propose
