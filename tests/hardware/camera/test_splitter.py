"""Pictures are found in a stream however its bytes are cut by the network, and whatever stands between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.camera import http
from hardware.camera.http import Splitter
from tests.support.hardware.streams import jpeg

PICTURES = [jpeg(number) for number in range(4)]
BETWEEN = st.sampled_from(
    [b"", b"\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n", b"\n--x\n\n", b"\r\n\r\n", bytes(9)]
)


def split(data: bytes, cuts: list[int]) -> list[bytes]:
    """The pictures found where the data come in pieces."""
    own, found, begin = Splitter(), list[bytes](), 0
    for end in (*sorted(cuts), len(data)):
        found += own.feed(data[begin:end])
        begin = end
    return found


@given(between=st.lists(BETWEEN, min_size=5, max_size=5), data=st.data())
def test_whole_pictures_are_found_in_any_pieces(between: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(gap + one for gap, one in zip(between, [*PICTURES, b""], strict=True))
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=30))
    assert split(stream, cuts) == PICTURES


@given(data=st.data())
def test_the_same_is_found_in_any_pieces_whatever_comes(data: st.DataObject) -> None:
    part = st.sampled_from(
        [*PICTURES, PICTURES[0][:200], b"\r\n--frame\r\n", b"\xff\xd8\xff", b"\xff", b"\xff\xd9", b"\n-"]
    )
    stream = b"".join(data.draw(st.lists(part | st.binary(max_size=9), max_size=20)))
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=30))
    assert split(stream, cuts) == split(stream, [])


PART = b"\r\n--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 0\r\n\r\n"


def test_a_part_without_a_picture_is_told_and_one_with_it_is_not() -> None:
    one, two, *_ = PICTURES
    stream = PART[2:] + one + PART + PART + b"garbage" + PART + two + b"\r\n--frame--\r\n"
    assert split(stream, []) == [one, b"", b"", two]
    assert split(stream, list(range(len(stream)))) == [one, b"", b"", two]


def test_a_picture_without_an_end_ends_where_the_next_one_begins() -> None:
    one, two, *_ = PICTURES
    torn = one[:-200]
    assert split(PART + torn + PART + two, []) == [torn + PART, two]


def test_a_small_picture_inside_a_pictures_header_is_none() -> None:
    one = PICTURES[0]
    thumbnail = b"\xff\xe1" + (len(PICTURES[1]) + 2).to_bytes(2) + PICTURES[1]
    whole = one[:2] + thumbnail + one[2:]
    assert split(PART + whole + PART, [50, 90]) == [whole]


def test_an_endless_picture_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "_MOST", 5000)
    one, two, *_ = PICTURES
    endless = one[:-2] + bytes(6000)
    assert split(endless + PART + two, [len(endless)]) == [b"", two]
