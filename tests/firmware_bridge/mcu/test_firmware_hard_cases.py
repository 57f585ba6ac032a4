"""Payloads at the edge of what the protocol allows: the reference, the Pico and the AVR answer alike."""

from binascii import crc_hqx
from collections.abc import Callable, Iterator

import pytest
from cobs import cobs

from firmware_bridge.protocol.framing import encode
from firmware_bridge.protocol.messages import SetText, Slot, WireMessage
from tests.firmware_bridge.mcu.test_firmware_conformance import agree, plugged_in_anew
from tests.support.bridge.firmware_rig import Display, Pico, Reference, board, pico

pytestmark = pytest.mark.needs("avr", "micropython")


@pytest.fixture(scope="module", params=["avr", "micropython"])
def restart(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Display]]:
    with (board if request.param == "avr" else pico)(tmp_path_factory) as running:
        yield lambda: plugged_in_anew(running)


def _body(body: bytes) -> bytes:
    stuffed: bytes = cobs.encode(body)
    return b"\0" + stuffed + b"\0"


def _row(texts: bytes) -> bytes:
    return encode(b"R\x08\x00\x01" + texts)


def _text(offset: int, part: bytes) -> bytes:
    return encode(bytes([ord("T"), 8, 0, offset]) + part)


BAD_TEXTS = (
    b"\x80",
    b"\xc3",
    b"\xc1\x81",
    b"\xe0\x80\x80",
    b"\xed\xa0\x80",
    b"\xf0\x80\x80\x80",
    b"\xf4\x90\x80\x80",
    b"\xff",
)
"""A lone continuation, an end too soon, longer forms than needed, a surrogate, beyond the last character, no lead."""

HARD = {
    "checksum alone": _body(b"\0\0"),
    "zeros alone": _body(b"\0\0\0\0"),
    "a zero first": _body(crc_hqx(b"\0\x08", 0).to_bytes(2, "big") + b"\0\x08"),
    "zeros behind": _body(crc_hqx(b"A\x08", 0).to_bytes(2, "big") + b"A\x08\0\0"),
    "a run beyond the end": b"\x09ab\0",
    "one too long": b"\x01" * 64 + b"\0",
    "the longest row": _row(b"n" * 20 + b"\0" + b"s" * 10 + b"\0" + b"I" * 24),
    "a name too long": _row(b"n" * 21 + b"\0\0"),
    "a score too long": _row(b"\0" + b"s" * 11 + b"\0"),
    "strokes too long": _row(b"\0\0" + b"I" * 25),
    "a text too few": _row(b"n\0s"),
    "a text too many": _row(b"n\0s\0\0"),
    "a lamp too many": encode(b"R\x08\x00\x03\0\0"),
    "a row too many": encode(b"R\x08\x06\x00\0\0"),
    "a slot too many": encode(b"T\x08\x03\x00a"),
    "a gap": _text(1, b"a"),
    "a full title": _text(0, b"a" * 32),
    "a title too long": _text(0, b"a" * 33),
    "a zero inside": _text(0, b"a\0b"),
    "a long show": encode(b"S\x08\x00\0\0\0\0\0"),
    "a short ping": encode(b"P\x08\0\0\0"),
    "a reason of none": encode(b"N\x08\x00"),
    "a short greeting": encode(b"H\x08\x02\x00"),
    "a letter alone": encode(b"S"),
    **{f"bad text {text.hex()}": _text(0, text) for text in BAD_TEXTS},
    **{f"bad name {text.hex()}": _row(text + b"\0\0") for text in BAD_TEXTS},
}


@pytest.mark.parametrize("name", HARD)
def test_hard_cases_are_answered_alike(restart: Callable[[], Display], name: str) -> None:
    agree(Reference(), Pico(), [(0, HARD[name])])
    agree(Reference(), restart(), [(0, HARD[name])])


def test_a_part_may_not_cut_a_character_in_two(restart: Callable[[], Display]) -> None:
    for offset in range(5):
        script: list[tuple[int, WireMessage | bytes]] = [
            (1, SetText(Slot.TITLE, 0, "ö♠")),
            (1, SetText(Slot.TITLE, offset, "x")),
        ]
        agree(Reference(), Pico(), script)
        agree(Reference(), restart(), script)
