"""Stock displays that interpret the bytes sent to them, read from their manuals and not from our renderers."""

import re
from dataclasses import dataclass, field, replace

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from firmware_bridge.face.face import Face
from tests.support.bridge import wire

NUMBER = re.compile(r"\d+(?:[.,'/]\d+)*")
"""A number as people read it; the parts of a time or an address are numbers of their own."""


@st.composite
def faces(draw: st.DrawFn) -> Face:
    """Faces with all that only stock displays show."""
    face, words = draw(wire.faces), wire.words | st.just("")
    contract, trick, lead, check, address = (draw(words) for _ in range(5))
    return replace(face, contract=contract, trick=trick, lead=lead, check=check, address=address)


def numbers(*texts: str) -> set[str]:
    return {number for text in texts for number in NUMBER.findall(text)}


def adalight(data: bytes) -> list[list[tuple[int, int, int]]]:
    """Every frame in the data as its lights; an error where there is anything else."""
    frames: list[list[tuple[int, int, int]]] = []
    while data:
        assert data[:3] == b"\x41\x64\x61"
        high, low, check = data[3:6]
        assert check == high ^ low ^ 0x55
        count = 256 * high + low + 1
        colours, data = data[6 : 6 + 3 * count], data[6 + 3 * count :]
        assert len(colours) == 3 * count
        frames.append([(colours[at], colours[at + 1], colours[at + 2]) for at in range(0, 3 * count, 3)])
    return frames


@dataclass
class Characters:
    """A glass of characters that knows Matrix Orbital's commands; text does not wrap, outside is an error."""

    columns: int
    lines: int
    light: int | None = None
    colour: tuple[int, int, int] | None = None

    def __post_init__(self) -> None:
        self.glass = [[" "] * self.columns for _ in range(self.lines)]
        self.at = (1, 1)

    @property
    def page(self) -> tuple[str, ...]:
        return tuple("".join(line) for line in self.glass)

    def receive(self, data: bytes) -> None:
        lengths = {0x58: 0, 0x47: 2, 0x99: 1, 0x50: 1, 0x4B: 0, 0x54: 0, 0x52: 0, 0xD0: 3, 0xD1: 2}
        while data:
            if data[0] != 0xFE:
                column, line = self.at
                assert 0x20 <= data[0] <= 0x7E
                self.glass[line - 1][column - 1] = chr(data[0])
                self.at, data = (column + 1, line), data[1:]
                continue
            command, long = data[1], lengths[data[1]]
            arguments, data = data[2 : 2 + long], data[2 + long :]
            assert len(arguments) == long
            self._obey(command, arguments)

    def _obey(self, command: int, arguments: bytes) -> None:
        if command == 0x58:
            self.glass, self.at = [[" "] * self.columns for _ in range(self.lines)], (1, 1)
        elif command == 0x47:
            assert 1 <= arguments[0] <= self.columns
            assert 1 <= arguments[1] <= self.lines
            self.at = (arguments[0], arguments[1])
        elif command == 0xD1:
            assert (arguments[0], arguments[1]) == (self.columns, self.lines)
        elif command == 0x99:
            self.light = arguments[0]


Dots = NDArray[np.uint8]
Numbers = NDArray[np.int_]


@dataclass
class Paper:
    """The e-paper of 800x600: shapes as dots, texts by their place; ``shown`` is what was refreshed."""

    dots: Dots = field(default_factory=lambda: np.full((600, 800), 3, np.uint8))
    texts: dict[tuple[int, int], tuple[str, int, int]] = field(
        default_factory=dict[tuple[int, int], tuple[str, int, int]]
    )
    shown: tuple[bytes, tuple[tuple[tuple[int, int], tuple[str, int, int]], ...]] | None = None
    refreshes: int = 0
    ink: int = 0
    ground: int = 3
    size: int = 32

    def receive(self, data: bytes) -> bytes:
        """Take in whole frames; the answers."""
        answers = b""
        while data:
            assert data[0] == 0xA5
            long = 256 * data[1] + data[2]
            frame, data = data[:long], data[long:]
            assert frame[-5:-1] == b"\xcc\x33\xc3\x3c"
            check = 0
            for byte in frame[:-1]:
                check ^= byte
            assert frame[-1] == check
            self._obey(frame[3], frame[4:-5])
            answers += b"OK"
        return answers

    def _obey(self, command: int, data: bytes) -> None:
        if command in {0x24, 0x25, 0x26, 0x29}:
            self._shape(command, [256 * data[at] + data[at + 1] for at in range(0, len(data), 2)])
        elif command == 0x30:
            x, y, letters = 256 * data[0] + data[1], 256 * data[2] + data[3], data[4:-1].decode("ascii")
            assert data[-1] == 0
            assert x + 0.55 * self.size * len(letters) <= 800
            assert y + self.size <= 600
            self.texts[x, y] = (letters, self.size, self.ink)
        elif command == 0x10:
            self.ink, self.ground = data
        elif command == 0x1E:
            self.size = {1: 32, 2: 48, 3: 64}[data[0]]
        elif command == 0x2E:
            self.dots[:] = self.ground
            self.texts.clear()
        elif command == 0x0A:
            self.shown, self.refreshes = (self.dots.tobytes(), tuple(sorted(self.texts.items()))), self.refreshes + 1
        else:
            assert (command, len(data)) in {(0x00, 0), (0x0D, 1)}

    def _shape(self, command: int, numbers: list[int]) -> None:
        if command == 0x26:
            middle_x, middle_y, radius = numbers
            y, x, dots = self._part(middle_x - radius, middle_y - radius, middle_x + radius, middle_y + radius)
            dots[np.rint(np.hypot(x - middle_x, y - middle_y)) == radius] = self.ink
            return
        if command == 0x29:
            (ax, ay), (bx, by), (cx, cy) = zip(numbers[::2], numbers[1::2], strict=True)
            y, x, dots = self._part(min(ax, bx, cx), min(ay, by, cy), max(ax, bx, cx), max(ay, by, cy))
            sides = [
                (px - qx) * (y - qy) - (py - qy) * (x - qx)
                for (px, py), (qx, qy) in (((ax, ay), (bx, by)), ((bx, by), (cx, cy)), ((cx, cy), (ax, ay)))
            ]
            dots[(np.minimum.reduce(sides) >= 0) | (np.maximum.reduce(sides) <= 0)] = self.ink
            return
        left, top, right, bottom = numbers
        _, _, dots = self._part(left, top, right, bottom)
        if command == 0x25:
            dots[[0, -1], :] = self.ink
            dots[:, [0, -1]] = self.ink
            return
        dots[:] = self.ink
        hidden = [(x, y) for x, y in self.texts if left <= x <= right and top <= y <= bottom]
        for place in hidden:
            del self.texts[place]

    def _part(self, left: int, top: int, right: int, bottom: int) -> tuple[Numbers, Numbers, Dots]:
        """Lines, columns and dots of a part that lies on the paper, edges included."""
        assert 0 <= left <= right < 800
        assert 0 <= top <= bottom < 600
        y, x = np.mgrid[top : bottom + 1, left : right + 1]
        return y, x, self.dots[top : bottom + 1, left : right + 1]
