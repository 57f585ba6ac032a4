"""A woven tablecloth in place of a printed mat, and a napkin of the same cloth that comes to lie over a card."""

from pathlib import Path

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")
pytest.importorskip("tools.photoreal", reason="the tools are part of the checkout alone")

import cv2
import numpy as np

from benchmarks.eyes.photoreal import CONDITIONS
from groundwork.picture import u8
from tools.photoreal.__main__ import main
from tools.photoreal.cloth import woven
from tools.photoreal.develop import received
from tools.photoreal.screenplay import MAT, card_file
from tools.photoreal.stored import Footage
from vision.base.observation import Laid
from vision.eyes.pipeline import Eyes
from vision.marks.identity import CORNERS, DICTIONARY_SIZE
from vision.marks.squares import SquareReader
from vision.marks.symbologies import load
from vision.mat.layout import Mat

FOOTAGE = Path(__file__).parent / "tablecloth"


def likeness(one: np.ndarray, other: np.ndarray) -> float:
    """How much of one piece is found anywhere in another one, 1 for the same."""
    return float(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED).max())


def test_a_quarter_of_the_cloth_is_white_a_quarter_red_and_half_is_both() -> None:
    small = cv2.resize(woven(180, 180, 200, seed=3), (40, 40), interpolation=cv2.INTER_AREA)
    red = small[..., 2].astype(float) - small[..., 1]
    shares = [np.mean(red < 50), np.mean((red >= 50) & (red < 90)), np.mean(red >= 90)]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.12)


def test_a_seed_gives_one_cloth_and_no_two_pieces_have_the_same_threads() -> None:
    cloth, other = woven(60, 50, 200, seed=1), woven(60, 50, 200, seed=2)
    assert np.array_equal(cloth, woven(60, 50, 200, seed=1))
    piece = cloth[100:300, 100:300]
    assert likeness(piece, cloth) == pytest.approx(1, abs=1e-3)
    assert likeness(piece, other) < 0.8


def test_our_corner_marks_lie_on_the_cloth_where_the_mat_has_them(tmp_path: Path) -> None:
    assert main(["prepare", str(tmp_path), "0:HK", "1:napkin", "--cloth"]) == 0
    mat = np.asarray(cv2.imread(str(tmp_path / MAT), cv2.IMREAD_GRAYSCALE), np.uint8)
    px_mm = mat.shape[1] / Mat().width_mm
    seen = {
        number: np.mean(outline, axis=0) / px_mm for number, outline in SquareReader(range(DICTIONARY_SIZE)).read(mat)
    }
    assert [seen[number].tolist() for number in CORNERS] == [
        pytest.approx(place, abs=0.2) for place in Mat().corner_centres
    ]
    assert set(seen) == set(CORNERS)
    assert (tmp_path / card_file("napkin")).exists()


@pytest.mark.slow
@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_napkin_of_the_cloth_lets_no_card_leave_and_no_area_be_empty(condition: str) -> None:
    footage, own = Footage.read(FOOTAGE), Eyes(load("aruco", [0]), Mat(), 3, [0])
    told = [
        seen
        for number, gray in enumerate(received(footage, CONDITIONS[condition]))
        for seen in own.feed(number / footage.fps, gray)
    ]
    assert [(type(seen), seen.card) for seen in told if isinstance(seen, Laid)] == [(Laid, "D7"), (Laid, "HQ")]
    assert [seen for seen in told if not isinstance(seen, Laid)] == []
    # In dim light a card's back may be as bright and as rough as the checks: nothing is called empty there.
    assert [area.empty_since is None for area in own.sight().areas] == [True, True, condition == "dim"]


@pytest.mark.parametrize("condition", ["defocus 0.8", "exposure drifts"])
def test_no_area_of_the_bare_cloth_is_in_doubt_in_small_pictures(condition: str) -> None:
    """Every eighth pixel of 1280 by 720 sees stripes in its weave; the first lead was unknown for them."""
    footage, own = Footage.read(FOOTAGE), Eyes(load("aruco", [0]), Mat(), 3, [0])
    for number, gray in zip(range(5), received(footage, CONDITIONS[condition]), strict=False):
        own.feed(number / footage.fps, u8(cv2.resize(gray, (1280, 720), interpolation=cv2.INTER_AREA)))
    assert [area.empty_since is None for area in own.sight().areas] == [False, False, False]
