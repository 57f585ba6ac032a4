"""The movements of cards that an event of any game has told, whatever kind the record has for it."""

from typing import Protocol

from controller.record.events import Event, Moved
from controller.rules.deal import AnyDeal


class Telling(Protocol):
    """A game, as far as its events tell of cards that are moved."""

    def as_moved(self, deal: AnyDeal, event: Event) -> tuple[Moved, ...]:
        """The movements that an event tells of; ``deal`` is the one after it."""
        ...


def moved_by(game: Telling, before: AnyDeal | None, after: AnyDeal | None, event: Event | None) -> tuple[Moved, ...]:
    """The movements of an event in the order in which they happened; none of one that was refused and changed nothing.

    Args:
        game: the game.
        before: the deal before the event; None: there was none.
        after: the deal after it.
        event: what was told; None: nothing that stands.
    """
    if event is None or before is None or after is None or after is before or after.number != before.number:
        return ()
    return game.as_moved(after, event)
