"""Symbologies, one kind of printed mark a module.

Public: aruco.
"""

import importlib
import pkgutil
from collections.abc import Iterable
from typing import Final, cast

from groundwork import extensions
from groundwork.extensions import BrokenExtension, ExtensionError
from vision.marks.identity import DECKS
from vision.marks.symbology import CopyReader, Symbology, paired

GROUP: Final = "schiri.symbologies"
"""The entry points by which other packages bring kinds of marks."""
PARTS: Final = ("mark_mm", "corners", "expect", "read", "glance", "reread", "draw")
"""Parts of a symbology (`vision.marks.symbology`)."""


class UnknownSymbologyError(ValueError):
    """A name that is no kind of mark."""


def names() -> tuple[str, ...]:
    """Every kind of mark there is, sorted."""
    return tuple(sorted({*_own(), *extensions.entry_points_of(GROUP)}))


def load(name: str, decks: Iterable[int] = range(DECKS), *, twice: bool = False) -> Symbology:
    """Load the kind of mark of that name, reading cards of the given decks.

    Args:
        name: of the kind of mark.
        decks: deck numbers.
        twice: whether each card of a deck exists twice; the second copies carry the next number.

    Raises:
        UnknownSymbologyError: there is no such kind of mark, or another package brings one that cannot be used.
        UnknownCardError: there is no next number for the second copies.
    """
    if twice:
        pairs = paired(decks)
        return CopyReader(load(name, pairs), pairs)
    if name not in names():
        raise UnknownSymbologyError(f"symbology {name!r}: choose one of {', '.join(names())}")
    if name in _own():
        made: Symbology = importlib.import_module(f"{__name__}.{name}").symbology(tuple(decks))
        return made
    try:
        return _build_foreign(name, extensions.load(extensions.entry_points_of(GROUP)[name]), tuple(decks))
    except ExtensionError as error:
        raise UnknownSymbologyError(f"symbology {name!r} of another package: {error}") from error


def broken() -> tuple[BrokenExtension, ...]:
    """List the kinds of marks of other packages that cannot be used."""
    _, left_out = extensions.load_all(GROUP, lambda name, part: _build_foreign(name, part, tuple(range(DECKS))))
    return left_out


def _own() -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(__path__))


def _build_foreign(name: str, part: object, decks: tuple[int, ...]) -> Symbology:
    """Build a kind of mark from another package; raises ExtensionError, whatever goes wrong in it."""
    if name in _own():
        raise ExtensionError(f"{name!r} is a name of Schiri's own")
    make = getattr(part, "symbology", None)
    if not callable(make):
        raise ExtensionError("it defines no function symbology(decks)")
    try:
        made = make(decks)
    except BaseException as error:  # whatever it raises
        raise ExtensionError(f"its symbology(decks) fails ({extensions.describe_error(error)})") from error
    missing = [part for part in PARTS if not hasattr(made, part)]
    if missing:
        raise ExtensionError(f"what its symbology(decks) gives has no {', '.join(missing)}")
    return cast("Symbology", made)
