"""White cards on the white mat that is printed, where grain hides their paper: only their ink is seen to be there."""

import numpy as np
import pytest

from groundwork.picture import u8
from vision.base.observation import Laid, Trouble
from vision.base.thresholds import THRESHOLDS
from vision.eyes.attention import Attention
from vision.eyes.pipeline import Eyes
from vision.film.noise import Noise
from vision.film.reel import Reel, Take
from vision.film.script.script import Lay, ScriptStep, Sweep
from vision.ground.background import STRIDE
from vision.marks.symbologies import load
from vision.mat.layout import Mat

TRIES = THRESHOLDS.attention.tries

CARDS = "S8", "SA", "HA"
FPS = 8


@pytest.mark.slow
def test_every_card_is_read_in_strong_grain_from_where_the_camera_hangs() -> None:
    steps: list[ScriptStep] = [*(Lay(seat, card) for seat, card in enumerate(CARDS)), Sweep(2)]
    reel = Reel(Take(steps, 3, 1, "high", fps=FPS, table="paper", camera="module3", height_cm=60))
    own = Eyes(load("aruco", [0]), Mat(), 3, [0])
    seen = [one for number, gray in enumerate(reel.frames(grey=True)) for one in own.feed(number / FPS, gray)]
    assert tuple(one.card for one in seen if isinstance(one, Laid)) == CARDS
    assert own.trouble is not None
    assert own.trouble.kind == "dim"


def test_a_card_of_which_only_the_middle_sign_is_noticed_is_read_by_its_marks() -> None:
    """In a picture of 1280 by 720 the ink of one mark is too little to be noticed by itself."""
    steps: list[ScriptStep] = [*(Lay(seat, card) for seat, card in enumerate(CARDS)), Sweep(2)]
    reel = Reel(Take(steps, 3, 5, fps=FPS, size=(1280, 720), table="paper", camera="module3", height_cm=60))
    own = Eyes(load("aruco", [0]), Mat(), 3, [0])
    seen = [one for number, gray in enumerate(reel.frames(grey=True)) for one in own.feed(number / FPS, gray)]
    assert tuple(one.card for one in seen if isinstance(one, Laid)) == CARDS
    assert own.counts.unread == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_card_of_which_nothing_is_noticed_is_read_all_the_same(seed: int) -> None:
    """From so far its place looks like the mat: once all rests its marks are looked for wherever it may lie."""
    cards = ("HJ", "D7", "S8") if seed == 1 else ("CA", "H8", "DK")
    steps: list[ScriptStep] = [*(Lay(2 - number, card) for number, card in enumerate(cards)), Sweep(2)]
    reel = Reel(Take(steps, 3, seed, fps=FPS, size=(960, 540), table="paper", camera="usb", height_cm=70))
    own = Eyes(load("aruco", [0]), Mat(), 3, [0])
    seen = [one for number, gray in enumerate(reel.frames(grey=True)) for one in own.feed(number / FPS, gray)]
    assert tuple(one.card for one in seen if isinstance(one, Laid)) == cards
    assert own.counts.surveyed > 0


@pytest.mark.parametrize(
    ("seed", "noise", "seconds"), [(1, "low", 2.0), (1, "high", 4.0)], ids=("out of focus", "in grain")
)
def test_a_card_that_was_read_too_seldom_to_count_is_read_on_once_all_rests(
    seed: int, noise: Noise, seconds: float
) -> None:
    """A mark or two were read, with an arm in the same region, and then its place looked like the mat again."""
    steps = [Lay(1, "C6"), Lay(2, "SJ"), Lay(0, "D8")]
    soft = {"soft": 1.0 if noise == "low" else 0.4}
    take = Take(steps, 3, seed, noise, soft, fps=FPS, size=(1280, 720), table="paper", camera="usb", height_cm=70)
    own, reel, told = Eyes(load("aruco", [0]), Mat(), 3, [0]), Reel(take), list[str]()
    frames = [u8(gray).copy() for gray in reel.frames(grey=True)]
    laid = next(number for number, moment in enumerate(reel.shoot.moments) if len(moment.laid) == len(steps))
    still = frames[-6:]
    frames = [*frames, *(still[number % len(still)] for number in range(10 * FPS))][: laid + round(seconds * FPS)]
    for number, gray in enumerate(frames):
        told += [one.card for one in own.feed(number / FPS, gray) if isinstance(one, Laid)]
    assert sorted(told) == sorted(step.card for step in steps)


def test_a_region_with_a_mark_is_read_again_until_it_is_given_up() -> None:
    attention = Attention(np.full((100, 160), 255, np.uint8), smallest=4)
    moved = np.zeros((100, 160), np.uint8)
    moved[40:44, 70:76] = 255
    attention.find_still(moved, moved)
    (region,) = attention.regions(attention.find_still(None, moved))
    attention.count_failure(region)
    attention.mark_explained(moved)
    attention.settle(0)
    attention.mark_faint(moved)
    assert not attention.busy
    for _ in range(TRIES - 1):
        attention.mark_faint(moved, TRIES)
        assert attention.busy
        (region,) = attention.regions(attention.find_still(None, np.zeros_like(moved)))
        attention.count_failure(region)
    attention.settle(0)
    attention.mark_faint(moved, TRIES)
    assert not attention.busy


def test_specks_and_what_lies_beside_the_mat_wait_for_nothing() -> None:
    """Eyes that always wait never follow the mat."""
    speck, beside = np.zeros((100, 160), np.uint8), np.zeros((100, 160), np.uint8)
    speck[40, 70:72], beside[80:90, 20:30] = 255, 255
    attention = Attention(np.where(np.indices(speck.shape)[0] < 60, np.uint8(255), np.uint8(0)), smallest=4)
    attention.mark_faint(beside)
    assert not attention.busy
    attention.mark_faint(speck)
    assert attention.busy
    attention.settle(len(attention.regions(attention.find_still(None, speck))))
    attention.mark_faint(speck)
    assert not attention.busy
    attention.find_still(speck, speck)
    attention.mark_explained(speck)
    attention.settle(1)
    attention.mark_faint(speck)
    assert attention.busy


@pytest.mark.parametrize(("size", "is_pale"), [((1280, 720), True), ((1920, 1080), False)])
def test_no_area_is_told_empty_where_a_white_card_may_look_like_the_mat(
    size: tuple[int, int], *, is_pale: bool
) -> None:
    """From so far a patch of the small picture is as large as a card and holds little of its ink."""
    reel = Reel(Take([Lay(0, "SA")], 3, 1, fps=FPS, size=size, table="paper", camera="usb", height_cm=70))
    own, empty = Eyes(load("aruco", [0]), Mat(), 3, [0]), 0
    for number, gray in enumerate(reel.frames(grey=True)):
        own.feed(number / FPS, gray)
        empty += sum(area.empty_since is not None for area in own.sight().areas)
    assert own.trouble == (Trouble("pale") if is_pale else None)
    assert (empty == 0) == is_pale


def test_a_region_read_in_vain_is_read_with_the_margin_of_a_card() -> None:
    attention = Attention(np.full((100, 160), 255, np.uint8), smallest=4)
    moved = np.zeros((100, 160), np.uint8)
    moved[40:44, 70:76] = 255
    attention.find_still(moved, moved)
    sizes: list[int] = []
    for _ in range(4):
        (region,) = attention.regions(attention.find_still(None, moved), later=20)
        sizes.append(region.right - region.left)
        attention.count_failure(region)
    assert sizes == [sizes[0], sizes[0], sizes[0] + 40 * STRIDE, sizes[0] + 40 * STRIDE]


def test_a_region_reaches_beyond_what_is_seen_and_stays_in_the_picture() -> None:
    attention = Attention(np.full((100, 160), 255, np.uint8), smallest=4)
    moved = np.zeros((100, 160), np.uint8)
    moved[10:14, 70:76] = 255
    attention.find_still(moved, moved)
    still = attention.find_still(None, moved)
    (near,), (far,) = attention.regions(still), attention.regions(still, beyond=30)
    assert (far.left, far.top, far.right, far.bottom) == (
        near.left - 30 * STRIDE,
        0,
        near.right + 30 * STRIDE,
        near.bottom + 30 * STRIDE,
    )
    assert attention.contains(far, 72 * STRIDE, 12 * STRIDE)
    assert not attention.contains(far, 100 * STRIDE, 12 * STRIDE)
