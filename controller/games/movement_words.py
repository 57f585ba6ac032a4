"""A vocabulary of movements: who moves cards says so by its word, and shows what may be known."""

from collections.abc import Mapping

from controller.record.events import Event, Moved
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.movements.course import due
from controller.rules.movements.description import of_hand
from controller.rules.speech import Meaning, Speech, Wording
from controller.rules.vocabulary import Vocabulary


class MovementWords(Vocabulary):
    """The movements that the game offers now (``Game.movements``), each by the word that is its name."""

    def __init__(self, wordings: Mapping[str, Wording]) -> None:
        """The words of a game whose movements have these names."""
        self.words = frozenset(wordings)  # pyrefly: ignore[read-only]  # each instance has its own
        self.wordings = wordings  # pyrefly: ignore[read-only]  # likewise

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """The movement of the speaker's hand, else the one into it; cards are told with it if they are shown."""
        word, *others = speech.words
        if speech.seat is None:
            return Message("lay {call} in front of the player who says it", call=speech.words[-1])
        if others:
            return Message("{calls} do not go together; take them back", calls=Listed(speech.words, " and "))
        offered = due(match.game, match.deal) if match.deal is not None and match.running else ()
        one = of_hand(offered, word, speech.seat)
        if one is None:
            return Message("{call} means nothing here", call=word)
        return (Moved(what=word, from_=one.source, to=one.target, count=one.count, cards=speech.cards or None),)

    def uttered(self, event: Event) -> tuple[str, ...]:
        """The movement's word, and the cards that are known."""
        if isinstance(event, Moved) and event.what in self.words:
            return (event.what, *(event.cards or ()))
        return super().uttered(event)
