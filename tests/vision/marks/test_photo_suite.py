"""The photo suite: folders of photographs, each with the fewest hits by reader and size, and no misread.

Pictures of others are not part of the project; where `SCHIRI_PHOTOS` names a folder that has them, they are read.
Limits on pictures that are part of it stand in `test_reader_limits.py`.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.eyes.photograph_files import pictures
from tests.support.loops import some
from tests.support.vision.photo_readers import (
    LOOKS,
    MODULE_SIZES,
    PHOTOGRAPHED_CODES,
    SQUARE_SIZES,
    Limits,
    by_size,
    code_readers,
    code_tallies,
    has_least,
    square_tallies,
)

FOLDER = Path(os.environ.get("SCHIRI_PHOTOS", "photographs"))
CODES = "zxing_samples/test/samples"

SQUARES: Final[Mapping[str, Limits]] = {
    "apriltag_umich": {
        "glance": (0, 2, 9, 3),
        "read": (0, 2, 9, 3),
        "enlarged": (1, 4, 14, 5),
        "reread": (7, 22, 17, 6),
    },
    "apriltag_duckietown": {
        "glance": (5, 11, 12, 12),
        "read": (5, 11, 13, 26),
        "enlarged": (6, 16, 16, 28),
        "reread": (6, 18, 16, 28),
    },
    "apriltag_swatbotics": {
        "glance": (1, 11, 27, 54),
        "read": (1, 11, 27, 55),
        "enlarged": (2, 15, 27, 53),
        "reread": (2, 15, 28, 57),
    },
}
"""Square marks that are told beside the photographs or that OpenCV reads: below 16 pixels a side, from 16, 25 and 38.

Of 8, 22, 17 and 6; of 6, 18, 16 and 28; of 2, 15, 28 and 57.
"""

QR: Final[Mapping[str, Limits]] = {
    **PHOTOGRAPHED_CODES,
    "qrcode-2": {"qr_zxing": (3, 12, 6, 29, 0), "qr_zxing, enlarged": (1, 11, 6, 26, 0), "qr_zbar": (1, 10, 4, 23, 1)},
    "qrcode-3": {"qr_zxing": (0, 6, 9, 3, 0), "qr_zxing, enlarged": (0, 6, 9, 3, 0), "qr_zbar": (0, 5, 9, 3, 0)},
    "qrcode-5": {"qr_zxing": (4, 0, 0, 12, 0), "qr_zxing, enlarged": (0, 0, 0, 12, 0), "qr_zbar": (0, 0, 0, 12, 0)},
    "qrcode-6": {"qr_zxing": (0, 7, 6, 2, 0), "qr_zxing, enlarged": (0, 7, 6, 2, 0), "qr_zbar": (0, 7, 6, 1, 0)},
}
"""QR codes of zxing-cpp's samples: below 2 pixels a module, from 2, 3 and 4; last those that zxing-cpp itself does not
read, whose size is unknown: 3 of the second folder and 9 of the fourth."""

NEGATIVES: Final = (
    "negatives_wheels",
    "negatives_boofcv",
    "cards_jass_lukiroth",
    f"{CODES}/falsepositives-1",
    f"{CODES}/falsepositives-2",
)
"""Nothing of ours is in these pictures."""

pytestmark = pytest.mark.slow


def folder(name: str) -> list[Path]:
    """The pictures in one of the folders; skips the test where there is none."""
    if not (FOLDER / name).is_dir():
        pytest.skip("SCHIRI_PHOTOS names no folder with these photographs")
    return pictures(FOLDER / name)


@pytest.mark.parametrize("name", SQUARES)
def test_every_look_at_square_marks_has_its_hits_and_no_misread(name: str) -> None:
    tallies = square_tallies(folder(name))
    assert tallies.keys() == SQUARES[name].keys() == set(LOOKS)
    for look, tally in some(tallies.items()):
        assert tally.misreads == []
        assert has_least(by_size(tally.hits, SQUARE_SIZES), SQUARES[name][look]), look


@pytest.mark.parametrize("name", QR)
def test_every_reader_of_qr_codes_has_its_hits_and_no_other_text(name: str) -> None:
    tallies = code_tallies(folder(f"{CODES}/{name}"))
    assert tallies.keys() == code_readers().keys()
    for reader, tally in some(tallies.items()):
        assert tally.wrong == []
        assert has_least(by_size(tally.hits, MODULE_SIZES), QR[name][reader]), reader


@pytest.mark.parametrize("name", NEGATIVES)
def test_nothing_is_read_where_nothing_is(name: str) -> None:
    squares, codes = square_tallies(folder(name), is_negative=True), code_tallies(folder(name))
    assert all(tally.pictures > 0 for tally in some(squares.values()))
    assert {look: tally.beyond for look, tally in squares.items()} == {look: [] for look in LOOKS}
    assert {reader: tally.wrong for reader, tally in codes.items()} == {reader: [] for reader in code_readers()}
