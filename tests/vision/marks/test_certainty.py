"""The probability of a wrong card: each way to certainty, as docs/marks.md tells it, from what the code demands."""

from math import comb, log2

import numpy as np
import pytest

from vision.eyes.reader import SECOND
from vision.marks import evidence
from vision.marks.identity import COMMANDS, DICTIONARY_SIZE
from vision.marks.squares import cells_of

TURNS = 4
LARGEST_DECK = 78
WEIGHINGS = 4
"""Two outlines, each by light and by grey levels."""
GIVEN_UP = 8
"""Looks after which a thing is taken for no card, and as many glances."""
FALSE_FRAME = 16 * (0.8 / 60) ** 2 * 6 / 360
"""Of a landing: the border of a mark that is made of two, half over one another within half a mm and three degrees."""
WORDS = 2**36
GOAL = 1e-9


def codes(deck: int) -> int:
    """Words that are a card of a deck, or a command, at any turn."""
    return TURNS * (deck + len(COMMANDS))


def sure_mark(deck: int) -> float:
    """Of the patient reader."""
    return codes(deck) * len(SECOND) * WEIGHINGS * 2**-evidence.SURE * FALSE_FRAME


def one_corrected_bit(deck: int) -> float:
    """Of the quick reader, as every look and glance reads."""
    within_one = 1 + comb(36, 1)
    return codes(deck) * within_one / WORDS * 2 * GIVEN_UP * FALSE_FRAME


def two_candidates(deck: int) -> float:
    """Of one card, where its geometry puts them."""
    tries = len(SECOND) * WEIGHINGS
    first = codes(deck) * tries * 2**-evidence.CANDIDATE
    second = 3 * TURNS * tries * 2**-evidence.CANDIDATE
    return first * second * FALSE_FRAME


@pytest.mark.parametrize("deck", [36, LARGEST_DECK])
def test_all_ways_to_certainty_together_are_wrong_once_in_more_than_a_billion_landings(deck: int) -> None:
    assert 0 < two_candidates(deck) < GOAL / 1000 < sure_mark(deck) + one_corrected_bit(deck) < GOAL - GOAL / 1000


def test_a_candidate_alone_would_not_be_enough() -> None:
    assert codes(36) * len(SECOND) * WEIGHINGS * 2**-evidence.CANDIDATE * FALSE_FRAME > GOAL


def test_any_two_numbers_differ_in_eleven_cells_at_any_turn() -> None:
    every = np.array(
        [np.rot90(cells_of(number), -turn).ravel() for number in range(DICTIONARY_SIZE) for turn in range(TURNS)]
    )
    agreement = every @ every.T
    np.fill_diagonal(agreement, -np.inf)
    least = int(36 - agreement.max()) // 2
    assert least == 11
    # A mark of another card needs so many of those cells changed; where clear ones err once in 10,000 that is never.
    flaws = 2
    assert log2(37 * comb(11, flaws)) + (least - flaws) * log2(1e-4) < -100
