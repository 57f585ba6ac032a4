"""A trick that went unseen is laid open again after the command card ``missed``."""

from controller.record.cards import Card
from controller.record.events import Missed, Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch

DeckCard = tuple[int, str]
"""Deck and card."""


class LaidOpen:
    """The cards that are laid open while the command card lies there; they are told of, not played."""

    def __init__(self) -> None:
        """Nothing is laid open."""
        self._of: int | None = None
        self._plays: dict[Card, Seat] = {}
        self._lying: set[DeckCard] = set()

    @property
    def is_open(self) -> bool:
        """Whether cards that are laid now are told of."""
        return self._of is not None

    def begin(self, of: int) -> None:
        """The command card was laid; the hole is the one that the event of this line left."""
        self._of = of
        self._plays.clear()

    def lay(self, name: DeckCard, seat: Seat) -> None:
        """A card lies open before a seat; laid elsewhere, it is of that seat."""
        self._plays[Card(name[1])] = seat
        self._lying.add(name)

    def lift(self, name: DeckCard) -> bool:
        """A card has left; whether it was one of those that were laid open."""
        if name not in self._lying:
            return False
        self._lying.remove(name)
        return True

    def finish(self, match: AnyMatch) -> Missed | None:
        """The command card was taken back: what was told, or None if no card was laid open.

        Cards that the record has already say nothing new.
        """
        of, self._of = self._of, None
        deal = match.deal
        if of is None or deal is None or not self._plays:
            return None
        new = ((seat, card) for card, seat in self._plays.items() if deal.find(card) is None)
        known = (
            trick for trick in (deal.open, *reversed(deal.tricks)) if not self._plays.keys().isdisjoint(trick.cards)
        )
        first = next((trick.plays[0].seat for trick in known), next(iter(self._plays.values())))
        around = sorted(new, key=lambda play: (play[0] - first) % match.rules.seats)
        return Missed(of=of, plays=tuple(around), over=False)

    def words(self, names: tuple[str, ...]) -> Message:
        """The cards laid open so far, in one sentence for the table."""
        if not self._plays:
            return Message(
                "lay the cards of the trick open, each before its player, then take {call} away", call="missed"
            )
        plays = tuple(Message("{card} by {name}", card=card, name=names[seat]) for card, seat in self._plays.items())
        return Message("{cards}: take {call} away when that is all", cards=Listed(plays), call="missed")
