"""The cards of the last trick that all lie open again between two deals: looked at, or the first trick of the next."""

from controller.record.cards import Card
from controller.record.events import Played
from controller.referee.unseen.laying import NEXT_DEAL
from vision.base.observation import Blind


class ShownOrDealt:
    """Keeps the last trick that lies open again while it may be the first trick of a new deal: only people can tell.

    It may be one if each card lies before another seat, and none was laid within 15 s of the deal before
    (unseen.md). A deal that people begin while the cards lie there begins with them. One that begins otherwise begins
    with a gap: until it is told or seen what the cards were, nobody is accused.
    """

    def __init__(self) -> None:
        """Nothing lies open again."""
        self._plays: tuple[Played, ...] = ()
        self.perhaps_played: tuple[Played, ...] = ()
        """Those of the newest deal, which began with a gap."""
        self._left: dict[Card, float] = {}
        """When those of them that do not lie there any more left."""

    def lie(self, plays: tuple[Played, ...], pause: float) -> bool:
        """All cards of the last trick lie open again; whether they may be a new deal's, now or when they did before.

        Args:
            plays: them as plays, in the order in which they were laid; without any that lies in nobody's place.
            pause: seconds between the newest card of the deal and the first of them.
        """
        timed = all(play.t is not None for play in plays)
        may_be = timed and len({play.seat for play in plays}) == len(plays) and pause >= NEXT_DEAL
        if may_be:
            self._plays, self._left = plays, {}
        return may_be or bool(self._plays)

    def lie_on(self, plays: tuple[Played, ...]) -> bool:
        """Others of them lie there still, and a card was put straight or into its place; whether the question stands.

        Args:
            plays: it as a play; none where it lies in nobody's place.
        """
        for play in plays if self._plays else ():
            if any((one.card, one.seat) == (play.card, play.seat) for one in self._plays):
                self._left.pop(play.card, None)
            elif all(play.card != one.card and play.seat != one.seat for one in self._plays):
                self._plays = (*self._plays, play)
        return bool(self._plays)

    def lifted(self, card: Card, when: float) -> None:
        """A card has left, seconds since the match event."""
        if any(play.card == card for play in self._plays):
            self._left[card] = when

    def begins_unseen(self, *, watched: bool) -> Blind | None:
        """The stretch in which the first trick of the deal that begins now may have been played; None: in none.

        Args:
            watched: whether the record says what was seen and what was not.
        """
        plays, self._plays = self._plays, ()
        self.perhaps_played = plays if watched else ()
        if not self.perhaps_played:
            return None
        moments = [play.t for play in plays if play.t is not None]
        return Blind(min(moments), max(*moments, *self._left.values()), "again")

    def dealt_by_people(self, *, watched: bool) -> tuple[tuple[Played, ...], Blind | None]:
        """Hear that people began a deal: the plays with which it began, or else the stretch in which they may lie."""
        if self._plays and not self._left:
            plays, self._plays, self.perhaps_played = self._plays, (), ()
            return plays, None
        return (), self.begins_unseen(watched=watched)
