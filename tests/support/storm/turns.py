"""A broker in this process, at which everybody acts when it is their turn: nothing sleeps, and no clock runs by itself.

`controller.web.broker_line.BrokerLine` is the program's own; only the library below it is replaced.
"""

import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from socket import socket
from types import ModuleType, SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from controller.hall import collector, tables, uplink
from controller.hall.broker import access
from controller.web import broker_line
from controller.web.broker_line import BrokerLine, BrokerReached, Received
from tests.support.waiting import PATIENCE_S

MOST_PACKET: Final = 8_000_000
"""Largest packet, as `controller.hall.broker` limits Mosquitto."""
_matches = cache(mqtt.topic_matches_sub)
_REFUSED: Final = 135
_TAKEN_OVER: Final = 142
_READ_TIME: Final[tuple[ModuleType, ...]] = (collector, tables, uplink, broker_line)


def nothing(*_: object) -> None:
    """Do nothing, as what nobody listens to does."""


def serve_nobody(_: object, ear: socket) -> None:
    """Let the port of a host go at once."""
    ear.close()


@dataclass
class TurnClock:
    """A clock that the storm sets, in place of the module `time`."""

    now_s: float

    def time(self) -> float:
        return self.now_s

    def monotonic(self) -> float:
        return self.now_s


@dataclass(eq=False)
class TurnClient:
    """The library's client, as far as a `BrokerLine` or somebody wicked uses it."""

    broker: "TurnBroker"
    id: str
    user: str = ""
    password: str = ""
    will: tuple[str, bytes] | None = None
    topics: list[str] = field(default_factory=list[str])
    on_connect: Callable[..., None] = nothing
    on_disconnect: Callable[..., None] = nothing
    on_message: Callable[..., None] = nothing
    on_publish: Callable[..., None] = nothing
    on_connect_fail: Callable[..., None] = nothing
    on_log: Callable[..., None] = nothing

    def username_pw_set(self, user: str, password: str) -> None:
        self.user, self.password = user, password

    def will_set(self, topic: str, data: bytes, **_: object) -> None:
        self.will = topic, data

    def max_queued_messages_set(self, _: int) -> None: ...
    def reconnect_delay_set(self, *_: int) -> None: ...
    def connect_async(self, *_: object, **__: object) -> None: ...
    def loop_stop(self) -> None: ...

    def loop_start(self) -> None:
        self.broker.connect(self)

    def subscribe(self, topic: str, **_: object) -> None:
        self.broker.subscribe(self, topic)

    def publish(self, topic: str, data: bytes, *, retain: bool = False, **_: object) -> SimpleNamespace:
        code = 0 if self.broker.publish(self, topic, data, retain=retain) else _REFUSED
        self.on_publish(self, None, 0, ReasonCode(PacketTypes.PUBACK, identifier=code), None)
        return SimpleNamespace(wait_for_publish=nothing)

    def disconnect(self) -> None:
        self.broker.drop(self)

    def let_go(self, code: int) -> None:
        """Hear that the broker has ended the line."""
        self.on_disconnect(self, None, None, ReasonCode(PacketTypes.DISCONNECT, identifier=code), None)


class TurnBroker:
    """A broker with the access list of a hall's own one."""

    def __init__(self, hall: str, passwords: Mapping[str, str]) -> None:
        self.passwords = passwords
        self.clients: list[TurnClient] = []
        self.retained: dict[str, bytes] = {}
        lines = [line.split() for line in access(hall).splitlines() if line and not line.startswith("#")]
        self._rights = {way: [line[2] for line in lines if line[:2] == ["pattern", way]] for way in ("read", "write")}
        self._own = {way: [line[2] for line in lines if line[:2] == ["topic", way]] for way in ("read", "write")}

    def client(self, _: object = None, client_id: str = "", **__: object) -> TurnClient:
        """In place of the library's class."""
        return TurnClient(self, client_id)

    def connect(self, client: TurnClient) -> bool:
        is_known = bool(client.user) and self.passwords.get(client.user) == client.password
        if is_known:
            for other in [one for one in self.clients if one.id == client.id]:
                self.drop(other, has_will=True)
                other.let_go(_TAKEN_OVER)
            self.clients.append(client)
        code = ReasonCode(PacketTypes.CONNACK, identifier=0 if is_known else _REFUSED)
        client.on_connect(client, None, None, code, SimpleNamespace(MaximumPacketSize=MOST_PACKET))
        return is_known

    def subscribe(self, client: TurnClient, topic: str) -> None:
        client.topics.append(topic)
        for one, data in [*self.retained.items()]:
            if _matches(topic, one):
                self._deliver(client, one, data, retain=True)

    def publish(self, client: TurnClient, topic: str, data: bytes, *, retain: bool) -> bool:
        """Whether it is taken."""
        if client not in self.clients or len(data) > MOST_PACKET or not self._may("write", client.user, topic):
            return False
        if retain:
            self.retained[topic] = data
            if not data:
                del self.retained[topic]
        for one in [*self.clients]:
            if any(_matches(wanted, topic) for wanted in one.topics):
                self._deliver(one, topic, data, retain=False)
        return True

    def drop(self, client: TurnClient, *, has_will: bool = False) -> None:
        if client in self.clients:
            if has_will and client.will:
                self.publish(client, *client.will, retain=True)
            self.clients.remove(client)

    def _deliver(self, client: TurnClient, topic: str, data: bytes, *, retain: bool) -> None:
        if self._may("read", client.user, topic):
            # Each gets bytes of its own, as from a socket.
            client.on_message(client, None, SimpleNamespace(topic=topic, payload=bytearray(data), retain=retain))

    def _may(self, way: str, user: str, topic: str) -> bool:
        own = self._own[way] if user == "hall" else [one.replace("%u", user) for one in self._rights[way]]
        return any(_matches(one, topic) for one in own)


class TurnLine(BrokerLine):
    """A line of the program that hears one thing when it is given its turn."""

    def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401 - as the line has them
        self._go, self._idle, self._is_free = threading.Semaphore(0), threading.Semaphore(0), False
        super().__init__(*values, **named)

    def receive(self, patience_s: float) -> BrokerReached | Received | None:
        if self._is_free:
            return super().receive(min(patience_s, 0.002))
        self._idle.release()
        self._go.acquire()
        return super().receive(0)

    def begin(self) -> None:
        """Wait until whoever listens does."""
        assert self._idle.acquire(timeout=PATIENCE_S), "nobody listens to this line any more"

    def turn(self) -> None:
        """Let whoever listens hear one thing and do what follows from it."""
        self._go.release()
        self.begin()

    def set_free(self) -> None:
        """Let whoever listens go on by itself, to its end."""
        self._is_free = True
        self._go.release()


@contextmanager
def by_turns(broker: TurnBroker, clock: TurnClock) -> Generator[None]:
    """All lines to brokers lead to this one, and tell the time by this clock."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(mqtt, "Client", broker.client))
        for module in (collector, uplink):
            stack.enter_context(patch.object(module, "BrokerLine", TurnLine))
        for module in _READ_TIME:
            stack.enter_context(patch.object(module, "time", clock))
        yield
