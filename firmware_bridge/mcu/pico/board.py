"""The Pico itself: OLED on GP4 and GP5, keys on GP14 and GP15, buzzer on GP16, its own lamp; the line is USB.

The only file that needs MicroPython's own modules; they are there on the Pico alone and have no types elsewhere, so
``run`` fetches them, and everything else here is given what it needs.
"""

# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportAttributeAccessIssue=false
import select
import sys

from .canvas import Canvas
from .keys import Key
from .layout import Layout
from .oled import Oled
from .session import Session
from .tune import Lamp, Tune, mood

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Pins = Mapping[str, Callable[[], int]]

RETRY_MS = 1000
"""Between two looks for a glass that is not there."""

KEYS = {"A": 14, "B": 15}
"""Pins, each between key and ground."""


class Clock:
    """Milliseconds since the start, without the wrap of the Pico's ticks after 12 days."""

    def __init__(self, ticks: "Callable[[], int]", difference: "Callable[[int, int], int]") -> None:
        self._ticks = ticks
        self._difference = difference
        self._last = ticks()
        self._now = 0

    def ms(self) -> int:
        """Now."""
        ticks = self._ticks()
        self._now += self._difference(ticks, self._last)
        self._last = ticks
        return self._now


class Board:
    """A display: what is fitted, and one turn of its work.

    Args:
        oled: The glass.
        pins: Levels of the keys by letter; 0 is pressed.
        tone: Sounds so many hertz, 0 for none.
        led: Lights the lamp, or not.
    """

    def __init__(self, oled: Oled, pins: "Pins", tone: "Callable[[int], None]", led: "Callable[[int], None]") -> None:
        self._oled = oled
        self._keys = [(Key(letter), level) for letter, level in pins.items()]
        self._tone = tone
        self._led = led
        self._session = Session("OLED", 128, 64)
        self._canvas = Canvas(128, 64)
        self._layout = Layout(self._canvas)
        self._tune = Tune()
        self._lamp = Lamp()
        self._drawn = (-1, False)
        self._due = 0
        self._sounding = 0

    def hear(self, data: bytes, now: int) -> bytes:
        """Take in bytes and look at the keys; the bytes that are to go out."""
        self._session.receive(data, now)
        for key, level in self._keys:
            for press in key.sample(not level(), now):
                self._session.press(key.letter, press)
        return self._session.data_to_send(now)

    def show(self, now: int) -> None:
        """Let buzzer, lamp and glass show the picture; the glass only if there is another one."""
        session = self._session
        silent = session.is_silent(now)
        state = mood(session.shown)
        hertz = self._tune.hertz(state, now)
        if hertz != self._sounding:
            self._sounding = hertz
            self._tone(hertz)
        self._led(self._lamp.lit(state, silent, now))
        wanted = (session.pictures, silent)
        if wanted == self._drawn or now < self._due:
            return
        self._layout.draw(session.shown, silent)
        if self._oled.show(self._canvas.pages):
            self._drawn = wanted
        else:
            self._due = now + RETRY_MS


def run(sh1106: bool = False) -> None:
    """Be a display until the power goes; key A held at the start keeps this from happening, so that others can."""
    from time import sleep_ms, ticks_diff, ticks_ms  # type: ignore[attr-defined]  # MicroPython's own

    import machine  # type: ignore[import-not-found]
    import micropython  # type: ignore[import-not-found]

    pins = {letter: machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for letter, pin in KEYS.items()}
    sleep_ms(10)
    if not pins["A"].value():
        return
    micropython.kbd_intr(-1)  # the protocol's bytes may be a Ctrl-C
    buzzer = machine.PWM(machine.Pin(16))

    def tone(hertz: int) -> None:
        buzzer.duty_u16(32768 if hertz else 0)
        if hertz:
            buzzer.freq(hertz)

    bus = machine.I2C(0, sda=machine.Pin(4), scl=machine.Pin(5), freq=400000)
    levels = {letter: pin.value for letter, pin in pins.items()}
    board = Board(Oled(bus, sh1106), levels, tone, machine.Pin("LED", machine.Pin.OUT).value)
    _serve(board, Clock(ticks_ms, ticks_diff))


def _serve(board: Board, clock: Clock) -> None:
    """Carry bytes between USB and the display for ever."""
    ear = select.poll()
    ear.register(sys.stdin, select.POLLIN)
    while True:
        now = clock.ms()
        data = b""
        while ear.poll(0):
            data += sys.stdin.buffer.read(1)
        sys.stdout.buffer.write(board.hear(data, now))
        board.show(now)
