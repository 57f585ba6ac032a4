"""Rulebooks and their proposals for upheld verdicts; one module a pack, named as a ruling names it (referee.md).

Public: proposal.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from controller.record.message import Listed, Message
from controller.record.naming import or_near
from controller.rulebooks.proposal import Case, Proposal


class NoPackError(LookupError):
    """There is no pack of this name; the message names the packs there are."""


def names() -> tuple[str, ...]:
    """The names of all packs."""
    return tuple(sorted(_packs()))


def no_pack(name: str) -> Message:
    """The error that there is no pack of this name."""
    told = Message("there is no rulebook {code}; there are {names}", code=repr(name), names=Listed(names()))
    return or_near(told, name, names())


def load(name: str) -> Callable[[Case[Any, Any]], Proposal]:
    """The proposals of the pack of this name; raises NoPackError naming the packs there are."""
    if name not in _packs():
        raise NoPackError(no_pack(name))
    return _packs()[name]


@cache
def _packs() -> Mapping[str, Callable[[Case[Any, Any]], Proposal]]:
    """Every pack by its name. The folder is read once a process; the packs themselves read nothing."""
    modules = {found.name: import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)}
    return {name: module.propose for name, module in modules.items() if hasattr(module, "propose")}
