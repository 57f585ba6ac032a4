"""Frames on the wire: ``crc16 payload`` stuffed with COBS, ended by a zero byte.

COBS: Cheshire and Baker, "Consistent Overhead Byte Stuffing", 1999. It takes every zero out of the frame, so a zero
on the wire is always an end and a receiver finds its feet again after any noise.
CRC: CRC-16/XMODEM, polynomial 0x1021, initial value 0: ``binascii.crc_hqx(data, 0)`` here, ``_crc_xmodem_update`` in
avr-libc; high byte first. Beginning with 0 it is blind to zeros before the data, finds nothing wrong with zeros alone,
and behind the data it would be blind to zeros after it; a flipped bit of a separator can add just those. So it stands
before the payload, and a payload never begins with a zero.
"""

from binascii import crc_hqx

from cobs import cobs

FRAME_BYTES = 64
"""Longest frame with its terminating zero: half of a small controller's receive ring."""

PAYLOAD_BYTES = FRAME_BYTES - 4
"""Longest payload: one byte is the stuffing's, two are the checksum, one is the terminating zero."""


class UnfitPayload(ValueError):  # noqa: N818 - named for the mistake
    """A payload cannot go in a frame: it is too long, empty, or begins with a zero."""


class BrokenFrame(ValueError):  # noqa: N818 - named for the mistake
    """Bytes between two zeros are not a frame."""


def encode(payload: bytes) -> bytes:
    """Encode one frame, with its terminating zero.

    Raises:
        UnfitPayload: No byte, more than ``PAYLOAD_BYTES``, or a zero first.

    >>> encode(b"A").hex()
    '0458e54100'
    """
    if len(payload) > PAYLOAD_BYTES:
        raise UnfitPayload(f"payload of {len(payload)} bytes; a frame holds {PAYLOAD_BYTES}: send it in parts")
    if payload[:1] in {b"", b"\0"}:
        raise UnfitPayload(f"payload {payload.hex()!r}: its first byte must be there and not be zero")
    body = crc_hqx(payload, 0).to_bytes(2, "big") + payload
    stuffed: bytes = cobs.encode(body)
    return stuffed + b"\0"


def decode(frame: bytes) -> bytes:
    """Decode the payload of one frame, given without its terminating zero.

    Raises:
        BrokenFrame: The stuffing ends early, the checksum is wrong, or the frame is too short or too long,
            or its payload begins with a zero.
    """
    if len(frame) >= FRAME_BYTES:
        raise BrokenFrame(f"frame of more than {FRAME_BYTES - 1} bytes")
    try:
        body: bytes = cobs.decode(frame)
    except cobs.DecodeError as error:
        raise BrokenFrame(f"frame {frame.hex()}: {error}") from error
    crc, payload = body[:2], body[2:]
    if payload[:1] in {b"", b"\0"}:
        raise BrokenFrame(f"frame {frame.hex()}: nothing or a zero where the payload begins")
    if crc != crc_hqx(payload, 0).to_bytes(2, "big"):
        raise BrokenFrame(f"frame {frame.hex()}: wrong checksum")
    return payload


class Receiver:
    """Cuts a stream of bytes into payloads, in bounded memory; drops what is not a frame and counts it.

    Attributes:
        dropped: Broken frames so far. Empty ones (a zero after a zero) are no fault and are not counted.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._begun = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Take in bytes, in whatever chunks they come; return the payloads of the frames now complete."""
        *ended, rest = data.split(b"\0")
        payloads: list[bytes] = []
        for piece in ended:
            self._keep(piece)
            payloads += self._finish()
        self._keep(rest)
        return payloads

    def _keep(self, piece: bytes) -> None:
        # One byte over the limit is remembered: it marks the frame as too long however much follows.
        self._begun += piece[: FRAME_BYTES - len(self._begun)]

    def _finish(self) -> list[bytes]:
        frame = bytes(self._begun)
        self._begun.clear()
        if not frame:
            return []
        try:
            return [decode(frame)]
        except BrokenFrame:
            self.dropped += 1
            return []
