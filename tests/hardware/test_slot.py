"""A slot for the newest thing: nobody who puts waits, each thing is taken once at most, and the last one always."""

import threading

import pytest

from hardware.slot import LatestSlot


def test_the_newest_replaces_what_nobody_has_taken() -> None:
    slot = LatestSlot[int]()
    assert [slot.put(number) for number in range(3)] == [False, True, True]
    assert (slot.is_full, slot.get(0), slot.is_full) == (True, 2, False)
    with pytest.raises(TimeoutError):
        slot.get(0.001)


def test_a_value_left_in_a_closed_slot_can_be_read() -> None:
    slot = LatestSlot[int]()
    slot.put(7)
    slot.close()
    assert [slot.get(), slot.get(), slot.get()] == [7, None, None]


def test_a_reader_sees_values_in_order_and_the_last_one() -> None:
    slot, taken, dropped, count = LatestSlot[int](), list[int](), 0, 5_000

    def take() -> None:
        while (number := slot.get()) is not None:
            taken.append(number)

    taker = threading.Thread(target=take)
    taker.start()
    for number in range(count):
        dropped += slot.put(number)
    slot.close()
    taker.join()
    assert taken == sorted(set(taken))
    assert (taken[-1], len(taken) + dropped) == (count - 1, count)
