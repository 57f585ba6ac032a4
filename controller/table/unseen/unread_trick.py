"""A trick of which no card was read: at one moment no place was seen empty, and later some place was again."""

from collections.abc import Collection

from controller.record.events import Seat
from controller.rules.match import AnyMatch
from controller.rules.sight import AT_ONCE
from vision.base.observation import Sight


class UnreadTrick:
    """Watch over the places between two tricks; a trick lies in all of them at one moment, for then it is gathered."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._was_clear = False
        self._clear_at: float | None = None
        """Time at which all places were seen empty last; None: not since the trick before."""
        self._full: float | None = None
        """Time at which no place was seen empty last, since the table was clear."""

    def note_areas(self, seats: Collection[Seat], sight: Sight, *, clear_by: float | None = None) -> bool:
        """Note how the places look; return whether a trick may have left of which no card was read.

        Args:
            seats: who plays; none while a card of the play lies there, or nobody is to lead.
            sight: how the places look.
            clear_by: by when the trick before had left, and the next one can have been laid and gathered; None: that
                is not known, or there was none, so all places must have been seen empty.
        """
        areas = [area for seat, area in enumerate(sight.areas) if seat in seats]
        if not areas:
            self._was_clear, self._clear_at, self._full = False, None, None
            return False
        empty = [area.empty_since is not None for area in areas]
        if any(empty) and self._clear_at is not None and sight.t - self._clear_at <= AT_ONCE:
            self._full = None  # In so short a time no trick is laid and gathered.
        if all(empty) or (clear_by is not None and sight.t >= clear_by and any(empty)):
            left = self._full is not None
            self._was_clear, self._clear_at, self._full = True, sight.t if all(empty) else None, None
            return left
        begun = self._was_clear if clear_by is None else sight.t >= clear_by
        if begun and not any(empty):
            self._full = sight.t
        return False

    def has_left(self, first: float) -> bool:
        """Whether one may have left before a card that was first seen at a moment: it did not lie there with it."""
        full, self._full = self._full, None
        return full is not None and full < first


def awaits_lead(match: AnyMatch) -> bool:
    """Whether the next card leads: of a trick after another, or the first of a deal whose contract is told."""
    deal = match.deal
    if deal is None or not match.running or deal.open.plays:
        return False
    begun = match.game.auction.playable(deal)
    return begun is not None and begun.phase == "play"
