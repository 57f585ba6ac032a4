"""When samples were bare last, told as plainly as it can be: by going through all frames."""

from itertools import pairwise
from statistics import median

import numpy as np
import pytest

from vision.ground.emptiness import BareHistory

SHAPE = 6, 8


@pytest.mark.parametrize("frames", [4, 40, 700])
def test_marks_were_not_there_when_the_middle_one_of_their_hidden_samples_was_bare(frames: int) -> None:
    random = np.random.default_rng(frames)
    # Some samples are hidden once and for ever, others come and go.
    often = random.uniform(0.01, 0.9, SHAPE)
    levels = [random.random(SHAPE) for _ in range(frames)]
    hidden = [np.where(level < often, 255, 0).astype(np.uint8) for level in levels]
    doubtful = [np.where(level < 1.1 * often, 255, 0).astype(np.uint8) for level in levels]
    own = BareHistory(SHAPE)
    for number, masks in enumerate(zip(hidden, doubtful, strict=True)):
        own.update(number / 2, *masks)
    bare = np.full(SHAPE, -np.inf)
    for number, (before, now) in enumerate(pairwise(doubtful)):
        bare[(before == 0) & (now > 0)] = number / 2
    told = 0
    for _ in range(20):
        marks = np.flatnonzero(random.random(SHAPE) < 0.5)
        times = [bare.ravel()[mark] for mark in marks if hidden[-1].ravel()[mark]]
        expected = median(times) if len(times) >= 3 and np.isfinite(median(times)) else None
        assert own.last_absent(marks) == expected
        told += expected is not None
    assert told


def test_a_card_that_is_hardly_brighter_than_what_counts_was_not_bare_when_grain_made_it_a_little_darker() -> None:
    own, card = BareHistory(SHAPE), np.full(SHAPE, 255, np.uint8)
    mat = np.zeros_like(card)
    own.update(1.0, mat, mat)
    for number in range(6):
        own.update(2 + number, card if number % 2 else mat, card)
    assert own.last_absent(np.arange(card.size)) == 1.0
