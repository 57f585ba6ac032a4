"""Greedy and slow connections are let go, and no player is turned away for them."""

import asyncio
import gc
import socket
import warnings
from collections.abc import AsyncIterator, Generator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from controller.web.host import MOST_EACH, ConnectionLimits, FairProtocol, Host, listen
from controller.web.yielding import Pause, no_pause
from tests.support.loops import some
from tests.support.waiting import PATIENCE_S, until

ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


class Held(FairProtocol):
    """A connection of which only the crowd knows."""

    def __init__(self) -> None:
        self.gone = False

    def abort(self) -> None:
        self.gone = True


@given(st.lists(st.integers(0, 5), min_size=1, max_size=120), st.integers(3, 20), st.integers(2, 8))
def test_a_client_with_few_connections_displaces_one_with_many(comers: list[int], most: int, each: int) -> None:
    crowd, held = ConnectionLimits(most, each), list[tuple[str, Held]]()
    for number in some(comers):
        who, mine = f"192.0.2.{number}", Held()
        before = [name for name, one in held if not one.gone]
        if crowd.enter(who, mine):
            held.append((who, mine))
        elif before.count(who) < each:
            assert all(before.count(other) <= before.count(who) + 1 for other in before)
        now = [name for name, one in held if not one.gone]
        assert crowd.count == len(now) <= most
        assert all(now.count(name) <= each for name in now)


def test_the_machine_itself_is_never_turned_away_for_the_network() -> None:
    crowd, here = ConnectionLimits(10, 2), [Held() for _ in range(9)]
    assert [crowd.enter("127.0.0.1", one) for one in here] == [True] * 9
    assert crowd.enter("192.0.2.1", Held())
    assert not crowd.enter("192.0.2.2", Held())
    assert not any(one.gone for one in here)


def _nowhere(_: str) -> bool:
    return False


async def _page(request: Request) -> PlainTextResponse:
    body = await request.body()
    return PlainTextResponse(f"{len(body)}")


async def _stream(request: Request) -> StreamingResponse:
    del request

    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 65_536
            await asyncio.sleep(0)

    return StreamingResponse(endless())


_never_asked = Event()


async def _never(request: Request) -> PlainTextResponse:
    del request
    _never_asked.set()
    await asyncio.Event().wait()
    raise AssertionError("nothing wakes it")


@contextmanager
def serving(most: int = 40, pause: Pause = no_pause) -> Generator[int]:
    routes = [Route("/", _page, methods=["GET", "POST"]), Route("/stream", _stream), Route("/never", _never)]
    host = Host(Starlette(routes=routes), most, pause=pause)
    ear = listen("127.0.0.1", 0)
    port = int(ear.getsockname()[1])
    thread = Thread(target=host.serve, args=(ear,))
    thread.start()
    try:
        yield port
    finally:
        host.stop()
        thread.join()


def opened(port: int, stack: ExitStack, said: bytes = b"") -> socket.socket:
    wire = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE_S))
    wire.sendall(said)
    return wire


def ends(wire: socket.socket) -> bool:
    """Whether the other end lets go."""
    with suppress(ConnectionError):
        while wire.recv(65_536):
            pass
    return True


@pytest.mark.parametrize(
    "said",
    [b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc", ASK, ASK + b"GET / HT"],
    ids=["nothing", "half a head", "half a body", "an answer and nothing", "an answer and half a head"],
)
def test_a_slow_client_is_dropped(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.web.host.HEAD_S", 0.2)
    monkeypatch.setattr("controller.web.host.BODY_S", 0.2)
    with serving() as port, ExitStack() as stack:
        assert ends(opened(port, stack, said))


def test_a_stream_that_nobody_reads_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[object] = []
    real = FairProtocol.abort

    def abort(connection: FairProtocol) -> None:
        gone.append(connection)
        real(connection)

    monkeypatch.setattr("controller.web.host.UNREAD_S", 0.2)
    monkeypatch.setattr(FairProtocol, "abort", abort)
    with serving() as port, ExitStack() as stack:
        opened(port, stack, b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        until(lambda: gone)


def test_players_are_answered_while_somebody_holds_all_that_he_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.web.host.is_loopback", _nowhere)
    with serving(most=200) as port, ExitStack() as stack:
        wires = [opened(port, stack) for _ in range(60)]
        answers = wires[MOST_EACH:]
        assert [wire.recv(12) for wire in answers] == [b"HTTP/1.1 503"] * len(answers)
        player = stack.enter_context(socket.socket())
        player.bind(("127.0.0.2", 0))
        player.settimeout(PATIENCE_S)
        player.connect(("127.0.0.1", port))
        player.sendall(ASK)
        assert player.recv(15) == b"HTTP/1.1 200 OK"


def test_no_connection_outlasts_a_server_that_is_stopped() -> None:
    with ExitStack() as stack:
        with serving() as port:
            reading = [opened(port, stack, b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(3)]
            assert [wire.recv(12) for wire in reading] == [b"HTTP/1.1 200"] * 3
            waiting = opened(port, stack, b"GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
            until(_never_asked.is_set)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", ResourceWarning)
            gc.collect()
        assert [str(each.message) for each in told] == []
        assert all(ends(wire) for wire in [*reading, waiting])
