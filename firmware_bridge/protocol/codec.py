"""Messages to payloads and back, by the table ``messages.LAYOUTS``."""

from typing import Any

from firmware_bridge.protocol.framing import PAYLOAD_BYTES, encode
from firmware_bridge.protocol.messages import LAYOUTS, VERSION, BadMessage, Hello, MessageLayout, Welcome, WireMessage

HEAD_BYTES = 2
"""Type and sequence number."""

PART_BYTES = PAYLOAD_BYTES - HEAD_BYTES - 2
"""Longest part of a text in one message: slot and offset take two bytes more."""

_BY_KIND: dict[type[object], MessageLayout] = {layout.kind: layout for layout in LAYOUTS}
_BY_LETTER = {ord(layout.letter): layout for layout in LAYOUTS}


def pack(sequence: int, message: WireMessage) -> bytes:
    """Encode the payload of a message.

    Args:
        sequence: 0 to 255.
        message: Its numbers in the ranges of their layout, its texts without zero characters.

    Raises:
        BadMessage: A number or text that the layout cannot carry.

    >>> pack(7, Hello(session=258)).hex(" ")
    '48 07 01 01 02 73 63 68 69 72 69'
    """
    layout = _BY_KIND[type(message)]
    payload = bytes([ord(layout.letter), sequence])
    for number in layout.numbers:
        value = getattr(message, number.name)
        try:
            payload += int(ord(value) if number.make is chr else value).to_bytes(number.size_bytes, "big")
        except OverflowError as error:
            raise BadMessage(f"{message}: {number.name} does not fit {number.size_bytes} bytes") from error
    texts = [getattr(message, name) for name in layout.texts]
    if any("\0" in text for text in texts):
        raise BadMessage(f"{message}: a text holds a zero, which is the mark between texts")
    return payload + b"\0".join(text.encode() for text in texts)


def encode_message(sequence: int, message: WireMessage) -> bytes:
    """Encode the message for the wire. A zero goes first: it ends whatever noise has gathered at the other side."""
    return b"\0" + encode(pack(sequence, message))


def unpack(payload: bytes) -> tuple[int, WireMessage]:
    """Sequence number and message of a payload.

    A greeting of another version is read as far as every version has it: version and session.

    Raises:
        BadMessage: Unknown type, wrong length, a number without a meaning, a text that is not UTF-8.
    """
    layout = _BY_LETTER.get(payload[0]) if len(payload) >= HEAD_BYTES else None
    if layout is None:
        raise BadMessage(f"payload {payload.hex()}: no such type of message")
    if layout.kind in {Hello, Welcome} and payload[2:3] not in {b"", bytes([VERSION])}:
        return payload[1], _foreign_greeting(layout, payload)
    message: WireMessage = layout.kind(**_numbers(layout, payload), **_texts(layout, payload))
    return payload[1], message


def _numbers(layout: MessageLayout, payload: bytes) -> dict[str, Any]:
    values: dict[str, Any] = {}
    at = HEAD_BYTES
    for number in layout.numbers:
        raw = payload[at : at + number.size_bytes]
        at += number.size_bytes
        if len(raw) < number.size_bytes:
            raise BadMessage(f"payload {payload.hex()}: ends inside {number.name} of {layout.kind.__name__}")
        try:
            values[number.name] = number.make(int.from_bytes(raw, "big"))
        except ValueError as error:
            raise BadMessage(f"payload {payload.hex()}: {number.name}: {error}") from error
    return values


def _texts(layout: MessageLayout, payload: bytes) -> dict[str, Any]:
    tail = payload[HEAD_BYTES + layout.numbers_bytes :]
    pieces = tail.split(b"\0") if layout.texts else []
    if len(pieces) != len(layout.texts) or (tail and not layout.texts):
        raise BadMessage(f"payload {payload.hex()}: {layout.kind.__name__} has {len(layout.texts)} texts")
    try:
        return {name: piece.decode() for name, piece in zip(layout.texts, pieces, strict=True)}
    except UnicodeDecodeError as error:
        raise BadMessage(f"payload {payload.hex()}: {error}") from error


def _foreign_greeting(layout: MessageLayout, payload: bytes) -> WireMessage:
    if len(payload) < HEAD_BYTES + 3:
        raise BadMessage(f"payload {payload.hex()}: ends inside the greeting")
    version, session = payload[2], int.from_bytes(payload[3:5], "big")
    if layout.kind is Hello:
        return Hello(session, version, who="")
    return Welcome(session, 0, 0, kind="", version=version, who="")
