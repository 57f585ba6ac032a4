"""The agent that types for the tests in machines that they boot: it outlasts the programs that it has started."""

import os
import queue
import socket
import threading
from collections.abc import Iterator

import pytest

from tests.pi.guest.agent import Agent
from tests.support.guest import Guest

DEAF = "exec <&-; echo deaf; sleep 0.5; echo done"
"""A program that reads nothing any more, and goes on."""


@pytest.fixture
def guest() -> Iterator[Guest]:
    outside, inside = socket.socketpair()
    up = queue.SimpleQueue[float]()
    with outside, os.fdopen(inside.detach(), "r+b", buffering=0) as port:
        agent = threading.Thread(target=Agent(port).serve)
        agent.start()
        with outside.makefile("rw", encoding="utf-8") as line:
            yield Guest(line, up.put)
            outside.shutdown(socket.SHUT_RDWR)
        agent.join()


def test_input_for_an_ended_program_disturbs_no_other(guest: Guest) -> None:
    """A command that is short is over before the answer that is typed after it."""
    short = guest.start("true")
    assert short.ended() == 0
    short.tell("y")
    other = guest.start("echo", "here")
    assert (other.ended(at_most_s=60), other.said) == (0, ["here"])


def test_a_program_that_reads_nothing_is_told_of_to_its_end(guest: Guest) -> None:
    deaf = guest.start("sh", "-c", DEAF)
    deaf.until("deaf")
    deaf.tell("y")
    assert deaf.ended(at_most_s=60) == 0
    assert deaf.said == ["deaf", "done"]
