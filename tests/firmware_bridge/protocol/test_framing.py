from binascii import crc_hqx
from itertools import pairwise

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.protocol.codec import encode_message
from firmware_bridge.protocol.framing import (
    FRAME_BYTES,
    PAYLOAD_BYTES,
    BrokenFrame,
    Receiver,
    UnfitPayload,
    decode,
    encode,
)
from firmware_bridge.protocol.messages import Ack, Hello, Ping, Show
from tests.support.loops import some

payloads = st.binary(min_size=1, max_size=PAYLOAD_BYTES).filter(lambda payload: payload[0] != 0)


@given(payloads)
def test_decode_is_the_inverse_of_encode(payload: bytes) -> None:
    frame = encode(payload)
    assert decode(frame[:-1]) == payload
    assert frame.count(0) == 1
    assert frame[-1] == 0
    assert len(frame) == len(payload) + 4 <= FRAME_BYTES


@pytest.mark.parametrize("payload", [b"x" * (PAYLOAD_BYTES + 1), b"", b"\0", b"\0x"])
def test_a_payload_too_long_or_empty_or_with_a_zero_first_is_refused(payload: bytes) -> None:
    with pytest.raises(UnfitPayload):
        encode(payload)


@given(payloads, st.integers(0, 60), st.integers(0, 60))
def test_zeros_added_at_either_end_of_the_body_are_seen(payload: bytes, before: int, after: int) -> None:
    body = crc_hqx(payload, 0).to_bytes(2, "big") + payload
    longer = bytes(before) + body + bytes(after)
    if longer != body:
        with pytest.raises(BrokenFrame):
            decode(cobs.encode(longer))


@given(st.lists(payloads, max_size=6), st.lists(st.integers(0, 400), max_size=8))
def test_frames_arrive_whole_in_any_chunks(sent: list[bytes], cuts: list[int]) -> None:
    wire = b"".join(map(encode, sent))
    receiver = Receiver()
    places = [0, *sorted(cuts), len(wire) + 400]
    assert [payload for a, b in pairwise(places) for payload in receiver.feed(wire[a:b])] == sent
    assert receiver.dropped == 0


@given(st.binary(max_size=600), payloads)
def test_a_frame_after_any_noise_gets_through(noise: bytes, payload: bytes) -> None:
    assert Receiver().feed(noise + b"\0" + encode(payload))[-1] == payload


@given(st.lists(st.binary(max_size=200), min_size=1, max_size=30))
def test_memory_is_bounded_whatever_comes(noise: list[bytes]) -> None:
    receiver = Receiver()
    for piece in some(noise):
        receiver.feed(piece)
        assert len(receiver._begun) <= FRAME_BYTES  # pyrefly: ignore[protected-access]  # its only memory


@given(st.binary(min_size=FRAME_BYTES, max_size=200).map(lambda data: data.replace(b"\0", b"\1")))
def test_an_endless_frame_is_dropped_and_counted_once(noise: bytes) -> None:
    receiver = Receiver()
    assert receiver.feed(noise + b"\0") == []
    assert receiver.dropped == 1


@given(payloads, st.data())
def test_a_flipped_bit_that_makes_no_zero_and_no_new_run_is_always_caught(payload: bytes, data: st.DataObject) -> None:
    frame = bytearray(encode(payload))
    codes, at = set[int](), 0
    while frame[at]:
        codes.add(at)
        at += frame[at]
    bits = [
        (byte, bit)
        for byte in range(len(frame) - 1)
        for bit in range(8)
        if byte not in codes and frame[byte] != 1 << bit
    ]
    if not bits:
        return
    byte, bit = data.draw(st.sampled_from(bits))
    frame[byte] ^= 1 << bit
    with pytest.raises(BrokenFrame):
        decode(bytes(frame[:-1]))


def test_no_flipped_bit_at_all_gets_these_messages_through_changed() -> None:
    for message in (Hello(258), Show(3, 0xA1B2C3D4), Show(0, 0), Ping(0xFFFFFFFF), Ack()):
        whole = encode_message(7, message)
        (payload,) = Receiver().feed(whole)
        for bit in some(range(8 * len(whole))):
            wire = bytearray(whole)
            wire[bit // 8] ^= 1 << bit % 8
            assert set(Receiver().feed(bytes(wire) + b"\0")) <= {payload}


@given(st.binary(max_size=80))
def test_any_bytes_are_a_payload_or_a_broken_frame(data: bytes) -> None:
    frame = data.replace(b"\0", b"")
    try:
        payload = decode(frame)
    except BrokenFrame:
        return
    assert len(payload) <= PAYLOAD_BYTES
