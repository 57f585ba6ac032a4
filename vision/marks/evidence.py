"""The evidence of a reading: how improbable it is that cells which say nothing agree so well with a code.

Each cell of a fiducial is a number from -1, black, to 1, white; near 0 it cannot be made out. If the cells were those
of no fiducial, each could as well be its opposite. How likely their sum, each with the sign that the code demands, is
as large as it is then, is bounded by Chernoff: for every s > 0 by the product of cosh(s |cell|), over exp(s sum). A
clear cell that contradicts the code costs much, one that could not be made out hardly anything, and no cell counts more
than it shows. docs/marks.md has what follows for cards.
"""

from typing import Final

import numpy as np

from vision.base.picture import Matrix, f64

SURE: Final = 29.2
"""Bits that a reading needs which counts alone: of 36 clear cells, all but one, as OpenCV counts one corrected bit."""
CANDIDATE: Final = 24.0
"""Bits that a reading needs to count together with another mark of its card: of 36 clear cells, all but two."""

_TRIED: Final = np.geomspace(0.1, 12.8, 22)
"""Values of s; the bound holds for each, so that the best of them does."""


def bits_of_evidence(cells: Matrix, code: Matrix) -> Matrix:
    """Binary digits of evidence, row by row: minus the logarithm of the bound.

    Args:
        cells: rows of cells, -1 to 1.
        code: for each row the cells that a perfect picture would show, -1 or 1.
    """
    agreement = np.einsum("kc,kc->k", cells, code)
    exponents = _TRIED[:, None] * np.abs(cells)[:, None, :]
    # log cosh x without overflow.
    costs = (exponents + np.log1p(np.exp(-2 * exponents)) - np.log(2)).sum(axis=2)
    best: Matrix = (_TRIED * agreement[:, None] - costs).max(axis=1)
    return f64(np.maximum(best, 0) / np.log(2))
