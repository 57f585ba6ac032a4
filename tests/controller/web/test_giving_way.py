"""Pages give way while a card is read, but never for long."""

import asyncio
import os
import sys
import threading

import pytest
from starlette.types import Receive, Scope, Send

from controller.live.priority import NICENESS, give_way
from controller.web.giving_way import PATIENCE_S, GivingWay


class _Answered:
    """An application that notes when it was asked."""

    def __init__(self) -> None:
        self.when: float | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive, send
        self.when = asyncio.get_running_loop().time()


def _waited(is_busy: list[bool], kind: str = "http") -> float:
    """Seconds that a request waits while the game is busy as often as is given, and then for ever if the last is so."""

    async def ask() -> float:
        began, answered = asyncio.get_running_loop().time(), _Answered()
        left = [*is_busy]
        await GivingWay(answered, lambda: left.pop(0) if len(left) > 1 else left[0])({"type": kind}, _never, _nothing)
        assert answered.when is not None
        return answered.when - began

    return asyncio.run(ask())


async def _never() -> dict[str, str]:
    raise AssertionError("nothing is to be received")


async def _nothing(message: object) -> None:
    del message


def test_a_request_is_answered_at_once_while_the_game_is_idle() -> None:
    assert _waited([False]) < PATIENCE_S / 2


def test_a_request_waits_until_the_card_is_read() -> None:
    assert _waited([True, True, True, False]) >= 0.05


def test_no_request_waits_long() -> None:
    assert _waited([True]) >= PATIENCE_S


def test_what_is_no_request_does_not_wait() -> None:
    assert _waited([True], "lifespan") < PATIENCE_S / 2


@pytest.mark.skipif(sys.platform != "linux", reason="priorities of threads are Linux's")
def test_a_thread_that_gives_way_is_nicer_than_the_game() -> None:
    found: list[int] = []

    def work() -> None:
        give_way()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    mine = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert found == [min(mine + NICENESS, 19)]
