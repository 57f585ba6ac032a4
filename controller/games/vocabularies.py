"""The vocabularies of the games: words on command cards; ``VOCABULARY`` in ``words`` of each game that has any."""

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from controller import games
from controller.games.follow_rule import SUITS_OF
from controller.record.events import Bid, Event, Moved
from controller.record.message import Listed, Message
from controller.record.naming import DIGITS, NONE, grows, impossible, joined, words
from controller.rules.match import AnyMatch
from controller.rules.movements.course import due, of_hand
from controller.rules.speech import Meaning, Speech, Waiting, Wording, everywhere
from controller.rules.vocabulary import Vocabulary

# A vocabulary of movements: who moves cards says so by its word, and shows what may be known.


class MovementWords(Vocabulary):
    """The movements that the game offers now (``Game.movements``), each by the word that is its name."""

    def __init__(self, wordings: Mapping[str, Wording]) -> None:
        """Build the vocabulary of a game whose movements have these names."""
        self.words = frozenset(wordings)  # pyrefly: ignore[read-only]  # each instance has its own
        self.wordings = wordings  # pyrefly: ignore[read-only]  # likewise

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the movement of the speaker's hand, else the one into it, with the cards if they are shown."""
        word, *others = speech.words
        if speech.seat is None:
            return Message("lay {call} in front of the player who says it", call=speech.words[-1])
        if others:
            return Message("{calls} do not go together; take them back", calls=Listed(speech.words, " and "))
        offered = due(match.game.movements, match.deal) if match.deal is not None and match.running else ()
        one = of_hand(offered, word, speech.seat)
        if one is None:
            return Message("{call} means nothing here", call=word)
        return (Moved(what=word, from_=one.source, to=one.target, count=one.count, cards=speech.cards or None),)

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return the movement's word, and the cards that are known."""
        if isinstance(event, Moved) and event.what in self.words:
            return (event.what, *(event.cards or ()))
        return super().uttered(event)


# A vocabulary of numbers: the bids of a game in which every player says one.


class NumberWords(Vocabulary):
    """Numbers, whole as phones say them or digit by digit as cards do; the game's ``numbers`` limit them."""

    wordings: ClassVar[Mapping[str, Wording]] = {digit: everywhere(digit, digit) for digit in DIGITS}

    def __init__(self, numbers: range) -> None:
        """Build the vocabulary of a game that knows these numbers."""
        self.bids = frozenset((*words(numbers), *DIGITS))  # pyrefly: ignore[read-only]  # each instance has its own

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the bid of a number; one that a digit may follow waits until its removal or the next play."""
        if speech.seat is None:
            return Message("lay a number in front of the player who says it")
        deal = match.deal
        numbers = match.game.auction.numbers(deal, speech.seat) if deal is not None else NONE
        [call, *others] = joined(speech.words)
        if others or call not in words(numbers):
            # A first digit that is no number yet may be the beginning of one.
            if not others and grows(call, numbers):
                return Waiting(Message("{n}, and which digit beside it?", n=call))
            return impossible(call, numbers)
        bids = (Bid(seat=speech.seat, call=call),)
        if not grows(call, numbers):
            return bids
        return Waiting(Message("{n} stands, unless another digit is laid beside it", n=call), bids)


_SILENT = Vocabulary()


@cache
def load(game: str) -> Vocabulary:
    """Load the vocabulary of a game; the empty one where nothing is said before or in the play."""
    vocabulary: Vocabulary = getattr(games.part(game, "words"), "VOCABULARY", _SILENT)
    return vocabulary


def printed(game: str) -> Mapping[str, Wording]:
    """Return the words on a game's command cards: its own, and the suits as packs of its country have them."""
    return {**load(game).called, **SUITS_OF[games.load(game).country]}


def uttered(event: Event) -> tuple[str, ...]:
    """Return the words and the cards by which an event of any game is said; none if no game says it.

    An event of one name in the record has the same words in every game.
    """
    return next(filter(None, (load(game).uttered(event) for game in games.names())), ())
