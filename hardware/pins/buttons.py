"""Push buttons on pins: every stroke once, however the contacts bounce.

with open_pins() as pins, closing(Buttons([Button("17", pin=17)], print, pins)):
    ...
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias

from hardware.pins.gpio import Pin, Pins, Pull

# A contact that bounces: what is done with it, told from its level; pure, the clock is an argument.

Stroke: TypeAlias = Literal["down", "long", "up"]
"""A stroke of a button, always in the order down, long, up; ``long`` only if it is held so long."""

NEVER = float("inf")


@dataclass(slots=True)
class Contact:
    """Contact with debouncing: a level counts once it has stood for a while without a change.

    Attributes:
        bounce_s: Time for which a level must stand.
        long_s: Time after closing for good from which on a closed contact is held long.
    """

    bounce_s: float
    long_s: float
    _raw: bool = False
    _since_s: float = -NEVER
    _closed: bool = False
    _long_at_s: float = NEVER
    _now_s: float = -NEVER

    def set_level(self, now_s: float, closed: bool) -> tuple[Stroke, ...]:
        """Set the level from this moment on; return the strokes until now, by the level that stood.

        Args:
            now_s: on any clock that never goes back; a moment before the last one counts as that one.
            closed: the level, as it is read.
        """
        self._now_s = max(now_s, self._now_s)
        done = tuple(self._done())
        if closed != self._raw:
            self._raw, self._since_s = closed, self._now_s
        return done

    @property
    def deadline_s(self) -> float:
        """The time at which something is done if the level stays as it is."""
        if self._raw != self._closed:
            return self._since_s + self.bounce_s
        return self._long_at_s if self._closed else NEVER

    def _done(self) -> Iterator[Stroke]:
        while self.deadline_s <= self._now_s:
            if self._raw == self._closed:
                self._long_at_s = NEVER
                yield "long"
            elif self._raw:
                self._long_at_s = self.deadline_s + self.long_s
                self._closed = True
                yield "down"
            else:
                self._long_at_s, self._closed = NEVER, False
                yield "up"


__all__ = ["Button", "Buttons", "Pressed", "Stroke"]

Pressed = Callable[[str, Stroke], None]
"""Takes a button's name and what is done with it; in the buttons' own thread, so let it be quick."""

_CLOSE_S: Final = 1.0
"""Longest wait for a ``pressed`` that is still at it when the buttons are closed."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Button:
    """A push button.

    Attributes:
        name: What it is called where it is pressed.
        pin: BCM number.
        pull: What holds the pin while the button is open: "up", and the button connects to ground; "down", and it
            connects to 3.3 V; or the same with a resistor that was soldered in.
        bounce_ms: A level counts when it has stood for so long.
        long_ms: Held for so long, it is pressed long.
    """

    name: str
    pin: int
    pull: Pull = "up"
    bounce_ms: float = 20.0
    long_ms: float = 800.0


class Buttons:
    """All push buttons of a table, with one thread.

    Args:
        settings: One a button.
        pressed: Called with every stroke, in the order in which they happen.
        pins: Where the buttons are.

    Raises:
        PinError: a pin cannot be used; those before it are free again.
    """

    def __init__(self, settings: Sequence[Button], pressed: Pressed, pins: Pins) -> None:
        self._pressed = pressed
        self._edges: queue.SimpleQueue[tuple[int, bool, float] | None] = queue.SimpleQueue()
        self._names = tuple(one.name for one in settings)
        self._contacts = tuple(Contact(one.bounce_ms / 1e3, one.long_ms / 1e3) for one in settings)
        self._pins: list[Pin] = []
        try:
            for number, one in enumerate(settings):
                self._pins.append(pins.contact(one.pin, one.pull, partial(self._queue_edge, number)))
        except OSError:
            self._release()
            raise
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening and release the pins."""
        self._release()
        self._edges.put(None)
        self._thread.join(_CLOSE_S)

    def _release(self) -> None:
        for pin in self._pins:
            pin.close()

    def _queue_edge(self, number: int, closed: bool) -> None:
        """Queue an edge from the library's thread, with its time: the buttons' thread may be late."""
        self._edges.put((number, closed, time.monotonic()))

    def _run(self) -> None:
        while True:
            try:
                edge = self._edges.get(timeout=self._wait_s())
            except queue.Empty:
                self._check_due()
                continue
            if edge is None:
                return
            number, closed, now_s = edge
            self._report(number, self._contacts[number].set_level(now_s, closed))

    def _wait_s(self) -> float | None:
        due_s = min((contact.deadline_s for contact in self._contacts), default=NEVER)
        return None if due_s == NEVER else max(0.0, due_s - time.monotonic())

    def _check_due(self) -> None:
        """Check what is due, by the present levels: of very many edges the kernel may drop the last."""
        now_s = time.monotonic()
        for number, contact in enumerate(self._contacts):
            if contact.deadline_s <= now_s:
                level = bool(self._pins[number].is_active)
                self._report(number, contact.set_level(now_s, level))

    def _report(self, number: int, strokes: tuple[Stroke, ...]) -> None:
        for stroke in strokes:
            try:
                self._pressed(self._names[number], stroke)
            except Exception:
                _log.exception("button %s: the game failed on %s", self._names[number], stroke)
