from pathlib import Path

import pytest

pytest.importorskip("tools.photoreal", reason="the tools are part of the checkout alone")

import numpy as np

from groundwork.picture import Bgr
from tools.photoreal.camera import DIM, SIZE, Camera, CameraSettings, lens
from tools.photoreal.stored import Footage, FootageError, Radiance, StoredFrame
from vision.base.light import light_of

ROWS, COLUMNS = 1125, 1998
PERFECT = CameraSettings(defocus_px=0, electrons=1e12, drift=0, distortion=0, sharpening=0)


def halves() -> Radiance:
    """Dark on the left, paper on the right."""
    light = np.full((ROWS, COLUMNS, 3), 0.03, np.float32)
    light[:, COLUMNS // 2 :] = 0.8
    return light


def row(picture: Bgr) -> list[float]:
    """The grey levels across the middle edge."""
    middle = SIZE[1] // 2
    return [
        float(value) for value in picture[middle - 40 : middle + 40, SIZE[0] // 2 - 8 : SIZE[0] // 2 + 8].mean((0, 2))
    ]


def edge_px(levels: list[float]) -> float:
    """Pixels from a tenth of the step to nine tenths of it."""
    low, high = levels[0], levels[-1]
    at = [float(np.interp(low + share * (high - low), levels, range(len(levels)))) for share in (0.1, 0.9)]
    return at[1] - at[0]


def noise(settings: CameraSettings) -> float:
    camera, light = Camera(settings), halves()
    first, second = (camera.take(light)[500:560, 1200:1300].astype(float) for _ in range(2))
    return float((first - second).std())


def test_the_same_seed_takes_the_same_pictures() -> None:
    light = halves()
    one, same, other = (Camera(CameraSettings(seed=seed)) for seed in (3, 3, 4))
    for _ in range(2):
        picture = one.take(light)
        assert picture.shape == (SIZE[1], SIZE[0], 3)
        assert np.array_equal(picture, same.take(light))
        assert not np.array_equal(picture, other.take(light))


def test_a_perfect_camera_shows_light_by_srgbs_curve() -> None:
    levels = row(Camera(PERFECT).take(halves()))
    # The exposure makes paper 0.62 of what the sensor holds; the middle has more light than the edges.
    assert light_of(levels[-1]) == pytest.approx(0.62, abs=0.04)
    assert light_of(levels[0]) / light_of(levels[-1]) == pytest.approx(0.03 / 0.8, rel=0.02)


def test_out_of_focus_light_is_blurred_and_not_grey_levels() -> None:
    sharp, soft = (
        row(Camera(CameraSettings(defocus_px=by, electrons=1e12, sharpening=0)).take(halves())) for by in (0.3, 1.5)
    )
    assert edge_px(soft) > edge_px(sharp) + 1
    # Half of the light is far more than half of the grey levels between: white grows over black.
    assert (soft[7] + soft[8]) / 2 > (soft[0] + soft[-1]) / 2 + 15


def test_less_light_has_more_noise() -> None:
    assert noise(DIM) > 1.5 * noise(CameraSettings())
    assert noise(PERFECT) < 0.1


def test_the_exposure_drifts() -> None:
    camera, light = Camera(CameraSettings(drift=0.2)), halves()
    means = [float(camera.take(light).mean()) for _ in range(18)]
    assert max(means) > min(means) + 5


def test_a_lens_darkens_the_corners_and_bends_lines() -> None:
    light = halves()
    through = lens(light, -0.03, 0)
    assert through[5, -5, 0] < 0.85 * through[SIZE[1] // 2, SIZE[0] // 2 + 50, 0]
    off = halves()
    off[:, COLUMNS // 2 + 600 :] = 0.03
    bent = lens(off, -0.03, 0)[..., 0]
    middle, top = (int(np.flatnonzero(bent[line] > 0.3)[-1]) for line in (SIZE[1] // 2, 20))
    assert abs(middle - top) > 2


def test_footage_is_pictures_and_parts_laid_over_them(tmp_path: Path) -> None:
    footage = Footage(tmp_path)
    dark, paper = (np.full((64, 96, 3), value, np.float32) for value in (0.1, 0.8))
    footage.keep("still", dark)
    footage.keep("card", paper[:16, :32], (32, 16, 64, 32), "still")
    footage.keep("over", paper[:16, :16], (0, 0, 16, 16))
    footage.frames = [StoredFrame("still", None), StoredFrame("card", "over"), StoredFrame("card", None)]
    footage.write()
    bare, both, card = Footage.read(tmp_path).pictures()
    expected = dark.copy()
    assert bare == pytest.approx(expected, abs=0.01)
    expected[16:32, 32:64] = 0.8
    assert card == pytest.approx(expected, abs=0.01)
    expected[:16, :16] = 0.8
    assert both == pytest.approx(expected, abs=0.01)


def test_a_folder_without_footage_is_named(tmp_path: Path) -> None:
    with pytest.raises(FootageError, match=str(tmp_path)):
        Footage.read(tmp_path)


def test_a_part_without_its_place_is_told(tmp_path: Path) -> None:
    footage = Footage(tmp_path, frames=[StoredFrame("still", "over")])
    footage.keep("still", np.full((40, 60, 3), 0.5, np.float32))
    footage.keep("over", np.full((4, 6, 3), 0.8, np.float32))
    with pytest.raises(FootageError, match="does not say where over lies"):
        list(footage.pictures())
