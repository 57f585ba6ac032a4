"""People's own evenings: bundles that `schiri camera export` made, each held to its truth.

They show what a camera saw in somebody's house and are no part of the project; where `SCHIRI_EVENINGS` names a folder
that has some, they are read: no card may be misread, and no fewer read than when the bundle was made.
"""

import os
from pathlib import Path

import pytest

from controller.commands.pictures.camera_check import bundles, checked

FOLDER = os.environ.get("SCHIRI_EVENINGS", "")
BUNDLES = [*bundles([Path(FOLDER)])] if FOLDER else []


@pytest.mark.slow
@pytest.mark.parametrize("path", BUNDLES, ids=str)
def test_an_evening_is_read_as_it_was(path: Path) -> None:
    one = checked(path)
    assert (one.held_reading.misread, len(one.held_reading.hits) >= one.least) == ((), True), one.held_reading.missed


def test_a_folder_that_is_named_holds_bundles() -> None:
    assert not FOLDER or BUNDLES
