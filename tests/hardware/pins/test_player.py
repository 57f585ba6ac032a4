"""Patterns played on a switch that writes down what it is told."""

import threading
import time
from contextlib import closing

import pytest

from hardware.pins.player import Pattern, Player
from tests.support.waiting import until


class Paper:
    """A switch whose pulses are written down, each by how long it was meant to be on."""

    def __init__(self) -> None:
        self.lit_s: list[float] = []
        self.since_s = 0.0
        self.closed = 0
        self.fails = False
        self.free = threading.Event()
        """While it is not set, the first pulse does not end."""
        self.free.set()

    def on(self) -> None:
        if self.fails:
            raise OSError("the chip has gone")
        self.since_s = time.monotonic()
        self.free.wait()

    def off(self) -> None:
        self.lit_s.append(time.monotonic() - self.since_s)

    def close(self) -> None:
        self.closed += 1


FIRST = Pattern(((10, 0),), rank=9)
LONG = Pattern(((60_000, 0),), rank=3)
SHORT = Pattern(((10, 10),) * 3, rank=1)
ONE, TWO = Pattern(((10, 10),), rank=2), Pattern(((10, 10),) * 2, rank=2)


def test_a_pattern_is_played_whole_and_once() -> None:
    paper = Paper()
    with closing(Player("paper", paper)) as player:
        player.play(SHORT)
        until(lambda: len(paper.lit_s) == 3)
    assert len(paper.lit_s) == 3
    assert min(paper.lit_s) >= 0.01


@pytest.mark.parametrize(("then", "pulses"), [(SHORT, 1), (LONG, 1)])
def test_a_signal_is_interrupted_by_a_higher_rank_alone(then: Pattern, pulses: int) -> None:
    """The long one would take a minute: it is heard to its end unless it is broken off."""
    paper = Paper()
    with closing(Player("paper", paper)) as player:
        player.play(LONG)
        until(lambda: player.waiting is None)
        player.play(then)
        assert paper.lit_s == []
        player.play(Pattern(((10, 0),), rank=4))
        until(lambda: len(paper.lit_s) == pulses + 1)
    assert paper.closed == 1


def test_the_newest_waits_in_place_of_an_older_one_of_no_higher_rank() -> None:
    paper = Paper()
    paper.free.clear()
    with closing(Player("paper", paper)) as player:
        player.play(FIRST)
        until(lambda: paper.since_s)
        for pattern in (ONE, SHORT, TWO, SHORT):
            player.play(pattern)
        assert player.waiting is TWO
        paper.free.set()
        until(lambda: len(paper.lit_s) == 3)
    assert len(paper.lit_s) == 3


def test_a_standing_signal_is_repeated_until_it_ends() -> None:
    paper, again = Paper(), Pattern(((10, 0),), again_s=0.05)
    with closing(Player("paper", paper)) as player:
        player.repeat(again)
        until(lambda: len(paper.lit_s) == 3)
        player.repeat(again)
        player.play(ONE)
        until(lambda: len(paper.lit_s) >= 6)
        player.repeat(None)
        player.play(TWO)
        until(lambda: player.waiting is None)


def test_a_signal_that_ends_is_broken_off() -> None:
    paper = Paper()
    with closing(Player("paper", paper)) as player:
        player.repeat(LONG)
        until(lambda: paper.since_s)
        player.repeat(None)
        until(lambda: paper.lit_s)
    assert len(paper.lit_s) == 1


def test_closing_breaks_off_and_lets_go_once() -> None:
    paper = Paper()
    player = Player("paper", paper)
    player.play(LONG)
    until(lambda: paper.since_s)
    player.close()
    player.close()
    player.play(SHORT)
    assert (len(paper.lit_s), paper.closed) == (1, 1)


def test_a_switch_that_fails_is_told_and_costs_the_game_nothing(caplog: pytest.LogCaptureFixture) -> None:
    paper = Paper()
    paper.fails = True
    with closing(Player("paper", paper)) as player:
        player.play(SHORT)
        until(lambda: paper.closed)
        player.play(SHORT)
        player.repeat(LONG)
    assert caplog.messages == ["paper: it cannot be switched any more"]


def test_many_callers_at_once_lose_nothing_of_the_highest_rank() -> None:
    paper = Paper()
    paper.free.clear()
    with closing(Player("paper", paper)) as player:
        player.play(FIRST)
        until(lambda: paper.since_s)
        highest = Pattern(((10, 10),) * 4, rank=8)
        callers = [threading.Thread(target=player.play, args=(pattern,)) for pattern in [ONE, highest] * 8]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        paper.free.set()
        until(lambda: len(paper.lit_s) == 5)
    assert len(paper.lit_s) == 5
