"""Requests to players so that the table can see: to clear a place, to turn a card that cannot be read."""

from collections.abc import Sequence
from statistics import median
from typing import Final

from controller.record.message import Message
from controller.rules.match import AnyMatch
from vision.base.observation import AreaSight, Sight

CLEAR_S: Final = 20.0
"""Seconds that the place of the seat to play may be hidden."""
READ_S: Final = 3.0
"""Seconds that an unreadable thing may lie in a place."""
FEWEST_PER_S: Final = 4.0
"""Pictures that must be looked at in a second to judge the play."""
_LOOKED: Final = 12
"""Pictures over which that is measured."""


class PlaceRequests:
    """Watches how long places are hidden or unread, and how often the table is looked at."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._hidden: dict[int, float] = {}
        """Since when the place of a seat has been hidden."""
        self._times: list[float] = []

    def look(self, match: AnyMatch, sight: Sight) -> str:
        """Take in how the places look; what is asked of the players now, in one sentence, or nothing."""
        self._times = [*self._times[-_LOOKED:], sight.t]
        self._hidden = {seat: self._hidden.get(seat, sight.t) for seat, area in enumerate(sight.areas) if not area.seen}
        if match.deal is None or not match.running or match.deal.phase != "play":
            return ""
        return self._clear(match, sight.t) or _unread(match, sight.t, sight.areas)

    @property
    def is_slow(self) -> bool:
        """Whether so few pictures are looked at that only the score can be kept."""
        apart = [later - sooner for sooner, later in zip(self._times, self._times[1:], strict=False)]
        return len(apart) >= _LOOKED and median(apart) > 1 / FEWEST_PER_S

    def _clear(self, match: AnyMatch, now: float) -> str:
        seat = match.turn
        if seat is None or now - self._hidden.get(seat, now) < CLEAR_S:
            return ""
        return Message("{name}'s place is hidden: please clear it", name=match.names[seat])


def _unread(match: AnyMatch, now: float, areas: Sequence[AreaSight]) -> str:
    """Something in the place of a seat that has no card in the open trick."""
    played = match.deal.open.seats if match.deal else ()
    for seat, area in enumerate(areas):
        since = area.unread_since
        if since is not None and seat not in played and now - since >= READ_S:
            return Message("something of {name}'s cannot be read: turn it, or say what it is", name=match.names[seat])
    return ""


TOO_SLOW: Final = Message("too slow to judge: only the score is kept")
"""Told while too few pictures are looked at."""
