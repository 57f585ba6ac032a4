"""Ctrl-C and SIGTERM end what goes on, also an interrupt that Python only tells of: a destructor raised it."""

import os
import signal
import sys
from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

from controller.commands.stopping import stoppable
from controller.console.setup.context import RoundRestart
from controller.live.camera import CameraTrouble
from groundwork.picture import Gray

SIGNALS = [signal.SIGINT, signal.SIGTERM]


class Gone:
    """An object whose last moment is that of the signal."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __del__(self) -> None:
        os.kill(os.getpid(), self._number)


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> list[type[BaseException] | None]:
    """The errors that ended nothing."""
    told: list[type[BaseException] | None] = []

    def tell(error: "sys.UnraisableHookArgs") -> None:
        told.append(error.exc_type)

    monkeypatch.setattr(sys, "unraisablehook", tell)
    return told


def _frames() -> Iterator[tuple[float, Gray]]:
    for second in count():
        yield float(second), np.zeros((2, 2), np.uint8)


@pytest.mark.parametrize("number", SIGNALS)
def test_an_interrupt_that_is_lost_ends_the_round_of_a_referee_with_the_next_picture(
    number: int, lost: list[type[BaseException] | None]
) -> None:
    again = RoundRestart()
    seen: list[float] = []
    with stoppable(again.end_program):
        for frame in again.over(_frames(), lambda: False):
            assert not isinstance(frame, CameraTrouble)
            seen.append(frame[0])
            assert len(seen) < 9, "it goes on for ever"
            if frame[0] == 3:
                gone = Gone(number)
                del gone
    assert lost == [KeyboardInterrupt]
    assert seen == [0, 1, 2, 3]
    assert again.ends_program


@pytest.mark.parametrize("number", SIGNALS)
def test_the_program_ends_at_once_where_nothing_is_lost_and_restores_the_signals(number: int) -> None:
    before = [signal.getsignal(one) for one in SIGNALS]
    asked: list[str] = []
    with stoppable(lambda: asked.append("to leave")):
        os.kill(os.getpid(), number)
        asked.append("it went on")
    assert asked == ["to leave"]
    assert [signal.getsignal(one) for one in SIGNALS] == before


def test_in_the_background_ctrl_c_is_anothers() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        asked: list[str] = []
        with stoppable(lambda: asked.append("to leave")):
            os.kill(os.getpid(), signal.SIGINT)
            asked.append("it went on")
        assert asked == ["it went on"]
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
