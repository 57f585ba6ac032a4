"""A phone as a source: what it sends is given, the newest first; it is lost and found; one phone at a time."""

import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import count

import cv2
import pytest

from hardware.camera import phone as phones
from hardware.camera.phone import Battery, PhonePictures
from hardware.camera.settings import CameraSettings
from hardware.camera.source import CameraError, broken_one_in, is_live, is_resized, open_source
from tests.support.hardware.camera_pictures import number_in, picture
from tests.support.waiting import until

SILENT = "phone: no phone sends pictures; open the table's camera page on the one that is it"


def jpeg(number: int, *, scale: int = 1) -> bytes:
    """A picture that carries a number, in this many times its usual size."""
    return cv2.imencode(".jpg", cv2.resize(picture(number), None, fx=scale, fy=scale))[1].tobytes()


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def sending(phone: PhonePictures, *pictures: bytes, numbers: Iterator[int]) -> Generator[None]:
    """A phone that sends these over and over."""
    over = threading.Event()

    def send() -> None:
        while not over.wait(0.005):
            number = next(numbers)
            phone.put("anna", number, pictures[number % len(pictures)])

    thread = threading.Thread(target=send)
    thread.start()
    until(lambda: phone.is_sending)
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_a_phone_is_live_and_without_one_there_is_no_source() -> None:
    assert is_live("phone")
    with pytest.raises(CameraError) as silent, open_source("phone", phone=PhonePictures()):
        pass
    with pytest.raises(CameraError) as alone, open_source("phone"):
        pass
    served = "phone: a phone is the camera of a running referee alone; type: schiri referee, and open its pages"
    assert [(str(one.value), one.value.fault) for one in (silent, alone)] == [(SILENT, "phone"), (served, "phone")]


def test_a_phone_is_lost_and_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "SILENT_S", 0.3)
    phone, numbers = PhonePictures(), count()
    for _ in range(2):
        with open_after(phone, numbers) as camera:
            with sending(phone, jpeg(7), numbers=numbers):
                assert [number_in(next(camera)[1]) for _ in range(3)] == [7, 7, 7]
            with pytest.raises(CameraError, match=SILENT):
                list(camera)
        with pytest.raises(CameraError, match=SILENT), open_source("phone", phone=phone):
            pass


@contextmanager
def open_after(phone: PhonePictures, numbers: Iterator[int]) -> Generator[phones.Live]:
    """The source, opened once a first picture has come."""
    phone.put("anna", next(numbers), jpeg(1))
    with open_source("phone", phone=phone) as camera:
        assert isinstance(camera, phones.Live)
        yield camera


def test_closing_waits_for_no_picture() -> None:
    phone = PhonePictures()
    phone.put("anna", 1, jpeg(1))
    with open_source("phone", phone=phone):
        reading = [one for one in threading.enumerate() if one.name == "camera phone"]
    assert [one.is_alive() for one in reading] == [False]


def test_broken_pictures_are_counted_and_another_size_is_told() -> None:
    phone, numbers = PhonePictures(), count()
    with open_after(phone, numbers) as camera:
        with sending(phone, jpeg(3), jpeg(4)[:-200], b"no picture", b"", numbers=numbers):
            until(lambda: broken_one_in(camera))
            assert number_in(next(camera)[1]) == 3
        assert not is_resized(camera)
        with sending(phone, jpeg(5, scale=2), numbers=numbers):
            until(lambda: is_resized(camera))


def test_a_picture_that_a_newer_one_has_overtaken_is_left_out() -> None:
    phone = PhonePictures()
    phone.put("anna", 1, jpeg(1))
    with open_source("phone", phone=phone) as camera:
        phone.put("anna", 3, jpeg(3))
        assert number_in(next(iter(camera))[1]) == 3
        assert phone.put("anna", 2, jpeg(2))
        phone.put("anna", 4, jpeg(4))
        assert number_in(next(iter(camera))[1]) == 4


def test_one_phone_at_a_time_until_it_is_silent() -> None:
    clock = Clock()
    phone = PhonePictures(clock)
    assert phone.put("anna", 9, jpeg(1))
    assert not phone.put("berta", 1, jpeg(2))
    clock.now += phones.SILENT_S
    assert phone.put("berta", 1, jpeg(2))
    assert (phone.is_free_for("anna"), phone.is_free_for("berta")) == (False, True)


@pytest.mark.parametrize(
    ("battery", "low"),
    [
        (None, 0),
        (Battery(16, is_charging=False), 0),
        (Battery(15, is_charging=False), 15),
        (Battery(11, is_charging=False), 15),
        (Battery(5, is_charging=False), 5),
        (Battery(0, is_charging=False), 5),
        (Battery(5, is_charging=True), 0),
    ],
)
def test_a_low_battery_is_told_while_the_phone_is_the_camera(battery: Battery | None, low: int) -> None:
    clock = Clock()
    phone = PhonePictures(clock)
    phone.put("anna", 1, jpeg(1), battery)
    assert (phone.battery, phone.low_battery) == (battery, low)
    clock.now += phones.SILENT_S
    assert (phone.battery, phone.low_battery) == (None, 0)


def test_a_picture_that_no_phone_fetches_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    phone = PhonePictures()
    for _ in range(2):
        with pytest.raises(CameraError):
            phone.camera(CameraSettings(focus=3.0, exposure_ms=8.0))
    assert [one.message for one in caplog.records] == [
        "phone: exposure cannot be set on a phone; leave exposure out of its settings",
        "phone: focus cannot be set on a phone; leave focus out of its settings",
    ]
