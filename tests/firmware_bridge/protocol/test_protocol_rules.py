"""The rules of docs/protocol.md that are easily read otherwise, on the display's side."""

from firmware_bridge.displays.statuses import LEAST_PIXELS
from firmware_bridge.face.face import MOST_ROWS, Face, Lamp, Row
from firmware_bridge.face.fit import NAME_BYTES, TITLE_BYTES, check
from firmware_bridge.ports.serial_port import PAGE_S, PAPER_PAGE_S
from firmware_bridge.protocol.codec import encode_message, unpack
from firmware_bridge.protocol.device import Device
from firmware_bridge.protocol.framing import Receiver, encode
from firmware_bridge.protocol.messages import (
    Ack,
    Hello,
    Key,
    Nak,
    Ping,
    Press,
    Reason,
    SetRow,
    SetText,
    Show,
    Slot,
    Welcome,
    WireMessage,
)

BAD, OTHER = Nak(Reason.BAD_MESSAGE), Nak(Reason.OTHER_PICTURE)


def told(device: Device, sequence: int, message: WireMessage) -> list[tuple[int, WireMessage]]:
    """What a display answers to a message."""
    device.receive(encode_message(sequence, message), 1.0)
    return [unpack(payload) for payload in Receiver().feed(device.data_to_send(1.0))]


def greeted(session: int = 7, sequence: int = 0) -> Device:
    device = Device()
    [(_, welcome)] = told(device, sequence, Hello(session))
    assert isinstance(welcome, Welcome)
    return device


def test_before_the_greeting_all_but_two_messages_are_refused() -> None:
    device = Device()
    refused: list[WireMessage] = [Ping(0), Show(0, 0), SetText(Slot.TITLE, 0, "x"), Key("A", Press.DOWN)]
    for message in refused:
        assert told(device, 5, message) == [(5, Nak(Reason.NOT_GREETED))]
    assert told(device, 5, Ack()) == []
    assert told(greeted(), 5, Ack()) == []


def test_a_refused_message_uses_up_its_number() -> None:
    device = greeted()
    assert told(device, 1, SetRow(MOST_ROWS, Lamp.OFF, "x", "1", "")) == [(1, BAD)]
    assert told(device, 1, Ping(0)) == [(1, BAD)]
    assert told(device, 2, SetText(Slot.TITLE, 0, "t" * (TITLE_BYTES + 1))) == [(2, BAD)]
    assert told(device, 3, SetRow(0, Lamp.OFF, "x" * (NAME_BYTES + 1), "1", "")) == [(3, BAD)]
    assert told(device, 4, Show(MOST_ROWS + 1, 0)) == [(4, OTHER)]
    assert told(device, 5, Ping(0)) == [(5, Ack())]


def test_a_malformed_message_uses_up_no_number() -> None:
    device = greeted()
    for payload in (b"Q\x01", b"P\x01\0\0", b"T\x01\x09\0x"):
        device.receive(b"\0" + encode(payload), 1.0)
        assert [unpack(said) for said in Receiver().feed(device.data_to_send(1.0))] == [(1, BAD)]
    assert told(device, 1, Ping(0)) == [(1, Ack())]


def test_a_row_that_was_never_set_counts_as_an_empty_one() -> None:
    device, blank = greeted(), Row("", "", "", Lamp.OFF)
    assert told(device, 1, SetRow(1, Lamp.TURN, "Bö", "3", "")) == [(1, Ack())]
    face = Face("", (blank, Row("Bö", "3", "", Lamp.TURN), blank), "")
    assert told(device, 2, Show(3, check(face))) == [(2, Ack())]
    assert device.shown == face


def test_the_numbers_of_keys_go_on_across_sessions() -> None:
    device = greeted()
    for number in range(3):
        device.press("A")
        [(sequence, _)] = [unpack(payload) for payload in Receiver().feed(device.data_to_send(10.0 * number))]
        assert sequence == number
        assert told(device, number, Ack()) == []
    assert isinstance(told(device, 0, Hello(8))[0][1], Welcome)
    device.press("A")
    assert [unpack(payload)[0] for payload in Receiver().feed(device.data_to_send(90.0))] == [3]


def test_the_times_and_the_width_that_the_page_names() -> None:
    assert (PAGE_S, PAPER_PAGE_S, LEAST_PIXELS) == (3.0, 30.0, 96)
