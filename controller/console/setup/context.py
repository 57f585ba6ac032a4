"""The context of the set-up pages; the referee hands it to the console and renews it with every round."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from controller.console.setup.frame_tap import FrameTap
from controller.console.setup.preview import Measures, Preview
from controller.console.setup.settings_file import SettingsFile
from controller.peripherals.displays import Displays
from controller.settings.model import Config
from vision.base.picture import Gray

# Beginning anew while the program runs: the referee ends its round and takes up this match, or another one.
#
# It can also end for whoever starts it anew.


class _NowError(Exception):
    """The camera gives no picture, and the round is to end."""


class RoundRestart:
    """A request for a new round, from any thread; the referee's loop takes it up between two frames."""

    def __init__(self) -> None:
        """Begin without a request."""
        self._asked = self._new = self._leaves = False

    @property
    def asked(self) -> bool:
        """Whether a new round is wanted."""
        return self._asked

    def ask(self, *, new: bool) -> None:
        """Begin anew: at once with another match, or once no deal is under way with the same one."""
        self._new = self._new or new
        self._asked = True

    @property
    def leaves(self) -> bool:
        """Whether the program is to end."""
        return self._leaves

    def leave(self) -> None:
        """End the program with this round, at once: whoever has started it starts it anew."""
        self._leaves = True

    def take(self) -> bool:
        """The round is begun; returns whether with another match."""
        new, self._asked, self._new = self._new, False, False
        return new

    def over(self, frames: Iterator[tuple[float, Gray]], free: Callable[[], bool]) -> Iterator[tuple[float, Gray]]:
        """The frames of one round; what is left of them belongs to the next.

        Args:
            frames: of the camera, seconds and picture.
            free: whether no deal is under way.

        Returns:
            The frames until the round ends, their seconds counted from the first.
        """
        start: float | None = None
        try:
            for seconds, gray in frames:
                start = seconds if start is None else start
                yield seconds - start, gray
                if self._is_due(free):
                    return
        except _NowError:
            return

    def even_blind(self, told: Callable[[str], None], free: Callable[[], bool]) -> Callable[[str], None]:
        """Wrap the callback for a blind camera, so that a new round can also begin while no frames come."""

        def tell(trouble: str) -> None:
            if self._is_due(free):
                raise _NowError
            told(trouble)

        return tell

    def _is_due(self, free: Callable[[], bool]) -> bool:
        return self._leaves or (self._asked and (self._new or free()))


# A throttled cache: a costly value for many requests, made by one of them at most once in an interval.

T = TypeVar("T")


class Throttled(Generic[T]):
    """Holds the newest value; whoever asks for it too soon gets the same one."""

    def __init__(self, every_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Make a new value after so many seconds at the soonest."""
        self._every_s, self._clock = every_s, clock
        self._lock = threading.Lock()
        self._held: tuple[float, T] | None = None

    def get(self, make: Callable[[], T]) -> T:
        """The value that was made last, or a new one; what ``make`` raises passes through."""
        with self._lock:
            if self._held is None or self._clock() - self._held[0] >= self._every_s:
                value = make()
                self._held = (self._clock(), value)
            return self._held[1]

    @property
    def newest(self) -> T | None:
        """The value that was made last; None: none yet. Nothing is made."""
        held = self._held
        return held[1] if held else None


SIGHT_S: Final = 0.5
"""Between two pictures for pages, however many look."""
MEASURE_S: Final = 5.0
"""Between two measurements."""


@dataclass(slots=True)
class Setup:
    """The parts of a running table."""

    file: SettingsFile
    config: Config
    """The settings of this round."""
    again: RoundRestart = field(default_factory=RoundRestart)
    frame_tap: FrameTap = field(default_factory=FrameTap)
    displays: Displays | None = None
    faults: tuple[str, ...] = ()
    """The faults of buttons, lamp, buzzer and voice, in sentences."""
    sights: Throttled[Preview] = field(default_factory=lambda: Throttled[Preview](SIGHT_S))
    measured: Throttled[Measures] = field(default_factory=lambda: Throttled[Measures](MEASURE_S))
