"""Requests to players so that the table can see: to clear a place, to turn a card that cannot be read."""

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
BESIDE: Final = 2
"""Tricks after which what lies unread beside the cards of a seat is taken for none of them."""
_LOOKED: Final = 12
"""Pictures over which that is measured."""


class PlaceRequests:
    """Watch over how long places are hidden or unread, and how often the table is looked at."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._hidden: dict[int, float] = {}
        """Time since which the place of a seat has been hidden."""
        self._times: list[float] = []
        self._beside: dict[int, set[int]] = {}
        """The tricks in which something unread lay in the place of a seat beside its card."""

    def look(self, match: AnyMatch, sight: Sight) -> str:
        """Note how the places look; return what is asked of the players now, in one sentence, or nothing."""
        self._times = [*self._times[-_LOOKED:], sight.t]
        self._hidden = {seat: self._hidden.get(seat, sight.t) for seat, area in enumerate(sight.areas) if not area.seen}
        self._beside = {seat: tricks for seat, tricks in self._beside.items() if not _is_plain(sight.areas[seat])}
        deal = match.deal
        if deal is None or not match.running or deal.phase != "play":
            return ""
        unread = [seat for seat, area in enumerate(sight.areas) if _is_unread(area, sight.t)]
        # A full trick is one of the tricks at once, while its cards still lie.
        newest = deal.open if deal.open.plays or not deal.tricks else deal.tricks[-1]
        for seat in set(unread).intersection(newest.seats):
            self._beside.setdefault(seat, set()).add(len(deal.tricks) + bool(deal.open.plays))
        asked = (seat for seat in unread if seat not in deal.open.seats and len(self._beside.get(seat, ())) < BESIDE)
        return self._clear(match, sight.t) or _turn(match, next(asked, None))

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


def _is_plain(area: AreaSight) -> bool:
    """Whether a place is seen with nothing unread in it."""
    return area.seen and area.unread_since is None


def _is_unread(area: AreaSight, now: float) -> bool:
    """Whether something unread has lain in a place for so long that it is asked for."""
    return area.unread_since is not None and now - area.unread_since >= READ_S


def _turn(match: AnyMatch, seat: int | None) -> str:
    """Return the request to turn what is unread in the place of a seat."""
    if seat is None:
        return ""
    return Message("something of {name}'s cannot be read: turn it, or say what it is", name=match.names[seat])


TOO_SLOW: Final = Message("too slow to judge: only the score is kept")
"""Told while too few pictures are looked at."""
