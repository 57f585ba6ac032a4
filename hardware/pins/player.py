"""Plays patterns on something that can be on or off, in a thread of its own, from a mailbox for the newest."""

import logging
import threading
import time
from dataclasses import dataclass
from typing import Final

from hardware.pins.gpio import Level, Pins, Switch

# A pattern of pulses that a lamp can blink and a buzzer can sound.


@dataclass(frozen=True, slots=True)
class Pattern:
    """Pulses, one after the other.

    Attributes:
        pulses_ms: How long each is on, and off after it, milliseconds.
        rank: A pattern breaks off one of lower rank, and one that waits is not replaced by one of lower rank.
        again_s: From one beginning to the next as long as it stands; longer than the pattern.
    """

    pulses_ms: tuple[tuple[int, int], ...]
    rank: int = 0
    again_s: float = 10.0

    @property
    def whole_ms(self) -> int:
        """Length from its beginning to the end of its last pulse."""
        return sum(on + off for on, off in self.pulses_ms) - self.pulses_ms[-1][1]


APART_S: Final = 0.5
"""Silence between two patterns, longer than any within one."""
_CLOSE_S: Final = 1.0

_log = logging.getLogger(__name__)


class Player:
    """Plays on a switch; nobody waits for it, and what fails is logged and costs the game nothing.

    Args:
        name: Of what is switched, for people.
        switch: Let go of by ``close``.
    """

    def __init__(self, name: str, switch: Switch) -> None:
        self._name, self._switch = name, switch
        self._door = threading.Condition()
        self._next: Pattern | None = None
        self._repeated: Pattern | None = None
        self._due_s = 0.0
        """When the standing pattern is to be played."""
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def play(self, pattern: Pattern) -> None:
        """Play it once, in place of one that waits and has no higher rank; returns at once."""
        with self._door:
            if self._next is None or self._next.rank <= pattern.rank:
                self._next = pattern
                self._door.notify()

    def repeat(self, pattern: Pattern | None) -> None:
        """Play it now and again and again, until another stands or none; returns at once."""
        with self._door:
            if pattern != self._repeated:
                self._repeated, self._due_s = pattern, time.monotonic()
                self._door.notify()

    @property
    def waiting(self) -> Pattern | None:
        """The patterns in the queue that were not begun yet."""
        return self._next

    def close(self) -> None:
        """Switch off and let go of the pin. Closing twice is fine."""
        with self._door:
            self._closing = True
            self._door.notify()
        self._thread.join(_CLOSE_S)

    def _run(self) -> None:
        try:
            while due := self._next_due():
                self._play(*due)
        except Exception:
            _log.exception("%s: it cannot be switched any more", self._name)
        finally:
            self._switch.close()

    def _next_due(self) -> tuple[Pattern, bool] | None:
        """Wait for what is to be played next, and whether only while it stands; None: nothing any more."""
        with self._door:
            while not self._closing:
                if pattern := self._next:
                    self._next = None
                    return pattern, False
                left_s = self._due_s - time.monotonic()
                if self._repeated and left_s <= 0:
                    self._due_s = time.monotonic() + self._repeated.again_s
                    return self._repeated, True
                self._door.wait(left_s if self._repeated else None)
        return None

    def _play(self, pattern: Pattern, standing: bool) -> None:
        """Play a pattern to its end, unless something goes before it; then be silent for a while."""
        for on_ms, off_ms in pattern.pulses_ms:
            self._switch.on()
            self._wait(on_ms / 1e3, pattern, standing)
            self._switch.off()
            if self._wait(off_ms / 1e3, pattern, standing):
                break
        with self._door:
            self._door.wait_for(lambda: self._closing, APART_S)

    def _wait(self, seconds: float, pattern: Pattern, standing: bool) -> bool:
        """Wait so long, but not once the pattern is to be broken off; whether it is."""
        with self._door:
            return self._door.wait_for(lambda: self._is_over(pattern, standing), seconds)

    def _is_over(self, pattern: Pattern, standing: bool) -> bool:
        """Whether a pattern that is played is to be broken off."""
        before_it = self._next is not None and self._next.rank > pattern.rank
        return self._closing or before_it or (standing and pattern is not self._repeated)


# A buzzer on a pin that sounds patterns.


class Buzzer(Player):
    """Buzzer on a pin.

    Args:
        pin: BCM number.
        pins: Where it is.
        hz: The tone that a passive buzzer is given, 20 to 5000 Hz; None: an active one, which has its own.
        on: The level at which an active one sounds.

    Raises:
        PinError: the pin cannot be used.
    """

    def __init__(self, pin: int, pins: Pins, hz: int | None = None, on: Level = "high") -> None:
        super().__init__("buzzer", pins.buzzer(pin, on) if hz is None else pins.tone(pin, hz))


# A lamp on a pin that blinks patterns.


class PinLamp(Player):
    """A light emitting diode.

    Args:
        pin: BCM number.
        pins: Where it is.
        on: The level at which it shines.

    Raises:
        PinError: the pin cannot be used.
    """

    def __init__(self, pin: int, pins: Pins, on: Level = "high") -> None:
        super().__init__("lamp", pins.light(pin, on))
