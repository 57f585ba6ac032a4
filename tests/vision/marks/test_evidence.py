"""Evidence of a reading: what counts alone is as improbable by chance as one corrected bit, whatever the cells."""

from math import comb, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.marks import squares_patient

CELLS = 36


def clear(flaws: int) -> float:
    """Bits of a reading all of whose cells are clear and so many contradict."""
    cells = np.ones((1, CELLS))
    cells[0, :flaws] = -1
    return float(squares_patient.bits_of_evidence(cells, np.ones((1, CELLS)))[0])


@pytest.mark.parametrize("flaws", range(9))
def test_no_more_evidence_is_claimed_than_counting_all_words_gives(flaws: int) -> None:
    words = sum(comb(CELLS, count) for count in range(flaws + 1))
    assert clear(flaws) <= CELLS - log2(words) + 1e-9


def test_one_clear_flaw_counts_alone_two_make_a_candidate_and_three_nothing() -> None:
    assert clear(0) > clear(1) > squares_patient.SURE > clear(2) > squares_patient.CANDIDATE > clear(3)


@given(st.lists(st.floats(-1, 1), min_size=10, max_size=10))
def test_no_more_evidence_is_claimed_than_all_signs_of_ten_cells_give(cells: list[float]) -> None:
    row = np.array([cells])
    (told,) = squares_patient.bits_of_evidence(row, np.ones((1, 10)))
    signs = 1 - 2 * ((np.arange(1024)[:, None] >> np.arange(10)) & 1)
    as_well = (signs @ np.abs(row[0]) >= row.sum() - 1e-9).mean()
    assert 2.0**-told >= as_well - 1e-9


def test_a_cell_that_cannot_be_made_out_contradicts_hardly_anything() -> None:
    cells = np.ones((1, CELLS))
    cells[0, :4] = -0.1
    assert squares_patient.bits_of_evidence(cells, np.ones((1, CELLS)))[0] > squares_patient.SURE


def test_cells_that_cannot_be_made_out_are_no_evidence() -> None:
    assert squares_patient.bits_of_evidence(np.zeros((1, CELLS)), np.ones((1, CELLS)))[0] < 1e-6


def test_all_cells_faint_but_right_count_as_much_as_clear_ones() -> None:
    # Contrast is measured at the mark itself: faint cells that all agree are as improbable by chance as clear ones.
    (told,) = squares_patient.bits_of_evidence(np.full((1, CELLS), 0.3), np.ones((1, CELLS)))
    assert told == pytest.approx(clear(0), abs=0.1)
