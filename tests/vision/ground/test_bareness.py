"""When looks were bare last, told as plainly as it can be: by going through all frames."""

from itertools import pairwise
from statistics import median

import numpy as np
import pytest

from vision.ground.bareness import Bareness

SHAPE = 6, 8


@pytest.mark.parametrize("frames", [4, 40, 700])
def test_marks_were_not_there_when_the_middle_one_of_their_hidden_looks_was_bare(frames: int) -> None:
    random = np.random.default_rng(frames)
    # Some looks are hidden once and for ever, others come and go.
    often = random.uniform(0.01, 0.9, SHAPE)
    hidden = [np.where(random.random(SHAPE) < often, 255, 0).astype(np.uint8) for _ in range(frames)]
    own = Bareness(SHAPE)
    for number, mask in enumerate(hidden):
        own.note(number / 2, mask)
    bare = np.full(SHAPE, -np.inf)
    for number, (before, now) in enumerate(pairwise(hidden)):
        bare[(before == 0) & (now > 0)] = number / 2
    told = 0
    for _ in range(20):
        marks = np.flatnonzero(random.random(SHAPE) < 0.5)
        times = [bare.ravel()[mark] for mark in marks if hidden[-1].ravel()[mark]]
        expected = median(times) if len(times) >= 3 and np.isfinite(median(times)) else None
        assert own.since(marks) == expected
        told += expected is not None
    assert told
