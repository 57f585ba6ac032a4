"""The likely courses of unseen play, kept while the record grows."""

from collections.abc import Iterable, Sequence

from controller.record.cards import Card
from controller.record.corrections import corrected
from controller.record.events import Event, Missed, Seat
from controller.referee.step import FoldStep
from controller.referee.unseen.checkpoints import checkpoints, leaves_checkpoint
from controller.rules.match import AnyMatch
from controller.table.unseen.candidates import Glimpse, candidates


class LikelyCourses:
    """A cache of the likely courses, and what they are made of: cards read too seldom, the match before the deal."""

    def __init__(self, stages: Iterable[FoldStep]) -> None:
        """Begin with the fold of a record."""
        self._glimpses: dict[Card, Glimpse] = {}
        self.checkpoints = checkpoints(stages)
        """Checkpoints from which courses are tried."""
        self._found: tuple[object, tuple[Missed, ...]] = None, ()
        """The courses, with what they were guessed of."""

    def guessed(self, match: AnyMatch, events: Sequence[Event]) -> tuple[Missed, ...]:
        """Return the courses that unseen play may have taken, the likeliest first; none where nobody can guess."""
        asked = len(events), tuple(self._glimpses.values())
        if self._found[0] != asked:
            self._found = asked, candidates(match, events, self._glimpses.values(), self.checkpoints)
        return self._found[1]

    def glimpse(self, card: Card, seat: Seat, seconds: float | None) -> None:
        """Keep a card that was read near a seat, but not often enough to be believed."""
        self._glimpses.pop(card, None)
        self._glimpses[card] = Glimpse(card, seat, seconds)

    def stepped(self, before: AnyMatch, after: AnyMatch, events: Sequence[Event]) -> None:
        """Note a step of the match, and the lines of its record with the one that made it."""
        if leaves_checkpoint(len(events), before, after):
            self.checkpoints = self.checkpoints.stepped(len(corrected(events)) - 1, len(events), before, after)

    def folded(self, stages: Iterable[FoldStep]) -> None:
        """Begin anew after the whole record was folded anew."""
        self.checkpoints = checkpoints(stages)

    def written(self, before: AnyMatch, after: AnyMatch) -> None:
        """Note the match before and after a line.

        Once a trick is closed, what was read before it counts no more.
        """
        deal = after.deal
        if deal and not deal.holes and (before.deal is None or len(deal.tricks) != len(before.deal.tricks)):
            self._glimpses.clear()
