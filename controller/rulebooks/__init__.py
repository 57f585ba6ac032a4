"""Rulebooks and their proposals for upheld verdicts; one module a pack, named as a ruling names it (referee.md).

Public: proposal.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, TypeAlias, cast

from controller.record.message import Listed, Message
from controller.record.naming import or_near
from controller.rulebooks.proposal import Case, Proposal
from groundwork import extensions
from groundwork.extensions import BrokenExtension, ExtensionError

Propose: TypeAlias = Callable[[Case[Any, Any]], Proposal]
"""A function that returns a rulebook's proposal for a case."""
GROUP: Final = "schiri.rulebooks"
"""The entry points by which other packages bring rulebooks."""


class NoPackError(LookupError):
    """An unknown name of a rulebook; the message lists the known ones."""


def names() -> tuple[str, ...]:
    """The names of all packs."""
    return tuple(sorted(_packs()))


def no_pack(name: str) -> Message:
    """The error that there is no pack of this name."""
    told = Message("there is no rulebook {code}; there are {names}", code=repr(name), names=Listed(names()))
    return or_near(told, name, names())


def load(name: str) -> Propose:
    """The proposals of the pack of this name; raises NoPackError naming the packs there are."""
    if name not in _packs():
        raise NoPackError(no_pack(name))
    return _packs()[name]


def broken() -> tuple[BrokenExtension, ...]:
    """The rulebooks of other packages that are left out."""
    return _of_others()[1]


@cache
def _packs() -> Mapping[str, Propose]:
    """Every pack by its name. The folder is read once a process; the packs themselves read nothing."""
    return {**_of_others()[0], **_own()}


@cache
def _own() -> Mapping[str, Propose]:
    modules = {found.name: import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)}
    return {name: module.propose for name, module in modules.items() if hasattr(module, "propose")}


@cache
def _of_others() -> tuple[Mapping[str, Propose], tuple[BrokenExtension, ...]]:
    """The packs of other packages by name, and those of them that are left out."""
    return extensions.load_all(GROUP, _whole)


def _whole(name: str, home: object) -> Propose:
    """The proposals of another package's pack; raises ExtensionError where it makes none."""
    if name in _own():
        raise ExtensionError(f"{name!r} is a name of Schiri's own")
    propose = getattr(home, "propose", None)
    if not callable(propose):
        raise ExtensionError("it defines no function propose(case)")
    return cast("Propose", propose)
