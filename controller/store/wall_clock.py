"""The clock on the wall, which may be wrong or jump: a Pi without a battery lives in the past until a network tells it.

Nothing in a record depends on it but the date by which a match is named: times within are counted by the camera.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

JUMP_S: Final = 60.0
"""A clock that gains or loses so much at once was set."""


class WallClock:
    """Tells the time, and what is odd about it.

    Attributes:
        note: what is odd, in one sentence for the table, until the next look finds nothing more; or nothing.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        """``wall``: seconds since 1970, as people set it; ``steady``: seconds that nobody sets."""
        self.note = ""
        self._wall, self._steady = wall, steady
        self._apart = wall() - steady()

    def now(self) -> datetime:
        """The time, UTC."""
        return datetime.fromtimestamp(self._wall(), UTC)

    def begin(self, newest: datetime | None) -> datetime:
        """The time at which a match begins; odd if the one before it, ``newest``, would begin later."""
        now = self.now()
        if newest is not None and now < newest:
            self.note = (
                f"the clock says {now:%Y-%m-%d %H:%M} UTC, which is before the last match: set it; the game goes on"
            )
        return now

    def look(self) -> None:
        """Notice whether the clock was set since the last look."""
        apart = self._wall() - self._steady()
        gained, self._apart = apart - self._apart, apart
        odd = abs(gained) >= JUMP_S
        told = f"the clock jumped {'ahead' if gained > 0 else 'back'} by {timedelta(seconds=round(abs(gained)))}"
        self.note = f"{told}; the match goes on, its times do not follow" if odd else ""
