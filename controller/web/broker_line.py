"""A line to an MQTT broker: what is heard comes by a queue; it connects again by itself, and nobody waits for it."""

import logging
import secrets
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Final, Self

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.reasoncodes import ReasonCode

_RETRY_S: Final = (1, 15)
"""Between two attempts to reach the broker: at first, and at most."""
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
        """As the settings write it, without any secret."""
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


class BrokerLine:
    """Publishes and hears at most once; whoever needs more asks for answers (docs/mqtt.md).

    Attributes:
        address: of the broker.
        trouble: why the broker is not reached, in words; empty while it is.
        is_refused: whether it was reached, and knows no such name and password.
        is_taken: whether the broker took the message that it acknowledged last; None before the first one.
    """

    def __init__(
        self, address: BrokerAddress, client_id: str, topics: Sequence[str], will: tuple[str, bytes] | None = None
    ) -> None:
        """Begin to connect; returns at once.

        Args:
            address: of the broker.
            client_id: unique among all that speak to it.
            topics: to subscribe to.
            will: topic and message, retained, that the broker publishes once this line is gone.
        """
        self.trouble, self.is_refused = f"{address} does not answer", False
        self.is_taken: bool | None = None
        self.address, self._topics = address, topics
        self._heard = SimpleQueue[BrokerReached | Heard]()
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=client_id, protocol=MQTTProtocolVersion.MQTTv5
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
        self._client.on_publish = self._on_publish
        self._client.connect_async(address.host, address.port, keepalive=_KEEP_ALIVE_S)
        self._client.loop_start()

    @property
    def is_up(self) -> bool:
        """Whether the broker is reached now."""
        return not self.trouble

    def next(self, patience_s: float) -> BrokerReached | Heard | None:
        """What was heard next; None if nothing was in this time."""
        try:
            return self._heard.get(timeout=patience_s)
        except Empty:
            return None

    def publish(self, topic: str, data: bytes, *, retain: bool = False) -> None:
        """Send a message if the broker is reached; from any thread, returns at once."""
        if self.is_up:
            self._client.publish(topic, data, qos=1, retain=retain)

    def close(self, last: tuple[str, bytes] | None = None) -> None:
        """Hang up, after a last retained message."""
        if last and self.is_up:
            self._client.publish(*last, qos=1, retain=True).wait_for_publish(1)
        self.trouble = "hung up"
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, client: mqtt.Client, _: object, __: object, code: ReasonCode, ___: object) -> None:
        if code.is_failure:
            self.is_refused = True
            self._tell(f"{self.address} refuses this name and password ({code})")
            return
        for topic in self._topics:
            client.subscribe(topic, qos=1)
        self.trouble, self.is_refused, self.is_taken = "", False, None
        self._heard.put(BrokerReached())

    def _on_disconnect(self, _: object, __: object, ___: object, code: ReasonCode, ____: object) -> None:
        if not self.trouble:
            self._tell(f"{self.address} has hung up ({code})")

    def _on_fail(self, _: object, __: object) -> None:
        self._tell(f"{self.address} is not reached")

    def _on_message(self, _: object, __: object, message: mqtt.MQTTMessage) -> None:
        self._heard.put(Heard(message.topic, bytes(message.payload), message.retain))

    def _on_publish(self, _: object, __: object, ___: int, code: ReasonCode, ____: object) -> None:
        self.is_taken = not code.is_failure

    def _tell(self, trouble: str) -> None:
        if trouble != self.trouble:
            _log.warning("hall: %s; it is tried again", trouble)
        self.trouble = trouble


def tried(address: BrokerAddress, topic: str = "", patience_s: float = 6.0) -> str:
    """Connect once, beside whoever is connected: why the broker cannot be used, in words; empty if it can.

    Args:
        address: of the broker.
        topic: on which one must be allowed to write; an empty message is sent there. Empty: none is asked for.
        patience_s: seconds for the broker to answer.
    """
    line = BrokerLine(address, f"schiri-trial-{secrets.token_hex(4)}", ())
    end_s = time.monotonic() + patience_s
    _wait(lambda: line.is_up or line.is_refused, end_s)
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
