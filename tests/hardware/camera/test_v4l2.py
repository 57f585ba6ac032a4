"""USB cameras, played by a stand-in with OpenCV's interface: no camera is plugged in where tests run."""

import logging
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from hardware.camera import v4l2
from hardware.camera.source import CameraError, CameraSettings, colour, open_source
from tests.support.hardware.camera_pictures import number_in, picture

DEVICE = "/dev/null"
"""A path that exists."""


class Camera:
    """Gives two pictures and falls silent; takes the settings it knows, within their ranges."""

    def __init__(self, ranges: Mapping[int, tuple[float, float]]) -> None:
        self.ranges = ranges
        self.asked: list[tuple[int, float]] = []
        self.values: dict[int, float] = {cv2.CAP_PROP_FRAME_WIDTH: 640, cv2.CAP_PROP_FRAME_HEIGHT: 480}
        self.left = 2
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return True

    def set(self, name: int, value: float) -> bool:
        if isinstance(value, bool):
            raise TypeError("Argument 'value' must be double, not bool")
        self.asked.append((name, value))
        if name not in self.ranges:
            return False
        low, high = self.ranges[name]
        self.values[name] = min(max(value, low), high)
        return True

    def get(self, name: int) -> float:
        return self.values.get(name, 0.0)

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        self.left -= 1
        return (True, picture(self.left + 1)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.released = True


GOOD: Mapping[int, tuple[float, float]] = {
    cv2.CAP_PROP_FRAME_WIDTH: (1, 4000),
    cv2.CAP_PROP_FRAME_HEIGHT: (1, 4000),
    cv2.CAP_PROP_FPS: (1, 60),
    cv2.CAP_PROP_AUTO_EXPOSURE: (0, 3),
    cv2.CAP_PROP_EXPOSURE: (1, 5000),
    cv2.CAP_PROP_FOCUS: (0, 250),
    cv2.CAP_PROP_GAIN: (0, 255),
}


def plug_in(monkeypatch: pytest.MonkeyPatch, camera: Camera) -> None:
    def opened(*_: object) -> Camera:
        return camera

    monkeypatch.setattr(cv2, "VideoCapture", opened)


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    made = Camera(GOOD)
    plug_in(monkeypatch, made)
    return made


@pytest.mark.parametrize("named", [True, False])
def test_a_camera_that_gives_no_picture_may_be_a_raspberry_pis_own(
    camera: Camera, named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its raw pictures stand under /dev, too, and no program but its own library can read them."""
    monkeypatch.setattr(v4l2, "BY_ID", tmp_path)
    if named:
        (tmp_path / "usb-Camera-video-index0").touch()
    camera.left = 0
    with pytest.raises(CameraError, match="no picture any more") as told, open_source(DEVICE) as frames:
        next(iter(frames))
    assert ('source = "picamera"' in str(told.value)) is not named


def test_usb_cameras_are_told_by_their_names_without_being_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Linux tells of them: a camera has a second device for its figures, and a chip of the board is no camera."""
    system, by_id, devices = tmp_path / "class", tmp_path / "by-id", tmp_path / "dev"
    for folder in (system, by_id, devices):
        folder.mkdir()
    for number, (index, at, name) in enumerate(
        [
            ("0", "platform/codec", "bcm2835"),
            ("0", "usb1/1-1", "HD Webcam"),
            ("1", "usb1/1-1", "HD Webcam"),
            ("0", "usb1/1-2", ""),
        ]
    ):
        (tmp_path / "devices" / at).mkdir(parents=True, exist_ok=True)
        device = system / f"video{number}"
        device.mkdir()
        (device / "device").symlink_to(tmp_path / "devices" / at)
        (device / "index").write_text(f"{index}\n")
        (device / "name").write_text(f"{name}\n")
        (devices / f"video{number}").touch()
    (by_id / "usb-HD-video-index0").symlink_to(devices / "video1")
    monkeypatch.setattr(v4l2, "DEVICES", system)
    monkeypatch.setattr(v4l2, "BY_ID", by_id)
    assert [*v4l2.plugged()] == [(str(by_id / "usb-HD-video-index0"), "HD Webcam"), ("/dev/video3", "video3")]


def test_a_camera_that_falls_silent_is_an_error_and_is_let_go(camera: Camera) -> None:
    delivered: list[int] = []
    with pytest.raises(CameraError, match="camera /dev/null: no picture any more"), open_source(DEVICE) as frames:
        delivered += (number_in(gray) for _, gray in frames)
    assert delivered in ([2, 1], [1])
    assert camera.released


def test_a_camera_is_told_format_size_rate_exposure_focus_and_gain(camera: Camera) -> None:
    settings = CameraSettings((1280, 720), fps=30, exposure_ms=8, focus=40, gain=64)
    assert list(v4l2.configure(camera, "camera 0", settings)) == []  # pyrefly: ignore[bad-argument-type]  # stand-in
    assert camera.asked == [
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, 1280),
        (cv2.CAP_PROP_FRAME_HEIGHT, 720),
        (cv2.CAP_PROP_FPS, 30),
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1),
        (cv2.CAP_PROP_EXPOSURE, 80),
        (cv2.CAP_PROP_AUTOFOCUS, False),
        (cv2.CAP_PROP_FOCUS, 40),
        (cv2.CAP_PROP_GAIN, 64),
    ]


def test_automatic_is_switched_on_where_nothing_is_set(camera: Camera) -> None:
    assert list(v4l2.configure(camera, "camera 0", CameraSettings())) == []  # pyrefly: ignore[bad-argument-type]  # stand-in
    assert camera.asked[3:] == [(cv2.CAP_PROP_AUTO_EXPOSURE, 3), (cv2.CAP_PROP_AUTOFOCUS, True)]


def test_settings_that_a_camera_refuses_are_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    poor = Camera({cv2.CAP_PROP_EXPOSURE: (1, 50), cv2.CAP_PROP_FPS: (1, 15)})
    plug_in(monkeypatch, poor)
    settings = CameraSettings((1920, 1080), fps=30, exposure_ms=8, focus=40, gain=64)
    with caplog.at_level(logging.WARNING), open_source(DEVICE, settings=settings):
        pass
    assert [record.getMessage() for record in caplog.records] == [
        "camera /dev/null: does not take pictures of 1920x1080; it takes 640x480",
        "camera /dev/null: did not take fps 30; it has 15",
        "camera /dev/null: did not take exposure 8; it has 5",
        "camera /dev/null: focus cannot be set on this camera; leave focus out of its settings",
        "camera /dev/null: gain cannot be set on this camera; leave gain out of its settings",
    ]


YUYV = float(cv2.VideoWriter.fourcc(*"YUYV"))
RAW = "camera 0: gives no MJPG but YUYV, in this size {} pictures a second: {}"


@pytest.mark.parametrize(
    ("rate", "cost"),
    [
        (5, "cards are read late, and quick tricks not at all; set a smaller size, or take another camera"),
        (30, "leave the USB line to this camera alone, for they fill it"),
    ],
)
def test_the_cost_of_a_camera_without_mjpg_is_reported(rate: int, cost: str) -> None:
    raw = Camera(GOOD)
    raw.values |= {cv2.CAP_PROP_FOURCC: YUYV, cv2.CAP_PROP_FPS: rate}
    told = v4l2.configure(raw, "camera 0", CameraSettings((640, 480)))  # pyrefly: ignore[bad-argument-type]  # stand-in
    assert list(told) == [RAW.format(rate, cost)]


@pytest.mark.parametrize(
    ("modes", "says"),
    [
        ((1, 3), ""),
        ((0, 2), ""),
        (
            (0, 3),
            "camera 0: takes no exposure but its own, so that all gets darker or lighter when a hand comes in; leave "
            "exposure out of its settings, and light the table evenly",
        ),
    ],
)
def test_the_exposure_is_set_in_the_mode_that_a_camera_has_for_it(modes: tuple[int, ...], says: str) -> None:
    class Choosy(Camera):
        def set(self, name: int, value: float) -> bool:
            if name == cv2.CAP_PROP_AUTO_EXPOSURE and value not in modes:
                return False
            # A camera that chooses by itself lets nobody set the time.
            if name == cv2.CAP_PROP_EXPOSURE and self.values.get(cv2.CAP_PROP_AUTO_EXPOSURE) not in (1, 2):
                return False
            return super().set(name, value)

    camera = Choosy(GOOD)
    told = v4l2.configure(camera, "camera 0", CameraSettings((640, 480), exposure_ms=8))  # pyrefly: ignore[bad-argument-type]  # stand-in
    assert " ".join(told) == says
    told = v4l2.configure(camera, "camera 0", CameraSettings((640, 480)))  # pyrefly: ignore[bad-argument-type]  # stand-in
    assert list(told) == []
    assert camera.values[cv2.CAP_PROP_AUTO_EXPOSURE] in (0, 3)


@pytest.mark.parametrize("letters", ["YUYV", "UYVY", "NV12", "YU12", "GREY", "BGR3"])
def test_the_brightness_of_a_raw_picture_is_its_own(letters: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are laid out as Linux' description of each format says; colour is noise, which must not be seen."""
    rng = np.random.default_rng(1)
    whole, noise = (np.asarray(rng.integers(0, 255, (48, 64)), np.uint8) for _ in range(2))
    raw = {
        "YUYV": np.dstack((whole, noise)),
        "UYVY": np.dstack((noise, whole)),
        "NV12": np.vstack((whole, noise[:24])),
        "YU12": np.vstack((whole, noise[:24])),
        "GREY": whole,
        "BGR3": np.dstack((whole, whole, whole)),
    }[letters]

    class Raw(Camera):
        def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
            self.left -= 1
            return (True, raw) if self.left >= 0 else (False, None)

    camera = Raw(GOOD)
    camera.values[cv2.CAP_PROP_FOURCC] = float(cv2.VideoWriter.fourcc(*letters))
    plug_in(monkeypatch, camera)
    with open_source(DEVICE, settings=CameraSettings((64, 48))) as frames:
        assert np.array_equal(next(frames)[1], whole)
        assert colour(frames)((slice(3, 9), slice(5, 12))) is not None
    assert ((cv2.CAP_PROP_CONVERT_RGB, 0.0) in camera.asked) is (letters != "BGR3")


@given(
    exposure_ms=st.none() | st.floats(0.1, 500),
    focus=st.none() | st.integers(0, 250),
    gain=st.none() | st.integers(0, 255),
    most=st.floats(1, 5000),
)
def test_no_sentence_means_that_the_camera_has_what_was_asked(
    exposure_ms: float | None, focus: int | None, gain: int | None, most: float
) -> None:
    camera = Camera({**GOOD, cv2.CAP_PROP_EXPOSURE: (1, most), cv2.CAP_PROP_FOCUS: (0, most)})
    settings = CameraSettings((640, 480), None, exposure_ms, focus, gain)
    told = " ".join(v4l2.configure(camera, "c", settings))  # pyrefly: ignore[bad-argument-type]  # stand-in
    wanted = {"exposure": exposure_ms and exposure_ms * 10, "focus": focus}
    controls = {"exposure": cv2.CAP_PROP_EXPOSURE, "focus": cv2.CAP_PROP_FOCUS}
    for what, value in wanted.items():
        if value is not None and what not in told:
            assert camera.get(controls[what]) == pytest.approx(value, rel=0.021, abs=0.021)
