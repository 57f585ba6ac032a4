"""The meaning of cards beside the play in one game; :mod:`controller.games.vocabularies` finds the games' own."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from controller.record.cards import Card
from controller.record.events import Bid, Event, Seat
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Spread, SpreadMeaning, Wording


class Vocabulary:
    """The words of a game; by default there are none, and the play alone makes the events."""

    bids: ClassVar[frozenset[str]] = frozenset()
    """Words of the seat whose turn it is to speak: it may lay them in the place for commands too."""
    words: ClassVar[frozenset[str]] = frozenset()
    """Words that any seat may say; they are laid before it."""
    shared: ClassVar[frozenset[str]] = frozenset()
    """Words that are of no single seat; they are laid in the place for commands."""
    wordings: ClassVar[Mapping[str, Wording]] = {}
    """All these words but the pass, as on their cards, in the order in which the cards are printed."""
    rising: ClassVar[Sequence[str]] = ()
    """Names that go with a number in a bid, the lowest first: pages offer such bids as a box of rows and columns."""
    titles: ClassVar[Mapping[str, str]] = {}
    """Words by their name on a sheet or in a sentence where it is another one, in small letters."""

    called: ClassVar[Mapping[str, Wording]] = {}
    """The players' own names for words that differ from the cards', such as a number with a name.

    ``{suit}`` in the name of a suit stands for its name in the pack on the table.
    """

    def is_spoken(self, match: AnyMatch) -> bool:
        """Whether anything is said at this table, by its house rules."""
        return bool(self.bids or self.words or self.shared)

    def speaker(self, match: AnyMatch) -> Seat | None:
        """Return the seat whose bid is awaited, or None."""
        return match.turn

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the events of words of the game while a deal is under way."""
        return Message("{call} means nothing here", call=speech.words[-1])

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return the words, and the cards beside them, by which an event is said, in order; none if no word says it.

        The inverse of :meth:`said`: a bid is said by the words that stand in its fields.
        """
        if not isinstance(event, Bid):
            return ()
        words = ("chelem" if event.chelem else None, event.call, event.as_, event.start)
        return tuple(word for word in words if word)

    def always_shown(self, match: AnyMatch, speech: Speech) -> tuple[Card, ...]:
        """Return the cards that the rules demand beside these words without a choice; none where there is one."""
        return ()

    def more_shown(self, speech: Speech, events: Sequence[Event]) -> Card | None:
        """Return one more card that changes the meaning of these words, now these events; None if there is none."""
        return None

    def count(self, kind: str, seats: int) -> int:
        """Count the cards of this kind, an event's such as ``dog``, that are laid open without a word; 0: never any.

        Args:
            kind: the event's, by its name in the record.
            seats: the number of players.
        """
        return 0

    def candidates(self, match: AnyMatch, kind: str, seat: Seat) -> Collection[Card] | None:
        """Return the cards of which a seat can lay one of this kind; None: any unseen one."""
        return None

    def places(self, match: AnyMatch) -> Collection[str]:
        """Return the places of the mat in which a card means something now: kinds in `vision.mat.layout`."""
        return ()

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """Whether a card that this seat lays down now is shown, not played."""
        return False

    def honest(
        self, match: AnyMatch, hands: Mapping[Seat, Sequence[Card]], rest: Sequence[Card]
    ) -> Sequence[Event] | None:
        """List what players who know their hands can say or show before the play by the rules, each event by itself.

        The players of the tests choose among these. Empty: nothing is left to say; None: the words of the game go with
        no cards, and any of them will do.

        Args:
            match: the match, with a deal before its first card.
            hands: the cards of each seat.
            rest: the cards that nobody holds.
        """
        return None

    def lying(self, match: AnyMatch, spread: Spread) -> SpreadMeaning | None:
        """Return the events of cards that lie in places or were shown without a word; None: nothing yet."""
        return None
