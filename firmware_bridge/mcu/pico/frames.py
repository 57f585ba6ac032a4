"""Frames on the wire: COBS( crc payload ) 00, as docs/protocol.md has them."""

from .protocol import FRAME_BYTES


def checksum(data: bytes) -> int:
    """CRC-16/XMODEM: polynomial 0x1021, begins with 0."""
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def framed(payload: bytes) -> bytes:
    """Encode the frame, with a zero before it that ends old noise."""
    crc = checksum(payload)
    runs = (bytes([crc >> 8, crc & 0xFF]) + payload).split(b"\0")
    return b"\0" + b"".join(bytes([len(run) + 1]) + run for run in runs) + b"\0"


def payload_of(frame: bytes) -> "bytes | None":
    """Decode the payload of a frame without its ending zero; None if it is no frame."""
    body = b""
    at = 0
    while at < len(frame):
        run = frame[at] - 1
        at += 1
        if run > len(frame) - at:
            return None
        body += frame[at : at + run]
        at += run
        if at < len(frame):
            body += b"\0"
    payload = body[2:]
    if len(frame) >= FRAME_BYTES or not payload or not payload[0]:
        return None
    return payload if checksum(payload) == body[0] << 8 | body[1] else None


class Receiver:
    """Cuts a stream of bytes into payloads, in bounded memory."""

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> "list[bytes | None]":
        """Return the payloads of the frames that these bytes complete; None for what was no frame."""
        pieces = data.split(b"\0")
        found: list[bytes | None] = []
        for piece in pieces[:-1]:
            self._keep(piece)
            if self._begun:
                found.append(payload_of(self._begun))
            self._begun = b""
        self._keep(pieces[-1])
        return found

    def _keep(self, piece: bytes) -> None:
        self._begun += piece[: FRAME_BYTES - len(self._begun)]
