"""What cards beside the play mean in one game; :mod:`controller.games.vocabularies` finds the games' own ones."""

from collections.abc import Collection
from typing import ClassVar

from controller.record.events import Seat
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Seen, Speech, Spread


class Vocabulary:
    """The words of a game in which nothing is said: the play alone tells what happens."""

    bids: ClassVar[frozenset[str]] = frozenset()
    """Words of the seat whose turn it is to speak: it may lay them in the place for commands too."""
    words: ClassVar[frozenset[str]] = frozenset()
    """Words that any seat may say; they are laid before it."""
    shared: ClassVar[frozenset[str]] = frozenset()
    """Words that are nobody's alone; they are laid in the place for commands."""

    def speaker(self, match: AnyMatch) -> Seat | None:
        """Whose bid is awaited, or None."""
        return match.turn

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """What these words of the game come to while a deal is under way."""
        del match
        return f"{speech.words[-1]} means nothing here"

    def places(self, match: AnyMatch) -> Collection[str]:
        """The places of the mat in which a card means something now: kinds in `vision.mat.places`."""
        del match
        return ()

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """Whether a card that this seat lays down now is shown, not played."""
        del match, seat
        return False

    def lying(self, match: AnyMatch, spread: Spread) -> Seen | None:
        """What cards mean that lie in places or were shown without a word; None: nothing yet."""
        del match, spread
        return None
