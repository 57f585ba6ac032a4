"""The Pi's camera, played by a stand-in for picamera2's one class: there is no such camera where tests run."""

import sys
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.camera.pi import controls
from hardware.camera.source import CameraError, CameraSettings, colour, open_source, pi_cameras

KNOWN = {"ExposureTime": (1, 1, 1), "AnalogueGain": (1, 1, 1), "AfMode": (0, 2, 0), "LensPosition": (0, 10, 1)}
NO_CONTROLS: dict[str, int] = {}


class FakeRequest:
    """One picture in two sizes, rows padded as the camera's memory pads them."""

    def __init__(self, owner: "FakePiCamera", number: int) -> None:
        self.owner, self.number = owner, number

    def make_array(self, name: str) -> NDArray[np.uint8]:
        self.owner.copied.append((self.number, name))
        wide, high, padded = (1920, 1080, 1984) if name == "main" else (480, 270, 512)
        planes = np.zeros((high * 3 // 2, padded), np.uint8)
        planes[high:] = 128
        planes[:high, :wide] = 100
        if self.number in self.owner.moving:
            planes[: high // 4, : wide // 4] = 100 + self.number
        return planes

    def release(self) -> None:
        self.owner.released += 1


class FakePiCamera:
    """Stands in for picamera2.Picamera2."""

    made: ClassVar["FakePiCamera"]
    moving: frozenset[int] = frozenset()

    def __init__(self) -> None:
        type(self).made = self
        self.camera_controls = KNOWN
        self.configured: dict[str, Any] = {}
        self.copied: list[tuple[int, str]] = []
        self.taken = self.released = 0
        self.closed = False

    def create_video_configuration(self, **configuration: object) -> dict[str, Any]:
        return configuration

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configured = configuration

    def start(self) -> None:
        """Begin."""

    def capture_request(self) -> FakeRequest:
        self.taken += 1
        if self.taken > 100:
            raise RuntimeError("unplugged")
        return FakeRequest(self, self.taken)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def _pi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=FakePiCamera))


def test_the_cameras_on_the_ribbon_are_told_without_being_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    ribbon, usb = {"Model": "imx708", "Id": "/base/i2c@1/imx708@1a"}, {"Model": "C920", "Id": "/base/usb@1/1-1:1.0"}
    library = SimpleNamespace(Picamera2=SimpleNamespace(global_camera_info=lambda: [ribbon, usb]))
    monkeypatch.setitem(sys.modules, "picamera2", library)
    assert pi_cameras() == ("imx708",)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert pi_cameras() == ()


@pytest.mark.usefixtures("_pi")
def test_the_pi_camera_gives_its_brightness_without_padding_until_it_breaks() -> None:
    with open_source("picamera", settings=CameraSettings(exposure_ms=8, focus=2.5)) as camera:
        gray = next(camera)[1]
        assert (gray.shape, int(gray.min()), int(gray.max())) == ((1080, 1920), 100, 100)
        cut = colour(camera)((slice(1, 8), slice(1900, 1920)))
        assert cut is not None
        assert (cut.shape, {*cut.ravel().tolist()}) == ((7, 20, 3), {98})
        with pytest.raises(CameraError, match=r"picamera: no picture any more after .*\(unplugged\)"):
            list(camera)
    made = FakePiCamera.made
    assert made.configured == {
        "main": {"size": (1920, 1080), "format": "YUV420"},
        "lores": {"size": (480, 270), "format": "YUV420"},
        "controls": {"ExposureTime": 8000, "AfMode": 0, "LensPosition": 2.5},
    }
    assert made.closed
    assert made.released == 100


@pytest.mark.usefixtures("_pi")
def test_whole_pictures_are_copied_while_something_moves_and_a_while_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakePiCamera, "moving", frozenset({60}))
    with pytest.raises(CameraError), open_source("picamera") as camera:
        list(camera)
    whole = [number for number, name in FakePiCamera.made.copied if name == "main"]
    assert [number for number, name in FakePiCamera.made.copied if name == "lores"] == list(range(1, 101))
    # It wakes with the first picture, with the change at 60 and the change back at 61; else each 6th is whole.
    assert whole == [*range(1, 31), 36, 42, 48, 54, *range(60, 91), 96]


@pytest.mark.parametrize(
    ("settings", "known", "taken", "refused"),
    [
        (CameraSettings(), KNOWN, {"AfMode": 2}, ""),
        (CameraSettings(), NO_CONTROLS, NO_CONTROLS, ""),
        (CameraSettings(fps=30, gain=4), KNOWN, {"FrameRate": 30, "AnalogueGain": 4, "AfMode": 2}, ""),
        (CameraSettings(exposure_ms=8.25, focus=3), {"ExposureTime": 0}, {"ExposureTime": 8250}, "focus"),
    ],
)
def test_settings_become_the_controls_that_the_camera_has(
    settings: CameraSettings, known: dict[str, Any], taken: dict[str, Any], refused: str
) -> None:
    assert controls(settings, known) == (taken, refused.split())


def test_a_pi_without_a_camera_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_there() -> None:
        raise IndexError("list index out of range")

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=none_there))
    with pytest.raises(CameraError, match="ribbon cable"), open_source("picamera"):
        pass


@pytest.mark.usefixtures("_pi")
def test_a_size_that_the_pi_camera_cannot_take_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: object, _configuration: object) -> None:
        raise RuntimeError("Camera configuration has failed")

    monkeypatch.setattr(FakePiCamera, "configure", refuse)
    with pytest.raises(CameraError, match="picamera: cannot take pictures of 9x9 so: Camera"):  # noqa: SIM117
        with open_source("picamera", settings=CameraSettings((9, 9))):
            pass
    assert FakePiCamera.made.closed
