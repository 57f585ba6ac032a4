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
    """Return the names of all packs, sorted."""
    return tuple(sorted(_packs()))


def no_pack(name: str) -> Message:
    """Return the error that there is no pack of this name."""
    message = Message("there is no rulebook {code}; there are {names}", code=repr(name), names=Listed(names()))
    return or_near(message, name, names())


def load(name: str) -> Propose:
    """Return the function of the pack of this name; raise NoPackError, which names the packs there are."""
    if name not in _packs():
        raise NoPackError(no_pack(name))
    return _packs()[name]


def broken() -> tuple[BrokenExtension, ...]:
    """Return the rulebooks of other packages that are left out."""
    return _extension_packs()[1]


@cache
def _packs() -> Mapping[str, Propose]:
    """Return every pack by its name. The folder is read once a process; the packs themselves read nothing."""
    return {**_extension_packs()[0], **_built_in()}


@cache
def _built_in() -> Mapping[str, Propose]:
    modules = {found.name: import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)}
    return {name: module.propose for name, module in modules.items() if hasattr(module, "propose")}


@cache
def _extension_packs() -> tuple[Mapping[str, Propose], tuple[BrokenExtension, ...]]:
    """Return the packs of other packages by name, and the broken ones, which are left out."""
    return extensions.load_all(GROUP, _whole)


def _whole(name: str, home: object) -> Propose:
    """Return the function of another package's pack; raise ExtensionError where it defines none."""
    if name in _built_in():
        raise ExtensionError(f"{name!r} is a name of Schiri's own")
    propose = getattr(home, "propose", None)
    if not callable(propose):
        raise ExtensionError("it defines no function propose(case)")
    return cast("Propose", propose)
