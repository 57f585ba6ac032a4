"""Sources that are alive: a stream that ends, hangs, dies and comes back; the thread that reads it."""

import threading
from contextlib import AbstractContextManager
from functools import partial

import cv2
import pytest

from hardware.camera import http, source
from hardware.camera import live as camera_live
from hardware.camera.live import Live
from hardware.camera.picture import WholePicture, from_array
from hardware.camera.source import CameraError, Frames, open_source
from tests.support.hardware.camera_pictures import COUNT, Server, number_in, picture, serving
from tests.support.waiting import PATIENCE_S, until


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a stream as long as a busy machine takes to open and to send it."""
    monkeypatch.setattr(http, "TIMEOUT_S", PATIENCE_S)
    monkeypatch.setattr(source, "Live", partial(Live, silent_s=PATIENCE_S, first_s=PATIENCE_S))


def nothing() -> None:
    """Let go of nothing."""


def test_a_stream_comes_as_it_is_sent_and_may_end() -> None:
    with serving(Server()) as server, open_source(f"http://{server.address}") as camera:
        seen = [(seconds, number_in(gray)) for seconds, gray in camera]
    numbers, times = [number for _, number in seen], [seconds for seconds, _ in seen]
    assert numbers[-1] == COUNT - 1
    assert numbers == sorted(set(numbers))
    assert times == sorted(times)


def test_a_stream_behind_a_password_is_opened_with_it_and_never_tells_it() -> None:
    with serving(Server()) as server:
        server.password = "r%40ven".replace("%40", "@")
        with open_source(f"http://anna:r%40ven@{server.address}") as camera:
            assert number_in(next(camera)[1]) < COUNT
        with pytest.raises(CameraError) as caught, open_source(f"http://anna:wrong@{server.address}"):
            pass
    assert str(caught.value).startswith(f"http://anna:***@{server.address}: it does not take this name and password")


def test_a_stream_that_dies_ends_and_can_be_opened_again_when_it_is_back() -> None:
    first = Server()
    first.rounds = 1000
    with open_after(first) as camera:
        assert number_in(next(camera)[1]) < COUNT
        port = first.server_port
        first.stop.set()
        first.shutdown()
        first.server_close()
        assert len(list(camera)) < 1000 * COUNT
    with pytest.raises(CameraError, match="nothing answers at its port"), open_source(f"http://127.0.0.1:{port}/t"):
        pass
    with serving(Server(port)) as second, open_source(f"http://{second.address}") as camera:
        assert number_in(next(camera)[1]) < COUNT


def open_after(server: Server) -> AbstractContextManager[Frames]:
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return open_source(f"http://{server.address}")


def test_a_stream_that_hangs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "Live", partial(Live, silent_s=0.3, first_s=PATIENCE_S))
    monkeypatch.setattr(camera_live, "_PATIENCE_S", 0.1)
    with serving(Server()) as server:
        server.hang_after = 5
        with open_source(f"http://{server.address}") as camera:
            assert number_in(next(camera)[1]) < 5
            with pytest.raises(CameraError, match=r"table\.mjpg: no picture for 0\.3 s"):
                list(camera)


def test_the_newest_picture_is_given_and_late_ones_are_counted() -> None:
    asked, numbers = threading.Event(), iter(range(10))

    def take() -> WholePicture | None:
        number = next(numbers, None)
        if number is None:
            asked.set()
        return None if number is None else from_array(picture(number))

    live = Live("test", take, nothing, may_end=True)
    assert asked.wait(PATIENCE_S)
    assert [number_in(gray) for _, gray in live] == [9]
    live.close()
    assert (live.pictures, live.dropped) == (10, 9)


@pytest.mark.parametrize(("rate", "least"), [(8, 8), (15, 15), (24, 12), (30, 15), (60, 15)])
def test_while_nothing_moves_at_most_15_pictures_a_second_are_decoded(rate: int, least: int) -> None:
    begun, ended, encoded = threading.Event(), threading.Event(), cv2.imencode(".jpg", picture(1))[1].tobytes()
    numbers, now = iter(range(2 * rate)), [0.0]

    def take() -> bytes | None:
        begun.wait()
        number = next(numbers, None)
        if number is None:
            ended.set()
            return None
        now[0], live.at_rest = number / rate, number < rate
        return encoded

    live = Live("test", take, nothing, may_end=True, clock=lambda: now[0])
    begun.set()
    assert ended.wait(PATIENCE_S)
    live.close()
    assert live.pictures == least + rate


@pytest.mark.parametrize("fault", [OSError("gone"), RuntimeError("gone")])
def test_a_reader_that_breaks_is_an_error_that_names_the_reason(fault: Exception) -> None:
    released: list[bool] = []

    def take() -> WholePicture | None:
        raise fault

    live = Live("camera 7", take, lambda: released.append(True), may_end=True)
    with pytest.raises(CameraError, match=r"camera 7: no picture any more after .* s \(gone\); check its cable"):
        next(live)
    until(lambda: released)
    live.close()
    assert released == [True]


def test_a_read_that_hangs_hangs_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_live, "_PATIENCE_S", 0.05)
    unplugged, released = threading.Event(), threading.Event()

    def take() -> WholePicture | None:
        unplugged.wait()
        return None

    live = Live("camera 7", take, released.set, may_end=False, first_s=0.1)
    with pytest.raises(CameraError, match=r"camera 7: no picture for 0\.1 s; check its cable"):
        next(live)
    live.close()
    assert not released.is_set()
    unplugged.set()
    assert released.wait(PATIENCE_S)
