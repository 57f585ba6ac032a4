"""Matches in the file formats that one game's players exchange; ``WRITERS`` in ``interchange`` of each such game."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from controller import games
from controller.rules.match import AnyMatch

MatchWriter: TypeAlias = Callable[[AnyMatch], Iterator[str]]
"""The lines of a file that holds the finished deals of a match."""


class NoWriterError(ValueError):
    """A game whose players have no such file format; the message names those that have it."""


def load(game: str, form: str) -> MatchWriter:
    """The writer of a game's matches in a format; raises NoWriterError where there is none.

    Args:
        game: the game's name in records.
        form: the format's, which is also how its files' names end.
    """
    writer = _writers(game).get(form)
    if writer is None:
        known = ", ".join(name for name in games.names() if form in _writers(name))
        raise NoWriterError(f"{form} has no {games.load(game).title}; it holds matches of {known}")
    return writer


def _writers(game: str) -> Mapping[str, MatchWriter]:
    writers: Mapping[str, MatchWriter] = getattr(games.part(game, "interchange"), "WRITERS", {})
    return writers
