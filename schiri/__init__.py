"""The library: a table of players, the cards they play, and what the referee has to say of it (docs/library.md).

Public: displays, errors, games, marks, rulebooks, table.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from schiri.errors import CardError, OrderError, RecordFileError, SchiriError, SetUpError, UnknownNameError

if TYPE_CHECKING:
    from controller.record.cards import Card
    from controller.rules.results import Verdict
    from schiri.table import Table

    __version__: str

__all__ = [
    "Card",
    "CardError",
    "OrderError",
    "RecordFileError",
    "SchiriError",
    "SetUpError",
    "Table",
    "UnknownNameError",
    "Verdict",
    "__version__",
]

_LOADED_WHEN_USED: Final = {
    "Card": "controller.record.cards",
    "Table": "schiri.table",
    "Verdict": "controller.rules.results",
}
"""The module of each name that nobody pays for who only imports the library."""


def __getattr__(name: str) -> object:
    found: object
    if name == "__version__":
        from importlib.metadata import version

        found = version("schiri")
    elif name in _LOADED_WHEN_USED:
        found = getattr(import_module(_LOADED_WHEN_USED[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
