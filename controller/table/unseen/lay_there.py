"""Cards that lay on the mat when the match began: by being there nothing is played."""

from controller.record.cards import Card
from controller.record.message import Message
from controller.table.pending import Name, name_of
from controller.table.unseen.sighting import Sighting
from vision.base.observation import CardSeen, Laid, Lifted
from vision.marks.identity import NO_DECK
from vision.mat.seating import Seating


class LayThere:
    """Cards that lay there before the match, until they are taken away."""

    def __init__(self) -> None:
        """Begin with no card known."""
        self._names: set[Name] = set()

    def take(self, seen: CardSeen, areas: Seating, sighting: Sighting) -> bool:
        """Whether an observation is of such a card; the sighting hears of it.

        Args:
            seen: the card that is laid or has left.
            areas: whose place is where.
            sighting: what is in view, and in whose place.
        """
        name = name_of(seen)
        if isinstance(seen, Lifted):
            if name not in self._names:
                return False
            self._names.remove(name)
            sighting.lifted(Card(seen.card))
            return True
        within = areas.at((seen.x_mm, seen.y_mm))
        if seen.deck == NO_DECK or seen.since is not None or not sighting.is_opening(seen.first, within):
            return False
        self._names.add(name)
        if near := areas.near((seen.x_mm, seen.y_mm)):
            sighting.laid(Card(seen.card), near[0])
        return True


def no_play(seen: Laid) -> str:
    """Return what the table says to a card that lay there."""
    return Message("{card} lay there before the match began and is no play: take it away", card=seen.card)
