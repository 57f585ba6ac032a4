"""The cheapest questions: whether anything moved, where arms came in, and what light does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundwork.picture import Gray, u8
from vision.base.thresholds import THRESHOLDS
from vision.eyes.attention import Arrivals
from vision.ground import background
from vision.ground.background import STRIDE, Background, Visibility, sample
from vision.ground.emptiness import EmptyMat, blur

TURNS = THRESHOLDS.background.turns

ROWS, COLUMNS = 20, 32


def frame(level: int = 90) -> Gray:
    return np.full((ROWS * STRIDE, COLUMNS * STRIDE), level, np.uint8)


def changed(row: int, column: int, high: int = 1, wide: int = 1) -> Gray:
    gray = frame()
    gray[row * STRIDE : (row + high) * STRIDE, column * STRIDE : (column + wide) * STRIDE] = 200
    return gray


@given(st.integers(0, ROWS - TURNS), st.integers(0, COLUMNS - 1), st.integers(0, 9))
def test_a_change_as_high_as_the_turns_is_noticed_in_its_first_frame(row: int, column: int, frames_before: int) -> None:
    ground = Background(frame())
    assert all(ground.at_rest(frame()) for _ in range(frames_before))
    assert not ground.at_rest(changed(row, column, high=TURNS))


@given(st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1))
def test_every_single_look_is_noticed_within_the_turns(row: int, column: int) -> None:
    ground = Background(frame())
    assert not all(ground.at_rest(changed(row, column)) for _ in range(TURNS))


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_frame_is_at_rest_up_to_the_threshold_and_no_farther(sign: int) -> None:
    threshold = int(Background(frame()).threshold)
    brighter = [frame(90 + sign * apart) for apart in range(2 * threshold)]
    assert [Background(frame()).at_rest(gray) for gray in brighter] == [
        apart <= threshold for apart in range(2 * threshold)
    ]


@pytest.mark.parametrize(("noise", "most"), [(0, 3), (9, 6)])
def test_a_patch_is_unlike_a_pale_mat_from_the_first_grey_level_beyond_the_limit(noise: float, most: int) -> None:
    mat = np.full((60, 90), 100, np.uint8)
    for apart in range(1, 20):
        seen = mat.copy()
        seen[20:36, 20:36] += np.uint8(apart)
        unlike = EmptyMat(mat.astype(np.float32)).foreign_patches(blur(seen), 1.0, noise)
        assert unlike.any() == (apart > most)


@pytest.mark.parametrize(("noise", "shown"), [(0, True), (3, True), (12, False)])
def test_a_patch_as_bright_as_a_checked_mat_is_unlike_it_where_its_pattern_is_missed_above_the_grain(
    noise: float, *, shown: bool
) -> None:
    mat = np.where(np.indices((60, 90)).sum(axis=0) // 6 % 2, 60, 40).astype(np.uint8)
    lamp = (mat * 1.3).astype(np.uint8)
    back = mat.copy()
    back[20:40, 20:40] = 50
    ground = EmptyMat(mat.astype(np.float32))
    assert not ground.foreign_patches(blur(mat), 1.0, noise).any()
    assert not ground.foreign_patches(blur(lamp), 1.0, 12 * noise).any()
    assert ground.foreign_patches(blur(back), 1.0, noise).any() == shown


@given(st.integers(1, ROWS - 4), st.integers(1, COLUMNS - 5))
def test_motion_is_where_samples_differ_by_more_than_grain(row: int, column: int) -> None:
    ground = Background(frame())
    patch = changed(row, column, 3, 4)
    moved = ground.moved(patch)
    assert moved is not None
    assert np.array_equal(moved > 0, sample(patch) != sample(frame()))
    assert ground.moved(patch) is None
    alone = Background(frame())
    assert alone.moved(changed(row, column)) is None


@pytest.mark.parametrize(("levels", "gain"), [((40, 120), 0.4), ((40, 120), 0.8), ((40, 120), 1.5), ((5, 16), 8.0)])
def test_a_change_of_light_is_told_by_its_gain(levels: tuple[int, int], gain: float) -> None:
    random = np.random.default_rng(2)
    before = random.integers(*levels, (135, 240)).astype(np.uint8)
    now = np.clip(before * gain, 0, 255).astype(np.uint8)
    now[40:70, 60:100] = 250
    told = background.gain(before, now)
    assert told is not None
    assert abs(float(np.median(told)) / gain - 1) < 0.1
    assert background.gain(before, before) is None


def cornered(level: int, paper: int, brighter: int = 0) -> Gray:
    """A mat with paper in its corner, in a picture that is so much brighter elsewhere."""
    gray = frame(level + brighter)
    gray[: 4 * STRIDE, : 4 * STRIDE] = paper
    return gray


@pytest.mark.parametrize(("level", "paper", "is_bare"), [(90, 210, True), (60, 200, True), (12, 30, False)])
def test_a_mat_that_a_camera_shows_a_little_brighter_is_bare_where_paper_would_be_far_brighter(
    level: int, paper: int, is_bare: bool
) -> None:
    corner = np.zeros((ROWS, COLUMNS), np.uint8)
    corner[:4, :4] = 255
    ground = Background(cornered(level, paper))
    ground.learn_paper(corner, 2.5)
    ground.moved(cornered(level, paper, brighter=9))
    assert not ground.foreign()[8:, 8:].any()
    assert (not ground.maybe_foreign(ground.foreign())[8:, 8:].any()) == is_bare


def test_a_lamp_that_ends_a_dusk_shows_a_mat_as_light_as_it_was() -> None:
    """However much a camera grains: what says that there is too little light must have seen it."""
    random = np.random.default_rng(4)
    cloth = np.kron(random.integers(50, 110, (ROWS, COLUMNS)), np.ones((STRIDE, STRIDE)))
    cloth[: 4 * STRIDE, : 4 * STRIDE] = 200
    corner = np.zeros((ROWS, COLUMNS), np.uint8)
    corner[:4, :4] = 255

    def seen(share: float) -> Gray:
        return np.clip(share * (cloth + random.normal(0, 3, cloth.shape)), 0, 255).astype(np.uint8)

    ground = Background(seen(1))
    for _ in range(4):
        ground.warm_up(seen(1))
    ground.learn_paper(corner, 2.5)
    by_day = ground.contrast
    for share in np.geomspace(1, 0.1, 60):
        ground.moved(seen(share))
        ground.update([])
    assert not ground.visibility.cards
    ground.moved(seen(1))
    ground.update([])
    assert ground.visibility == Visibility()
    assert ground.light > 0.9
    assert ground.contrast > 0.9 * by_day


def place(row: int) -> Gray:
    """The samples of a row."""
    mask = np.zeros((ROWS, COLUMNS), np.uint8)
    mask[row] = 255
    return mask


def test_held_samples_are_not_learned_as_mat_until_they_are_trusted() -> None:
    ground = Background(frame())
    for _ in range(4):
        ground.warm_up(frame())
    ground.exclude(place(2))
    before = ground.empty.copy()
    brighter = frame()
    brighter[: 4 * STRIDE] += 3
    ground.moved(brighter)
    for _ in range(20):
        ground.update([])
        covered = ground.foreign()
        assert not covered.any()
        assert np.array_equal(ground.occupied(covered), place(2))
        assert np.array_equal(ground.maybe_foreign(covered), place(2))
    assert np.array_equal(ground.empty[2], before[2])
    assert np.all(ground.empty[1] > before[1])
    ground.accept(place(2))
    assert not ground.occupied(ground.foreign()).any()


def test_hidden_and_doubted_samples_stay_unsure_until_each_is_trusted() -> None:
    ground = Background(frame())
    ground.mark_unsure(place(1) | place(2) | place(3))
    assert not ground.visibility.first_cards
    ground.accept(place(1))
    ground.inpaint(place(4))
    ground.unlearn(place(2), ground.samples, np.zeros_like(place(2)))
    assert ground.visibility.first_cards
    for row in (2, 3, 4):
        assert ground.is_unsure
        ground.accept(place(row))
    assert not ground.is_unsure


def enlarged(seen: Gray) -> Gray:
    """A picture that shows these samples."""
    return np.repeat(np.repeat(seen, STRIDE, axis=0), STRIDE, axis=1)


def checked(share: float) -> Gray:
    """White paper in a corner and checks beside it, which average 90, in a share of the light."""
    cells = np.indices((ROWS, COLUMNS)).sum(axis=0) // 2 % 2 * 80 + 50
    cells[:4, :4] = 210
    return enlarged(u8(cells * share))


THING = np.s_[8:16, 10:20]


def with_a_card(share: float) -> Gray:
    """A card face down whose back is as bright as the checks on average, and has light and dark print."""
    cells = np.indices((ROWS, COLUMNS)).sum(axis=0) % 2 * 50 + 65
    gray, part = checked(share), tuple(slice(side.start * STRIDE, side.stop * STRIDE) for side in THING)
    gray[part] = enlarged(u8(cells * share))[part]
    return gray


@pytest.mark.parametrize("share", [0.2, 0.12])
@pytest.mark.parametrize("is_told", [False, True])
def test_in_little_light_the_level_all_round_does_not_tell_a_card_from_the_mat_below_it(
    share: float, is_told: bool
) -> None:
    corner, lies = np.zeros((2, ROWS, COLUMNS), np.uint8)
    corner[:4, :4] = lies[THING] = 255
    ground = Background(with_a_card(share))
    ground.learn_paper(corner, 2.5)
    ground.moved(with_a_card(share))
    mat = sample(checked(share)) if is_told else np.full_like(lies, round(90 * share))
    ground.unlearn(lies, mat, lies if is_told else np.zeros_like(lies))
    covered = ground.foreign()
    for seen in (ground.occupied(covered), ground.maybe_foreign(covered)):
        assert (seen[THING] > 0).all() == (not is_told)
    ground.accept(lies)
    assert not ground.occupied(ground.foreign())[THING].any()


def test_in_enough_light_the_print_of_a_card_tells_it_from_the_level_all_round() -> None:
    corner, lies = np.zeros((2, ROWS, COLUMNS), np.uint8)
    corner[:4, :4] = lies[THING] = 255
    ground = Background(checked(1))
    ground.learn_paper(corner, 2.5)
    ground.unlearn(lies, np.full_like(lies, 90), np.zeros_like(lies))
    for seen in (frame(90), checked(1)):
        ground.moved(seen)
        assert not ground.occupied(ground.foreign())[10:14, 12:18].any()


def test_the_mat_below_a_late_card_is_known_by_its_pattern_alone() -> None:
    corner, lies = np.zeros((2, ROWS, COLUMNS), np.uint8)
    corner[:4, :4] = lies[THING] = 255
    ground = Background(checked(0.2))
    ground.learn_paper(corner, 2.5)
    ground.inpaint(lies)
    assert (ground.occupied(ground.foreign())[THING] > 0).all()
    ground.update([])
    assert (ground.occupied(ground.foreign())[THING] > 0).all()
    ground.inpaint(lies, sample(checked(0.2)))
    assert not ground.occupied(ground.foreign())[THING].any()


RIM = np.array(
    [(x, 0.0) for x in range(0, 600, 5)]
    + [(600.0, y) for y in range(0, 340, 5)]
    + [(x, 340.0) for x in range(600, 0, -5)]
    + [(0.0, y) for y in range(340, 0, -5)],
    dtype=np.float64,
)


def crossing(*spans: tuple[int, int]) -> Gray:
    """Samples in which these places of the rim have moved."""
    mask = np.zeros((1, len(RIM)), np.uint8)
    for start, end in spans:
        mask[0, np.arange(start, end) % len(RIM)] = 255
    return mask


def arrivals(*notes: tuple[float, Gray]) -> Arrivals:
    own = Arrivals(RIM, np.arange(len(RIM)))
    for seconds, moved in notes:
        own.update(seconds, moved)
    return own


@given(st.integers(0, len(RIM) - 1), st.integers(4, 40))
def test_one_arm_is_told_by_the_middle_of_where_it_crosses_the_rim(start: int, wide: int) -> None:
    own = arrivals((1.0, crossing((start, start + wide))))
    assert own.origin(1.2) == tuple(RIM[(start + wide // 2) % len(RIM)])


@pytest.mark.parametrize("spans", [((10, 25), (100, 115)), ((0, 300),), ((10, 12),), ()])
def test_two_arms_a_shadow_and_a_blinking_lamp_tell_nothing(spans: tuple[tuple[int, int], ...]) -> None:
    assert arrivals((1.0, crossing(*spans))).origin(2.0) is None


def test_the_arm_before_is_another_movement_and_a_later_one_too() -> None:
    own = arrivals((1.0, crossing((10, 25))), (1.9, crossing((200, 215))), (2.4, crossing((300, 315))))
    assert [own.origin(seconds) for seconds in (1.1, 2.0)] == [tuple(RIM[17]), tuple(RIM[207])]
    assert own.origin(0.5) is None
    assert RIM[1, 0] - RIM[0, 0] == THRESHOLDS.attention.rim_step_mm


@given(st.lists(st.floats(0, 510, width=32), min_size=1, max_size=40))
def test_the_middle_of_some_values_is_what_numpy_calls_their_median(values: list[float]) -> None:
    found = np.array(values, np.float32)
    assert background.median(found) == float(np.median(found))
    assert background.median(found[None]) == float(np.median(found))


@given(st.lists(st.tuples(st.floats(0, 255, width=32), st.integers(0, 255)), min_size=1, max_size=40))
def test_how_much_brighter_samples_have_become_is_the_middle_one_of_their_ratios(
    pairs: list[tuple[float, int]],
) -> None:
    before, now = np.array([pair[0] for pair in pairs], np.float32), np.array([pair[1] for pair in pairs], np.uint8)
    expected = background.median(background.ratios(before, now.astype(np.float32)))
    assert background.LightReference(before).change(now) == pytest.approx(expected, rel=1e-5)
