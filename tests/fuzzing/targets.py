"""Inputs from outside: each target may only refuse them in the words of its own error.

A target is a function of bytes. Whatever else it raises, or a law that it finds broken, is a fault of the program.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from controller.record import chain
from controller.record import text as record
from controller.record.text import RecordError
from controller.referee.fold import MatchError
from controller.report import replay
from controller.settings import model as config
from controller.settings import text as settings_text
from controller.settings.model import ConfigError
from firmware_bridge.displays.backpack import Backpack
from firmware_bridge.displays.characters import CharacterSize
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.displays.wled import WledStrip
from firmware_bridge.face.examples import FACES
from firmware_bridge.ports.vendor import VendorLink
from firmware_bridge.protocol.codec import encode_message, unpack
from firmware_bridge.protocol.device import Device
from firmware_bridge.protocol.framing import Receiver
from firmware_bridge.protocol.link import Link
from firmware_bridge.protocol.messages import BadMessage
from tests.fuzzing import http as console
from tests.fuzzing.http import http
from tests.support.examples import EXAMPLES
from vision.marks.identity import COMMANDS, named
from vision.marks.qr import card_of_payload, payload_of

Target = Callable[[bytes], None]
ROOT: Final = Path(__file__).parents[2]


def records(data: bytes) -> None:
    """A record: read, folded, told; what was read writes as it can be read again."""
    try:
        text = record.read(data)
    except RecordError:
        return
    again = b"".join(record.to_line(event).encode() + b"\n" for event in text.events)
    assert record.read(again).events == text.events
    try:
        told = [*replay.replay_lines(text), *replay.lines_json(text)]
    except MatchError:
        return
    assert told


def chains(data: bytes) -> None:
    """A record and the chain beside it, cut at the first zero byte."""
    lines, _, links = data.partition(b"\0")
    finding = chain.check(lines, links)
    assert finding.fault is None or finding.fault.text
    assert chain.check(lines, whole_chain(lines)).fault is None


def whole_chain(lines: bytes) -> bytes:
    """The chain of a record's lines, as it is written beside it."""
    made = b""
    before = b""
    for line in chain.split(lines):
        before = chain.link(before, line)
        made += before + b"\n"
    return made


def settings(data: bytes) -> None:
    """A settings file; what holds is written and means the same."""
    try:
        read = config.parse(data.decode(errors="replace"))
    except ConfigError:
        return
    assert config.parse(settings_text.effective(read)) == read


def marks(data: bytes) -> None:
    """The text of a QR mark, and the number of a square one; only what was printed is a card."""
    text = data.decode("latin-1")
    if found := card_of_payload(text):
        assert payload_of(*found) == text
    number = int.from_bytes(data[:4], signed=True)
    if name := named(number):
        assert number >= 0
        assert name[1] in COMMANDS or payload_of(*name)


def serial(data: bytes) -> None:
    """What a display sends, and what a display's firmware receives: bytes in pieces, at any time."""
    link, device, receiver = Link(1), Device(), Receiver()
    link.show(FACES["three"])
    for number, piece in enumerate(_pieces(data)):
        now = number * 0.4
        link.receive(piece, now)
        device.receive(piece, now)
        assert len(link.data_to_send(now)) + len(device.data_to_send(now)) < 4096
        for payload in receiver.feed(piece):
            _message(payload)


def stock(data: bytes) -> None:
    """What displays that are not ours send."""
    for talk in (
        VendorLink(Epaper()),
        VendorLink(Lcdproc()),
        VendorLink(Backpack(CharacterSize(20, 4))),
        VendorLink(WledStrip(30)),
    ):
        talk.show(FACES["four"])
        for number, piece in enumerate(_pieces(data)):
            talk.receive(piece, number * 0.4)
            talk.data_to_send(number * 0.4)
            assert talk.status.isprintable()


def _message(payload: bytes) -> None:
    """A payload whose checksum is right; one that is a message packs as it can be unpacked again."""
    try:
        sequence, message = unpack(payload)
    except BadMessage:
        return
    (again,) = Receiver().feed(encode_message(sequence, message))
    assert unpack(again) == (sequence, message)


def _pieces(data: bytes) -> Iterator[bytes]:
    """The bytes as a port hands them over: some at a time."""
    for start in range(0, min(len(data), 600), 17):
        yield data[start : start + 17]


TARGETS: Final[dict[str, Target]] = {
    target.__name__: target for target in (records, chains, settings, marks, serial, stock, http)
}


def seeds(name: str) -> list[bytes]:
    """Inputs that a target takes, to begin with."""
    lines = [example.data for example in EXAMPLES]
    wire = [
        bytes.fromhex("4101000500"),
        b"OK",
        b"WLED 0.15\n",
        b"success\nhuh?\nconnect LCDproc 0.5.9 lcd wid 20 hgt 4\n",
    ]
    known: dict[str, list[bytes]] = {
        "records": lines,
        "chains": [one[:900] + b"\0" + whole_chain(one[:900]) for one in lines],
        "settings": [(ROOT / "examples" / "schiri.toml").read_bytes()],
        "http": console.seeds(),
        "marks": [payload_of(0, card).encode() for card in ("H10", "T21", "EX", "SJ")] + [b"\0\0\1\xf2"],
    }
    return known.get(name, wire)
