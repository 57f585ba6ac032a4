"""The page of the camera: picture, mat and areas over it, measures, calibrating; the check-up of the running table."""

import re
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING, cast, get_args

import cv2
import numpy as np
import pytest

from controller.checkup import plugged
from controller.checkup.plugged import FoundCamera
from controller.commands.table.resources import RefereeResources
from controller.console.pages.setup.health import findings
from controller.console.setup import preview
from controller.console.setup.context import Setup, Throttled
from controller.console.setup.frame_tap import FrameTap, NoPictureError
from controller.console.setup.preview import Measures
from controller.console.setup.words import camera_checks
from controller.live.calibration import load_saved
from controller.live.camera import Source, eyes
from controller.record.events import Amend, MatchStart, Played
from controller.referee.fold import start
from controller.settings.model import CameraConfig, load
from groundwork.picture import Gray
from tests.support.console.console_rig import DEAL, REVOKED, Rig, play
from tests.support.console.setup_rig import filming, owner, set_up, shown_on, told
from tests.support.loops import some
from tests.support.vision.mat_pictures import camera, photo, worst_mm
from tests.support.waiting import PATIENCE_S, until
from vision.calibration.advice import AdviceKind, CameraAdvice

if TYPE_CHECKING:
    from controller.appliance.mounts import DiskView
    from controller.store.spool import Spool

CAMERA = "/setup/camera"
TRUTH = camera(12)
GOOD = photo(TRUTH, blur_px=0.5)


@pytest.fixture
def setup(rig: Rig) -> Setup:
    made = set_up(rig)
    made.config = replace(made.config, camera=CameraConfig("0"))
    made.frame_tap.eyes = eyes(rig.session.match, Source("0"))
    return made


def test_the_page_shows_the_newest_picture_with_the_mat_over_it(rig: Rig, setup: Setup) -> None:
    with filming(setup, GOOD):
        while setup.frame_tap.eyes and setup.frame_tap.eyes.view is None:
            pass
        status, page = owner(rig).get(CAMERA)
    assert status == 200
    jpeg = re.search(r'data:image/jpeg;base64,([^"]*)"', page)
    assert jpeg
    shown = cv2.imdecode(np.frombuffer(b64decode(jpeg[1]), np.uint8), cv2.IMREAD_GRAYSCALE)
    small = cv2.resize(GOOD, (960, 540), interpolation=cv2.INTER_AREA)
    assert shown is not None
    assert np.abs(shown.astype(float) - small).mean() < 4
    outlines = re.findall(r'<polygon points="([^"]*)"', page)
    assert len(outlines) == 4
    corner = [float(number) for number in outlines[0].split()[0].split(",")]
    assert corner == pytest.approx((TRUTH.px(np.zeros((1, 2)))[0] * 0.75).tolist(), abs=1)
    assert [name in page for name in ("Anna</text>", "Berta</text>", "Carla</text>")] == [True] * 3
    assert "It sees the mat." in page
    assert "Nothing needs to be done." in page
    assert [one in page for one in ("near enough", "sharp enough", "light enough", "hatched")] == [True] * 3 + [False]


def test_faults_of_the_picture_are_worded_as_by_calibrate(rig: Rig, setup: Setup) -> None:
    with filming(setup, photo(TRUTH, blur_px=1.6)):
        page = owner(rig).get(CAMERA)[1]
        until(lambda: "Where the picture is hatched" in owner(rig).get(f"{CAMERA}/view")[1])
    everybody, _door, experts = page.partition("For experts")
    assert "Focus the camera, or wipe its lens; the picture is not sharp at every seat." in everybody
    assert ("edges are" in everybody, "Focus the camera: edges are " in experts) == (False, True)


def test_each_advice_is_told_of_distance_sharpness_or_light() -> None:
    kinds = get_args(AdviceKind)
    assert len(kinds) > 5
    names = ("Anna", "Berta", "Carla")
    for kind in kinds:
        found = camera_checks([CameraAdvice(kind, (1,), corners=("top left", "top right"))], names)
        wrong = [one.name for one in found if not one.is_well]
        expected = {
            "nearer": ["Distance"],
            "pale": ["Distance"],
            "focus": ["Sharpness"],
            "all": ["Distance", "Sharpness", "Light"],
        }
        assert wrong == expected.get(kind, ["Light"])
        assert not re.search(r"\d", " ".join(told for one in found for told in one.sentences))
    assert [one.is_well for one in camera_checks((), names)] == [True] * 3


def test_without_the_mat_the_page_says_what_is_missing(rig: Rig, setup: Setup) -> None:
    with filming(setup, np.full((720, 1280), 90, np.uint8)):
        page = owner(rig).get(CAMERA)[1]
        assert "the mat is not found in it" in page
        assert "no mat was seen in 4 pictures" in page
        assert owner(rig).post(CAMERA, {"do": "calibrate"})[0] == 422
    assert not setup.config.calibration_file.exists()


def test_without_pictures_the_page_says_so(rig: Rig, setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "PATIENCE_S", 0.01)
    assert "The camera gives no picture now." in owner(rig).get(f"{CAMERA}/view")[1]
    assert [one.state for one in findings(setup, None, Measures()) if one.part == "camera"] == ["broken"]


def test_a_camera_that_nobody_has_set_up_is_not_missed_before_it_has_read_a_card(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview, "PATIENCE_S", 0.01)
    set_up(rig)
    needless = "None is there, and none is needed"
    pages = ("/setup", CAMERA, f"{CAMERA}/view", "/setup/health")
    for path in some(pages):
        page = owner(rig).get(path)[1]
        assert (needless in page, "no picture" in page) == (True, False), path
    rig.enter([replace(event, src="camera") for event in REVOKED])
    for path in some(pages):
        assert needless not in owner(rig).get(path)[1], path


def test_calibrating_measures_the_running_camera_and_keeps_what_the_command_keeps(
    rig: Rig, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview, "CALIBRATE_S", PATIENCE_S)
    monkeypatch.setattr(preview, "_MOST", 20)
    with filming(setup, GOOD, photo(TRUTH, blur_px=0.5, seed=2)):
        status, page = owner(rig).post(CAMERA, {"do": "calibrate"})
    assert (status, told(page)[0].startswith("Measured, and kept")) == (200, True)
    saved = load_saved(setup.config.calibration_file)
    assert saved
    assert worst_mm(saved.calibration, TRUTH) < 0.3
    assert (saved.width_px, saved.height_px, len(saved.areas)) == (1280, 720, 3)
    assert setup.again.is_requested == (saved.lens is not None)
    assert "It was measured on 2" in page
    asked = owner(rig).post(CAMERA, {"do": "forget"})
    assert (asked[0], setup.config.calibration_file.exists()) == (409, True)
    assert "Forget what was measured of the camera?" in asked[1]
    status, page = owner(rig).post(CAMERA, {"do": "forget", "sure": "1"})
    assert (status, told(page)[0].startswith("Forgotten")) == (200, True)
    assert ("It was never measured." in page, setup.config.calibration_file.exists()) == (True, False)
    assert setup.again.is_requested
    assert owner(rig).post(CAMERA, {"do": "anything"})[0] == 422


def test_the_rate_of_corrections_is_that_of_the_record(rig: Rig, setup: Setup) -> None:
    setup.config = replace(setup.config, reading=replace(setup.config.reading, least=2))
    with filming(setup, GOOD):
        assert "0 cards so far; 2 are needed" in owner(rig).get(f"{CAMERA}/view")[1]
        seen = [replace(play(1, "H10"), src="camera"), replace(play(2, "H7"), src="camera")]
        assert all(isinstance(one, Played) for one in seen)
        rig.enter((DEAL, *seen, Amend(of=4, with_={"card": "H8"})))
        assert "50 of 100 cards had to be corrected; up to 5 may be." in owner(rig).get(f"{CAMERA}/view")[1]


def test_pictures_are_kept_only_while_somebody_looks() -> None:
    later = [0.0]
    frame_tap = FrameTap(clock=lambda: time.monotonic() + later[0])

    def frames() -> Iterator[tuple[float, Gray]]:
        for number in range(1000):
            yield number, np.full((1, 1), number, np.uint8)

    passing = frame_tap.over(frames())
    next(passing)
    assert frame_tap.newest_picture is None
    with pytest.raises(NoPictureError):
        frame_tap.picture(0.1)
    next(passing)
    assert frame_tap.newest_picture is not None
    later[0] += 60
    next(passing)
    assert frame_tap.newest_picture is None


def test_the_games_thread_gives_the_same_frames_on_whether_somebody_looks_or_not() -> None:
    frame_tap = FrameTap()
    frames = [(number / 10, np.full((2, 2), number, np.uint8)) for number in range(50)]
    watcher = Thread(target=lambda: list(frame_tap.pictures(5, 0.5)))
    watcher.start()
    passed = list(frame_tap.over(iter(frames)))
    watcher.join()
    assert [*map(id, passed)] == [*map(id, frames)]


def test_a_costly_value_is_made_seldom() -> None:
    now, made = [0], list[int]()
    seldom = Throttled[int](5, lambda: now[0])

    def make() -> int:
        made.append(len(made))
        return made[-1]

    answers: list[int] = []
    for _ in range(20):
        answers.append(seldom.get(make))
        now[0] += 1
    assert (made, answers) == ([0, 1, 2, 3], [0] * 5 + [1] * 5 + [2] * 5 + [3] * 5)


def test_the_check_up_asks_the_running_parts(rig: Rig, setup: Setup) -> None:
    setup.faults = ("button: GPIO 17 is taken",)
    with filming(setup, GOOD), shown_on(setup):
        page = owner(rig).get("/setup/health")[1]
    parts = re.findall(r"<strong>(\w+)</strong> · (?:<span[^>]*>[^<]*</span>)?([^<]*)<br>", page)
    wanted = "versions machine clock disk records camera mat reading calibration display hands"
    assert [part for part, _ in parts] == wanted.split()
    assert dict(parts)["display"] == "should be better"
    assert dict(parts)["hands"] == "should be better"
    assert "the lens was never measured" in page


def test_eyes_of_another_number_of_seats_are_told_their_own_areas(rig: Rig, setup: Setup) -> None:
    names = ("Ada", "Bea", "Cosima", "Doris", "Eva")
    setup.config = replace(setup.config, table=replace(setup.config.table, game="tarot", seats=names))
    setup.frame_tap.eyes = eyes(start(MatchStart(game="tarot", seats=names)), Source("0"))
    with filming(setup, GOOD):
        page = owner(rig).get(CAMERA)[1]
    assert [f">{name}</th>" in page for name in names] == [True] * 5


PLUGGED = FoundCamera("picamera", "the Raspberry Pi's own camera, imx708", (("/dev/video0", "C920"),))


@pytest.mark.parametrize(
    ("fields", "kept_source", "said"),
    [
        ({"source": "/dev/video0"}, "/dev/video0", "Saved. It holds as soon as no deal is being played."),
        (
            {"source": "address", "address": " http://cam.local/video "},
            "http://cam.local/video",
            "Saved. It holds as soon as no deal is being played.",
        ),
        ({"source": ""}, None, "It is set so already; nothing was changed."),
        ({"source": "phone"}, "phone", "Saved. It holds as soon as no deal is being played."),
        ({"source": "/etc/passwd"}, None, "Choose one of those that are offered."),
        (
            {"source": "address", "address": "evening.avi"},
            None,
            "Type the whole address of the camera's pictures, such as http://camera.local/video.",
        ),
    ],
)
def test_another_camera_is_chosen_of_those_that_are_plugged_in_or_by_its_address(
    fields: dict[str, str], kept_source: str | None, said: str, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugged, "camera", lambda: PLUGGED)
    monkeypatch.setattr(preview, "PATIENCE_S", 0.01)
    made, phone = set_up(rig), owner(rig)
    page = phone.get(CAMERA)[1]
    assert [name in page for name in ("own camera, imx708", "C920", "The first one that is plugged in")] == [True] * 3
    _status, page = phone.post(CAMERA, {"of": made.file.read().mark, "do": "choose", **fields})
    assert told(page) == [said]
    assert load(made.file.path).camera.source == kept_source
    assert made.again.is_requested == (kept_source is not None)


def test_the_referee_opens_the_camera_anew_only_where_the_settings_name_another(rig: Rig) -> None:
    one, other = Source("/dev/video-none0"), Source("/dev/video-none1")
    with ExitStack() as stack:
        resources = RefereeResources(set_up(rig), stack, cast("Spool", None), cast("DiskView", None))
        first = resources.camera(one)
        assert resources.camera(replace(one, lens=None, is_missed=False)) is first
        assert resources.camera(other) is not first
