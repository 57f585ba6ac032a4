"""Corner marks as witnesses: light changes them as it changes the mat, a cloth over the mat does not."""

import numpy as np
import pytest

from vision.base.picture import Gray, u8
from vision.ground.corner_light import CornerLight

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
def test_what_covers_the_mat_is_attested_by_none(gain: float, over_marks: int) -> None:
    assert not agrees(hidden(mat(), over_marks, int(100 * gain)), gain)
    assert not agrees(hidden(lit(1 + (gain - 1) / 3), over_marks, int(100 * gain)), gain)


def test_marks_too_bright_to_get_brighter_attest_nothing() -> None:
    white = np.full_like(mat(), 255)
    assert not CornerLight(MARKS).agrees(white, white, 1.2, LIMIT)


def test_where_no_mark_is_known_nothing_is_said_against_light() -> None:
    assert CornerLight(np.zeros_like(MARKS)).agrees(mat(), mat(), 0.5, LIMIT)
