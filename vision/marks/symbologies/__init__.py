"""Symbologies, one kind of printed mark a module.

Public: aruco.
"""

import importlib
import pkgutil
from collections.abc import Iterable

from vision.marks.identity import DECKS
from vision.marks.symbology import Symbology


class UnknownSymbologyError(ValueError):
    """A name that is no kind of mark."""


def names() -> tuple[str, ...]:
    """Every kind of mark there is, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def load(name: str, decks: Iterable[int] = range(DECKS)) -> Symbology:
    """The kind of mark of that name, reading cards of the given decks.

    Raises:
        UnknownSymbologyError: there is no such kind of mark.
    """
    if name not in names():
        raise UnknownSymbologyError(f"symbology {name!r}: choose one of {', '.join(names())}")
    made: Symbology = importlib.import_module(f"{__name__}.{name}").symbology(tuple(decks))
    return made
