"""The vocabularies of the games: words on command cards; ``VOCABULARY`` in ``words`` of each game that has any."""

from collections.abc import Mapping
from functools import cache

from controller import games
from controller.games.suits import SUITS_OF
from controller.record.events import Event
from controller.rules.speech import Wording
from controller.rules.vocabulary import Vocabulary

_SILENT = Vocabulary()


@cache
def load(game: str) -> Vocabulary:
    """The vocabulary of the game of this name; the empty one where nothing is said before or in the play."""
    vocabulary: Vocabulary = getattr(games.part(game, "words"), "VOCABULARY", _SILENT)
    return vocabulary


def printed(game: str) -> Mapping[str, Wording]:
    """Name the words on a game's command cards: its own, and the suits as packs of its country have them."""
    return {**load(game).called, **SUITS_OF[games.load(game).country]}


def uttered(event: Event) -> tuple[str, ...]:
    """The words, and the cards beside them, by which an event of any game is said; none if no game says it.

    What a record calls by one name is said by the same words in every game.
    """
    return next(filter(None, (load(game).uttered(event) for game in games.names())), ())
