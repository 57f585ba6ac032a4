"""Displays to try the protocol on, all driven alike.

The reference, the Pico's core under CPython, the Pico's own files in the real MicroPython, the AVR binary in simavr.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from firmware_bridge.mcu import toolchain
from firmware_bridge.mcu.board import ArduinoBoard, PicoBoard
from firmware_bridge.mcu.pico.session import DisplaySession
from firmware_bridge.protocol.device import Device
from firmware_bridge.protocol.link import Link, LinkEvent
from firmware_bridge.protocol.messages import Press

BENCHES: list[Path] = []
FIRMWARES: dict[toolchain.Outfit, toolchain.Firmware] = {}


class Display(Protocol):
    """Time stands still but for ``run``, which ends when the display has something to say."""

    now: float

    def receive(self, data: bytes) -> None: ...
    def run(self, seconds: float) -> bytes: ...
    def key(self, letter: str, *, down: bool) -> None: ...


class Reference:
    """``firmware_bridge.protocol.device.Device``; its wire takes no time, and its keys do not bounce."""

    def __init__(self) -> None:
        self.now = 0.0
        self.device = Device()

    def receive(self, data: bytes) -> None:
        self.device.receive(data, self.now)

    def run(self, seconds: float) -> bytes:
        if said := self.device.data_to_send(self.now):
            return said
        self.now += min(seconds, 0.02)
        return self.device.data_to_send(self.now)

    def key(self, letter: str, *, down: bool) -> None:
        self.device.press(letter, Press.DOWN if down else Press.UP)


class Pico:
    """The Pico's core under CPython."""

    def __init__(self) -> None:
        self.now = 0.0
        self.session = DisplaySession("OLED", 128, 64)

    def receive(self, data: bytes) -> None:
        self.session.receive(data, round(1000 * self.now))

    def run(self, seconds: float) -> bytes:
        if said := self.session.data_to_send(round(1000 * self.now)):
            return said
        self.now += min(seconds, 0.02)
        return self.session.data_to_send(round(1000 * self.now))

    def key(self, letter: str, *, down: bool) -> None:
        self.session.press(letter, int(Press.DOWN if down else Press.UP))


def build(factory: pytest.TempPathFactory, outfit: toolchain.Outfit | None = None) -> tuple[Path, toolchain.Firmware]:
    """The bench and a firmware, each built once in a test run."""
    outfit = outfit or toolchain.Outfit()
    if not BENCHES:
        BENCHES.append(toolchain.build_bench(factory.mktemp("bench")))
    if outfit not in FIRMWARES:
        FIRMWARES[outfit] = toolchain.build(outfit, factory.mktemp("firmware"))
    return BENCHES[0], FIRMWARES[outfit]


def board(
    factory: pytest.TempPathFactory, outfit: toolchain.Outfit | None = None, port: Path | None = None
) -> ArduinoBoard:
    """A board that has started."""
    bench, firmware = build(factory, outfit)
    running = ArduinoBoard(bench, firmware.elf, port)
    if port is None:
        running.run(0.1)
    return running


def pico(factory: pytest.TempPathFactory, outfit: toolchain.Outfit | None = None) -> PicoBoard:
    """A Pico that has started."""
    running = PicoBoard(toolchain.stage_pico(outfit or toolchain.Outfit(), factory.mktemp("pico")))
    running.run(0.1)
    return running


def clean(data: bytes) -> bytes:
    return data


class Noise:
    """Each byte is flipped in one bit or lost, with half the rate each."""

    def __init__(self, rate: float, seed: int) -> None:
        self._rate, self._random = rate, random.Random(seed)
        self.spoiled = 0

    def __call__(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            luck = self._random.random()
            self.spoiled += luck < self._rate
            if luck < self._rate / 2:
                out.append(byte ^ 1 << self._random.randrange(8))
            elif luck >= self._rate:
                out.append(byte)
        return bytes(out)


def talk(
    link: Link,
    display: Display,
    at_most_s: float,
    until: Callable[[], bool] = lambda: False,
    wire: Callable[[bytes], bytes] = clean,
) -> list[LinkEvent]:
    """Let a link and a display talk; what the link has understood."""
    events: list[LinkEvent] = []
    end_s = display.now + at_most_s
    while display.now < end_s and not until():
        display.receive(wire(link.data_to_send(display.now)))
        wait_s = min(link.next_deadline(display.now), end_s) - display.now
        events += link.receive(wire(display.run(max(wait_s, 0.0005))), display.now)
    return events


def answers(display: Display, wire: bytes, quiet_s: float = 0.05) -> bytes:
    """Everything that a display says to these bytes, until it has been quiet."""
    display.receive(wire)
    found = said = display.run(quiet_s)
    while said:
        said = display.run(quiet_s)
        found += said
    return found
