"""How often somebody may be wrong before nobody listens for a while."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from controller.web.fair import network

WINDOW_S: Final = 600.0
"""Wrong codes are held against their sender, and against all, for so long."""
MOST_EACH: Final = 5
MOST_IN_ALL: Final = 20
"""With six digits a stranger who tries without end finds one code once in about a year."""


@dataclass(slots=True)
class Attempts:
    """The wrong attempts of the last minutes, by address; ``now`` is an argument, seconds of any clock that runs on."""

    _wrong: deque[tuple[float, str]] = field(default_factory=deque[tuple[float, str]])

    def wait_s(self, address: str, now: float) -> float:
        """Seconds until this address may try again; 0: now."""
        self._forget(now)
        mine = [when for when, who in self._wrong if who == network(address)]
        times = [group[-most] for group, most in self._groups(mine) if len(group) >= most]
        return max((when + WINDOW_S - now for when in times), default=0.0)

    def failed(self, address: str, now: float) -> None:
        """Note a wrong attempt."""
        self._wrong.append((now, network(address)))

    def _groups(self, mine: list[float]) -> tuple[tuple[list[float], int], ...]:
        return (mine, MOST_EACH), ([when for when, _ in self._wrong], MOST_IN_ALL)

    def _forget(self, now: float) -> None:
        while self._wrong and self._wrong[0][0] + WINDOW_S <= now:
            self._wrong.popleft()
