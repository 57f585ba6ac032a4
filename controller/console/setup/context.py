"""The context of the set-up pages; the referee hands it to the console and renews it with every round."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from controller.appliance.paths import SystemPaths
from controller.console.setup.enrolment import EnrolmentDesk
from controller.console.setup.frame_tap import FrameTap
from controller.console.setup.preview import Measures, Preview
from controller.console.setup.rehearsal import CardsRead
from controller.console.setup.settings_file import SettingsFile
from controller.live.camera import CameraTrouble, Frame
from controller.live.rehearsal import Rehearsal
from controller.peripherals.displays import Displays
from controller.record.message import Message
from controller.settings.model import Config
from hardware.camera.phone import PhonePictures
from vision.eyes.pipeline import Eyes

# Beginning anew while the program runs: the referee ends its round and takes up this match, or another one.
#
# It can also end for whoever starts it anew.


class RoundRestart:
    """A request for a new round, from any thread; the referee's loop takes it up between two frames."""

    def __init__(self) -> None:
        """Begin without a request."""
        self._asked = self._new = self._leaves = False

    @property
    def is_requested(self) -> bool:
        """Whether a new round is wanted."""
        return self._asked

    def request(self, *, new: bool) -> None:
        """Begin anew: at once with another match, or once no deal is under way with the same one."""
        self._new = self._new or new
        self._asked = True

    @property
    def ends_program(self) -> bool:
        """Whether the program is to end."""
        return self._leaves

    def end_program(self) -> None:
        """End the program with this round, at once: whoever has started it starts it anew."""
        self._leaves = True

    def begin_round(self) -> bool:
        """Begin the round; return whether with another match."""
        new, self._asked, self._new = self._new, False, False
        return new

    def over(
        self, frames: Iterable[Frame | CameraTrouble], free: Callable[[], bool]
    ) -> Iterator[Frame | CameraTrouble]:
        """Yield the frames of one round; what is left of them belongs to the next.

        Args:
            frames: frames of the camera, seconds and picture; a camera that is blind gives its trouble instead.
            free: whether no deal is under way.

        Returns:
            The frames until the round ends, their seconds counted from the first.
        """
        start: float | None = None
        for frame in frames:
            if isinstance(frame, CameraTrouble):
                yield frame
            else:
                start = frame[0] if start is None else start
                yield frame[0] - start, frame[1]
            if self._is_due(free):
                return

    def _is_due(self, free: Callable[[], bool]) -> bool:
        return self._leaves or (self._asked and (self._new or free()))


# A throttled cache: a costly value for many requests, made by one of them at most once in an interval.

T = TypeVar("T")


class Throttled(Generic[T]):
    """The newest value; whoever asks for it too soon gets the same one."""

    def __init__(self, every_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Make a new value after so many seconds at the soonest."""
        self._every_s, self._clock = every_s, clock
        self._lock = threading.Lock()
        self._value: tuple[float, T] | None = None

    def get(self, make: Callable[[], T]) -> T:
        """Return the value that was made last, or a new one; what ``make`` raises passes through."""
        with self._lock:
            if self._value is None or self._clock() - self._value[0] >= self._every_s:
                value = make()
                self._value = (self._clock(), value)
            return self._value[1]

    @property
    def newest(self) -> T | None:
        """The value that was made last; None: none yet. Nothing is made."""
        cached = self._value
        return cached[1] if cached else None


SIGHT_S: Final = 0.5
"""Seconds between two pictures for pages, however many look."""
MEASURE_S: Final = 5.0
"""Seconds between two measurements."""


@dataclass(slots=True)
class Setup:
    """The parts of a running table."""

    file: SettingsFile
    config: Config
    """The settings of this round."""
    again: RoundRestart = field(default_factory=RoundRestart)
    frame_tap: FrameTap = field(default_factory=FrameTap)
    rehearsal: Rehearsal = field(default_factory=Rehearsal)
    """The test deal."""
    cards_read: CardsRead = field(default_factory=CardsRead)
    """The cards that the test deal has read."""
    places: SystemPaths = field(default_factory=SystemPaths)
    """The places of an installed table."""
    enrolment: EnrolmentDesk = field(init=False)
    phone: PhonePictures = field(default_factory=PhonePictures)
    """The pictures of the phone that is the camera, where one is."""
    displays: Displays | None = None
    faults: tuple[str, ...] = ()
    """The faults of buttons, lamp, buzzer and voice, in sentences."""
    sights: Throttled[Preview] = field(default_factory=lambda: Throttled[Preview](SIGHT_S))
    measured: Throttled[Measures] = field(default_factory=lambda: Throttled[Measures](MEASURE_S))

    def __post_init__(self) -> None:
        """Enrol decks before the camera of which the frame tap keeps pictures."""
        self.enrolment = EnrolmentDesk(self.frame_tap)

    def begin(self, config: Config, displays: Displays, faults: tuple[str, ...], eyes: Eyes) -> None:
        """Show the running parts of a round."""
        self.config, self.displays, self.faults, self.frame_tap.eyes = config, displays, faults, eyes
        enrolled = self.enrolment.game
        if enrolled is not None and enrolled.name != config.table.game:
            told = Message("another game is set, so that learning the deck ended; what was learned is kept")
            self.enrolment.end(told)
