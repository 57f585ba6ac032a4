"""The benchmark's own reckoning: which table shows which event, and when it came."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.pages.phones_heard import Delays, Entered, Put, delays

ROOT = Path(__file__).parents[4]
PUTS = [
    Put(1.00, 1, "empty"),
    Put(2.01, 2, "ace"),
    Put(2.02, 2, "ace, told"),
    Put(3.01, 3, "ace, told"),
    Put(4.01, 4, "empty"),
    Put(5.01, 5, "ace"),
]
"""A card is laid, something happens that no table shows, the card is taken away, and laid again."""
EVENTS = [Entered(2, 2.0), Entered(3, 3.0), Entered(4, 4.0), Entered(5, 5.0)]


def rounded(found: Delays) -> list[float]:
    return [round(ms, 3) for ms in found.ms]


def test_each_phone_is_timed_to_the_first_table_that_shows_an_event() -> None:
    sent = [(0, 2.1, "ace"), (0, 2.2, "ace, told"), (0, 4.1, "empty"), (0, 5.1, "ace"), (1, 5.5, "ace")]
    found = delays(EVENTS, PUTS, sent, 2)
    assert rounded(found) == [100, 3500, 100, 1500, 100, 500]
    assert (found.missed, found.foreign, found.unseen) == (0, 0, 1)


def test_an_old_table_that_looks_alike_shows_no_later_event() -> None:
    found = delays(EVENTS, PUTS, [(0, 2.1, "ace")], 1)
    assert (rounded(found), found.missed, found.unseen) == ([100], 2, 1)


def test_a_table_of_no_state_and_one_before_its_state_are_told() -> None:
    found = delays(EVENTS[:1], PUTS, [(0, 2.005, "ace"), (0, 2.5, "another game's")], 1)
    assert (found.ms, found.missed, found.foreign) == ([], 1, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["benchmarks.table.soak", "--short", "--deals", "6", "--hours", "0"],
        ["benchmarks.pages.phones", "--short", "--phones", "3", "--stuck", "1", "--rounds", "1", "--speed", "10"],
    ],
)
def test_the_long_runs_hold_in_small(command: list[str]) -> None:
    words = [sys.executable, "-m", *command]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)  # noqa: S603 - ours
    assert done.returncode == 0, done.stdout + done.stderr
