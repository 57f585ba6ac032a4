"""The vocabularies of the games: words on command cards; ``VOCABULARY`` in ``words`` of each game that has any."""

from functools import cache

from controller import games
from controller.record.events import Event
from controller.rules.vocabulary import Vocabulary

_SILENT = Vocabulary()


@cache
def load(game: str) -> Vocabulary:
    """The vocabulary of the game of this name; the empty one where nothing is said before or in the play."""
    vocabulary: Vocabulary = getattr(games.part(game, "words"), "VOCABULARY", _SILENT)
    return vocabulary


def uttered(event: Event) -> tuple[str, ...]:
    """The words, and the cards beside them, by which an event of any game is said; none if no game says it.

    What a record calls by one name is said by the same words in every game.
    """
    return next(filter(None, (load(game).uttered(event) for game in games.names())), ())
