"""Corner marks as witnesses: light changes them as it changes the mat, a cloth over the mat does not."""

import numpy as np
import pytest

from groundwork.picture import Gray, u8
from vision.ground.background import CornerLight

ROWS, COLUMNS = 90, 160
PLACES = [np.s_[2:10, 2:10], np.s_[2:10, 150:158], np.s_[80:88, 2:10], np.s_[80:88, 150:158]]
MARKS = np.zeros((ROWS, COLUMNS), np.uint8)
for place in PLACES:
    MARKS[place] = 255
LIMIT = 8.0


def mat(level: int = 100) -> Gray:
    seen = np.full((ROWS, COLUMNS), level, np.uint8)
    for place in PLACES:
        seen[place] = np.where(np.arange(8) % 2, 30, 180)
    return seen


def lit(gain: float) -> Gray:
    return u8(np.clip(mat() * gain, 0, 255))


def hidden(seen: Gray, count: int, level: int) -> Gray:
    for place in PLACES[:count]:
        seen[place] = level
    return seen


def agrees(now: Gray, gain: float) -> bool:
    maps = np.full((ROWS, COLUMNS), gain, np.float32)
    told = {CornerLight(MARKS).agrees(mat(), now, change, LIMIT) for change in (gain, maps)}
    assert len(told) == 1
    return told.pop()


@pytest.mark.parametrize("gain", [0.3, 0.8, 1.03, 1.3])
@pytest.mark.parametrize("hands", [0, 2, 3])
def test_light_is_attested_by_as_many_marks_as_hands_leave(gain: float, hands: int) -> None:
    assert agrees(hidden(lit(gain), hands, 90), gain) == (hands < 3)


@pytest.mark.parametrize("gain", [0.2, 0.8, 1.1, 1.5])
@pytest.mark.parametrize("over_marks", [0, 2])
def test_no_mark_attests_a_covered_mat(gain: float, over_marks: int) -> None:
    assert not agrees(hidden(mat(), over_marks, int(100 * gain)), gain)
    assert not agrees(hidden(lit(1 + (gain - 1) / 3), over_marks, int(100 * gain)), gain)


def test_marks_too_bright_to_get_brighter_attest_nothing() -> None:
    white = np.full_like(mat(), 255)
    assert not CornerLight(MARKS).agrees(white, white, 1.2, LIMIT)


def test_where_no_mark_is_known_nothing_is_said_against_light() -> None:
    assert CornerLight(np.zeros_like(MARKS)).agrees(mat(), mat(), 0.5, LIMIT)


def bleached(level: int, paper: int) -> Gray:
    """The mat, with the paper of its marks of another grey level."""
    return u8(np.where(mat(level) == 180, paper, mat(level)))


@pytest.mark.parametrize(("most", "is_clipped"), [(249, False), (250, True), (255, True)])
def test_paper_that_the_camera_clips_attests_nothing_and_the_ink_beside_it_does(most: int, *, is_clipped: bool) -> None:
    """A sample that cannot get brighter is left out whether it is clipped after the change of light or before it."""
    marks = CornerLight(MARKS)
    brighter = bleached(130, most)
    brighter[brighter == 30] = 39
    assert marks.agrees(bleached(100, 240), brighter, 1.3, LIMIT) == is_clipped
    darker = bleached(80, 240)
    darker[darker == 30] = 24
    assert marks.agrees(bleached(100, most), darker, 0.8, LIMIT) == is_clipped


@pytest.mark.parametrize(
    ("here", "agrees"), [(1.0, True), (1.008, True), (0.992, True), (1.015, False), (0.985, False), (1.3, False)]
)
def test_a_mark_on_which_the_light_hardly_changes_is_not_asked(here: float, *, agrees: bool) -> None:
    """Of two marks on the left the light of one has changed as supposed; hands hide all others."""
    change = np.full((ROWS, COLUMNS), 1.3, np.float32)
    change[:, COLUMNS // 2 :] = here
    now = hidden(lit(1.3), 3, 60)
    now[PLACES[2]], now[PLACES[0]] = lit(1.3)[PLACES[2]], 60
    now[PLACES[3]] = 60
    assert CornerLight(MARKS).agrees(mat(), now, change, LIMIT) == agrees


def test_one_of_three_marks_that_are_asked_is_too_few() -> None:
    change = np.full((ROWS, COLUMNS), 1.3, np.float32)
    change[PLACES[3]] = 1
    assert not CornerLight(MARKS).agrees(mat(), hidden(lit(1.3), 2, 60), change, LIMIT)
