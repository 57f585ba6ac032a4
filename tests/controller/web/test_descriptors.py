"""Browsers take no more of the program's descriptors than are theirs: the camera and the record need some too."""

import logging
import select
import socket
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event

import pytest

from controller.web import host
from controller.web.host import BACKLOG
from tests.controller.web.test_fair import ASK, opened, serving
from tests.support.descriptors import used_up
from tests.support.waiting import PATIENCE_S, until

MOST = 40
STRANGERS = 480


def nowhere(_: str) -> bool:
    return False


def descriptors() -> int:
    """How many the program has."""
    return len([*Path("/proc/self/fd").iterdir()])


def strangers(port: int, stack: ExitStack) -> list[socket.socket]:
    """Browsers of many addresses, who all come at once; some may have to wait outside."""
    wires = [stack.enter_context(socket.socket()) for _ in range(STRANGERS)]
    for number, wire in enumerate(wires):
        wire.setblocking(False)
        wire.bind((f"127.0.9.{1 + number % 16}", 0))
        with suppress(BlockingIOError):
            wire.connect(("127.0.0.1", port))
    return wires


def answered(wires: list[socket.socket]) -> int:
    """How many of them have been told something, if only to go."""
    poll = select.poll()
    for wire in wires:
        poll.register(wire, select.POLLIN)
    return len(poll.poll(0))


def test_a_crowd_that_comes_at_once_takes_few_descriptors_more_than_it_may_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host, "is_loopback", nowhere)
    goes_on, most = Event(), [0]
    goes_on.set()

    def pause() -> None:
        goes_on.wait(PATIENCE_S)
        most[0] = max(most[0], descriptors())

    with serving(MOST, pause) as port, ExitStack() as stack:
        player = opened(port, stack, ASK)
        assert player.recv(12) == b"HTTP/1.1 200"
        goes_on.clear()
        wires = strangers(port, stack)
        before = descriptors()
        goes_on.set()
        until(lambda: answered(wires) >= BACKLOG - MOST)
        assert before < most[0] <= before + MOST + 2 * BACKLOG


def test_where_descriptors_are_used_up_the_log_stays_small_and_browsers_are_answered_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with serving() as port, ExitStack() as stack:
        assert opened(port, stack, ASK).recv(12) == b"HTTP/1.1 200"
        waiting = stack.enter_context(socket.socket())
        with caplog.at_level(logging.WARNING), used_up():
            waiting.connect(("127.0.0.1", port))
            waiting.sendall(ASK)
            until(lambda: caplog.records)
        assert waiting.recv(12) == b"HTTP/1.1 200"
    assert [record.getMessage() for record in caplog.records] == [
        "no more browsers can be answered for now: Too many open files"
    ]
