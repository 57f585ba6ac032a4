"""The Pico itself: what is fitted at which pins; the line is USB.

The only file that needs MicroPython's own modules, which have no types elsewhere; the others are given what they need.
"""

import select
import sys
from time import sleep_ms, ticks_diff, ticks_ms  # pyrefly: ignore[missing-module-attribute]  # MicroPython's own

import machine
import micropython

from .board import Board, Clock
from .digits import Digits
from .epaper import EpaperPanel, Wires
from .fitted import BUZZER, CHAIN, KEYS, OLED, PAPER, STRIP, VALUES, nature
from .matrix import LedMatrix
from .max7219 import Chain
from .oled import Oled
from .screen import Screen
from .session import DisplaySession
from .strip import BITS_NS, LedStrip
from .tune import MoodBuzzer, MoodLed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .board import Output

SPI_BAUD = 4000000
"""Less than any of the chips can take."""


def run(parts: "tuple[str, ...]", changed: "dict[str, int]") -> None:
    """Be a display until the power goes; key A held at the start keeps this from happening, so that others can."""
    pins = {letter: machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for letter, pin in KEYS.items()}
    sleep_ms(10)
    if not pins["A"].value():
        return
    micropython.kbd_intr(-1)  # the protocol's bytes may be a Ctrl-C
    values = dict(VALUES)
    values.update(changed)
    outputs = [FITTING[part](values) for part in parts]
    board = Board(DisplaySession(*nature(parts, values)), outputs, {letter: pin.value for letter, pin in pins.items()})
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


def _output(pin: int, level: int = 0) -> "Callable[..., int]":
    return machine.Pin(pin, machine.Pin.OUT, value=level).value


def _spi(bus: int, clock: int, out: int) -> "Callable[[bytes], object]":
    return machine.SPI(bus, baudrate=SPI_BAUD, sck=machine.Pin(clock), mosi=machine.Pin(out)).write


def _oled(values: "dict[str, int]") -> "Output":
    bus = machine.I2C(0, sda=machine.Pin(OLED["sda"]), scl=machine.Pin(OLED["scl"]), freq=400000)
    return Screen(Oled(bus, values["OLED_CONTRAST"]))


def _sh1106(values: "dict[str, int]") -> "Output":
    bus = machine.I2C(0, sda=machine.Pin(OLED["sda"]), scl=machine.Pin(OLED["scl"]), freq=400000)
    return Screen(Oled(bus, values["OLED_CONTRAST"], sh1106=True))


def _epaper(values: "dict[str, int]") -> "Output":
    write = _spi(1, PAPER["clock"], PAPER["out"])
    busy = machine.Pin(PAPER["busy"], machine.Pin.IN).value
    wires = Wires(write, _output(PAPER["chip"], 1), _output(PAPER["data"]), _output(PAPER["reset"]), busy)
    return EpaperPanel(wires, 1000 * values["EPAPER_SLEEP_S"])


def _chain(modules: int, values: "dict[str, int]") -> Chain:
    write = _spi(0, CHAIN["clock"], CHAIN["out"])
    return Chain(write, _output(CHAIN["chip"], 1), modules, values["MAX7219_BRIGHTNESS"])


def _digits(values: "dict[str, int]") -> "Output":
    return Digits(_chain(values["DIGITS_MODULES"], values))


def _matrix(values: "dict[str, int]") -> "Output":
    return LedMatrix(_chain(values["MATRIX_MODULES"], values))


def _strip(values: "dict[str, int]") -> "Output":
    pin = machine.Pin(STRIP, machine.Pin.OUT)

    def write(data: bytes) -> None:
        machine.bitstream(pin, 0, BITS_NS, data)

    return LedStrip(write, values["STRIP_LEDS"], values["STRIP_BRIGHTEST"])


def _buzzer(values: "dict[str, int]") -> "Output":  # noqa: ARG001 - as all parts
    buzzer = machine.PWM(machine.Pin(BUZZER))

    def tone(hertz: int) -> None:
        buzzer.duty_u16(32768 if hertz else 0)
        if hertz:
            buzzer.freq(hertz)

    return MoodBuzzer(tone)


def _lamp(values: "dict[str, int]") -> "Output":  # noqa: ARG001 - as all parts
    return MoodLed(machine.Pin("LED", machine.Pin.OUT).value)


FITTING = {
    "oled": _oled,
    "sh1106": _sh1106,
    "epaper": _epaper,
    "digits": _digits,
    "matrix": _matrix,
    "strip": _strip,
    "buzzer": _buzzer,
    "lamp": _lamp,
}
