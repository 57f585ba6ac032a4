import json
import re
from dataclasses import fields
from enum import IntEnum
from pathlib import Path

from firmware_bridge.face import face, fit
from firmware_bridge.protocol import codec, device, framing, link, messages
from firmware_bridge.protocol.codec import encode_message, unpack
from firmware_bridge.protocol.framing import Receiver
from firmware_bridge.protocol.messages import LAYOUTS, MessageLayout, WireMessage
from tests.support.loops import some

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^((?:[0-9a-f]{2} )+) *; (host|display) +(\d+) +(\w.*)$", re.MULTILINE)
CONSTANT = re.compile(r"^\| `(\w+)\.(\w+)` \| ([\d.]+) \|", re.MULTILINE)
MODULES = {"codec": codec, "device": device, "face": face, "fit": fit, "framing": framing, "link": link}


def _spoken(message: WireMessage) -> str:
    def value(name: str) -> str:
        thing = getattr(message, name)
        if isinstance(thing, IntEnum):
            return thing.name
        return json.dumps(thing, ensure_ascii=False) if isinstance(thing, str) else str(thing)

    layout = next(layout for layout in LAYOUTS if layout.kind is type(message))
    names = [*(number.name for number in layout.numbers), *layout.texts]
    assert sorted(names) == sorted(field.name for field in fields(message))
    return " ".join([type(message).__name__, *(f"{name}={value(name)}" for name in names)])


def _layout_line(layout: MessageLayout) -> str:
    numbers = ", ".join(f"{number.name} u{8 * number.size_bytes}" for number in layout.numbers) or "-"
    return f"| `{layout.letter}` | {layout.kind.__name__} | {numbers} | {', '.join(layout.texts) or '-'} |"


def _enum_line(kind: type[IntEnum]) -> str:
    return f"| {kind.__name__} | {', '.join(f'{member.value} {member.name}' for member in kind)} |"


def test_every_example_is_what_the_program_sends_and_understands() -> None:
    examples = EXAMPLE.findall(PAGE)
    for line, _, number, words in examples:
        wire = bytes.fromhex(line)
        (payload,) = Receiver().feed(wire)
        sequence, message = unpack(payload)
        assert (sequence, _spoken(message)) == (int(number), words)
        assert encode_message(sequence, message) == wire
    assert {unpack(Receiver().feed(bytes.fromhex(line))[0])[1].__class__ for line, *_ in examples} == {
        layout.kind for layout in LAYOUTS
    }


def test_every_example_changed_in_one_bit_is_thrown_away() -> None:
    for line, *_ in some(EXAMPLE.findall(PAGE)):
        whole = bytes.fromhex(line)
        payloads = Receiver().feed(whole)
        for bit in some(range(8 * len(whole))):
            wire = bytearray(whole)
            wire[bit // 8] ^= 1 << bit % 8
            assert Receiver().feed(bytes(wire) + b"\0") in ([], payloads)


def test_the_conversation_in_the_page_is_what_a_display_answers() -> None:
    display = device.Device()
    answers: list[bytes] = []
    for line, speaker, _, words in EXAMPLE.findall(PAGE.partition("## A conversation")[2].partition("\n## ")[0]):
        wire = bytes.fromhex(line)
        if speaker == "host":
            display.receive(wire, 0.0)
        else:
            if words.startswith("Key"):
                display.press("A")
            answers.append(wire)
            assert display.data_to_send(0.0) == wire, words
    assert len(answers) > 5
    assert display.shown.status == "trick 2 of 12"


def test_the_tables_of_messages_and_numbers_are_those_of_the_program() -> None:
    kinds = (face.Lamp, messages.Slot, messages.Reason, messages.Press)
    assert re.findall(r"^\| `[A-Z]` \|.*$", PAGE, re.MULTILINE) == [_layout_line(layout) for layout in LAYOUTS]
    assert re.findall(r"^\| [A-Z]\w+ \| \d.*$", PAGE, re.MULTILINE) == [_enum_line(kind) for kind in kinds]


def test_the_limits_and_times_are_those_of_the_program() -> None:
    constants = CONSTANT.findall(PAGE)
    assert len(constants) >= 15
    for module, name, value in constants:
        assert float(value) == getattr(MODULES[module], name), name
