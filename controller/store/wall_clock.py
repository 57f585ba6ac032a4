"""The clock on the wall, which may be wrong or jump: a Pi without a battery runs in the past until a network sets it.

Nothing in a record depends on it but the date by which a match is named: times within are counted by the camera.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from controller.record.message import Message

JUMP_S: Final = 60.0
"""The least leap, in seconds, by which a clock counts as set."""


class WallClock:
    """The wall clock, with a note on its oddities.

    Attributes:
        note: the oddity, in one sentence for the table, until the next look finds none; or empty.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        """Set up the clock; ``wall``: seconds since 1970, as people set it; ``steady``: seconds that nobody sets."""
        self.note: str = ""
        self._wall, self._steady = wall, steady
        self._apart = wall() - steady()

    def now(self) -> datetime:
        """Return the time, UTC."""
        return datetime.fromtimestamp(self._wall(), UTC)

    def begin(self, newest: datetime | None) -> datetime:
        """Return the time at which a match begins; odd if the one before it, ``newest``, would begin later."""
        now = self.now()
        if newest is not None and now < newest:
            self.note = Message(
                "the clock says {when} UTC, which is before the last match: set it; the game goes on",
                when=f"{now:%Y-%m-%d %H:%M}",
            )
        return now

    def look(self) -> None:
        """Notice whether the clock was set since the last look."""
        apart = self._wall() - self._steady()
        gained, self._apart = apart - self._apart, apart
        self.note = _jumped(gained) if abs(gained) >= JUMP_S else ""


def _jumped(gained_s: float) -> Message:
    by = str(timedelta(seconds=round(abs(gained_s))))
    if gained_s > 0:
        return Message("the clock jumped ahead by {time}; the match goes on, its times do not follow", time=by)
    return Message("the clock jumped back by {time}; the match goes on, its times do not follow", time=by)
