"""The mat is recognised by its texture: in other light and pushed a little, and nothing else is, were it as bright."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from groundwork.picture import Gray, Mask, Matrix, u8
from vision.base.thresholds import THRESHOLDS
from vision.ground.texture import MatTexture, Squares

REACH_PX = THRESHOLDS.texture.reach_px

SIZE = (360, 640)
STRIDE = 8
SAMPLES = (SIZE[0] // STRIDE, SIZE[1] // STRIDE)
NOTHING: Mask = np.zeros(SAMPLES, np.uint8)
MIDDLE = (320.0, 180.0)


def cloth(seed: int, deviation: float = 6, level: float = 100) -> Gray:
    """A cloth of fibres, each seed another."""
    fibres = cv2.GaussianBlur(np.random.default_rng(seed).normal(0, 1, SIZE), (0, 0), 1.5)
    return u8(np.clip(level + deviation * fibres / fibres.std(), 0, 255))


def grained(gray: Gray, seed: int, grain: float = 3) -> Gray:
    return u8(np.clip(gray + np.random.default_rng(seed).normal(0, grain, SIZE) + 0.5, 0, 255))


def grid(apart_px: float) -> Matrix:
    return np.stack(np.meshgrid(np.arange(20, 640, apart_px), np.arange(20, 360, apart_px)), axis=-1).reshape(-1, 2)


def learned(mat: Gray, other: Mask = NOTHING, *, is_certain: bool = True) -> MatTexture:
    texture = MatTexture(Squares.of(grid(60), SIZE, NOTHING, STRIDE))
    texture.learn([grained(mat, seed) for seed in range(4)], other, is_certain=is_certain)
    return texture


def is_seen(texture: MatTexture, gray: Gray, other: Mask = NOTHING, light: float = 1) -> bool | None:
    return texture.is_seen(gray, MIDDLE, other, light)


def sloping(gray: Gray, gain: float) -> Gray:
    """In another light, which falls off to the right and downwards."""
    y, x = np.mgrid[0 : SIZE[0], 0 : SIZE[1]]
    return u8(np.clip(gray * gain * (1.1 - 0.2 * x / SIZE[1]) * (1.1 - 0.2 * y / SIZE[0]), 0, 255))


@pytest.mark.parametrize("gain", [0.6, 1.0, 1.7])
@pytest.mark.parametrize("seed", range(5))
def test_the_mat_is_recognised_in_any_light_and_another_cloth_as_bright_in_none(gain: float, seed: int) -> None:
    texture = learned(cloth(seed))
    others = [cloth(seed + 50), cloth(seed, deviation=0), u8(cv2.GaussianBlur(cloth(seed), (0, 0), 12))]
    assert is_seen(texture, grained(sloping(cloth(seed), gain), 9)) is True
    assert texture.is_whole(grained(sloping(cloth(seed), gain), 9), NOTHING, 1)
    for other in others:
        assert is_seen(texture, grained(sloping(other, gain), 9)) is False
        assert not texture.is_whole(grained(sloping(other, gain), 9), NOTHING, 1)


@pytest.mark.parametrize("push", [(0, 1), (2, -3), (-REACH_PX, REACH_PX)])
def test_a_mat_that_was_pushed_a_little_is_recognised_and_one_pushed_farther_is_not(push: tuple[int, int]) -> None:
    mat = cloth(3)
    assert is_seen(learned(mat), grained(np.roll(mat, push, axis=(0, 1)), 9)) is True
    assert is_seen(learned(mat), grained(np.roll(mat, 2 * REACH_PX + 3, axis=1), 9)) is False


def test_a_mat_without_texture_tells_nothing() -> None:
    plain: Gray = np.full(SIZE, 230, np.uint8)
    assert is_seen(learned(plain), grained(plain, 9)) is None
    assert is_seen(learned(plain), grained(cloth(1), 9)) is None
    assert learned(plain).is_whole(grained(cloth(1), 9), NOTHING, 1)


@pytest.mark.parametrize("seed", range(10))
def test_a_mat_whose_fibres_hardly_show_in_the_grain_is_not_told_to_be_hidden(seed: int) -> None:
    """Of many squares those are asked that show most, and that is in part how the grain fell; here it is soft."""

    def seen(number: int) -> Gray:
        grain = cv2.GaussianBlur(np.random.default_rng(100 * seed + number).normal(0, 1, SIZE), (0, 0), 0.9)
        return u8(np.clip(cloth(seed, deviation=0.5) + 3 * grain / grain.std() + 0.5, 0, 255))

    texture = MatTexture(Squares.of(grid(40), SIZE, NOTHING, STRIDE))
    texture.learn([seen(number) for number in range(4)], NOTHING, is_certain=True)
    assert [is_seen(texture, seen(50 + number)) for number in range(6)].count(False) == 0


def test_where_it_is_too_dark_to_tell_nothing_is_told_and_no_cloth_is_taken_for_the_mat() -> None:
    texture = learned(cloth(1))
    dim = [grained(u8(cloth(seed) * 0.05), 9) for seed in (1, 2)]
    assert [is_seen(texture, gray, light=0.05) for gray in dim] == [None, None]


def beside(left: int, right: int) -> Mask:
    """Samples that are hidden, from one column to another."""
    hidden = NOTHING.copy()
    hidden[:, left:right] = 255
    return hidden


def test_a_place_that_is_hidden_is_not_seen_and_what_is_free_of_it_is_enough() -> None:
    texture, mat = learned(cloth(1)), grained(cloth(1), 9)
    assert is_seen(texture, mat, beside(20, 60)) is False
    assert is_seen(texture, mat, beside(0, 39)) is True
    half = np.where(np.arange(SIZE[1]) < 45 * STRIDE, grained(cloth(2), 9), mat)
    assert is_seen(texture, half) is False
    assert is_seen(texture, half, beside(0, 45)) is True


@pytest.mark.parametrize("seed", range(5))
def test_a_sheet_over_a_place_and_one_side_of_it_is_not_the_mat_though_most_of_what_is_known_round_it_is(
    seed: int,
) -> None:
    """A card lay at the place before the mat was seen there, and more of the mat is known on the side that is free."""
    never = beside(30, 50)
    never[:14, :30] = 255
    texture, mat = learned(cloth(seed), never), grained(cloth(seed), 9)
    sheet = np.where(np.arange(SIZE[1]) < MIDDLE[0] + 60, grained(cloth(seed + 50), 9), mat)
    assert texture.is_seen(mat, MIDDLE, NOTHING, 1, within_px=50) is True
    assert texture.is_seen(sheet, MIDDLE, NOTHING, 1, within_px=50) is False


def followed(texture: MatTexture, pictures: Sequence[Gray]) -> list[bool]:
    return [texture.follow(gray, NOTHING, 1) for gray in pictures]


def test_a_mat_that_wears_is_followed_and_a_cloth_over_it_is_not() -> None:
    texture, old, new = learned(cloth(1)), cloth(1).astype(float), cloth(2).astype(float)
    wears = [grained(u8(old + (new - old) * step / 400), 10 + step) for step in range(400)]
    assert all(followed(texture, wears))
    assert is_seen(texture, grained(u8(new), 9)) is True
    assert not any(followed(texture, [grained(cloth(3), seed) for seed in range(100)]))
    assert is_seen(texture, grained(u8(new), 9)) is True
    assert is_seen(texture, grained(cloth(3), 9)) is False


def test_a_thing_that_stays_tells_nothing_in_the_end_and_never_becomes_the_mat() -> None:
    texture = learned(cloth(1))
    stained = np.where(np.arange(SIZE[1]) < 120, cloth(2), cloth(1))
    followed(texture, [grained(stained, seed) for seed in range(100)])
    at = (40.0, 180.0)
    assert texture.is_seen(grained(cloth(2), 9), at, NOTHING, 1) is False
    assert texture.is_whole(grained(stained, 9), NOTHING, 1)


def test_samples_learned_beside_objects_count_once_seen_again() -> None:
    mat = cloth(1)
    arm = np.where(np.arange(SIZE[1]) < 240, cloth(2), mat)
    texture = learned(arm, is_certain=False)
    assert is_seen(texture, grained(mat, 9)) is None
    for seed in (20, 21):
        assert texture.is_provisional
        texture.relearn(grained(mat, seed), NOTHING, 1)
    assert not texture.is_provisional
    assert texture.is_whole(grained(mat, 9), NOTHING, 1)
    assert is_seen(texture, grained(mat, 9)) is True
    assert is_seen(texture, grained(arm, 9), beside(30, 80)) is False


def test_after_a_change_of_light_the_mat_tells_again_once_it_was_followed_in_it() -> None:
    texture, mat = learned(cloth(1)), cloth(1)
    texture.forget_grain()
    assert is_seen(texture, grained(mat, 9)) is None
    assert all(followed(texture, [grained(mat, seed) for seed in range(24)]))
    assert is_seen(texture, grained(mat, 9)) is True
    assert is_seen(texture, grained(cloth(2), 9)) is False


def test_a_repeated_question_is_answered_with_what_was_learned_since() -> None:
    texture, mat = MatTexture(Squares.of(grid(60), SIZE, NOTHING, STRIDE)), grained(cloth(1), 9)
    assert is_seen(texture, mat) is None
    texture.learn([grained(cloth(1), seed) for seed in range(4)], NOTHING, is_certain=True)
    assert is_seen(texture, mat) is True
    texture.forget_grain()
    assert is_seen(texture, mat) is None
    assert all(followed(texture, [grained(cloth(1), seed) for seed in range(24)]))
    assert is_seen(texture, mat) is True


def test_a_cloth_that_lies_there_when_the_light_changes_does_not_become_the_mat() -> None:
    texture, mat = learned(cloth(1)), grained(cloth(1), 9)
    texture.forget_grain()
    assert not any(followed(texture, [grained(cloth(2), seed) for seed in range(96)]))
    assert is_seen(texture, grained(cloth(2), 9)) is not True
    assert all(followed(texture, [grained(cloth(1), seed) for seed in range(24)]))
    assert is_seen(texture, mat) is True
    assert is_seen(texture, grained(cloth(2), 9)) is False


def test_print_that_is_seen_beside_a_sheet_does_not_speak_for_the_fibres_below_it() -> None:
    printed = np.arange(SIZE[1]) > 350
    mat, sheet = (np.where(printed, cloth(1, 25), cloth(seed, 2)) for seed in (2, 3))
    assert is_seen(learned(mat), grained(mat, 9)) is True
    assert is_seen(learned(mat), grained(sheet, 9)) is False
