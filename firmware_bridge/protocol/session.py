"""One session with a display, from greeting to loss: what it has taken, and what it needs next."""

from collections import deque
from dataclasses import dataclass, field

from firmware_bridge.face.face import Face
from firmware_bridge.face.fit import check
from firmware_bridge.protocol.codec import framed
from firmware_bridge.protocol.framing import Receiver
from firmware_bridge.protocol.messages import Ack, Hello, Key, Ping, SetRow, SetText, Show, WireMessage
from firmware_bridge.protocol.staging import Staging


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

    def work(self, want: Face | None) -> Hello | SetRow | SetText | Show | None:
        """The next message that brings the display nearer to a face of ``fit``; None if it shows it."""
        if not self.greeted:
            return Hello(self.number)
        if want is None or want == self.shown:
            return None
        return self.staging.missing(want) or Show(len(want.rows), check(want))

    def ping(self) -> Ping:
        """A sign of life with the check of what the display should be showing."""
        return Ping(check(self.shown) if self.shown else 0)

    def taken(self, sequence: int) -> Face | None:
        """The display has taken the message with this number; the face that it shows by that, if any."""
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

    def pressed(self, sequence: int, key: Key) -> Key | None:
        """A key press, acknowledged each time and passed on once."""
        self.acks.append(framed(sequence, Ack()))
        if sequence == self.last_key:
            return None
        self.last_key = sequence
        return key
