"""The library: a table of players, the cards they play, and what the referee has to say of it (docs/library.md).

Public: errors, table.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from schiri.errors import CardError, OrderError, RecordFileError, SchiriError, SetUpError, UnknownNameError

if TYPE_CHECKING:
    from controller.record.cards import Card
    from controller.rules.results import Verdict
    from schiri.table import Table

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
]

_LOADED_WHEN_USED: Final = {
    "Card": "controller.record.cards",
    "Table": "schiri.table",
    "Verdict": "controller.rules.results",
}
"""The module of each name that nobody pays for who only imports the library."""


def __getattr__(name: str) -> object:
    if name not in _LOADED_WHEN_USED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_LOADED_WHEN_USED[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
