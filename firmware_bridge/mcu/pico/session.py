"""The display's side of the conversation, docs/protocol.md; times are milliseconds, given as arguments."""

from . import protocol, utf8
from .frames import Receiver, framed
from .picture import Picture, blank
from .protocol import ACK, HELLO, KEY, LAYOUTS, NAK, PING, SET_ROW, SET_TEXT, SHOW, WELCOME

FIELDS = 2
"""Index at which they begin in a payload, behind type and sequence."""

GREETING_BYTES = 3
"""Version and session: what every version has in common."""

TAKEN = 0
"""The answer Ack; any other is the reason of a Nak."""


class DisplaySession:
    """A display: bytes in, bytes out.

    Args:
        kind: What the display is, in a word.
        width: In pixels.
        height: In pixels.

    Attributes:
        shown: The last whole picture.
        pictures: How many were shown.
    """

    def __init__(self, kind: str, width: int, height: int) -> None:
        self.shown = blank()
        self.pictures = 0
        self._nature = bytes([width >> 8, width & 0xFF, height >> 8, height & 0xFF])
        self._nature += protocol.WHO.encode() + b"\0" + kind.encode()
        self._receiver = Receiver()
        self._next = Picture()
        self._session = -1
        self._last = 0
        self._last_answer = TAKEN
        self._out = b""
        self._keys: list[tuple[int, int]] = []
        self._key_number = 0
        self._key_due = 0
        self._heard = -protocol.NO_REFEREE_MS - 1

    def is_silent(self, now: int) -> bool:
        """Whether the referee has been silent for long."""
        return now - self._heard > protocol.NO_REFEREE_MS

    def press(self, letter: str, press: int) -> None:
        """Queue a key press, unless no session has begun or too many wait."""
        if self._session >= 0 and len(self._keys) < protocol.MOST_KEYS:
            self._keys.append((ord(letter), press))

    def receive(self, data: bytes, now: int) -> None:
        """Take in bytes from the host."""
        for payload in self._receiver.feed(data):
            if payload is None:
                self._answer(0, protocol.REASON_BAD_FRAME)
            else:
                self._heard = now
                self._understand(payload)

    def data_to_send(self, now: int) -> bytes:
        """Return the bytes that are to go out now."""
        data = self._out
        self._out = b""
        if self._keys and now - self._key_due >= 0:
            self._key_due = now + protocol.KEY_RETRY_MS
            data += framed(bytes((KEY, self._key_number) + self._keys[0]))
        return data

    def _answer(self, sequence: int, reason: int) -> None:
        self._out += framed(bytes([NAK, sequence, reason] if reason else [ACK, sequence]))

    def _understand(self, payload: bytes) -> None:
        sequence = payload[1] if len(payload) > 1 else 0
        if not is_well_formed(payload):
            self._answer(sequence, protocol.REASON_BAD_MESSAGE)
        elif payload[0] == HELLO:
            self._greet(payload)
        elif payload[0] == ACK:
            self._key_taken(sequence)
        elif self._session < 0:
            self._answer(sequence, protocol.REASON_NOT_GREETED)
        elif sequence == self._last:
            self._answer(sequence, self._last_answer)
        elif sequence != (self._last + 1) & 0xFF:
            self._answer(sequence, protocol.REASON_OUT_OF_ORDER)
        else:
            self._last = sequence
            self._last_answer = self._obey(payload)
            self._answer(sequence, self._last_answer)

    def _greet(self, payload: bytes) -> None:
        """Answer a greeting always; begin a session if it is a new one of this very protocol."""
        number = payload[3] << 8 | payload[4]
        ours = payload[2] == protocol.VERSION and payload[5:] == protocol.WHO.encode()
        if ours and number != self._session:
            self._session = number
            self._last = payload[1]
            self._next = Picture()
            self._keys = []
        head = bytes([WELCOME, payload[1], protocol.VERSION, payload[3], payload[4]])
        self._out += framed(head + self._nature)

    def _obey(self, payload: bytes) -> int:
        """Do what a message asks for, once; TAKEN or the reason why not."""
        kind = payload[0]
        fields = payload[FIELDS:]
        if kind == SHOW:
            return self._show(fields[0], int.from_bytes(fields[1:], "big"))
        if kind == PING:
            check = int.from_bytes(fields, "big")
            same = check in (0, self.shown.check(self.shown.count))
            return TAKEN if same else protocol.REASON_OTHER_PICTURE
        fine = False
        if kind == SET_ROW:
            fine = self._next.set_row(fields[0], fields[1], fields[2:].split(b"\0"))
        if kind == SET_TEXT:
            fine = self._next.set_text(fields[0], fields[1], fields[2:])
        return TAKEN if fine else protocol.REASON_BAD_MESSAGE

    def _show(self, rows: int, check: int) -> int:
        if rows > protocol.MOST_ROWS or self._next.check(rows) != check:
            return protocol.REASON_OTHER_PICTURE
        self.shown = self._next.copy(rows)
        self.pictures += 1
        return TAKEN

    def _key_taken(self, sequence: int) -> None:
        if self._keys and sequence == self._key_number:
            self._keys.pop(0)
            self._key_number = (self._key_number + 1) & 0xFF
            self._key_due = -protocol.KEY_RETRY_MS


def is_well_formed(payload: bytes) -> bool:
    """Whether a payload is a message of the protocol: its length, its texts, its numbers with a meaning."""
    if len(payload) < FIELDS or payload[0] not in LAYOUTS:
        return False
    numbers, texts, place, least, most = LAYOUTS[payload[0]]
    fields = payload[FIELDS:]
    if payload[0] in (HELLO, WELCOME) and fields and fields[0] != protocol.VERSION:
        return len(fields) >= GREETING_BYTES
    if len(fields) < numbers or (numbers and not least <= fields[place] <= most):
        return False
    tail = fields[numbers:]
    if not texts:
        return not tail
    return len(tail.split(b"\0")) == texts and utf8.is_valid(tail)
