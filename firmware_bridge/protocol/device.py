"""The display's side of the wire, as its firmware behaves: bytes in, bytes out; ``now`` is an argument."""

from collections import deque
from dataclasses import dataclass, replace

from firmware_bridge.face.face import MOST_ROWS, Face
from firmware_bridge.face.fit import check
from firmware_bridge.protocol.codec import encode_message, unpack
from firmware_bridge.protocol.framing import Receiver
from firmware_bridge.protocol.messages import (
    VERSION,
    WHO,
    Ack,
    BadMessage,
    Hello,
    Key,
    Nak,
    Ping,
    Press,
    Reason,
    SetRow,
    SetText,
    Show,
    Welcome,
    WireMessage,
)
from firmware_bridge.protocol.staging import Misfit, Staging

RETRY_S = 0.1
"""Wait for the host's answer to a key."""

NO_REFEREE_S = 5.0
"""Silence after which the display says so: five missed pings."""

MOST_KEYS = 8
"""Keys that wait to be sent; more are ignored, as on any full keyboard."""

BLANK = Face(title="", status="no referee")
"""The face of a display that has received none."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The capabilities in a display's Welcome; sizes in pixels or characters."""

    kind: str = "OLED"
    width: int = 128
    height: int = 64
    version: int = VERSION
    who: str = WHO


class Device:
    """A display: it holds the picture that is shown and the next one, and answers every message once.

    Times are seconds of any clock that does not go back.

    Attributes:
        shown: The last whole picture.
    """

    def __init__(self, nature: Capabilities | None = None) -> None:
        self.shown = BLANK
        self._nature = nature or Capabilities()
        self._receiver = Receiver()
        self._staging = Staging()
        self._session: int | None = None
        self._last: int = 0
        self._last_answer: WireMessage = Ack()
        self._answers: deque[bytes] = deque(maxlen=4)
        self._keys: deque[Key] = deque()
        self._key_number = 0
        self._key_due_s = float("-inf")
        self._heard_s = float("-inf")

    def face(self, now: float) -> Face:
        """Return the face on the glass: the last whole picture, and "no referee" after a long silence."""
        if now - self._heard_s > NO_REFEREE_S:
            return replace(self.shown, status=BLANK.status)
        return self.shown

    def press(self, letter: str, press: Press = Press.DOWN) -> None:
        """Queue a key press, unless no session has begun or too many wait."""
        if self._session is not None and len(self._keys) < MOST_KEYS:
            self._keys.append(Key(letter, press))

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes from the host."""
        dropped = self._receiver.dropped
        payloads = self._receiver.feed(data)
        if self._receiver.dropped > dropped:
            self._send(0, Nak(Reason.BAD_FRAME))
        for payload in payloads:
            self._heard_s = now
            try:
                sequence, message = unpack(payload)
            except BadMessage:
                self._send(payload[1] if len(payload) > 1 else 0, Nak(Reason.BAD_MESSAGE))
                continue
            self._handle(sequence, message)

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes that are to go out now; they count as sent."""
        data = b"".join(self._answers)
        self._answers.clear()
        if self._keys and now >= self._key_due_s:
            self._key_due_s = now + RETRY_S
            data += encode_message(self._key_number, self._keys[0])
        return data

    def next_deadline(self, now: float) -> float:
        """When to ask ``data_to_send`` again if nothing arrives and no key moves until then."""
        if self._answers:
            return now
        return self._key_due_s if self._keys else float("inf")

    def _send(self, sequence: int, message: WireMessage) -> None:
        self._answers.append(encode_message(sequence, message))

    def _handle(self, sequence: int, message: WireMessage) -> None:
        if isinstance(message, Hello):
            self._greet(sequence, message)
        elif isinstance(message, Ack):
            self._acknowledge_key(sequence)
        elif self._session is None:
            self._send(sequence, Nak(Reason.NOT_GREETED))
        elif sequence == self._last:
            self._send(sequence, self._last_answer)
        elif sequence != (self._last + 1) & 0xFF:
            self._send(sequence, Nak(Reason.OUT_OF_ORDER))
        else:
            self._last, self._last_answer = sequence, self._obey(message)
            self._send(sequence, self._last_answer)

    def _greet(self, sequence: int, hello: Hello) -> None:
        """Answer a greeting always; begin a session if it is a new one of this very protocol."""
        nature = self._nature
        if (hello.version, hello.who) == (nature.version, nature.who) and hello.session != self._session:
            self._session, self._last, self._staging = hello.session, sequence, Staging()
            # A key that reached nobody is void: pressed again it is meant, minutes later it would surprise.
            self._keys.clear()
        self._send(
            sequence,
            Welcome(hello.session, nature.width, nature.height, nature.kind, nature.version, nature.who),
        )

    def _obey(self, message: WireMessage) -> WireMessage:
        """Do what a message asks for, once; Ack if it could be done."""
        match message:
            case SetRow() | SetText():
                try:
                    self._staging = self._staging.after(message)
                except Misfit:
                    return Nak(Reason.BAD_MESSAGE)
            case Show():
                return self._show(message)
            case Ping() if message.check not in (0, check(self.shown)):
                return Nak(Reason.OTHER_PICTURE)
            case Ping():
                pass
            case _:
                return Nak(Reason.BAD_MESSAGE)
        return Ack()

    def _show(self, show: Show) -> WireMessage:
        """Put the next picture up if it is the one that the host means, whole and unharmed."""
        face = self._staging.face(show.rows)
        if show.rows > MOST_ROWS or check(face) != show.check:
            return Nak(Reason.OTHER_PICTURE)
        self.shown = face
        return Ack()

    def _acknowledge_key(self, sequence: int) -> None:
        if self._keys and sequence == self._key_number:
            self._keys.popleft()
            self._key_number = (self._key_number + 1) & 0xFF
            self._key_due_s = float("-inf")
