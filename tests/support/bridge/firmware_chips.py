"""The chips that a display drives, each read from its data sheet and not from our drivers.

They are fed events in common words: ``load=1``, ``select=0``, ``data=1``, ``reset=0`` for pins, ``0c`` for a byte.
"""

from collections.abc import Iterable, Iterator

SEVEN_SEGMENTS = {
    "abcdef": "0", "bc": "1", "abdeg": "2", "abcdg": "3", "bcfg": "4", "acdfg": "5", "acdefg": "6", "abc": "7",
    "abcdefg": "8", "abcdfg": "9", "g": "-", "": " ", "ceg": "n", "cdeg": "o", "eg": "r", "adefg": "E", "aefg": "F",
}  # fmt: skip
LINES = 8
Light = tuple[int, int, int]
"""Red, green, blue."""


class Chain:
    """MAX7219s in a row: the last byte pairs before load rises are kept, the last one by the first module."""

    def __init__(self, modules: int) -> None:
        self.registers = [dict[int, int]() for _ in range(modules)]
        self.pictures: list[list[str]] = []
        self._shifted: list[int] = []

    def feed(self, events: Iterable[str]) -> None:
        for event in events:
            if event == "load=0":
                self._shifted = []
            elif event == "load=1" and self._shifted:
                assert len(self._shifted) == 2 * len(self.registers)
                pairs = zip(self._shifted[::2], self._shifted[1::2], strict=True)
                for module, (address, value) in zip(reversed(self.registers), pairs, strict=True):
                    module[address] = value
                if self._shifted[0] == LINES:
                    self.pictures.append(self.lights())
            elif "=" not in event:
                self._shifted.append(int(event, 16))

    def digits(self) -> str:
        """Digit 7 of a module is the left one."""
        return "".join(_figure(module[line]) for module in self.registers for line in range(8, 0, -1))

    def lights(self) -> list[str]:
        return ["".join(f"{module[line]:08b}" for module in self.registers) for line in range(1, LINES + 1)]


def _figure(bits: int) -> str:
    lit = "".join(name for place, name in enumerate("abcdefg") if bits >> 6 - place & 1)
    return SEVEN_SEGMENTS[lit] + ("." if bits & 0x80 else "")


class Paper:
    """An SSD1680 of 128 x 296 dots: its commands, two memories, and what its refreshes put on the paper."""

    def __init__(self) -> None:
        self.memories = {0x24: bytearray(16 * 296), 0x26: bytearray(16 * 296)}
        self.paper = bytes(16 * 296)
        self.refreshes: list[str] = []
        self.settings: dict[int, list[int]] = {}
        self.asleep = False
        self._command = self._x = self._y = 0
        self._pins = {"data": 0, "select": 1, "reset": 0}

    def feed(self, events: Iterable[str]) -> None:
        for event in events:
            pin, equals, level = event.partition("=")
            if not equals:
                self._hear(int(event, 16))
            elif pin in self._pins:
                self._pins[pin] = int(level)
                if event == "reset=0":
                    self.asleep = False
                    self.settings = {}

    def _hear(self, byte: int) -> None:
        if self._pins["select"]:
            return  # said to another chip
        assert self._pins["reset"], "in reset it hears nothing"
        assert not self.asleep, "only a reset wakes it"
        (self._take if self._pins["data"] else self._begin)(byte)

    def _begin(self, command: int) -> None:
        self._command = command
        self.settings[command] = []
        if command == 0x20:
            self._refresh(self.settings[0x22][0])

    def _take(self, byte: int) -> None:
        self.settings[self._command].append(byte)
        self.asleep = self._command == 0x10 and byte == 1
        self._x = self.settings.get(0x4E, [0])[0] if self._command == 0x4E else self._x
        if self._command == 0x4F and len(self.settings[0x4F]) == 2:
            self._y = self.settings[0x4F][0] | self.settings[0x4F][1] << 8
        if self._command in self.memories:
            assert self.settings[0x11] == [7], "addresses grow, along the gates first"
            self.memories[self._command][self._x * 296 + self._y] = byte
            self._y += 1

    def _refresh(self, how: int) -> None:
        new, old = self.memories[0x24], self.memories[0x26]
        if how == 0xF7:
            self.paper = bytes(new)
            assert new == old, "a whole refresh leaves both memories the same"
        else:
            assert how == 0xFF
            assert old == self.paper, "a partial refresh must know what stands there"
            self.paper = bytes(new)
        self.refreshes.append("whole" if how == 0xF7 else "partial")

    def pages(self) -> bytes:
        """As seen lying on its side: the last source at the top, 1 is black."""
        return b"".join(bytes(byte ^ 0xFF for byte in self.paper[x * 296 : (x + 1) * 296]) for x in range(15, -1, -1))


TAKES_A_BYTE_MORE = {0x20, 0xA8, 0xD3, 0xDA, 0xD5, 0xD9, 0xDB, 0x81, 0x8D, 0xAD}
"""Commands of SSD1306 and SH1106 that the next byte belongs to, by their data sheets."""


class Glass:
    """A chip of 132 columns on I2C, page addressing."""

    def __init__(self) -> None:
        self.there = True
        self.lit = False
        self.settings: dict[int, int] = {}
        self.memory = [bytearray(132) for _ in range(8)]
        self._page = self._column = 0

    def writeto(self, address: int, data: bytes) -> None:
        assert address == 0x3C
        if not self.there:
            raise OSError(5, "nobody answers")
        if data[0] == 0x40:
            for byte in data[1:]:
                self.memory[self._page][self._column] = byte
                self._column += 1
            return
        assert data[0] == 0
        commands = iter(data[1:])
        for command in commands:
            self._obey(command, next(commands) if command in TAKES_A_BYTE_MORE else 0)

    def _obey(self, command: int, more: int) -> None:
        if command < 0x10:
            self._column = self._column & 0xF0 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command < 0xB8:
            self._page = command & 7
        elif command in (0xAE, 0xAF):
            self.lit = command == 0xAF
        else:
            self.settings[command] = more


HIGH_NS = {"0": (250, 550), "1": (650, 950)}
LOW_NS = {"0": (700, 1000), "1": (300, 600)}
"""Data sheet WS2812B: 0.4 and 0.85, 0.8 and 0.45 us, each by at most 0.15 more or less."""

GAP_NS = 6000
"""Between two lights. By the data sheet a strip takes what it has after 50 us; the quickest of the old ones after 9."""

LATCH_NS = 50000


def lights(bits: Iterable[tuple[int, int]]) -> Iterator[list[Light]]:
    """What a strip of WS2812 shows each time it takes what it has heard, from each bit's high and following low, ns.

    Between two bits of one light the times must be those of the data sheet, between two lights the low may be longer.
    """
    heard = ""
    for high, low in bits:
        bit = "0" if high < 600 else "1"
        assert HIGH_NS[bit][0] <= high <= HIGH_NS[bit][1], (len(heard), high)
        heard += bit
        if low >= LATCH_NS:
            yield _colours(heard)
            heard = ""
        else:
            most = LOW_NS[bit][1] if len(heard) % 24 else GAP_NS
            assert LOW_NS[bit][0] <= low <= most, (len(heard), high, low)
    assert not heard, "the last light never takes it"


def _colours(bits: str) -> list[Light]:
    values = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return [(red, green, blue) for green, red, blue in zip(*[iter(values)] * 3, strict=True)]
