from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.face.face import Alert, Face, Lamp
from firmware_bridge.face.fit import fit
from firmware_bridge.protocol.codec import PART_BYTES, pack, unpack
from firmware_bridge.protocol.framing import FRAME_BYTES, PAYLOAD_BYTES, encode
from firmware_bridge.protocol.messages import (
    LAYOUTS,
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
from firmware_bridge.protocol.staging import Misfit, Staging
from tests.support.bridge.wire import faces

bytes_1 = st.integers(0, 255)
bytes_2 = st.integers(0, 0xFFFF)
bytes_4 = st.integers(0, 0xFFFFFFFF)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
letters = st.integers(0, 255).map(chr)
messages: st.SearchStrategy[WireMessage] = st.one_of(
    st.builds(Hello, bytes_2, who=texts),
    st.builds(Welcome, bytes_2, bytes_2, bytes_2, texts, who=texts),
    st.builds(SetRow, bytes_1, st.sampled_from(Lamp), texts, texts, texts),
    st.builds(SetText, st.sampled_from(Slot), bytes_1, texts),
    st.builds(Show, bytes_1, bytes_4),
    st.builds(Ping, bytes_4),
    st.just(Ack()),
    st.builds(Nak, st.sampled_from(Reason)),
    st.builds(Key, letters, st.sampled_from(Press)),
)


@given(bytes_1, messages)
def test_unpack_is_the_inverse_of_pack(sequence: int, message: WireMessage) -> None:
    assert unpack(pack(sequence, message)) == (sequence, message)


@given(st.binary(max_size=PAYLOAD_BYTES))
def test_any_payload_is_a_message_or_a_bad_message(payload: bytes) -> None:
    try:
        sequence, message = unpack(payload)
    except BadMessage:
        return
    assert isinstance(message, get_args(WireMessage))
    assert 0 <= sequence <= 255


@given(bytes_1, messages, st.binary(min_size=1, max_size=3))
def test_a_message_of_numbers_alone_has_exactly_its_length(sequence: int, message: WireMessage, more: bytes) -> None:
    layout = next(layout for layout in LAYOUTS if layout.kind is type(message))
    if layout.texts:
        return
    payload = pack(sequence, message)
    for wrong in (payload + more, payload[:-1]):
        with pytest.raises(BadMessage):
            unpack(wrong)


@given(bytes_2, st.integers(2, 255), st.binary(max_size=40))
def test_a_greeting_of_another_version_is_known_for_one(session: int, version: int, rest: bytes) -> None:
    numbers = bytes([ord("W"), 9, version]) + session.to_bytes(2, "big")
    sequence, message = unpack(numbers + rest)
    assert (sequence, message) == (9, Welcome(session, 0, 0, "", version, ""))


def test_every_message_has_one_layout_and_one_letter() -> None:
    assert [layout.kind for layout in LAYOUTS] == list(get_args(WireMessage))
    assert len({layout.letter for layout in LAYOUTS}) == len(LAYOUTS)


@pytest.mark.parametrize("message", [Ping(1 << 32), SetText(Slot.ALERT, 256, ""), SetRow(0, Lamp.OFF, "a\0b", "", "")])
def test_a_face_that_a_layout_cannot_carry_is_refused(message: WireMessage) -> None:
    with pytest.raises(BadMessage):
        pack(0, message)


def _send(staging: Staging, face: Face) -> tuple[Staging, list[SetRow | SetText]]:
    sent: list[SetRow | SetText] = []
    while (message := staging.missing(face)) is not None:
        assert len(encode(pack(0, message))) <= FRAME_BYTES
        staging = staging.after(message)
        assert staging.after(message) == staging
        sent.append(message)
        assert len(sent) <= 6 + 2 + 3 + 4
    return staging, sent


@given(faces.map(fit), faces.map(fit))
def test_from_any_picture_to_any_other_in_a_few_frames(one: Face, other: Face) -> None:
    staging, _ = _send(Staging(), one)
    assert staging.face(len(one.rows)) == one
    staging, _ = _send(staging, other)
    assert staging.face(len(other.rows)) == other


@given(faces.map(fit), faces.map(fit))
def test_only_what_has_changed_is_sent(one: Face, other: Face) -> None:
    staging, _ = _send(Staging(), one)
    _, again = _send(staging, one)
    assert again == []
    _, sent = _send(staging, other)
    rows = {message.index for message in sent if isinstance(message, SetRow)}
    assert rows == {i for i, row in enumerate(other.rows) if row != staging.rows[i]}
    slots = {message.slot for message in sent if isinstance(message, SetText)}
    texts = (other.title, other.status, other.alert.text)
    assert slots == {slot for slot in Slot if texts[slot] != staging.texts[slot]}


@pytest.mark.parametrize(
    "message",
    [
        SetRow(6, Lamp.OFF, "", "", ""),
        SetRow(0, Lamp.OFF, "x" * 21, "", ""),
        SetText(Slot.TITLE, 1, "gap"),
        SetText(Slot.TITLE, 0, "x" * 33),
    ],
)
def test_a_shape_outside_the_picture_is_refused(message: SetRow | SetText) -> None:
    with pytest.raises(Misfit):
        Staging().after(message)


def test_a_part_may_not_split_a_character() -> None:
    staging = Staging().after(SetText(Slot.TITLE, 0, "ü"))
    with pytest.raises(Misfit, match="splits a character"):
        staging.after(SetText(Slot.TITLE, 1, "x"))


def test_a_long_alert_goes_in_parts_and_a_grown_text_sends_its_end_alone() -> None:
    staging, sent = _send(Staging(), Face("", (), "", Alert("ü" * 60)))
    assert sent == [SetText(Slot.ALERT, at, "ü" * (part // 2)) for at, part in ((0, 56), (56, 56), (112, 8))]
    assert PART_BYTES == 56
    assert staging.missing(Face("", (), "", Alert("ü" * 59 + "!"))) == SetText(Slot.ALERT, 118, "!")
