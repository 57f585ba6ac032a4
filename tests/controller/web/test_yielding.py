"""Pages give way while a card is read or an event taken in, but never for long."""

import asyncio
import os
import socket
import sys
import threading
from collections.abc import Generator
from contextlib import ExitStack, contextmanager

import pytest
from starlette.types import Receive, Scope, Send

from controller.live.priority import NICENESS, lower_priority
from controller.live.table import TableLock
from controller.web.host import Host, listen
from controller.web.yielding import PATIENCE_S, YieldToGame
from tests.support.waiting import PATIENCE_S as TEST_S
from tests.support.waiting import until


class _Answered:
    """An application that notes when it was asked."""

    def __init__(self) -> None:
        self.when: float | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.when = asyncio.get_running_loop().time()


def _waited(is_busy: list[bool], kind: str = "http") -> float:
    """Seconds that a request waits while the game is busy as often as is given, and then for ever if the last is so."""

    async def ask() -> float:
        began, answered = asyncio.get_running_loop().time(), _Answered()
        left = [*is_busy]
        await YieldToGame(answered, lambda: left.pop(0) if len(left) > 1 else left[0])({"type": kind}, _never, _nothing)
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


def test_a_malformed_request_does_not_wait() -> None:
    assert _waited([True], "lifespan") < PATIENCE_S / 2


@pytest.mark.skipif(sys.platform != "linux", reason="priorities of threads are Linux's")
def test_a_thread_that_gives_way_is_nicer_than_the_game() -> None:
    found: list[int] = []

    def work() -> None:
        lower_priority()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    mine = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert found == [min(mine + NICENESS, 19)]


class _Held:
    """A game that holds up its pages until it has finished."""

    def __init__(self) -> None:
        self.finished = threading.Event()
        self.finished.set()
        self.asked = 0

    def pause(self) -> None:
        self.asked += not self.finished.is_set()
        self.finished.wait(TEST_S)


@contextmanager
def _served(answered: list[str], game: _Held) -> Generator[int]:
    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        del receive
        answered.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    host, ear = Host(application, 40, pause=game.pause), listen("127.0.0.1", 0)
    port = int(ear.getsockname()[1])
    thread = threading.Thread(target=host.serve, args=(ear,))
    thread.start()
    try:
        yield port
    finally:
        game.finished.set()
        host.stop()
        thread.join()


def test_a_server_stands_still_while_the_game_takes_an_event_in() -> None:
    answered, game = list[str](), _Held()
    with _served(answered, game) as port, ExitStack() as stack:
        wires = [stack.enter_context(socket.create_connection(("127.0.0.1", port), TEST_S)) for _ in range(20)]
        wires[0].sendall(b"GET /before HTTP/1.1\r\nHost: x\r\n\r\n")
        assert wires[0].recv(12) == b"HTTP/1.1 200"
        game.finished.clear()
        for number, wire in enumerate(wires[1:]):
            wire.sendall(b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % number)
        until(lambda: game.asked)
        assert answered == ["/before"]
        game.finished.set()
        assert [wire.recv(12) for wire in wires[1:]] == [b"HTTP/1.1 200"] * 19
        assert sorted(answered[1:]) == sorted(f"/{number}" for number in range(19))


def test_others_let_whoever_holds_the_tables_lock_finish() -> None:
    lock, order = TableLock(), list[str]()

    def other() -> None:
        order.append("asks")
        lock.wait_until_free(TEST_S)
        order.append("goes on")

    thread = threading.Thread(target=other)
    with lock:
        with lock:
            thread.start()
            until(lambda: order)
        assert order == ["asks"]
        order.append("finished")
    thread.join(TEST_S)
    assert order == ["asks", "finished", "goes on"]


def test_nobody_is_let_finish_for_ever() -> None:
    lock, done = TableLock(), threading.Event()

    def other() -> None:
        lock.wait_until_free(0.01)
        done.set()

    with lock:
        threading.Thread(target=other).start()
        assert done.wait(TEST_S)


def test_the_tables_lock_is_one_threads_at_a_time() -> None:
    lock, order = TableLock(), list[str]()

    def other() -> None:
        with lock:
            order.append("other")

    thread = threading.Thread(target=other)
    with lock:
        thread.start()
        lock.wait_until_free(0.01)
        order.append("first")
    thread.join(TEST_S)
    assert order == ["first", "other"]
    lock.wait_until_free(TEST_S)
