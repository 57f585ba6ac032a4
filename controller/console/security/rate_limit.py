"""How often somebody may be wrong before nobody listens for a while."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from controller.web.fair import network

WINDOW_S: Final = 600.0
"""Wrong codes are held against their sender, and against all, for so long."""
MOST_EACH: Final = 5
MOST_IN_ALL: Final = 20
"""With six digits a stranger who tries without end finds one code once in about a year; beyond it codes get longer."""
_KEPT: Final = 5000
"""Wrong attempts that are remembered at most."""


@dataclass(slots=True)
class Attempts:
    """The wrong attempts of the last minutes, by address; ``now`` is an argument, seconds of any clock that runs on."""

    _wrong: deque[tuple[float, str]] = field(default_factory=lambda: deque[tuple[float, str]](maxlen=_KEPT))

    def wait_s(self, address: str, now: float) -> float:
        """Seconds until this address may try again; 0: now. What others did wrong is not held against it."""
        self._forget(now)
        mine = [when for when, who in self._wrong if who == network(address)]
        return mine[-MOST_EACH] + WINDOW_S - now if len(mine) >= MOST_EACH else 0.0

    def are_many(self, now: float) -> bool:
        """Whether all together were wrong so often that somebody is trying codes."""
        self._forget(now)
        return len(self._wrong) >= MOST_IN_ALL

    def failed(self, address: str, now: float) -> None:
        """Note a wrong attempt."""
        self._wrong.append((now, network(address)))

    def _forget(self, now: float) -> None:
        while self._wrong and self._wrong[0][0] + WINDOW_S <= now:
            self._wrong.popleft()
