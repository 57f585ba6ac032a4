"""The cards of the last trick that all lie open again between two deals: looked at, or the first trick of the next."""

from typing import Literal

from controller.record.cards import Card
from controller.record.events import Played
from controller.referee.unseen.same_deal import NEXT_DEAL
from controller.table.gathering import ShownAgain
from vision.base.observation import Blind

LiesAgain = Literal["played", "shown", "asked"]
"""A card of the last trick: may be played, is looked at, or only people can tell."""


class LastTrickAgain:
    """The last trick while it lies open again and may be the first trick of a new deal: only people can tell.

    It may be one if each card lies before another seat, and none was laid within 15 s of the deal before
    (unseen.md). A deal that people begin while the cards lie there begins with them. One that begins otherwise begins
    with a gap: until it is told or seen what the cards were, nobody is accused.
    """

    def __init__(self, shown: ShownAgain) -> None:
        """Begin with nothing open again; ``shown`` are the cards that are looked at, and is the table's own."""
        self._shown = shown
        self._plays: tuple[Played, ...] = ()
        self.perhaps_played: tuple[Played, ...] = ()
        """Plays of the newest deal, if it began with a gap."""
        self._left: dict[Card, float] = {}
        """Time at which each of its cards left that does not lie there any more."""
        self.owed: tuple[Played, ...] = ()
        """Plays with which a deal began that people have named since, until they are written."""

    def lies(self, card: Card, play: Played | None, size: int, pause: float) -> LiesAgain:
        """Return what a card of the last trick is that lies open between two deals.

        Args:
            card: the card, which lies there since now.
            play: the card as a play; None where it lies in nobody's place.
            size: cards of the last trick.
            pause: seconds between it and the card before.
        """
        plays = (*self._shown.held, *(() if play is None else (play,)))
        first, goes_on = self._shown.pause, self._shown.shows
        if not self._shown.is_shown(card, size):
            return "played"
        asked = self.lie_on(plays) if goes_on else self.lie(plays, pause if first is None else first)
        return "asked" if asked else "shown"

    def lie(self, plays: tuple[Played, ...], pause: float) -> bool:
        """All cards of the last trick lie open again; whether they may be a new deal's, now or when they did before.

        Args:
            plays: the cards as plays, in the order in which they were laid; without any that lies in nobody's place.
            pause: seconds between the newest card of the deal and the first of them.
        """
        timed = all(play.t is not None for play in plays)
        may_be = timed and len({play.seat for play in plays}) == len(plays) and pause >= NEXT_DEAL
        if may_be:
            self._plays, self._left = plays, {}
        return may_be or bool(self._plays)

    def lie_on(self, plays: tuple[Played, ...]) -> bool:
        """Note a card put straight or into its place beside others of them; return whether the question stands.

        Args:
            plays: the card as a play; none where it lies in nobody's place.
        """
        for play in plays if self._plays else ():
            if any((one.card, one.seat) == (play.card, play.seat) for one in self._plays):
                self._left.pop(play.card, None)
            elif all(play.card != one.card and play.seat != one.seat for one in self._plays):
                self._plays = (*self._plays, play)
        return bool(self._plays)

    def lifted(self, card: Card, when: float) -> None:
        """Note that a card has left, seconds since the match event."""
        if any(play.card == card for play in self._plays):
            self._left[card] = when

    def begins_unseen(self, *, watched: bool) -> Blind | None:
        """Return the stretch in which the first trick of the deal that begins now may have been played; None: in none.

        Args:
            watched: whether the record says what was seen and what was not.
        """
        plays, self._plays = self._plays, ()
        self.perhaps_played = plays if watched else ()
        if not self.perhaps_played:
            return None
        moments = [play.t for play in plays if play.t is not None]
        return Blind(min(moments), max(*moments, *self._left.values()), "again")

    def dealt_by_people(self, *, watched: bool) -> Blind | None:
        """Note that people began a deal: it owes its first plays, or a gap: the stretch in which they may lie."""
        if self._plays and not self._left:
            self.owed, self._plays, self.perhaps_played = self._plays, (), ()
            return None
        self.owed = ()
        return self.begins_unseen(watched=watched)

    def take_owed(self) -> tuple[Played, ...]:
        """Return the plays that are owed; they are owed no more."""
        owed, self.owed = self.owed, ()
        return owed
