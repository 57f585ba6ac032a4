"""A USB camera before OpenCV's own V4L2 code: what it sends whole is read, what it sends broken is left out."""

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.hardware.raw_pictures import FORMATS, brightness
from tests.support.hardware.streams import jpeg
from tests.support.hardware.usb_camera import DEVICE, environment, library
from tests.support.waiting import PATIENCE_S

pytestmark = pytest.mark.needs("compiler")

WATCH = f"""
import json, logging, os
logging.basicConfig(level=logging.WARNING, format="%(message)s")
from hardware.camera.source import CameraError, broken_one_in, open_source
from hardware.camera.settings import CameraSettings
from tests.support.hardware.camera_pictures import number_in
seen, said = [], ""
try:
    with open_source({DEVICE!r}, settings=CameraSettings((64, 48))) as camera:
        for _, gray in camera:
            seen.append(number_in(gray))
            if camera.pictures + camera.broken >= 60:
                break
        counts = camera.pictures, camera.broken, broken_one_in(camera)
except CameraError as error:
    said, counts = str(error), ()
print(json.dumps([seen, counts, said]), flush=True)
os._exit(0)
"""


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library(tmp_path_factory.mktemp("usb"))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    for number in range(20):
        (folder / f"{number:04d}.jpg").write_bytes(jpeg(number))
    return folder


def watched(camera: Path, pictures: Path, **more: object) -> tuple[list[int], list[int], str, str]:
    """The numbers seen, counts of whole and broken ones with the share told, the error, and standard error."""
    variables = {**os.environ, **environment(camera, pictures, (64, 48), EVERY_MS=20, **more)}
    run = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-c", WATCH], env=variables, capture_output=True, text=True, timeout=2 * PATIENCE_S, check=True
    )
    seen, counts, said = json.loads(run.stdout)
    return seen, counts, said, run.stderr


@pytest.mark.parametrize(("how", "broken"), [("c", 15), ("0", 15), ("g", 15), ("e", 0)])
def test_each_fourth_picture_of_a_usb_camera_comes_broken(how: str, broken: int, camera: Path, pictures: Path) -> None:
    seen, counts, said, error = watched(camera, pictures, BAD=4, HOW=how)
    assert (counts[1], said) == (pytest.approx(broken, abs=1), "")
    assert counts[2] == (4 if broken else 0)
    assert set(seen) <= {number for number in range(20) if number % 4 != 3 or not broken}
    assert len(seen) > counts[0] // 3
    assert [line.partition(",")[0] for line in error.splitlines()] == (
        [f"camera {DEVICE}: sends broken pictures"] if broken else []
    )


def test_a_usb_camera_that_gives_nothing_more_is_dead_at_once(camera: Path, pictures: Path) -> None:
    seen, _, said, error = watched(camera, pictures, BAD=1, HOW="0")
    assert seen == []
    assert said.startswith(f"camera {DEVICE}: no picture any more after ")
    assert error == ""


COLOURED = f"""
import json, os
from hardware.camera.source import colour, open_source
from hardware.camera.settings import CameraSettings
with open_source({DEVICE!r}, settings=CameraSettings((64, 48))) as camera:
    gray, cut = next(camera)[1], colour(camera)((slice(3, 31), slice(5, 58)))
print(json.dumps([gray.tolist(), cut.tolist()]), flush=True)
os._exit(0)
"""


@pytest.mark.parametrize("letters", FORMATS)
def test_a_usb_camera_without_mjpg_gives_its_own_brightness_and_colour(
    letters: str, camera: Path, tmp_path: Path
) -> None:
    raw, code = FORMATS[letters]
    (tmp_path / "0000.raw").write_bytes(raw.tobytes())
    variables = {**os.environ, **environment(camera, tmp_path, (64, 48), EVERY_MS=20, FORMAT=letters)}
    run = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-c", COLOURED], env=variables, capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    gray, cut = (np.asarray(part, np.uint8) for part in json.loads(run.stdout))
    assert np.array_equal(gray, brightness(raw, letters))
    assert np.array_equal(cut, np.asarray(cv2.cvtColor(raw, code), np.uint8)[3:31, 5:58])
    assert f"gives no MJPG but {letters}, in this size 50 pictures a second" in run.stderr
