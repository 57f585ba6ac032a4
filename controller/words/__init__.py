"""What players say by command cards; one module per game that has words, named as the record names the game."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from controller.vocabulary import Vocabulary

_SILENT = Vocabulary()


@cache
def load(game: str) -> Vocabulary:
    """The vocabulary of the game of this name; the empty one where nothing is said before or in the play."""
    module = game.replace("-", "_")
    if module not in {found.name for found in iter_modules(__path__)}:
        return _SILENT
    vocabulary: Vocabulary = import_module(f"{__name__}.{module}").VOCABULARY
    return vocabulary
