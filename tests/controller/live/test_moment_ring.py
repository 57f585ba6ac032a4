"""The ring of frames: never more bytes than it may hold, the newest whole, some of every landing for longer."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from controller.live.moments.moment import StoredFrame
from controller.live.moments.recorder import APART_S, FrameRing
from tests.support.loops import some

SIZES = st.lists(st.integers(1, 400), min_size=1, max_size=80)


def frame(number: int, size: int) -> StoredFrame:
    return StoredFrame(number / 15, bytes(size), (), (8, 8))


@given(SIZES, st.integers(2, 2000), st.lists(st.integers(0, 79), max_size=5))
def test_the_ring_never_holds_more_than_it_may_and_always_the_newest(
    sizes: list[int], most: int, landings: list[int]
) -> None:
    ring, taken = FrameRing(most), list[StoredFrame]()
    for number, size in enumerate(some(sizes)):
        if number in landings:
            ring.mark(number / 15 - 0.5, number / 15 + 0.5)
        one = frame(number, size)
        assert ring.add(one) == (size <= most // 2)
        taken += [one] if size <= most // 2 else []
        held = ring.between(float("-inf"), float("inf"))
        assert ring.size_bytes == sum(len(each.jpeg) for each in held) <= most
        assert not taken or held[-1] is taken[-1]
        assert [each.seconds for each in held] == sorted(each.seconds for each in held)


@given(SIZES, st.integers(2, 2000), st.integers(0, 79))
def test_the_ring_names_the_frames_that_a_new_one_would_push_out(sizes: list[int], most: int, since: int) -> None:
    ring = FrameRing(most)
    for number, size in enumerate(some(sizes)):
        before = ring.between(since / 15, float("inf"))
        one = frame(number, size)
        told = ring.pushes_out(one, since / 15)
        if ring.add(one):
            assert told == bool({*before} - {*ring.between(since / 15, float("inf"))})


def test_a_landing_stays_when_the_frames_around_it_have_gone() -> None:
    ring = FrameRing(2000)
    ring.mark(1.0, 2.0)
    for number in range(200):
        ring.add(frame(number, 50))
    kept = [each.seconds for each in ring.between(0, 3)]
    assert len(kept) >= 5
    assert all(1.0 <= seconds <= 2.0 for seconds in kept)
    assert min(later - earlier for earlier, later in pairwise(kept)) >= APART_S
    assert ring.between(200 / 15 - 1, 200 / 15)


def test_landings_after_landings_take_no_more_than_their_half() -> None:
    ring = FrameRing(2000)
    for number in range(400):
        ring.mark(number / 15, number / 15 + 1)
        ring.add(frame(number, 50))
        assert ring.size_bytes <= 2000
    assert ring.size_bytes == 2000
