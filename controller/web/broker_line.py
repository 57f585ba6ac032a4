"""A connection to an MQTT broker: messages arrive in a queue, it reconnects by itself, and no caller blocks on it."""

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

# A queue with a lane for each sender, served in turns: a sender of many messages delays no other sender.

T = TypeVar("T")
MOST_WAITING: Final = 1_000
"""The most items of one lane."""
MOST_BYTES: Final = 16_000_000
"""The most bytes of one lane; a single item may be larger."""


@dataclass(slots=True)
class _Lane(Generic[T]):
    waiting: deque[tuple[T, int]] = field(default_factory=deque[tuple[T, int]])
    size: int = 0
    left_out: int = 0


class Lanes(Generic[T]):
    """A queue for any threads that keeps the items of each sender in order and serves the senders in turns.

    >>> lanes = Lanes[str]()
    >>> for lane, thing in ("a", "a1"), ("a", "a2"), ("b", "b1"):
    ...     lanes.put(lane, thing, 2)
    >>> [lanes.get(0)[0] for _ in range(3)]
    ['a1', 'b1', 'a2']
    """

    def __init__(self) -> None:
        """Make an empty queue."""
        self._lanes: OrderedDict[str, _Lane[T]] = OrderedDict()
        """The lanes that are not empty, the next one first."""
        self._changed = threading.Condition()

    def put(self, lane: str, thing: T, size: int) -> None:
        """Put an item of this size in bytes into a lane; a full lane drops its oldest items."""
        with self._changed:
            queue = self._lanes.setdefault(lane, _Lane[T]())
            queue.waiting.append((thing, size))
            queue.size += size
            while len(queue.waiting) > MOST_WAITING or (queue.size > MOST_BYTES and len(queue.waiting) > 1):
                queue.size -= queue.waiting.popleft()[1]
                queue.left_out += 1
            self._changed.notify()

    def get(self, patience_s: float) -> tuple[T, int]:
        """Remove and return the next item, with the number of items that its lane dropped before it.

        Raises:
            Empty: no item arrived in this time.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: self._lanes, patience_s):
                raise Empty
            lane, queue = self._lanes.popitem(last=False)
            thing, size = queue.waiting.popleft()
            left_out, queue.left_out = queue.left_out, 0
            queue.size -= size
            if queue.waiting:
                self._lanes[lane] = queue
            return thing, left_out


_RETRY_S: Final = (1, 15)
"""Seconds between two attempts to reach the broker: the first and the longest pause."""
_RETRY_DISPLACED_S: Final = (30, 300)
"""The pauses after another program took over the session: otherwise both would disconnect each other every second."""
_STEADY_S: Final = 60.0
"""The time after which a connection counts as stable: its next trouble is logged again."""
_UNSUPPORTED_VERSION: Final = 132
_UNKNOWN_USER: Final = (134, 135)
_SESSION_TAKEN_OVER: Final = 142
"""Reason codes of MQTT 5 (2.4): wrong version, wrong name or password, session taken over by the same client id."""
_PACKET_HEAD_BYTES: Final = 16
"""The most bytes of a packet beside its topic and its message."""
_KEEP_ALIVE_S: Final = 20
_MOST_WAITING: Final = 200
"""The most messages that wait for the broker; senders repeat the important ones."""

_ANY_TIME: Final = 0x200000
"""OpenSSL's X509_V_FLAG_NO_CHECK_TIME, which Python does not name."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """The address of a broker, with the account to use there."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    is_encrypted: bool = False
    certificate: str = ""
    """The broker's certificate in PEM, if it is not issued by a public authority."""

    @classmethod
    def of(cls, url: str, user: str, password: str, certificate: str) -> Self:
        """Make the address from a URL of the settings, which is checked already.

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
    """The event that the connection is up and all topics are subscribed."""


@dataclass(frozen=True, slots=True)
class Received:
    """A received message."""

    topic: str
    data: bytes
    is_retained: bool = False
    """Whether the broker had stored the message before this client subscribed."""
    left_out: int = 0
    """The number of earlier messages of the same sender that were dropped."""


def _single_sender(_: str) -> str:
    """Return the same sender for every topic."""
    return ""


class BrokerLine:
    """A client that publishes and receives at most once; stronger delivery needs replies (docs/mqtt.md).

    Attributes:
        address: of the broker.
        trouble: why the broker is not reached, in words; empty while it is.
        failures: failed attempts and lost connections.
        is_accepted: whether the broker accepted the last message that it acknowledged; None before the first one.
    """

    def __init__(
        self,
        address: BrokerAddress,
        client_id: str,
        topics: Sequence[str],
        will: tuple[str, bytes] | None = None,
        sender: Callable[[str], str] = _single_sender,
    ) -> None:
        """Start to connect; returns at once.

        Args:
            address: of the broker.
            client_id: unique among this machine's clients of the broker under this user name.
            topics: to subscribe to.
            will: topic and message, retained, that the broker publishes once this client is gone.
            sender: returns the sender of a topic's messages; senders are received in turns.
        """
        self.trouble: str = Message("{place} does not answer", place=str(address))
        self.failures = 0
        self._is_refused = False
        """Whether the broker was reached and refused the connection."""
        self.is_accepted: bool | None = None
        self._logged, self._up_s = "", 0.0
        """The last logged trouble, and the time of the last connection, seconds of the monotonic clock."""
        self._most_bytes: int | None = None
        """The largest packet that the broker accepts."""
        self._is_oversize_logged = False
        self._tls_error = ""
        """OpenSSL's name of the error that ended encryption before the broker answered."""
        self.address, self._topics, self._sender = address, topics, sender
        self._inbox = Lanes[BrokerReached | Received]()
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

    def receive(self, patience_s: float) -> BrokerReached | Received | None:
        """Return the next event, waiting up to so many seconds for it; None if there is none."""
        try:
            received, left_out = self._inbox.get(patience_s)
        except Empty:
            return None
        return replace(received, left_out=left_out) if left_out and isinstance(received, Received) else received

    def fits(self, topic: str, data: bytes) -> bool:
        """Whether the broker accepts a message of this length."""
        return self._most_bytes is None or len(topic.encode()) + len(data) + _PACKET_HEAD_BYTES <= self._most_bytes

    def publish(self, topic: str, data: bytes, *, retain: bool = False) -> bool:
        """Send a message if the broker is connected and accepts its length; from any thread, returns at once.

        Returns:
            Whether the message was sent.
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
        """Disconnect, after a last retained message."""
        if last and self.is_up:
            self._client.publish(*last, qos=1, retain=True).wait_for_publish(1)
        self.trouble = "hung up"
        self._client.on_disconnect = None  # an intended end is not a trouble
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, client: mqtt.Client, _: object, __: object, code: ReasonCode, properties: Properties | None
    ) -> None:
        if code.is_failure:
            self._is_refused = True
            self._report(_refusal(self.address, code))
            return
        self._most_bytes = getattr(properties, "MaximumPacketSize", None)
        for topic in self._topics:
            client.subscribe(topic, qos=1)
        self.trouble, self._is_refused, self.is_accepted = "", False, None
        self._up_s = time.monotonic()
        self._inbox.put("", BrokerReached(), 0)

    def _on_disconnect(self, _: object, __: object, ___: object, code: ReasonCode, ____: object) -> None:
        if self.is_up:
            if time.monotonic() - self._up_s >= _STEADY_S:
                self._logged = ""
            is_displaced = code.value == _SESSION_TAKEN_OVER
            self._client.reconnect_delay_set(*(_RETRY_DISPLACED_S if is_displaced else _RETRY_S))
            self._report(_displaced(self.address) if is_displaced else _hung_up(self.address, code))
        elif not self._is_refused:
            self._report(_unanswered(self.address, self._tls_error))
        self._tls_error = ""

    def _on_fail(self, _: object, __: object) -> None:
        # The library calls this while it handles the exception, and reports it nowhere else.
        self._report(_failure(self.address, sys.exc_info()[1]))

    def _on_log(self, _: object, __: object, level: int, text: str) -> None:
        """Remember why encryption ended: the library reports it nowhere else."""
        if level == mqtt.MQTT_LOG_ERR and "[SSL: " in text:
            self._tls_error = text.partition("[SSL: ")[2].partition("]")[0]

    def _on_message(self, _: object, __: object, message: mqtt.MQTTMessage) -> None:
        data = bytes(message.payload)
        self._inbox.put(self._sender(message.topic), Received(message.topic, data, message.retain), len(data))

    def _on_publish(self, _: object, __: object, ___: int, code: ReasonCode, ____: object) -> None:
        self.is_accepted = not code.is_failure

    def _report(self, trouble: str) -> None:
        """Store a trouble, and log it unless it was the last one logged."""
        self.trouble = trouble
        self.failures += 1
        if trouble != self._logged:
            self._logged = trouble
            _log.warning("broker: %s; it is tried again", trouble)


def _unguessable(client_id: str, address: BrokerAddress) -> str:
    """Make a client id that is stable for this machine and cannot be guessed without the password.

    A client with the id of another one ends its session (MQTT 5, 3.1.4). Two machines made from one card have the
    same name, mark and password: their network addresses distinguish them.
    """
    secret = f"{address.user}\0{address.password}\0{uuid.getnode()}\0{client_id}"
    return f"{client_id}-{hashlib.sha256(secret.encode()).hexdigest()[:16]}"


def _refusal(address: BrokerAddress, code: ReasonCode) -> str:
    if code.value == _UNSUPPORTED_VERSION:
        return Message(
            "{place} speaks an older MQTT than 5: use a broker that speaks MQTT 5, such as Mosquitto 2",
            place=str(address),
        )
    if code.value in _UNKNOWN_USER:
        return Message("{place} refuses this name and password", place=str(address))
    return Message("{place} lets nobody in now ({reason})", place=str(address), reason=str(code))


def _displaced(address: BrokerAddress) -> str:
    return Message(
        "{place} has given this place to another program: a second one runs with the same settings and the same data; "
        "end one of them",
        place=str(address),
    )


def _hung_up(address: BrokerAddress, code: ReasonCode) -> str:
    return Message("{place} has hung up ({reason})", place=str(address), reason=str(code))


def _unanswered(address: BrokerAddress, tls_error: str) -> str:
    """Describe the trouble with a broker that hung up before it answered."""
    if "CERTIFICATE" in tls_error:
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
    """Describe the trouble with a broker that could not be reached."""
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


def check_broker(address: BrokerAddress, topic: str = "", patience_s: float = 6.0) -> str:
    """Connect once with a client of its own and return why the broker cannot be used, in words; empty if it can.

    Args:
        address: of the broker.
        topic: must be writable, which an empty message tries; without a topic, only the connection is tried.
        patience_s: seconds for the broker to answer.
    """
    line = BrokerLine(address, f"schiri-trial-{secrets.token_hex(4)}", ())
    end_s = time.monotonic() + patience_s
    _wait(lambda: line.is_up or line.failures > 1, end_s)  # the first failure may come from a broker that is starting
    if topic and line.is_up:
        # Mosquitto grants every subscription and then drops messages; only writing is answered truly.
        line.publish(topic, b"")
        _wait(lambda: line.is_accepted is not None or not line.is_up, end_s)
    trouble = line.trouble
    if topic and not trouble and not line.is_accepted:
        trouble = f"{address} does not let {address.user or 'this table'} write to {topic}"
    line.close()
    return trouble


def _wait(is_so: Callable[[], bool], end_s: float) -> None:
    while not is_so() and time.monotonic() < end_s:
        time.sleep(0.05)


def _encryption(certificate: str) -> ssl.SSLContext:
    """Make a TLS context that trusts this certificate alone, or the public authorities if it is empty."""
    if not certificate:
        return ssl.create_default_context()
    context = ssl.create_default_context(cadata=certificate)
    # A hall's own certificate is valid for one broker, at every address and at every time: a Pi without a clock starts
    # in the past, and a hall without the internet cannot correct it.
    context.check_hostname = False
    context.verify_flags |= _ANY_TIME
    return context
