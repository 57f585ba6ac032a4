"""A display with its pins looked at: what the AVR and the Pico do alike is asked for in common words."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.face.face import Face
from firmware_bridge.mcu.board import Emulated
from firmware_bridge.mcu.toolchain import Outfit
from firmware_bridge.protocol.link import Link
from tests.support.bridge.firmware_chips import LATCH_NS, Glass, Light, lights
from tests.support.bridge.firmware_rig import board, pico, talk

PINS = {
    "avr": {"B2": "load", "B0": "data", "C3": "select", "D6": "reset"},
    "pico": {"17": "load", "8": "data", "9": "select", "12": "reset"},
}
BUSY = {"avr": "D7", "pico": "13"}
CYCLE_NS = 62.5


class Probe:
    """A board that shows what a link tells it."""

    def __init__(self, kind: str, running: Emulated) -> None:
        self.kind, self.board = kind, running
        self.link = Link(3)

    def show(self, face: Face, seconds: float = 0.3) -> None:
        """Show a face, and let so much time pass."""
        self.link.show(face)
        talk(self.link, self.board, 10, until=lambda: self.link.is_done)
        self.wait(seconds)

    def wait(self, seconds: float) -> None:
        """Let time pass while the referee pings."""
        talk(self.link, self.board, seconds)

    def events(self) -> list[str]:
        """What has happened at pins and buses since the last time; pins by what they do."""
        found: list[str] = []
        for word in self.board.ask("trace").split():
            pin, equals, level = word.partition("=")
            found.append(f"{PINS[self.kind].get(pin, pin)}={level}" if equals else word)
        return found

    def busy(self, level: int) -> None:
        """What the e-paper says."""
        self.board.ask(f"pin {BUSY[self.kind]} {level}")

    def strip(self) -> list[list[Light]]:
        """What the strip has shown since the last time."""
        return list(lights(self._pulses() if self.kind == "avr" else self._streams()))

    def _pulses(self) -> Iterator[tuple[int, int]]:
        pulses = [tuple(map(int, pulse.split(":"))) for pulse in self.board.ask("pulses").split()]
        for (high, _), (_, low) in zip(pulses, [*pulses[1:], (0, LATCH_NS)], strict=True):
            yield round(high * CYCLE_NS), round(low * CYCLE_NS)

    def _streams(self) -> Iterator[tuple[int, int]]:
        for word in self.events():
            if not word.startswith("bits:22:"):
                continue
            times, data = word.split(":")[2:]
            high0, low0, high1, low1 = map(int, times.split(","))
            bits = "".join(f"{byte:08b}" for byte in bytes.fromhex(data))
            for place, bit in enumerate(bits, 1):
                low = low1 if bit == "1" else low0
                yield (high1 if bit == "1" else high0), (low if place < len(bits) else LATCH_NS)

    def glass(self) -> Glass:
        """The Pico's OLED, as far as it was written since the last time."""
        chip = Glass()
        for word in self.events():
            if word.startswith("i2c:"):
                _, address, data = word.split(":")
                chip.writeto(int(address, 16), bytes.fromhex(data))
        return chip


@contextmanager
def probe(kind: str, factory: pytest.TempPathFactory, outfit: Outfit) -> Generator[Probe]:
    """A board of a kind, ``avr`` or ``pico``, fitted like this, that has started."""
    with (board if kind == "avr" else pico)(factory, outfit) as running:
        yield Probe(kind, running)
