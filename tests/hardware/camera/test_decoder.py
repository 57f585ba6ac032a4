"""Pictures and what is none: cut, damaged, padded, in every format and sampling."""

import io

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from groundwork.picture import Gray
from hardware.camera.decoder import Decoder, decode_colour
from tests.support.hardware.streams import WHOLE, Broken
from tests.support.loops import some

RNG = np.random.default_rng(38)
SCENE = cv2.GaussianBlur(np.asarray(RNG.integers(0, 255, (240, 320, 3)), np.uint8), (5, 5), 0)
SAMPLINGS = {
    "4:2:0": [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420],
    "4:2:2": [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422],
    "4:4:4": [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444],
    "restarts": [cv2.IMWRITE_JPEG_RST_INTERVAL, 4],
    "own tables": [cv2.IMWRITE_JPEG_OPTIMIZE, 1],
}


def encoded(kind: str) -> bytes:
    return cv2.imencode(".jpg", SCENE, [cv2.IMWRITE_JPEG_QUALITY, 80, *SAMPLINGS[kind]])[1].tobytes()


def plain(data: bytes) -> Gray:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return np.asarray(picture, np.uint8)


@pytest.mark.parametrize("kind", SAMPLINGS)
@pytest.mark.parametrize("made", WHOLE.values(), ids=WHOLE)
def test_a_whole_picture_is_its_own_brightness(kind: str, made: Broken) -> None:
    whole = encoded(kind)
    if kind == "own tables" and made is WHOLE["no tables"]:
        made = WHOLE["whole"]  # only the usual tables may be left out
    picture = Decoder().brightness(made(whole))
    assert picture is not None
    assert np.array_equal(picture, plain(whole))


@pytest.mark.parametrize("kind", SAMPLINGS)
@pytest.mark.parametrize("end", [b"", b"\xff\xd9", bytes(40), b"\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n"])
def test_a_picture_cut_anywhere_is_none(kind: str, end: bytes) -> None:
    whole, decoder = encoded(kind), Decoder()
    for cut in some(RNG.integers(200, len(whole) - 600, 40)):
        assert decoder.brightness(whole[:cut] + end) is None, cut


def test_a_picture_that_ended_early_before_it_was_encoded_anew_is_none(capfd: pytest.CaptureFixture[str]) -> None:
    whole = encoded("4:2:0")
    half = cv2.imdecode(np.frombuffer(whole[: len(whole) // 2] + b"\xff\xd9", np.uint8), cv2.IMREAD_COLOR)
    assert half is not None
    again, decoder = cv2.imencode(".jpg", half)[1].tobytes(), Decoder()
    seen = [decoder.brightness(data) is not None for data in (whole, again, whole, again, again, whole)]
    assert seen == [True, False, True, False, False, True]
    # OpenCV's own library is not as silent as ours: this is its word of the cut picture above.
    assert capfd.readouterr().err.count("\n") <= 1


def test_a_grey_bar_below_all_pictures_is_a_part_of_them() -> None:
    barred = SCENE.copy()
    barred[-32:] = 128
    data, decoder = cv2.imencode(".jpg", barred)[1].tobytes(), Decoder()
    assert [decoder.brightness(data) is not None for _ in range(12)] == [False] * 8 + [True] * 4


@given(
    st.binary(max_size=200),
    st.sampled_from([b"", b"\xff\xd8\xff", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", b"\x89PNG\r\n"]),
)
def test_garbage_is_no_picture_and_no_error(rest: bytes, begin: bytes) -> None:
    assert Decoder().brightness(begin + rest) is None


@given(at=st.integers(0, len(encoded("4:2:0")) - 1), byte=st.integers(0, 255))
def test_a_damaged_picture_is_a_picture_or_none(at: int, byte: int) -> None:
    data = bytearray(encoded("4:2:0"))
    data[at] = byte
    picture = Decoder().brightness(bytes(data))
    assert picture is None or picture.ndim == 2


@pytest.mark.parametrize("name", ["png", "bmp", "webp"])
def test_other_formats_are_read_and_their_halves_are_none(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    gray = plain(encoded("4:2:0"))
    data = cv2.imencode(f".{name}", gray)[1].tobytes()
    picture = Decoder().brightness(data)
    assert picture is not None
    assert np.abs(picture.astype(int) - gray).mean() < (4 if name == "webp" else 0.01)
    assert Decoder().brightness(data[: len(data) // 2]) is None
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "LA", "I;16"])
def test_colour_transparency_and_depth_are_made_grey(mode: str) -> None:
    gray = plain(encoded("4:2:0"))
    image = Image.fromarray(gray.astype(np.uint16) * 257) if mode == "I;16" else Image.fromarray(gray).convert(mode)
    file = io.BytesIO()
    image.save(file, "PNG")
    picture = Decoder().brightness(file.getvalue())
    assert picture is not None
    assert np.abs(picture.astype(int) - gray).max() <= 1


def test_a_picture_held_upright_is_turned_as_it_says() -> None:
    image = Image.fromarray(plain(encoded("4:2:0")))
    file, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = 6
    image.save(file, "JPEG", exif=exif)
    picture = Decoder().brightness(file.getvalue())
    assert picture is not None
    assert picture.shape == (320, 240)


def test_a_part_of_a_grey_picture_of_sixteen_bits_is_as_bright_as_the_whole() -> None:
    levels = np.asarray(RNG.integers(0, 65536, (48, 64)), np.uint16)
    data = cv2.imencode(".png", levels)[1].tobytes()
    gray, part = Decoder().brightness(data), (slice(5, 20), slice(7, 30))
    cut = decode_colour(data, part)
    assert gray is not None
    assert cut is not None
    assert np.array_equal(cut, np.dstack([gray[part]] * 3))
