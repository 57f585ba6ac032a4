"""A card that is written once the other places are in view, or after two seconds."""

from collections.abc import Iterator

from controller.record.events import Event, Played
from controller.table.unseen.sighting import PATIENCE_S, Sighting


class AwaitedLook:
    """Card that lies there and waits for a look at places that are out of view."""

    def __init__(self, sighting: Sighting) -> None:
        """Begin with no card that waits; ``sighting`` has what is in view, and is the table's own."""
        self._sighting = sighting
        self._since = 0.0
        self.events: tuple[Event, ...] = ()
        """The card that waits, after the beginning of its deal if it begins one."""

    @property
    def play(self) -> Played | None:
        """The card that waits."""
        return next((event for event in self.events if isinstance(event, Played)), None)

    def keep(self, events: tuple[Event, ...]) -> None:
        """Make a card wait from now on, with the beginning of its deal if it begins one."""
        self.events, self._since = events, self._sighting.now

    def is_over(self, now: float) -> bool:
        """Whether the places are in view again or it has waited long enough; ``now`` in seconds since the match."""
        kept = self.play
        return kept is not None and (self._sighting.in_view(kept.seat) or now - self._since >= PATIENCE_S)

    def take(self) -> Iterator[Event]:
        """Yield the card that waits, after what is in view: nobody is accused for what is not."""
        kept, self.events = self.events, ()
        if kept:
            # What has left meanwhile shows that it may be a card of another trick; places out of view are not named.
            yield self._sighting.seen()
            yield from kept
