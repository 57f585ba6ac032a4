"""Patterns of lamp and buzzer: whoever cannot see can tell each from each."""

from itertools import combinations, pairwise
from typing import get_args

import pytest

from controller.settings.signals import LAMP, LONGEST_MS, PATTERNS, SOUNDS, STANDING, Signal
from hardware.pins.player import APART_S

CLEARLY = 2.0
"""Factor by which a pulse must be longer to be called longer by ear."""


def test_every_signal_has_a_pattern() -> None:
    assert set(PATTERNS) == set(get_args(Signal))
    assert set(LAMP) | set(SOUNDS) | {"card"} == set(PATTERNS)
    assert set(STANDING) <= set(PATTERNS)


@pytest.mark.parametrize(("one", "other"), [*combinations(sorted(PATTERNS), 2)])
def test_each_is_told_from_each_by_number_or_by_clearly_other_length(one: Signal, other: Signal) -> None:
    mine, theirs = PATTERNS[one].pulses_ms, PATTERNS[other].pulses_ms
    if len(mine) == len(theirs):
        ratios = [pulse[0] / peer[0] for pulse, peer in zip(mine, theirs, strict=True)]
        assert min(ratios) >= CLEARLY or max(ratios) <= 1 / CLEARLY


@pytest.mark.parametrize("signal", sorted(PATTERNS))
def test_no_pattern_is_long_blurred_or_runs_into_the_next(signal: Signal) -> None:
    pattern = PATTERNS[signal]
    gaps_ms = [off for _, off in pattern.pulses_ms[:-1]]
    assert all(on > 0 for on, _ in pattern.pulses_ms)
    assert pattern.whole_ms <= LONGEST_MS
    assert all(100 <= gap < APART_S * 1000 for gap in gaps_ms)
    assert pattern.again_s > pattern.whole_ms / 1000 + APART_S


def test_graver_signals_have_a_higher_rank() -> None:
    order: list[Signal] = ["card", "trick", "deal", "back", "unclear", "match", "check", "verdict", "arbiter", "blind"]
    ranks = [PATTERNS[signal].rank for signal in order]
    assert all(lower < higher for lower, higher in pairwise(ranks))
