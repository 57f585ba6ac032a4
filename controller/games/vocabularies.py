"""What players say by command cards; ``words`` of each game that has any."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from controller import games
from controller.rules.vocabulary import Vocabulary

_SILENT = Vocabulary()


@cache
def load(game: str) -> Vocabulary:
    """The vocabulary of the game of this name; the empty one where nothing is said before or in the play."""
    module = game.replace("-", "_")
    folders = {found.name for found in iter_modules(games.__path__) if found.ispkg}
    if module not in folders or not find_spec(f"{games.__name__}.{module}.words"):
        return _SILENT
    vocabulary: Vocabulary = import_module(f"{games.__name__}.{module}.words").VOCABULARY
    return vocabulary
