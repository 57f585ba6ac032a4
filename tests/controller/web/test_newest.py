"""The newest value: nobody who puts one in waits, everybody who waits is woken, and the last one is never missed."""

import asyncio
import threading

from hypothesis import given
from hypothesis import strategies as st

from controller.web.newest import Latest
from tests.support.waiting import PATIENCE_S


@given(st.lists(st.integers(), max_size=20), st.integers(0, 22))
def test_a_reader_gets_a_newer_value_or_waits(values: list[int], number: int) -> None:
    newest = Latest(-1)
    for value in values:
        newest.put(value)
    last = len(values) + 1
    held = (last, values[-1] if values else -1)
    assert (newest.current, newest.value) == (held, held[1])
    wanted = held if last > number else None
    assert (newest.wait(number, 0), asyncio.run(newest.wait_async(number, 0.001))) == (wanted, wanted)


def _thread_reads(newest: Latest[int], seen: list[int], last: int) -> None:
    number = 0
    while (held := newest.wait(number, PATIENCE_S)) and (not seen or seen[-1] != last):
        number, value = held
        seen.append(value)
        if value == last:
            return


async def _loop_reads(newest: Latest[int], seen: list[int], last: int) -> None:
    number = 0
    while held := await newest.wait_async(number, PATIENCE_S):
        number, value = held
        seen.append(value)
        if value == last:
            return


def test_threads_and_loops_see_values_in_order_and_the_last_one_always() -> None:
    newest, last = Latest(0), 2_000
    seen: list[list[int]] = [[] for _ in range(6)]

    def loop(own: list[list[int]]) -> None:
        async def all_of_them() -> None:
            await asyncio.gather(*(_loop_reads(newest, one, last) for one in own))

        asyncio.run(all_of_them())

    readers = [threading.Thread(target=_thread_reads, args=(newest, one, last)) for one in seen[:2]]
    readers += [threading.Thread(target=loop, args=(own,)) for own in (seen[2:4], seen[4:])]
    for reader in readers:
        reader.start()
    for value in range(1, last + 1):
        newest.put(value)
    for reader in readers:
        reader.join()
    for one in seen:
        assert one == sorted(set(one))
        assert one[-1] == last


def test_a_loop_that_has_ended_holds_nobody_up() -> None:
    newest = Latest(0)

    async def leaves() -> None:
        assert await newest.wait_async(1, 0.001) is None

    asyncio.run(leaves())
    newest.put(1)
    assert asyncio.run(newest.wait_async(1, PATIENCE_S)) == (2, 1)


def test_a_reader_that_gave_up_is_not_woken() -> None:
    newest = Latest(0)
    for _ in range(100):
        assert newest.wait(1, 0) is None
    assert vars(newest)["_queues"] == set()
