"""A trick of which no card was read: all places were full at one moment, and then all were empty again."""

from collections.abc import Collection

from controller.record.events import Seat
from vision.base.observation import Sight


class UnreadTrick:
    """Watches the places between two tricks; a trick lies in all of them at one moment, for then it is gathered."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._was_clear = False
        self._was_full = False

    def look(self, seats: Collection[Seat], sight: Sight) -> bool:
        """Take in how the places look; whether a trick has left of which no card was read.

        Args:
            seats: who plays; none while a card of the play lies there, or nobody is to lead.
            sight: how the places look.
        """
        areas = [area for seat, area in enumerate(sight.areas) if seat in seats]
        if not areas:
            self._was_clear = self._was_full = False
            return False
        if not all(area.empty_since is not None for area in areas):
            self._was_full = self._was_full or (self._was_clear and all(area.empty_since is None for area in areas))
            return False
        left, self._was_clear, self._was_full = self._was_full, True, False
        return left
