"""Two ends on a fake wire and a fake clock, and the strategies that the laws are tried on."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from firmware_bridge.face.face import MOST_ROWS, Alert, Face, Lamp, Row
from firmware_bridge.protocol.device import Device
from firmware_bridge.protocol.link import Link, LinkEvent

BYTE_S = 10 / 115200

words = st.text(st.sampled_from("aZ0179 +-.,üß♠中½|Io"), max_size=40) | st.text(max_size=12)
rows = st.builds(Row, words, words, st.text("Ioφ ", max_size=30) | words, st.sampled_from(Lamp))
alerts = st.builds(Alert, st.text(max_size=200) | words)
faces = st.builds(Face, words, st.lists(rows, max_size=MOST_ROWS).map(tuple), words, alerts)


@dataclass(frozen=True)
class Fate:
    size: int
    copies: int
    flip: int | None
    delay_s: float


CLEAN = Fate(size=64, copies=1, flip=None, delay_s=0.0)
fates = st.builds(
    Fate,
    st.integers(1, 64),
    st.sampled_from([1, 1, 1, 0, 2]),
    st.none() | st.integers(0, 511),
    st.sampled_from([0.0, 0.01, 0.12, 0.7]),
)


class Lane:
    """One direction: bytes arrive in the order they were sent, after whatever their fate does to them."""

    def __init__(self, fates: Iterable[Fate] = ()) -> None:
        self._fates: Iterator[Fate] = iter(fates)
        self._pieces: list[tuple[float, bytes]] = []
        self.sent_bytes = 0

    def send(self, data: bytes, now: float) -> None:
        self.sent_bytes += len(data)
        while data:
            fate = next(self._fates, CLEAN)
            piece, data = bytearray(data[: fate.size]), data[fate.size :]
            if fate.flip is not None:
                piece[fate.flip // 8 % len(piece)] ^= 1 << fate.flip % 8
            last_s = self._pieces[-1][0] if self._pieces else 0.0
            self._pieces.append((max(last_s, now + fate.delay_s + len(piece) * BYTE_S), bytes(piece) * fate.copies))

    def arrived(self, now: float) -> bytes:
        here = b"".join(data for at, data in self._pieces if at <= now)
        self._pieces = [(at, data) for at, data in self._pieces if at > now]
        return here

    @property
    def next_s(self) -> float:
        return min((at for at, _ in self._pieces), default=float("inf"))


class NoisyLane(Lane):
    """Each byte is flipped or lost with half the rate each."""

    def __init__(self, rate: float, seed: int) -> None:
        super().__init__()
        self._rate, self._random = rate, random.Random(seed)

    def arrived(self, now: float) -> bytes:
        out = bytearray()
        for byte in super().arrived(now):
            luck = self._random.random()
            if luck < self._rate / 2:
                out.append(byte ^ 1 << self._random.randrange(8))
            elif luck >= self._rate:
                out.append(byte)
        return bytes(out)


class CutLane(Lane):
    """A wire that can be cut: nothing arrives then."""

    cut = False

    def arrived(self, now: float) -> bytes:
        data = super().arrived(now)
        return b"" if self.cut else data


class Table:
    """A link and a device with a lane each way; keeps everything the device ever showed."""

    def __init__(self, link: Link, device: Device, there: Lane, back: Lane) -> None:
        self.link, self.device, self.there, self.back = link, device, there, back
        self.now = 0.0
        self.events: list[LinkEvent] = []
        self.history = [device.shown]

    def run(self, until: Callable[[], bool], at_most_s: float) -> None:
        end_s = self.now + at_most_s
        while not until() and self.now < end_s:
            self._turn()
            if until():
                return
            next_s = min(
                self.link.next_deadline(self.now),
                self.device.next_deadline(self.now),
                self.there.next_s,
                self.back.next_s,
                end_s,
            )
            self.now = max(self.now + 1e-5, next_s)

    def wait(self, seconds: float) -> None:
        self.run(lambda: False, seconds)

    def _turn(self) -> None:
        self.device.receive(self.there.arrived(self.now), self.now)
        self.events += self.link.receive(self.back.arrived(self.now), self.now)
        self.there.send(self.link.data_to_send(self.now), self.now)
        self.back.send(self.device.data_to_send(self.now), self.now)
        if self.device.shown != self.history[-1]:
            self.history.append(self.device.shown)
