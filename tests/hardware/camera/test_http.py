"""Streams as browsers read them, and for each address without one a sentence of its own."""

import base64
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import address_faults, http, source
from hardware.camera.live import Live
from hardware.camera.source import CameraError, colour, open_source
from tests.support.hardware.camera_pictures import number_in
from tests.support.hardware.streams import (
    BROKEN,
    COUNT,
    FRAMINGS,
    HOW,
    MULTIPART,
    WHOLE,
    Broken,
    Wire,
    digest,
    head,
    jpeg,
    once,
    stream,
)
from tests.support.loops import some
from tests.support.waiting import PATIENCE_S

NUMBERS = [number % 20 for number in range(COUNT)]


class Patient(Live):
    """A live source that is waited for as long as a busy machine takes."""

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401  as the class before it takes them
        super().__init__(*given, **named, silent_s=PATIENCE_S, first_s=PATIENCE_S)


class Hasty(Live):
    """A live source that is soon dead."""

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401  as the class before it takes them
        super().__init__(*given, **named, silent_s=0.3, first_s=0.3)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a stream as long as a busy machine takes to open and to send it."""
    monkeypatch.setattr(http, "TIMEOUT_S", PATIENCE_S)
    monkeypatch.setattr(source, "Live", Patient)


def numbers_of(address: str) -> list[int | None]:
    """The number of each picture as its bytes are taken from a stream; None for a broken one."""
    opened = http.open_stream(address)
    assert opened
    decoder, seen = source.Decoder(), list[int | None]()
    while (taken := opened.read()) is not None:
        picture = decoder.brightness(taken)
        seen.append(None if picture is None else number_in(picture))
    opened.close()
    return seen


def refusal(address: str) -> str:
    """Why a stream cannot be read."""
    with pytest.raises(CameraError) as caught, open_source(address) as camera:
        list(camera)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("framing", FRAMINGS)
def test_every_picture_of_a_stream_is_read_however_it_is_wrapped(framing: str) -> None:
    with stream(framing, jpeg, 0).serving() as host:
        assert numbers_of(f"http://{host}/stream?fps=8") == NUMBERS


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("made", WHOLE.values(), ids=WHOLE)
@pytest.mark.parametrize("framing", ["usual", "bare pictures"])
def test_a_picture_is_whole_whatever_its_encoder_leaves_out_or_adds(framing: str, made: Broken) -> None:
    with stream(framing, lambda number: made(jpeg(number)), 0).serving() as host:
        # Without its end a picture ends where the next one begins; the last one has none behind it.
        seen = numbers_of(f"http://{host}/stream")
    assert seen in (NUMBERS, NUMBERS[:-1])


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("how", HOW)
def test_a_picture_that_comes_broken_is_left_out_and_told_when_many_do(
    how: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    def content(number: int) -> bytes:
        return HOW[how](jpeg(number)) if number in BROKEN else jpeg(number)

    with stream("usual", content).serving() as host, open_source(f"http://{host}/stream") as camera:
        seen = [number_in(gray) for _, gray in camera]
        told = source.broken_one_in(camera)
    whole = {number % 20 for number in range(COUNT) if number not in BROKEN}
    assert set(seen) <= whole
    assert len(seen) > len(whole) // 2
    assert told == 4
    assert [one.getMessage() for one in caplog.records] == [
        f"http://{host}/stream: sends broken pictures, one in 4; its line loses data: check cable and radio, or let it "
        "send fewer or smaller pictures"
    ]
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("patient")
def test_few_broken_pictures_are_not_told(caplog: pytest.LogCaptureFixture) -> None:
    def content(number: int) -> bytes:
        return b"" if number in {9, 17} else jpeg(number)

    with stream("usual", content).serving() as host, open_source(f"http://{host}/stream") as camera:
        assert len(list(camera)) > COUNT // 2
        assert source.broken_one_in(camera) == 0
    assert caplog.records == []


def test_where_all_pictures_come_broken_only_silence_makes_the_camera_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "Live", Hasty)
    with stream("usual", lambda number: HOW["half"](jpeg(number))).serving() as host:
        assert ": no whole picture for 0.3 s, but " in refusal(f"http://{host}/stream")


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("size", [(96, 72), (96, 48), (48, 64)])
def test_a_new_size_is_taken_and_told(size: tuple[int, int], caplog: pytest.LogCaptureFixture) -> None:
    """As a stream that begins with a grabber's picture of another size, each time that it is opened."""
    with stream("usual", lambda number: jpeg(number, (64, 48) if number < 12 else size)).serving() as host:
        with open_source(f"http://{host}/stream") as camera:
            seen = [(gray.shape, source.is_resized(camera)) for _, gray in camera]
        address = f"http://{host}/stream"
    assert list(dict.fromkeys(shape for shape, _ in seen)) == [(48, 64), size[::-1]]
    assert (seen[0][1], seen[-1][1]) == (False, True)
    assert [one.getMessage() for one in caplog.records] == [
        f"{address}: its pictures have {size[0]}x{size[1]} pixels now, 64x48 before; if that stays, type: "
        "schiri calibrate"
    ]


@pytest.mark.usefixtures("patient")
def test_the_colour_of_a_picture_can_be_had_after_others_have_come() -> None:
    with stream("usual", jpeg).serving() as host, open_source(f"http://{host}/stream") as camera:
        kept = [(gray, colour(camera)) for _, gray in camera]
    for gray, in_colour in some(kept):
        seen = in_colour((slice(8, 200), slice(4, 60)))
        assert seen is not None
        assert seen.shape == (40, 56, 3)
        assert np.abs(seen.mean(axis=2) - gray[8:, 4:60]).mean() < 3


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("codec", "is_planar"), [("mp4v", True), ("FFV1", False)])
def test_video_that_is_no_jpeg_gives_its_plane_of_brightness(codec: str, is_planar: bool, tmp_path: Path) -> None:
    """Levels of video begin at 16 and end at 235, unless it is converted."""
    film = tmp_path / "film.mkv"
    writer = cv2.VideoWriter(str(film), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), 15, (64, 48))
    for number in range(COUNT):
        writer.write(np.full((48, 64, 3), 255 * (number % 2), np.uint8))
    writer.release()
    with once("video/x-matroska", film.read_bytes()).serving() as host, open_source(f"http://{host}/film") as camera:
        gray = next(camera)[1]
        cut = colour(camera)((slice(0, 9), slice(0, 9)))
    assert gray.shape == (48, 64)
    darkest, brightest = (16, 235) if is_planar else (0, 255)
    assert min(abs(float(gray.mean()) - level) for level in (darkest, brightest)) < 3
    assert (cut is None) is is_planar


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("scheme", ["http://", "HTTP://", "Http://"])
@pytest.mark.parametrize("way", ["basic", "digest"])
def test_a_password_opens_a_stream_and_a_wrong_one_is_told(scheme: str, way: str) -> None:
    def with_basic(wire: Wire) -> Wire:
        inner = wire.answer

        def answer(request: str) -> Iterator[bytes]:
            if base64.b64encode("anna:p@ss/ö".encode()).decode() in request:
                yield from inner(request)
            else:
                yield head("text/plain", "401 Unauthorized", 'WWW-Authenticate: Basic realm="cam"\r\n')

        wire.answer = answer
        return wire

    wire = stream("usual", jpeg, 0)
    guarded = with_basic(wire) if way == "basic" else digest("anna", "p@ss/:", wire)
    written = "p%40ss%2F%C3%B6" if way == "basic" else "p%40ss%2F:"
    with guarded.serving() as host:
        assert numbers_of(f"{scheme}anna:{written}@{host}/a%20b") == NUMBERS
        assert refusal(f"{scheme}anna:wrong@{host}/a").startswith(
            f"{scheme}anna:***@{host}/a: it does not take this name and password (401); look them up"
        )
        assert refusal(f"{scheme}{host}/a").startswith(f"{scheme}{host}/a: it asks for a name and a password (401): ")


@pytest.mark.usefixtures("patient")
def test_a_stream_that_moved_is_followed() -> None:
    with stream("usual", jpeg, 0).serving() as there:
        more = f"Location: http://{there}/stream\r\n"
        with once("text/plain", b"", "302 Found", more).serving() as host:
            assert numbers_of(f"http://{host}/old") == NUMBERS


PAGE = b'<html><body><img src="/?action=stream"></body></html>'


@pytest.mark.parametrize(
    ("wire", "says"),
    [
        (once("text/plain", b"", "403 Forbidden"), "it shows its pictures to others only (403)"),
        (once("text/plain", b"", "404 Not Found"), "nothing is at this path (404)"),
        (once("text/plain", b"", "503 Service Unavailable"), "it gives no stream now (503)"),
        (once("text/plain", b"", "418 Teapot"), "it answers with the status 418 and no stream"),
        (once("text/html; charset=utf-8", PAGE), "a web page is there, no stream"),
        (once("application/json", b'{"a": 1}'), "an answer of the kind application/json is there, no stream"),
        (once("", b"", "204 No Content"), "an empty answer is there, no stream"),
        (once("image/jpeg", jpeg(1)), "one still picture is there, no stream"),
        (
            once("text/plain", b"", "401 Unauthorized", 'WWW-Authenticate: Negotiate realm="cam"\r\n'),
            "it asks for a name and a password (401)",
        ),
        (Wire(lambda _: iter((b"SSH-2.0-dropbear\r\n",))), "what answers there is no stream"),
        (Wire(lambda _: iter((b"RTSP/1.0 400 Bad Request\r\n\r\n",))), "rtsp is spoken there, not http; write rtsp://"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_each_address_without_a_stream_has_a_sentence_of_its_own(wire: Wire, says: str) -> None:
    with wire.serving() as host:
        assert refusal(f"http://{host}/x").startswith(f"http://{host}/x: {says}")


@pytest.mark.parametrize("scheme", ["https", "rtsp"])
def test_http_is_found_where_it_is_spoken(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "TIMEOUT_S", 0.5)
    with once("text/plain", b"", "404 Not Found").serving() as host:
        said = refusal(f"{scheme}://{host}/x")
    assert said == f"{scheme}://{host}/x: http is spoken there, not {scheme}; write http:// in place of {scheme}://"


@pytest.mark.needs("openssl")
@pytest.mark.usefixtures("patient")
def test_https_is_read_with_a_certificate_that_the_camera_signed_itself(tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    order = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=camera", "-keyout", str(key)]
    subprocess.run([*order, "-out", str(tmp_path / "own.pem")], check=True, capture_output=True)  # noqa: S603
    both = tmp_path / "both.pem"
    both.write_bytes(key.read_bytes() + (tmp_path / "own.pem").read_bytes())
    wire = stream("usual", jpeg, 0)
    wire.certificate = str(both)
    with wire.serving() as host:
        assert numbers_of(f"https://{host}/stream") == NUMBERS
        assert refusal(f"http://{host}/x") == (
            f"http://{host}/x: https is spoken there, not http; write https:// in place of http://"
        )


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("http://127.0.0.1:9/x", "127.0.0.1 is there, but nothing answers at its port 9"),
        ("rtsp://127.0.0.1:9/x", "127.0.0.1 is there, but nothing answers at its port 9"),
        ("http://no-such-name.invalid/x", "nobody on this network knows the name no-such-name.invalid"),
        ("rtsp://no-such-name.invalid/x", "nobody on this network knows the name no-such-name.invalid"),
        ("http:///x", "this is no address; one looks like http://10.0.0.7:8080/stream"),
        ("http://10.0.0.7:99999/x", "this is no address"),
        ("http://10.0.0.7:seven/x", "this is no address"),
    ],
)
def test_an_address_at_which_nobody_is(address: str, says: str) -> None:
    assert refusal(address).startswith(f"{address}: {says}")


def test_nobody_in_the_network_is_told_from_somebody_who_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "TIMEOUT_S", 0.2)
    monkeypatch.setattr(address_faults, "_ASK_S", 0.2)
    silent = Wire(lambda _: iter(()))

    def nothing(_: str) -> Iterator[bytes]:
        silent.stop.wait(1)
        return iter(())

    silent.answer = nothing
    with silent.serving() as host:
        assert "somebody is there and says nothing for 5 s" in refusal(f"http://{host}/x")

    def unreachable(*_: object, **__: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(address_faults.socket, "create_connection", unreachable)
    assert "nobody answers there; is the camera switched on, and on this network?" in refusal("http://10.255.255.1/x")


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("said", [b"", b"--frame\r\n\r\n" + jpeg(3) + b"\r\n--frame\r\n\r\n" + jpeg(4)[:300]])
def test_a_stream_that_stops_is_silent(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before its first picture, or in the middle of one."""
    monkeypatch.setattr(http, "TIMEOUT_S", 0.3)
    wire = Wire(lambda _: iter(()))

    def answer(_: str) -> Iterator[bytes]:
        yield head(f"{MULTIPART}; boundary=frame")
        yield said
        wire.stop.wait(PATIENCE_S)

    wire.answer = answer
    with wire.serving() as host:
        assert "nothing comes for" in refusal(f"http://{host}/x")
