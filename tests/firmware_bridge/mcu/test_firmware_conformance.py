"""The Pico's core and the real AVR binary answer as the reference does, to anything."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_bridge.face.face import Alert, Face, Lamp, Row
from firmware_bridge.face.fit import check, fit
from firmware_bridge.mcu.board import Emulated
from firmware_bridge.mcu.pico.session import is_well_formed
from firmware_bridge.mcu.toolchain import Outfit
from firmware_bridge.protocol.codec import encode_message, unpack
from firmware_bridge.protocol.framing import Receiver, encode
from firmware_bridge.protocol.link import Link, PictureShown, Refused
from firmware_bridge.protocol.messages import (
    Ack,
    BadMessage,
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
from tests.firmware_bridge.protocol.test_protocol_document import EXAMPLE, PAGE
from tests.support.bridge.firmware_rig import Display, Noise, Pico, Reference, answers, board, pico, talk

pytestmark = pytest.mark.needs("avr", "micropython")

GAME = tuple(
    Face(
        "Mittlere, deal 3",
        tuple(
            Row(name, f"{step * sign:+}", "I" * (step % 9), Lamp(step % 3)) for name, sign in (("Anna", 1), ("Bö", -1))
        ),
        f"trick {step} of 12",
        Alert("" if step % 5 else f"Revoke in trick {step}: Bö threw H7 on the spade lead, S9 proves it (MIT-F3)"),
    )
    for step in range(300)
)

COMPLAINT = encode_message(0, Nak(Reason.BAD_FRAME))

letters = st.sampled_from("aZ09 +-.üß♠中½…I😀")
numbers = st.integers(0, 255)
messages = st.one_of(
    st.builds(Hello, st.integers(0, 2), st.sampled_from([1, 1, 2]), st.sampled_from(["schiri", "toaster", ""])),
    st.builds(
        SetRow,
        st.integers(0, 7),
        st.sampled_from(Lamp),
        st.text(letters, max_size=6),
        st.text(letters, max_size=5),
        st.text("Io ", max_size=26),
    ),
    st.builds(SetText, st.sampled_from(Slot), st.integers(0, 12), st.text(letters, max_size=14)),
    st.builds(Show, st.integers(0, 7), st.sampled_from([0, 1, check(Face("", (), "")), 0xFFFFFFFF])),
    st.builds(Ping, st.sampled_from([0, 1, check(Face("", (), "no referee")), check(Face("", (), ""))])),
    st.just(Ack()),
    st.builds(Nak, st.sampled_from(Reason)),
    st.builds(Key, st.sampled_from("AB"), st.sampled_from(Press)),
    st.just(Welcome(1, 2, 3, "OLED")),
)
raw = st.binary(min_size=1, max_size=60).filter(lambda payload: payload[0] != 0).map(encode)
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([0, 1, 1, 1, 1, 1, 2]), messages),
        st.tuples(st.just(0), raw),
        st.tuples(st.just(0), st.binary(max_size=70).map(lambda noise: noise.replace(b"\0", b"\1") + b"\0")),
    ),
    max_size=25,
)


@pytest.fixture(params=["reference", "pico", "micropython", "avr"])
def display(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Display]:
    if request.param == "avr":
        with board(tmp_path_factory) as running:
            yield running
    elif request.param == "micropython":
        with pico(tmp_path_factory) as running_pico:
            yield running_pico
    else:
        yield Reference() if request.param == "reference" else Pico()


def _wires(script: list[tuple[int, WireMessage | bytes]]) -> list[bytes]:
    """The frames of a script; the sequence number goes on by what each step says."""
    sequence = 7
    wires = [encode_message(sequence, Hello(9))]
    for step, thing in script:
        sequence = (sequence + step) & 0xFF
        wires.append(thing if isinstance(thing, bytes) else encode_message(sequence, thing))
    return wires


def agree(one: Display, other: Display, script: list[tuple[int, WireMessage | bytes]]) -> None:
    for wire in _wires(script):
        said = answers(one, wire, 0.012), answers(other, wire, 0.012)
        assert said[0] == said[1], (wire.hex(" "), [Receiver().feed(words) for words in said])


@given(steps)
def test_the_picos_core_answers_as_the_reference(script: list[tuple[int, WireMessage | bytes]]) -> None:
    agree(Reference(), Pico(), script)


@pytest.fixture(scope="module")
def micropython(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Display]]:
    with pico(tmp_path_factory) as running:
        yield lambda: plugged_in_anew(running)


def plugged_in_anew(running: Emulated) -> Emulated:
    running.ask("reset")
    running.run(0.1)
    return running


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(steps)
def test_the_pico_answers_as_the_reference_in_micropython(
    micropython: Callable[[], Display], script: list[tuple[int, WireMessage | bytes]]
) -> None:
    agree(Reference(), micropython(), script)


@pytest.fixture(scope="module")
def avr(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Display]]:
    with board(tmp_path_factory) as running:
        yield lambda: plugged_in_anew(running)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(steps)
def test_the_avr_answers_as_the_reference(
    avr: Callable[[], Display], script: list[tuple[int, WireMessage | bytes]]
) -> None:
    agree(Reference(), avr(), script)


@given(raw | messages.map(lambda message: encode(_payload(message))), st.integers(0, 70))
def test_the_core_of_the_pico_accepts_whole_messages_alone(frame: bytes, cut: int) -> None:
    (payload,) = Receiver().feed(frame)
    payload = payload[: cut or None]
    try:
        unpack(payload)
    except BadMessage:
        assert not is_well_formed(payload)
    else:
        assert is_well_formed(payload)


def _payload(message: WireMessage) -> bytes:
    (payload,) = Receiver().feed(encode_message(3, message))
    return payload


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.0, 0.002, 0.01, 0.03])
def test_of_300_updates_on_a_noisy_wire_none_is_lost(display: Display, rate: float) -> None:
    link, noise = Link(7), Noise(rate, seed=1)
    shown: list[Face] = []
    for face in GAME:
        link.show(face)
        events = talk(link, display, 60, until=lambda: link.is_done, wire=noise)
        shown += [event.face for event in events if isinstance(event, PictureShown)]
    assert shown == [fit(face) for face in GAME]
    assert (noise.spoiled > 100 * rate) == (rate > 0) == (link.repeats > 0)


def test_the_conversation_in_the_page_is_what_every_display_answers(display: Display) -> None:
    heard = 0
    for line, speaker, _, words in EXAMPLE.findall(PAGE.partition("## A conversation")[2].partition("\n## ")[0]):
        wire = bytes.fromhex(line)
        if speaker == "host":
            display.receive(wire)
            continue
        if words.startswith("Key"):
            display.key("A", down=True)
        assert display.run(0.08) == wire, words
        heard += 1
    assert heard > 5
    assert answers(display, b"\x00\x04\x16\x8e\x4e\x02\x01\x00") == COMPLAINT


def test_a_stranger_is_answered_and_not_obeyed(display: Display) -> None:
    for hello in (Hello(5, who="toaster"), Hello(5, version=2, who="schiri")):
        (welcome,) = Receiver().feed(answers(display, encode_message(1, hello)))
        assert unpack(welcome) == (1, Welcome(5, 128, 64, "OLED"))
        (refusal,) = Receiver().feed(answers(display, encode_message(2, Show(0, check(Face("", (), ""))))))
        assert unpack(refusal) == (2, Nak(Reason.NOT_GREETED))


def test_a_link_refuses_a_display_of_another_version(tmp_path_factory: pytest.TempPathFactory) -> None:
    with board(tmp_path_factory, Outfit(values=(("PROTOCOL_VERSION", 2),))) as other:
        assert talk(Link(7), other, 1) == [
            Refused("the display speaks version 2 of the protocol, this referee version 1")
        ]


def test_a_restart_of_either_side_in_mid_frame_is_mended(display: Display) -> None:
    link = Link(7)
    link.show(GAME[1])
    talk(link, display, 2, until=lambda: link.is_done)
    link.show(GAME[2])
    wire = link.data_to_send(display.now)
    display.receive(wire[: len(wire) // 2])
    display.run(0.01)
    fresh = Link(8)
    fresh.show(GAME[3])
    events = talk(fresh, display, 2, until=lambda: fresh.is_done)
    assert [event.face for event in events if isinstance(event, PictureShown)] == [GAME[3]]


@pytest.mark.parametrize("which", ["avr", "micropython"])
def test_a_display_that_restarts_in_mid_frame_gets_everything_again(which: str, request: pytest.FixtureRequest) -> None:
    restart: Callable[[], Display] = request.getfixturevalue(which)
    display, link = restart(), Link(7)
    link.show(GAME[1])
    talk(link, display, 2, until=lambda: link.is_done)
    link.show(GAME[2])
    wire = link.data_to_send(display.now)
    display.receive(wire[: len(wire) // 2])
    display.run(0.002)
    restart()
    display.receive(wire[len(wire) // 2 :])
    events = talk(link, display, 10, until=lambda: link.is_done)
    assert [event.face for event in events if isinstance(event, PictureShown)] == [GAME[2]]
