"""The host's side of the wire: bytes in, events out; a face in, bytes out; ``now`` is an argument.

Stop and wait: one message is on the wire at a time and is sent again until the display acknowledges it. The next
message follows from the newest face and from the display's acknowledged state, so a face that was overtaken costs
nothing.
"""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from firmware_bridge.face.face import Face
from firmware_bridge.face.fit import check, fit
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
    Reason,
    SetRow,
    SetText,
    Show,
    Welcome,
    WireMessage,
)
from firmware_bridge.protocol.staging import Staging

# One session with a display, from greeting to loss: what it has taken, and what it needs next.


@dataclass(slots=True)
class InFlight:
    """The message on the wire; ``picture`` is what a Show completes; times in seconds."""

    sequence: int
    message: WireMessage
    picture: Face | None
    first_s: float
    due_s: float
    sent_s: float | None = None


@dataclass(slots=True)
class LinkSession:
    """The state that host and display share since the greeting.

    Attributes:
        number: Said in Hello and Welcome.
        heard_s: When the display was last heard; before that, when it may first be greeted.
        greeted: The display has answered.
        shown: The picture that the display has acknowledged to show.
        staging: The next picture, as far as the display has it.
        flight: The message on the wire.
        receiver: Bytes from the display.
        acks: Answers to keys that wait to go out.
        last_key: Sequence number of the last key press taken.
    """

    number: int
    heard_s: float
    greeted: bool = False
    shown: Face | None = None
    staging: Staging = field(default_factory=Staging)
    flight: InFlight | None = None
    receiver: Receiver = field(default_factory=Receiver)
    acks: deque[bytes] = field(default_factory=lambda: deque(maxlen=8))
    last_key: int | None = None

    def next_message(self, want: Face | None) -> Hello | SetRow | SetText | Show | None:
        """Return the next message that brings the display nearer to a face of ``fit``; None if it shows it."""
        if not self.greeted:
            return Hello(self.number)
        if want is None or want == self.shown:
            return None
        return self.staging.missing(want) or Show(len(want.rows), check(want))

    def ping(self) -> Ping:
        """Make a ping with the check of what the display should be showing."""
        return Ping(check(self.shown) if self.shown else 0)

    def acknowledge(self, sequence: int) -> Face | None:
        """Acknowledge the message with this number; return the face that it shows by that, if any."""
        flight = self.flight
        if flight is None or sequence != flight.sequence:
            return None
        self.flight = None
        if isinstance(flight.message, SetRow | SetText):
            self.staging = self.staging.after(flight.message)
        if not isinstance(flight.message, Show):
            return None
        self.shown = flight.picture
        return self.shown

    def accept_key(self, sequence: int, key: Key) -> Key | None:
        """Acknowledge a key press, each time; return it once."""
        self.acks.append(encode_message(sequence, Ack()))
        if sequence == self.last_key:
            return None
        self.last_key = sequence
        return key


RETRY_S = 0.06
"""Wait for an answer. A full frame and its answer take 7 ms at 115200 Bd, a USB adapter up to 16, a display that still
draws the picture before up to 25."""

SOONEST_RETRY_S = 0.015
"""Wait after a complaint of noise, so that many complaints of one bad moment make one repetition."""

HELLO_S = 0.25
"""Between two greetings of a display that does not answer."""

PING_S = 1.0
"""Idle time after which the host lets the display know that it is there."""

SILENCE_S = 3.0
"""Time without any message after which the display counts as gone: fifty repetitions."""


class LinkState(Enum):
    """The state of the conversation."""

    NO_ANSWER = "no answer"
    CONNECTED = "connected"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Connected:
    """The display has answered the greeting."""

    welcome: Welcome


@dataclass(frozen=True, slots=True)
class Refused:
    """A device answers that this host cannot talk with."""

    why: str


@dataclass(frozen=True, slots=True)
class PictureShown:
    """The display shows this face, as cut by ``fit``."""

    face: Face


LinkEvent: TypeAlias = Connected | Refused | PictureShown | Key


class Link:
    """Conversation with one display, which restarts instead of ending.

    Times are seconds of any clock that does not go back.

    Args:
        session: Any number from 0 to 65535, best another one at each start, to mark a new conversation.

    Attributes:
        state: Where the conversation stands.
        repeats: Messages sent again so far, greetings too.
    """

    def __init__(self, session: int) -> None:
        self.state = LinkState.NO_ANSWER
        self.repeats = 0
        self._words = ""
        self._want: Face | None = None
        self._sequence = session & 0xFF
        self._session = LinkSession(session & 0xFFFF, float("-inf"))

    @property
    def status(self) -> str:
        """The state in words, for instance ``connected: OLED 128x64`` or ``refused: a stranger answers``."""
        return f"{self.state.value}: {self._words}" if self._words else self.state.value

    @property
    def is_done(self) -> bool:
        """The display shows the newest face, as far as this session knows."""
        return self._session.next_message(self._want) is None

    def show(self, face: Face) -> None:
        """Let the display show this face; whatever was wanted before and is not yet shown is forgotten."""
        self._want = fit(face)

    def reset(self) -> None:
        """Begin the conversation anew, because the port was opened again."""
        self._begin(float("-inf"))

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Take in bytes from the display; return what they mean. Noise means nothing."""
        events: list[LinkEvent] = []
        for payload in self._session.receiver.feed(data):
            try:
                sequence, message = unpack(payload)
            except BadMessage:
                continue
            events += self._understand(sequence, message, now)
        return events

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes that are to go out now; they count as sent, so call it only when the port can take them."""
        if self._is_silent(now):
            self._begin(now)
        session = self._session
        data = b"".join(session.acks)
        session.acks.clear()
        flight = session.flight = session.flight or self._next(now)
        if flight is None or now < flight.due_s:
            return data
        self.repeats += flight.sent_s is not None
        flight.sent_s = now
        flight.due_s = now + (HELLO_S if isinstance(flight.message, Hello) else RETRY_S)
        return data + encode_message(flight.sequence, flight.message)

    def next_deadline(self, now: float) -> float:
        """When to ask ``data_to_send`` again if nothing arrives and no face is shown until then."""
        session = self._session
        if session.acks:
            return now
        if session.flight:
            return session.flight.due_s
        return now if session.next_message(self._want) else session.heard_s + PING_S

    def _begin(self, hello_s: float) -> None:
        """Begin a session, greeted not before ``hello_s``; in it the display's next picture is blank until set."""
        self.state, self._words = LinkState.NO_ANSWER, ""
        self._session = LinkSession((self._session.number + 1) & 0xFFFF, hello_s)

    def _is_silent(self, now: float) -> bool:
        """Whether a message is out and a display that answered before has been silent for long."""
        flight = self._session.flight
        if self.state is LinkState.NO_ANSWER or flight is None or flight.sent_s is None:
            return False
        return now - max(flight.first_s, self._session.heard_s) > SILENCE_S

    def _next(self, now: float) -> InFlight | None:
        """Return the next message, if any is due."""
        session = self._session
        message: WireMessage | None = session.next_message(self._want)
        if message is None and now >= session.heard_s + PING_S:
            message = session.ping()
        if message is None:
            return None
        self._sequence = (self._sequence + 1) & 0xFF
        due_s = max(now, session.heard_s) if isinstance(message, Hello) else now
        return InFlight(self._sequence, message, self._want, now, due_s)

    def _understand(self, sequence: int, message: WireMessage, now: float) -> list[LinkEvent]:
        session = self._session
        if isinstance(message, Welcome) and message.session == session.number and not session.greeted:
            session.heard_s = now
            return self._begin_talking(message)
        if not session.greeted or not isinstance(message, Ack | Nak | Key):
            return []  # Nobody we know yet, or our own words: some wires echo.
        session.heard_s = now
        match message:
            case Ack():
                face = session.acknowledge(sequence)
                return [] if face is None else [PictureShown(face)]
            case Key():
                key = session.accept_key(sequence, message)
                return [] if key is None else [key]
            case Nak():
                self._handle_refusal(sequence, message.reason, now)
                return []

    def _begin_talking(self, welcome: Welcome) -> list[LinkEvent]:
        """Begin to talk, for the greeting was answered, or report why not and go on greeting."""
        why, before = _incompatibility(welcome), self._words
        if why:
            self.state, self._words = LinkState.REFUSED, why
            return [] if why == before else [Refused(why)]
        self.state, self._words = LinkState.CONNECTED, f"{welcome.kind} {welcome.width}x{welcome.height}"
        self._session.greeted, self._session.flight = True, None
        return [Connected(welcome)]

    def _handle_refusal(self, sequence: int, reason: Reason, now: float) -> None:
        flight = self._session.flight
        if flight is None or flight.sent_s is None:
            return
        if reason is Reason.BAD_FRAME:
            flight.due_s = min(flight.due_s, flight.sent_s + SOONEST_RETRY_S)
        elif sequence == flight.sequence:
            # It was restarted or holds another picture: tell it everything anew, at a pace that harms nobody.
            self._begin(now + HELLO_S)


def _incompatibility(welcome: Welcome) -> str:
    """Return why this host cannot talk with what has answered; empty if it can."""
    if welcome.version != VERSION:
        return f"the display speaks version {welcome.version} of the protocol, this referee version {VERSION}"
    if welcome.who != WHO:
        return f"a stranger answers, it calls itself {welcome.who!r}"
    return ""
