"""The share of a mark's cells measured as their opposite, which makes one card's mark look like another's.

Run it from the project's folder: ``python -m benchmarks.designs.cells [--marks 150]``. Marks as a camera takes them,
by their side, the blur of its lens and the grey level of white; *contradict* are cells on the wrong side of grey,
*clearly* the ones that lie there by more than three tenths of the way from grey to black or white.
"""

import argparse

import numpy as np

from groundwork.picture import Matrix, f64
from tests.support.vision.mark_pictures import seen
from vision.base.light import fine_light
from vision.marks import squares
from vision.marks.identity import DICTIONARY_SIZE
from vision.marks.squares_patient import fit_outlines, measure_cells

SHOWN = ((25, 0.6, 200), (25, 0.8, 200), (25, 1.0, 200), (25, 0.6, 40), (25, 1.0, 40), (20, 1.0, 200), (16, 0.8, 200))
"""The side and blur, pixels, and the grey level of white."""
CLEARLY = 0.3


def agreement(side_px: float, blur_px: float, white: float, marks: int) -> Matrix:
    """Measure for each cell how far it is on its own side, -1 to 1."""
    random, found = np.random.default_rng(3), list[Matrix]()
    for number in random.integers(DICTIONARY_SIZE, size=marks):
        gray, corners = seen(squares.draw(int(number), 160), side_px, random, blur=blur_px, white=white)
        light = fine_light(gray)
        values = measure_cells(light, fit_outlines(light, corners[None])).values[0]
        found.append(f64(values * squares.cells_of(int(number)).ravel()))
    return np.concatenate(found)


def main() -> None:
    """Print one line for each kind of picture."""
    parser = argparse.ArgumentParser(description="How often a cell is measured as the opposite of what it is.")
    parser.add_argument("--marks", type=int, default=150)
    chosen = parser.parse_args()
    for side_px, blur_px, white in SHOWN:
        cells = agreement(side_px, blur_px, white, chosen.marks)
        print(
            f"{side_px:3} px, blur {blur_px:.1f} px, white {white:3}: {len(cells)} cells, "
            f"contradict {(cells < 0).mean():.4f}, clearly {(cells < -CLEARLY).mean():.5f}"
        )


if __name__ == "__main__":
    main()
