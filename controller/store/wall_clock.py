"""The clock on the wall, which may be wrong or jump: a Pi without a battery lives in the past until a network tells it.

Nothing in a record depends on it but the date by which a match is named: times within are counted by the camera.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from controller.record.message import Message

JUMP_S: Final = 60.0
"""A clock that gains or loses so much at once was set."""


class WallClock:
    """Tells the time, and what is odd about it.

    Attributes:
        note: what is odd, in one sentence for the table, until the next look finds nothing more; or nothing.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        """``wall``: seconds since 1970, as people set it; ``steady``: seconds that nobody sets."""
        self.note: str = ""
        self._wall, self._steady = wall, steady
        self._apart = wall() - steady()

    def now(self) -> datetime:
        """The time, UTC."""
        return datetime.fromtimestamp(self._wall(), UTC)

    def begin(self, newest: datetime | None) -> datetime:
        """The time at which a match begins; odd if the one before it, ``newest``, would begin later."""
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
