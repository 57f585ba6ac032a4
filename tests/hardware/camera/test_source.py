"""One interface for every source of pictures, and one clear sentence for everything that can go wrong."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from hardware.camera import decoder, v4l2
from hardware.camera.source import CameraError, Gray, colour, hide_password, is_live, open_source
from tests.support.loops import some

FPS, COUNT = 10, 20


def picture(number: int) -> NDArray[np.uint8]:
    """A dark picture with as many bright columns as its number."""
    colour = np.full((48, 64, 3), 20, np.uint8)
    colour[:, : 3 * number] = 220
    return colour


def number_in(gray: Gray) -> int:
    return round(int((gray[24] > 120).sum()) / 3)


def read(text: str, **options: float) -> list[tuple[float, int]]:
    with open_source(text, fps=options.get("fps")) as camera:
        return [(seconds, number_in(gray)) for seconds, gray in camera]


def read_until_error(text: str) -> tuple[list[int], str]:
    """What was delivered, and the error's message."""
    delivered: list[int] = []
    with pytest.raises(CameraError) as caught, open_source(text) as camera:
        delivered += (number_in(gray) for _, gray in camera)
    assert "\n" not in str(caught.value)
    return delivered, str(caught.value)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 48))
    for number in range(COUNT):
        writer.write(picture(number))
    writer.release()
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (10, 9, 1, 2):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), picture(number))
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


def test_a_film_comes_in_its_own_time(film: Path) -> None:
    assert read(str(film)) == [(number / FPS, number) for number in range(COUNT)]


def test_a_film_may_be_read_at_another_pace(film: Path) -> None:
    assert read(str(film), fps=20) == [(number / 20, number) for number in range(COUNT)]


def test_a_folder_comes_in_natural_order(folder: Path) -> None:
    assert read(str(folder)) == [(place / 15, number) for place, number in enumerate((1, 2, 9, 10))]
    assert read(str(folder), fps=2) == [(place / 2, number) for place, number in enumerate((1, 2, 9, 10))]


def coloured(number: int) -> NDArray[np.uint8]:
    """A picture of four fields, each in a colour of its own."""
    fields = np.zeros((96, 128, 3), np.uint8)
    fields[:48, :64], fields[:48, 64:], fields[48:, :64], fields[48:] = (200, 40, 40), (40, 200, 40), (40, 40, 200), 90
    return np.roll(fields, 32 * number, axis=1)


@pytest.mark.parametrize("kind", [".jpg", ".png", ".bmp", ".tif", ".webp", "MJPG", "mp4v", "paced"])
def test_the_colour_of_a_part_is_that_of_the_picture_given_with_it(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "film.mkv"
    if kind.startswith(".") or kind == "paced":
        for number in range(3):
            cv2.imwrite(str(tmp_path / f"{number}{'.png' if kind == 'paced' else kind}"), coloured(number))
        path = tmp_path
    else:
        writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*kind), FPS, (128, 96))
        for number in range(3):
            writer.write(coloured(number))
        writer.release()
    with open_source(str(path), paced=kind == "paced") as frames:
        kept = [(colour(frames), gray) for _, gray in frames]
    part = slice(20, 90), slice(50, 300)
    for number, (in_colour, gray) in enumerate(some(kept)):
        cut = in_colour(part)
        assert cut is not None
        assert np.abs(cut.astype(int) - coloured(number)[part]).mean() < 12
        assert gray.shape == (96, 128)


def test_no_colour_is_decoded_before_it_is_asked_for(film: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoder, "_bgr", None)
    with open_source(str(film)) as frames:
        kept = [colour(frames) for _ in frames]
    assert len(kept) == COUNT
    with pytest.raises(TypeError):
        kept[-1]((slice(0, 9), slice(0, 9)))


def test_a_source_may_be_left_early(film: Path) -> None:
    with open_source(str(film)) as camera:
        assert number_in(next(camera)[1]) == 0
    film.unlink()


def test_paced_pictures_are_not_early(folder: Path) -> None:
    start = time.monotonic()
    with open_source(str(folder), fps=20, paced=True) as camera:
        late = [time.monotonic() - start - seconds for seconds, _ in camera]
    assert len(late) == 4
    assert min(late) >= -0.001


def frame_ends(film: Path) -> list[int]:
    """Where each frame's chunk ends in the file."""
    whole, ends = film.read_bytes(), list[int]()
    place = whole.index(b"00dc", whole.index(b"movi"))
    while whole[place : place + 4] == b"00dc":
        length = int.from_bytes(whole[place + 4 : place + 8], "little")
        ends.append(place + 8 + length)
        place += 8 + length + length % 2
    assert len(ends) == COUNT
    return ends


@pytest.mark.parametrize("missing", [40, 100])
@pytest.mark.parametrize("whole_frames", [1, 7, COUNT - 1])
def test_a_torn_film_delivers_its_whole_frames_then_says_where_it_ends(
    film: Path, whole_frames: int, missing: int
) -> None:
    film.write_bytes(film.read_bytes()[: frame_ends(film)[whole_frames] - missing])
    delivered, said = read_until_error(str(film))
    assert delivered == list(range(whole_frames))
    assert f"mid-frame at {whole_frames / FPS:.2f} s" in said
    assert film.name in said


@pytest.mark.parametrize("whole_frames", [5, COUNT - 1])
def test_a_film_cut_between_two_frames_is_torn_too(film: Path, whole_frames: int) -> None:
    film.write_bytes(film.read_bytes()[: frame_ends(film)[whole_frames - 1]])
    delivered, said = read_until_error(str(film))
    assert delivered == list(range(whole_frames))
    assert f"{whole_frames / FPS:.2f} s" in said


@pytest.mark.parametrize("length", range(0, 240, 24))
def test_a_film_cut_in_its_header_is_no_film(film: Path, length: int) -> None:
    film.write_bytes(film.read_bytes()[:length])
    assert read_until_error(str(film))[0] == []


def test_a_file_that_is_no_film_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.avi"
    path.write_text("Dear players, " * 100)
    delivered, said = read_until_error(str(path))
    assert (delivered, "letter.avi: not a film" in said) == ([], True)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("no/such/film.avi", "no/such/film.avi: no such film"),
        ("63", "camera 63: not there; "),
        ("9" * 40, "not there; "),
        (
            "/dev/v4l/by-id/usb-None_Camera-video-index0",
            "camera /dev/v4l/by-id/usb-None_Camera-video-index0: not there",
        ),
        ("/dev/null", "camera /dev/null: it is no camera, or another program uses it"),
        ("10.0.0.7:8080/stream", "no such film, folder or camera; give a path, a camera's number or an address that"),
        ("http://127.0.0.1:9/table.mjpg", "127.0.0.1 is there, but nothing answers at its port 9"),
        ("http://anna:secret@127.0.0.1:9/table.mjpg", "http://anna:***@127.0.0.1:9/table.mjpg: 127.0.0.1 is there"),
        ("picamera", "picamera2 is missing"),
    ],
)
def test_a_source_that_is_not_there_is_one_sentence(source: str, says: str, capfd: pytest.CaptureFixture[str]) -> None:
    delivered, said = read_until_error(source)
    assert delivered == []
    assert says in said
    assert "secret" not in said
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("source", ["63", "/dev/null"])
@pytest.mark.parametrize("others", [True, False])
def test_where_no_usb_camera_is_plugged_in_the_way_to_the_pis_own_is_told(
    source: str, others: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(v4l2, "BY_ID", tmp_path)
    if others:
        (tmp_path / "usb-Camera-video-index0").touch()
    _delivered, said = read_until_error(source)
    own = 'a Raspberry Pi\'s own camera needs source = "picamera" below [camera] in the settings'
    assert (said.endswith(f"; {own}"), "usb-Camera" in said) == (not others, others)


@pytest.mark.parametrize(
    ("source", "live"),
    [
        ("0", True),
        ("/dev/video0", True),
        ("picamera", True),
        ("http://a/b", True),
        ("film.avi", False),
        ("folder", False),
        ("dev/film", False),
    ],
)
def test_only_what_goes_on_by_itself_is_live(source: str, live: bool) -> None:
    assert is_live(source) is live


@given(
    user=st.text("abcXYZ019._-", max_size=8),
    password=st.text("pqrPQR345.:_-%~", min_size=1, max_size=12),
    rest=st.sampled_from(["", "/table.mjpg", "/a/b?x=1"]),
)
def test_no_password_is_ever_shown(user: str, password: str, rest: str) -> None:
    assert hide_password(f"http://{user}:{password}@10.0.0.7:8080{rest}") == f"http://{user}:***@10.0.0.7:8080{rest}"
    assert hide_password(f"http://10.0.0.7/v?user={user}&pwd={password}") == f"http://10.0.0.7/v?user={user}&pwd=***"
    assert hide_password(f"http://10.0.0.7:8080{rest}") == f"http://10.0.0.7:8080{rest}"


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    assert "holds no pictures" in read_until_error(str(tmp_path))[1]


@pytest.mark.parametrize("content", [b"", b"torn", b"\xff\xd8\xff\xe0torn"])
def test_a_picture_that_is_none_is_left_out_and_named(
    content: bytes, folder: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "frame5.jpg").write_bytes(content)
    assert read(str(folder)) == [(0, 1), (1 / 15, 2), (3 / 15, 9), (4 / 15, 10)]
    assert [one.getMessage() for one in caplog.records] == [
        f"{folder}: 1 of 5 pictures are broken and were left out, first frame5.jpg; make them again"
    ]
    assert capfd.readouterr().err == ""


def test_a_folder_without_one_whole_picture_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "frame5.jpg").write_bytes(b"torn")
    assert read_until_error(str(tmp_path)) == ([], f"{tmp_path}: no picture in it can be read; make them again")


def test_names_that_begin_with_a_dot_are_no_pictures(folder: Path) -> None:
    (folder / "._frame1.png").write_bytes(b"notes of a Mac")
    assert [number for _, number in read(str(folder))] == [1, 2, 9, 10]


def test_broken_frames_of_a_film_are_left_out_and_counted(
    film: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    content, ends = bytearray(film.read_bytes()), frame_ends(film)
    for number in (3, 7):
        half = (ends[number] - ends[number - 1]) // 2
        content[ends[number] - half : ends[number]] = bytes(half)
    film.write_bytes(content)
    assert read(str(film)) == [(number / FPS, number) for number in range(COUNT) if number not in (3, 7)]
    assert [one.getMessage() for one in caplog.records] == [
        f"{film}: 2 of its 20 pictures are broken or lost and were left out; the first is at 0.30 s"
    ]
    assert capfd.readouterr().err == ""


def test_a_film_that_lacks_pictures_in_its_middle_is_not_read_as_if_nothing_had_happened(film: Path) -> None:
    """What lay there meanwhile is not known, and AVI has no times that would tell how long it was."""
    content, ends = bytearray(film.read_bytes()), frame_ends(film)
    content[ends[6] - 20 : ends[13] - 20] = bytes(ends[13] - ends[6])
    film.write_bytes(content)
    delivered, said = read_until_error(str(film))
    assert delivered == []
    assert said == (f"{film}: 7 of its 20 pictures are lost in its middle, nobody knows when: copy or record it again")


def test_where_a_film_with_times_lacks_pictures_its_time_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "film.mkv"
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 48))
    for number in range(COUNT):
        writer.write(picture(number))
    writer.release()
    content = bytearray(path.read_bytes())
    starts = [place for place in range(len(content)) if content[place : place + 3] == b"\xff\xd8\xff"]
    assert len(starts) == COUNT
    content[starts[5] + 40 : starts[14] + 40] = bytes(starts[14] - starts[5])
    path.write_bytes(content)
    told = read(str(path))
    assert told[0] == (0.0, 0)
    assert all(round(seconds * FPS) == number for seconds, number in some(told))
    assert told[-1] == (1.9, 19)
    assert "pictures are broken or lost and were left out; the first is at 0.50 s" in caplog.text


def test_pictures_of_two_sizes_are_refused(folder: Path) -> None:
    cv2.imwrite(str(folder / "frame3.png"), np.zeros((20, 30), np.uint8))
    delivered, said = read_until_error(str(folder))
    assert delivered == [1, 2]
    assert "frame3.png: 30x20" in said
    assert "64x48" in said


@pytest.mark.parametrize("size", [(1, 1), (64, 4), (4, 64), (31, 64)])
def test_pictures_too_small_for_any_mat_are_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    columns, rows = size
    cv2.imwrite(str(tmp_path / "frame1.png"), np.zeros((rows, columns), np.uint8))
    delivered, said = read_until_error(str(tmp_path))
    assert delivered == []
    assert said == (
        f"{tmp_path}/frame1.png: a picture of {columns}x{rows} pixels is too small to show a mat; take larger ones"
    )


def test_a_film_too_small_for_any_mat_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.avi"
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (16, 16))
    writer.write(np.zeros((16, 16, 3), np.uint8))
    writer.release()
    delivered, said = read_until_error(str(path))
    assert delivered == []
    assert "small.avi: a picture of 16x16 pixels" in said
