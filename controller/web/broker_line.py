"""A line to an MQTT broker: what is heard comes by a queue; it connects again by itself, and nobody waits for it."""

import hashlib
import logging
import secrets
import socket
import ssl
import sys
import threading
import time
import uuid
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from queue import Empty
from typing import Final, Generic, Self, TypeVar

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from controller.record.message import Message

# A queue with a lane for each sender: they are taken out by turns, so that whoever sends much delays nobody else.

T = TypeVar("T")
MOST_WAITING: Final = 1_000
"""Things in one lane."""
MOST_BYTES: Final = 16_000_000
"""The most bytes of a lane; one thing may be larger."""


@dataclass(slots=True)
class _Lane(Generic[T]):
    waiting: deque[tuple[T, int]] = field(default_factory=deque[tuple[T, int]])
    size: int = 0
    left_out: int = 0


class Lanes(Generic[T]):
    """Things that wait, those of each sender in order; for any threads.

    >>> lanes = Lanes[str]()
    >>> for lane, thing in ("a", "a1"), ("a", "a2"), ("b", "b1"):
    ...     lanes.put(lane, thing, 2)
    >>> [lanes.take(0)[0] for _ in range(3)]
    ['a1', 'b1', 'a2']
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lanes: OrderedDict[str, _Lane[T]] = OrderedDict()
        """The lanes in which something waits, the next one first."""
        self._door = threading.Condition()

    def put(self, lane: str, thing: T, size: int) -> None:
        """Put a thing of so many bytes into a lane; the oldest ones of one that is full give way."""
        with self._door:
            own = self._lanes.setdefault(lane, _Lane[T]())
            own.waiting.append((thing, size))
            own.size += size
            while len(own.waiting) > MOST_WAITING or (own.size > MOST_BYTES and len(own.waiting) > 1):
                own.size -= own.waiting.popleft()[1]
                own.left_out += 1
            self._door.notify()

    def take(self, patience_s: float) -> tuple[T, int]:
        """Take the next thing out, with the number of those before it in its lane that gave way.

        Raises:
            Empty: none came in this time.
        """
        with self._door:
            if not self._door.wait_for(lambda: self._lanes, patience_s):
                raise Empty
            lane, own = self._lanes.popitem(last=False)
            thing, size = own.waiting.popleft()
            left_out, own.left_out = own.left_out, 0
            own.size -= size
            if own.waiting:
                self._lanes[lane] = own
            return thing, left_out


_RETRY_S: Final = (1, 15)
"""Between two attempts to reach the broker: at first, and at most."""
_RETRY_TAKEN_S: Final = (30, 300)
"""The same where another program takes this line's place: both would throw each other off each second."""
_STEADY_S: Final = 60.0
"""A line that was up for so long is a new one: what is wrong with it is logged again."""
_UNSUPPORTED_VERSION: Final = 132
_UNKNOWN_USER: Final = (134, 135)
_TAKEN_OVER: Final = 142
"""Reason codes of MQTT 5 (2.4): of the version, of name and password, and that another has the same client id."""
_PACKET_HEAD_BYTES: Final = 16
"""Most that a packet is longer than its topic and its message."""
_KEEP_ALIVE_S: Final = 20
_MOST_WAITING: Final = 200
"""Messages that may wait for the broker; what counts is sent again by whoever sent it."""

_ANY_TIME: Final = 0x200000
"""OpenSSL's X509_V_FLAG_NO_CHECK_TIME, for which Python has no name."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker, and who one is there."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    is_encrypted: bool = False
    certificate: str = ""
    """Of the broker, in PEM, where no public authority vouches for it."""

    @classmethod
    def of(cls, url: str, user: str, password: str, certificate: str) -> Self:
        """The address that settings write as a URL, which is checked already.

        >>> str(BrokerAddress.of("mqtts://hall.local", "3", "", ""))
        'mqtts://hall.local:8883'
        >>> BrokerAddress.of("mqtt://192.168.1.10", "", "", "").port
        1883
        """
        scheme, _, rest = url.partition("://")
        host, _, port = rest.partition(":")
        is_encrypted = scheme == "mqtts"
        return cls(host, int(port or (8883 if is_encrypted else 1883)), user, password, is_encrypted, certificate)

    def __str__(self) -> str:
        """Write the address as the settings do, without any secret."""
        return f"mqtt{'s' * self.is_encrypted}://{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class BrokerReached:
    """The line is up: what was subscribed to is heard from now on."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that was heard."""

    topic: str
    data: bytes
    is_retained: bool = False
    """Whether it was said before this line subscribed, and kept by the broker."""
    left_out: int = 0
    """Messages of the same sender before it that were too many to wait."""


def _nobody(_: str) -> str:
    """The sender of a topic where there is but one."""
    return ""


class BrokerLine:
    """Publishes and hears at most once; whoever needs more asks for answers (docs/mqtt.md).

    Attributes:
        address: of the broker.
        trouble: why the broker is not reached, in words; empty while it is.
        failures: how often it could not be reached, or was lost.
        is_taken: whether the broker took the message that it acknowledged last; None before the first one.
    """

    def __init__(
        self,
        address: BrokerAddress,
        client_id: str,
        topics: Sequence[str],
        will: tuple[str, bytes] | None = None,
        sender: Callable[[str], str] = _nobody,
    ) -> None:
        """Begin to connect; returns at once.

        Args:
            address: of the broker.
            client_id: unique among all that speak to it under this name from this machine.
            topics: to subscribe to.
            will: topic and message, retained, that the broker publishes once this line is gone.
            sender: tells the sender of a topic's messages; what several of them send is heard by turns.
        """
        self.trouble: str = Message("{place} does not answer", place=str(address))
        self.failures = 0
        self._is_refused = False
        """Whether it was reached, and does not let this line in."""
        self.is_taken: bool | None = None
        self._logged, self._up_s = "", 0.0
        """The trouble that was logged last, and since when the line is up, seconds of the monotonic clock."""
        self._most_bytes: int | None = None
        """Of a packet, as the broker takes it."""
        self._is_oversize_logged = False
        self._alert = ""
        """Why encryption ended before the broker answered, in OpenSSL's name for it."""
        self.address, self._topics, self._sender = address, topics, sender
        self._heard = Lanes[BrokerReached | Heard]()
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=_unguessable(client_id, address), protocol=MQTTProtocolVersion.MQTTv5
        )
        self._client.max_queued_messages_set(_MOST_WAITING)
        self._client.reconnect_delay_set(*_RETRY_S)
        if address.user:
            self._client.username_pw_set(address.user, address.password)
        if address.is_encrypted:
            self._client.tls_set_context(_encryption(address.certificate))
        if will:
            self._client.will_set(*will, qos=1, retain=True)
        self._client.on_connect, self._client.on_disconnect = self._on_connect, self._on_disconnect
        self._client.on_connect_fail, self._client.on_message = self._on_fail, self._on_message
        self._client.on_publish, self._client.on_log = self._on_publish, self._on_log
        self._client.connect_async(address.host, address.port, keepalive=_KEEP_ALIVE_S)
        self._client.loop_start()

    @property
    def is_up(self) -> bool:
        """Whether the broker is reached now."""
        return not self.trouble

    def next(self, patience_s: float) -> BrokerReached | Heard | None:
        """Return what was heard next; None if nothing was in this time."""
        try:
            heard, left_out = self._heard.take(patience_s)
        except Empty:
            return None
        return replace(heard, left_out=left_out) if left_out and isinstance(heard, Heard) else heard

    def fits(self, topic: str, data: bytes) -> bool:
        """Whether the broker takes a message of this length."""
        return self._most_bytes is None or len(topic.encode()) + len(data) + _PACKET_HEAD_BYTES <= self._most_bytes

    def publish(self, topic: str, data: bytes, *, retain: bool = False) -> bool:
        """Send a message if the broker is reached and takes one of its length; from any thread, returns at once.

        Returns:
            Whether it is on its way.
        """
        if not self.is_up:
            return False
        if not self.fits(topic, data):
            if not self._is_oversize_logged:
                self._is_oversize_logged = True
                _log.warning("broker: %s takes no message of %d bytes; such are left out", self.address, len(data))
            return False
        self._client.publish(topic, data, qos=1, retain=retain)
        return True

    def close(self, last: tuple[str, bytes] | None = None) -> None:
        """Hang up, after a last retained message."""
        if last and self.is_up:
            self._client.publish(*last, qos=1, retain=True).wait_for_publish(1)
        self.trouble = "hung up"
        self._client.on_disconnect = None  # what ends now is no trouble
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, client: mqtt.Client, _: object, __: object, code: ReasonCode, properties: Properties | None
    ) -> None:
        if code.is_failure:
            self._is_refused = True
            self._tell(_refusal(self.address, code))
            return
        self._most_bytes = getattr(properties, "MaximumPacketSize", None)
        for topic in self._topics:
            client.subscribe(topic, qos=1)
        self.trouble, self._is_refused, self.is_taken = "", False, None
        self._up_s = time.monotonic()
        self._heard.put("", BrokerReached(), 0)

    def _on_disconnect(self, _: object, __: object, ___: object, code: ReasonCode, ____: object) -> None:
        if self.is_up:
            if time.monotonic() - self._up_s >= _STEADY_S:
                self._logged = ""
            is_taken_over = code.value == _TAKEN_OVER
            self._client.reconnect_delay_set(*(_RETRY_TAKEN_S if is_taken_over else _RETRY_S))
            self._tell(_taken_over(self.address) if is_taken_over else _hung_up(self.address, code))
        elif not self._is_refused:
            self._tell(_unanswered(self.address, self._alert))
        self._alert = ""

    def _on_fail(self, _: object, __: object) -> None:
        # The library calls this while it handles what the attempt has raised, and says it nowhere else.
        self._tell(_failure(self.address, sys.exc_info()[1]))

    def _on_log(self, _: object, __: object, level: int, text: str) -> None:
        """Remember why encryption ended: the library says it nowhere else."""
        if level == mqtt.MQTT_LOG_ERR and "[SSL: " in text:
            self._alert = text.partition("[SSL: ")[2].partition("]")[0]

    def _on_message(self, _: object, __: object, message: mqtt.MQTTMessage) -> None:
        data = bytes(message.payload)
        self._heard.put(self._sender(message.topic), Heard(message.topic, data, message.retain), len(data))

    def _on_publish(self, _: object, __: object, ___: int, code: ReasonCode, ____: object) -> None:
        self.is_taken = not code.is_failure

    def _tell(self, trouble: str) -> None:
        """Keep a trouble, and log it once, however often it comes again."""
        self.trouble = trouble
        self.failures += 1
        if trouble != self._logged:
            self._logged = trouble
            _log.warning("broker: %s; it is tried again", trouble)


def _unguessable(client_id: str, address: BrokerAddress) -> str:
    """A client id that is the same whenever this machine comes again, and that nobody can guess without the password.

    Whoever connects under the id of another line ends it (MQTT 5, 3.1.4). Two machines made from one card have the
    same name, mark and password: their network addresses tell them apart.
    """
    own = f"{address.user}\0{address.password}\0{uuid.getnode()}\0{client_id}"
    return f"{client_id}-{hashlib.sha256(own.encode()).hexdigest()[:16]}"


def _refusal(address: BrokerAddress, code: ReasonCode) -> str:
    if code.value == _UNSUPPORTED_VERSION:
        return Message(
            "{place} speaks an older MQTT than 5: use a broker that speaks MQTT 5, such as Mosquitto 2",
            place=str(address),
        )
    if code.value in _UNKNOWN_USER:
        return Message("{place} refuses this name and password", place=str(address))
    return Message("{place} lets nobody in now ({reason})", place=str(address), reason=str(code))


def _taken_over(address: BrokerAddress) -> str:
    return Message(
        "{place} has given this place to another program: a second one runs with the same settings and the same data; "
        "end one of them",
        place=str(address),
    )


def _hung_up(address: BrokerAddress, code: ReasonCode) -> str:
    return Message("{place} has hung up ({reason})", place=str(address), reason=str(code))


def _unanswered(address: BrokerAddress, alert: str) -> str:
    """The trouble with one that was reached and ended the line before it answered."""
    if "CERTIFICATE" in alert:
        return Message(
            "{place} asks for a certificate of whoever comes, and Schiri has none: let it ask for name and password",
            place=str(address),
        )
    if address.is_encrypted:
        return Message(
            "{place} hangs up before it answers: a port for web pages (WebSockets) is none for tables",
            place=str(address),
        )
    return Message(
        "{place} hangs up before it answers: if that is its encrypted port, write mqtts:// in place of mqtt://; "
        "a port for web pages (WebSockets) is none for tables",
        place=str(address),
    )


def _failure(address: BrokerAddress, error: BaseException | None) -> str:
    """The trouble with one that could not be connected to."""
    match error:
        case ssl.SSLCertVerificationError():
            why = Message("it shows another certificate than the settings trust")
        case ssl.SSLError() if not isinstance(
            error, ssl.SSLEOFError | ssl.SSLZeroReturnError
        ):  # it hung up: it is full
            why = Message("nothing there speaks encrypted; its port for mqtts:// is another one")
        case socket.gaierror():
            why = Message("no machine of that name is found")
        case ConnectionRefusedError():
            why = Message("the machine is there, and nothing listens at that port")
        case _:
            return Message("{place} is not reached", place=str(address))
    return Message("{place} is not reached: {reason}", place=str(address), reason=why)


def tried(address: BrokerAddress, topic: str = "", patience_s: float = 6.0) -> str:
    """Connect once, beside whoever is connected: why the broker cannot be used, in words; empty if it can.

    Args:
        address: of the broker.
        topic: on which one must be allowed to write; an empty message is sent there. Empty: none is asked for.
        patience_s: seconds for the broker to answer.
    """
    line = BrokerLine(address, f"schiri-trial-{secrets.token_hex(4)}", ())
    end_s = time.monotonic() + patience_s
    _wait(lambda: line.is_up or line.failures > 1, end_s)  # one that fails once may be starting
    if topic and line.is_up:
        # Mosquitto grants every subscription and only then holds messages back; what is written it answers truly.
        line.publish(topic, b"")
        _wait(lambda: line.is_taken is not None or not line.is_up, end_s)
    trouble = line.trouble
    if topic and not trouble and not line.is_taken:
        trouble = f"{address} does not let {address.user or 'this table'} write to {topic}"
    line.close()
    return trouble


def _wait(is_so: Callable[[], bool], end_s: float) -> None:
    while not is_so() and time.monotonic() < end_s:
        time.sleep(0.05)


def _encryption(certificate: str) -> ssl.SSLContext:
    """TLS that trusts this certificate alone, or the public authorities if it is empty."""
    if not certificate:
        return ssl.create_default_context()
    context = ssl.create_default_context(cadata=certificate)
    # A hall's own certificate vouches for one broker, by whatever address a table reaches it, and at whatever time: a
    # Pi without a clock lives in the past, and a hall without the internet cannot tell it better.
    context.check_hostname = False
    context.verify_flags |= _ANY_TIME
    return context
