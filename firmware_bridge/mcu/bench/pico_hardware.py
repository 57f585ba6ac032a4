"""The hardware modules that MicroPython's build for WebAssembly lacks: pins, buses, ticks; every write is noted.

Runs in MicroPython, started by ``pico.mjs``, and runs the Pico's ``main.py`` in simulated time. It obeys lines:
    rx 0048656c00     bytes on the line to the Pico
    run 20000         let time pass, at most so many microseconds, and at most until a frame has gone out;
                      answers the time since the start and what was sent
    pin 14 0          the level of a pin that is read
    trace             since the last time: levels of pins that moved (17=0), bytes on SPI (0c), and whole words:
                      i2c:ADDRESS:BYTES, bits:PIN:TIMES:BYTES, tone:PIN:HERTZ
    there 0           whether anybody answers on I2C
    reset             as if plugged in anew
"""

import sys
from binascii import hexlify

import host

TURN_US = 1000
"""A turn of the display's work, but for what it writes."""

WRAP = 1 << 30
FIRST_MS = WRAP - 7000
"""The ticks wrap seven seconds after the start: soon, so that every test that lasts sees it."""


class Reset(Exception):  # noqa: N818 - what happens to the Pico
    """Plugged in anew."""


class Bench:
    """Time, levels, and what was written."""

    def __init__(self) -> None:
        self.now_us = self.end_us = 0
        self.running = False
        self.there = True
        self.levels: dict[str, int] = {}  # of pins that somebody else holds
        self.trace: list[str] = []

    def turn(self) -> None:
        """Let a turn's time pass; obey when the time is up."""
        self.now_us += TURN_US
        if self.running and (self.now_us >= self.end_us or host.frame_is_out()):
            self.running = False
            host.say(f"{self.now_us} {host.sent()}")
        while not self.running:
            line = host.line()
            if line is None:
                raise SystemExit
            self.obey(*line.split())

    def obey(self, what: str, *rest: str) -> None:
        """Do what a line says."""
        answer = "ok"
        if what == "run":
            self.running = True
            self.end_us = self.now_us + int(rest[0])
            return
        if what == "rx":
            host.arrive(rest[0])
        elif what == "pin":
            self.levels[rest[0]] = int(rest[1])
        elif what == "there":
            self.there = rest[0] == "1"
        elif what == "trace":
            answer = " ".join(self.trace)
            self.trace.clear()
        elif what == "reset":
            host.forget()
            host.say(answer)
            raise Reset
        host.say(answer)

    def write(self, word: str, data: bytes, bit_us: float) -> None:
        """Bytes go out on a bus, and take their time."""
        self.trace.append(word + hexlify(data).decode() if word else hexlify(data, b" ").decode())
        self.now_us += int(8 * len(data) * bit_us)


bench = Bench()


class Pin:
    """``machine.Pin``: what others hold has their level, else what was written, else the pull-up's."""

    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, name: object, mode: int = IN, pull: int = 0, value: int = 0) -> None:
        self.name = str(name)
        self._level = pull
        if mode == Pin.OUT:
            self._level = 1 - value
            self.value(value)

    def value(self, level: "int | None" = None) -> int:
        """Set the level, or read it."""
        if level is None:
            return bench.levels.get(self.name, self._level)
        if level != self._level:
            self._level = level
            bench.trace.append(f"{self.name}={level}")
        return level


class Spi:
    """Stand-in for ``machine.SPI``."""

    def __init__(self, bus: int, baudrate: int, sck: Pin, mosi: Pin) -> None:
        if (int(sck.name), int(mosi.name)) not in ((2, 3), (6, 7), (18, 19), (10, 11), (14, 15)):
            raise ValueError("bad SCK or MOSI pin")
        if (int(sck.name) // 8 % 2) != bus:
            raise ValueError("no pins of this SPI")
        self._bit_us = 1e6 / baudrate

    def write(self, data: bytes) -> None:
        """Write bytes to the bus."""
        bench.write("", data, self._bit_us)


class I2c:
    """Stand-in for ``machine.I2C``."""

    def __init__(self, bus: int, sda: Pin, scl: Pin, freq: int) -> None:
        if int(sda.name) % 4 != 2 * bus or int(scl.name) % 4 != 2 * bus + 1:
            raise ValueError("no pins of this I2C")
        self._bit_us = 9 / 8 * 1e6 / freq

    def writeto(self, address: int, data: bytes) -> None:
        """Write bytes to whoever has this address."""
        if not bench.there:
            raise OSError(5)
        bench.write(f"i2c:{address:02x}:", data, self._bit_us)


class Pwm:
    """Stand-in for ``machine.PWM``."""

    def __init__(self, pin: Pin) -> None:
        self._pin = pin
        self._hertz = self._duty = 0

    def freq(self, hertz: int) -> None:
        """Set the tone."""
        self._hertz = hertz
        self._note()

    def duty_u16(self, duty: int) -> None:
        """Set how much of the time the pin is high; 0 is silence."""
        self._duty = duty
        self._note()

    def _note(self) -> None:
        bench.trace.append(f"tone:{self._pin.name}:{self._hertz if self._duty else 0}")


class Poll:
    """``select.poll`` on the line; that nothing waits ends a turn of the display."""

    def register(self, stream: object, what: int) -> None:
        """Do nothing: there is only one line."""

    def poll(self, timeout_ms: int) -> bool:
        """Whether a byte waits."""
        if not host.waiting():
            bench.turn()
        return bool(host.waiting())


def bitstream(
    pin: Pin,
    encoding: int,  # noqa: ARG001 - MicroPython's; there is one
    times: "tuple[int, ...]",
    data: bytes,
) -> None:
    """Stand in for ``machine.bitstream``."""
    bench.write(f"bits:{pin.name}:{','.join(map(str, times))}:", data, (times[2] + times[3]) / 1000)


def ticks_ms() -> int:
    """Stand in for ``time.ticks_ms``."""
    return (FIRST_MS + bench.now_us // 1000) % WRAP


def ticks_diff(later: int, sooner: int) -> int:
    """Stand in for ``time.ticks_diff``."""
    return (later - sooner + WRAP // 2) % WRAP - WRAP // 2


def sleep_ms(length_ms: int) -> None:
    """Stand in for ``time.sleep_ms``."""
    bench.now_us += 1000 * length_ms


class Module:
    """A stand-in for a hardware module of MicroPython."""

    def __init__(self, **things: object) -> None:
        for name, thing in things.items():
            setattr(self, name, thing)


def plug_in() -> None:
    """Start ``main.py`` as from power-on; where it ends, time goes on without it."""
    for name in list(sys.modules):
        if name.startswith("schiri"):
            del sys.modules[name]
    with open("/main.py", encoding="utf-8") as file:  # noqa: PTH123 - MicroPython
        program = file.read()
    try:
        exec(program, {"__name__": "__main__"})  # noqa: S102 - the Pico's own
        while True:
            bench.turn()
    except Reset:
        pass


sys.modules["machine"] = Module(Pin=Pin, SPI=Spi, I2C=I2c, PWM=Pwm, bitstream=bitstream)  # pyrefly: ignore[unsupported-operation]  # a stand-in
sys.modules["select"] = Module(poll=Poll, POLLIN=1)  # pyrefly: ignore[unsupported-operation]  # likewise
sys.modules["time"] = Module(ticks_ms=ticks_ms, ticks_diff=ticks_diff, sleep_ms=sleep_ms)  # pyrefly: ignore[unsupported-operation]  # likewise
while True:
    plug_in()
