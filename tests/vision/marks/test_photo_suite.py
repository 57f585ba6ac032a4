"""The photo suite: folders of pictures, each with the fewest hits and the most misreads that it may have.

Pictures of others are not part of the project; where `SCHIRI_PHOTOS` names a folder that has them, they are read.
"""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.eyes.photograph_files import pictures
from benchmarks.eyes.photographs import DefaultReader, PatientReader, Tally, look
from vision.marks.identity import DICTIONARY_SIZE

FOLDER = Path(os.environ.get("SCHIRI_PHOTOS", "photographs"))


@dataclass(frozen=True)
class Suite:
    """A folder, and what must be read of the marks that OpenCV reads in it, by size."""

    folder: str
    least: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Hits below 16 pixels a side, from 16, from 25, from 38."""
    is_negative: bool = False
    """Nothing of ours is in the pictures."""


SUITES = (
    Suite("apriltag_umich", (4, 15, 16, 6)),
    Suite("apriltag_duckietown", (6, 17, 15, 28)),
    Suite("apriltag_swatbotics", (2, 15, 27, 57)),
    Suite("negatives_wheels", is_negative=True),
    Suite("cards_jass_lukiroth", is_negative=True),
)


@cache
def readers() -> tuple[PatientReader, DefaultReader]:
    return PatientReader(range(DICTIONARY_SIZE)), DefaultReader()


@pytest.mark.slow
@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.folder)
def test_a_folder_has_its_hits_and_no_misread(suite: Suite) -> None:
    if not (FOLDER / suite.folder).is_dir():
        pytest.skip("SCHIRI_PHOTOS names no folder with these photographs")
    tally = Tally()
    for path in pictures(FOLDER / suite.folder):
        tally.note(look(path, *readers(), frozenset(() if suite.is_negative else range(DICTIONARY_SIZE))))
    assert tally.pictures > 0
    assert tally.misreads == []
    assert all(tally.both[size] >= least for size, least in enumerate(suite.least))
    if suite.is_negative:
        assert tally.beyond == []
