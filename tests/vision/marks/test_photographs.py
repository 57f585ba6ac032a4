"""The photo suite: any folder of pictures is read, whatever is in it, and each mark is told with its corners."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.eyes import photographs
from groundwork.picture import Gray
from vision.marks import squares

Line = dict[str, Any]
LEFT, TOP, SIDE = 60, 40, 96
RIGHT, BOTTOM = LEFT + SIDE - 1, TOP + SIDE - 1
UPRIGHT = [[LEFT, TOP], [RIGHT, TOP], [RIGHT, BOTTOM], [LEFT, BOTTOM]]


def picture(number: int = 7) -> Gray:
    """A mark on light grey, its own top left corner at the left and top."""
    gray = np.full((200, 240), 230, np.uint8)
    gray[TOP : TOP + SIDE, LEFT : LEFT + SIDE] = squares.draw(number, SIDE)
    return gray


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr("sys.argv", ["photographs", *map(str, arguments)])
    return photographs.main()


def lines(capsys: pytest.CaptureFixture[str]) -> tuple[list[Line], list[str]]:
    said = capsys.readouterr()
    return [json.loads(line) for line in said.out.splitlines()], said.err.splitlines()


def near(corners: list[list[float]], wanted: list[list[int]]) -> bool:
    return bool(np.abs(np.array(corners) - wanted).max() < 1.5)


@pytest.mark.parametrize("turns", range(4))
def test_the_first_corner_is_the_marks_own_top_left_and_the_others_follow_clockwise(
    turns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gray = picture()
    part = gray[TOP : TOP + SIDE, LEFT : LEFT + SIDE]
    part[:] = np.rot90(part, -turns)
    cv2.imwrite(str(tmp_path / "one.png"), gray)
    assert run(monkeypatch, tmp_path, "--json") == 0
    ((told,), said) = lines(capsys)
    assert said == []
    assert told["file"] == str(tmp_path / "one.png")
    assert [mark["number"] for mark in told["marks"]] == [7]
    assert near(told["marks"][0]["corners"], UPRIGHT[turns:] + UPRIGHT[:turns])


def test_every_kind_of_picture_is_read_in_subfolders_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gray, below = picture(), tmp_path / "deep" / "er"
    below.mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "colour.jpg"), cv2.merge((gray, gray, gray)))
    cv2.imwrite(str(tmp_path / "alpha.png"), cv2.merge((gray, gray, gray, np.full_like(gray, 255))))
    cv2.imwrite(str(below / "sixteen.png"), gray.astype(np.uint16) * 257)
    cv2.imwrite(str(below / "UPPER.PNG"), gray)
    assert run(monkeypatch, tmp_path, "--json") == 0
    told, _ = lines(capsys)
    assert len(told) == 4
    assert all([mark["number"] for mark in one["marks"]] == [7] for one in told)


def test_a_picture_is_turned_as_its_exif_data_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # To be turned a quarter clockwise.
    Image.fromarray(np.rot90(picture())).save(tmp_path / "turned.jpg", exif=exif, quality=95)
    assert run(monkeypatch, tmp_path, "--json") == 0
    ((told,), _) = lines(capsys)
    assert near(told["marks"][0]["corners"], UPRIGHT)


def test_an_unreadable_picture_gets_one_sentence_and_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.png").touch()
    (tmp_path / "text.jpg").write_text("no picture")
    cv2.imwrite(str(tmp_path / "cut.png"), picture())
    (tmp_path / "cut.png").write_bytes((tmp_path / "cut.png").read_bytes()[:40])
    cv2.imwrite(str(tmp_path / "good.png"), picture())
    assert run(monkeypatch, tmp_path, "--json") == 0
    told, said = lines(capsys)
    assert {Path(one["file"]).name: len(one["marks"]) for one in told} == {
        "cut.png": 0,
        "empty.png": 0,
        "good.png": 1,
        "text.jpg": 0,
    }
    assert len(said) == 3
    assert all(" is left out" in sentence for sentence in said)


def test_a_picture_that_breaks_off_is_read_as_far_as_it_goes_and_said_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.jpg"
    cv2.imwrite(str(cut), np.vstack((picture(), np.full((600, 240), 230, np.uint8))))
    cut.write_bytes(cut.read_bytes()[:-400])
    assert run(monkeypatch, tmp_path, "--json") == 0
    told, said = lines(capfd)
    assert [mark["number"] for mark in told[0]["marks"]] == [7]
    # Nothing else is said, by the libraries neither.
    assert said == [f"{cut}: breaks off; it is read as far as it goes"]


def test_a_link_that_leads_nowhere_is_told_and_where_nothing_can_be_read_the_status_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = tmp_path / "gone.png"
    gone.symlink_to(tmp_path / "nowhere")
    assert run(monkeypatch, tmp_path) == 2
    assert capsys.readouterr().err == f"{gone}: cannot be read (No such file or directory); it is left out\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"9, (1 2), (3 broken", "line 2 is no mark from 0 to 586"),
        (b"9, (60 40), (155 4.0.0), (155 135), (60 135)", "line 2 is no mark"),
        (b"9, (1e999 40), (155 40), (155 135), (60 135)", "line 2 is no mark"),
        (b"587, (60 40), (155 40), (155 135), (60 135)", "line 2 is no mark"),
        (b"\xff", "is not in UTF-8"),
    ],
)
def test_a_broken_line_beside_a_picture_gets_a_sentence_and_the_others_count(
    text: bytes, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    beside = tmp_path / "one.txt"
    cv2.imwrite(str(tmp_path / "one.png"), picture())
    there = ", ".join(f"({x} {y})" for x, y in UPRIGHT)
    beside.write_bytes(f"7, {there}\n".encode() + text)
    assert run(monkeypatch, tmp_path) == 0
    told, said = capsys.readouterr()
    assert "all:     1 of     1, 100.0 %" in told
    assert len(said.splitlines()) == 1
    assert said.startswith(f"{beside}: {what}")
    assert said.endswith("it is left out\n")


def test_the_text_of_a_code_may_look_like_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "qrcode-1"
    folder.mkdir()
    cv2.imwrite(str(folder / "one.png"), picture())
    (folder / "one.txt").write_text("1, (one)\nand two\n")
    assert run(monkeypatch, tmp_path) == 0
    told, said = capsys.readouterr()
    assert "QR:     0 of     1" in told
    assert said == ""


@pytest.mark.parametrize("size", [(1, 1), (1, 900), (900, 1), (2, 2), (5, 9), (9, 9)], ids=str)
def test_a_tiny_picture_shows_nothing(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "tiny.png"), np.zeros(size, np.uint8))
    assert run(monkeypatch, tmp_path, "--json", "--all") == 0
    ((told,), said) = lines(capsys)
    assert (told["marks"], told["qr"], said) == ([], [], [])


def test_a_folder_without_pictures_is_said_to_be_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path) == 2
    assert "no pictures are in it" in capsys.readouterr().err
    assert run(monkeypatch, tmp_path / "gone") == 2
    assert "there is no such folder" in capsys.readouterr().err


def test_numbers_of_no_card_are_read_with_all_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "corner.png"), picture(583))
    assert run(monkeypatch, tmp_path, "--json") == 0
    assert [one["marks"] for one in lines(capsys)[0]] == [[]]
    assert run(monkeypatch, tmp_path, "--json", "--all") == 0
    assert [mark["number"] for mark in lines(capsys)[0][0]["marks"]] == [583]


def test_hits_are_counted_by_what_the_text_beside_a_picture_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "said.png"), picture())
    there = ", ".join(f"({x} {y})" for x, y in reversed(UPRIGHT))
    (tmp_path / "said.txt").write_text(f"7, {there}\n9, (200 150), (230 150), (230 180), (200 180)\n")
    assert run(monkeypatch, tmp_path) == 0
    told = capsys.readouterr().out
    assert "from 38 px:     1 of     1, 100.0 %" in told
    assert "25 to 38 px:     0 of     1,   0.0 %" in told
    (tmp_path / "said.txt").write_text(f"8, {there}\n")
    assert run(monkeypatch, tmp_path) == 1
    assert "taken for another mark: 1" in capsys.readouterr().out


def test_marks_beside_one_another_far_aslant_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sheet from far aside: each mark is eight times as high as wide, and a quarter of that from the next."""
    numbers = 45, 70, 95
    sheet = np.full((840, 320), 230, np.uint8)
    for place, number in enumerate(numbers):
        sheet[100:740, 24 + 92 * place : 104 + 92 * place] = cv2.resize(squares.draw(number, 160), (80, 640))
    cv2.imwrite(str(tmp_path / "aslant.png"), sheet)
    (tmp_path / "aslant.txt").write_text("70, (116 100), (195 100), (195 739), (116 739)\n")
    assert run(monkeypatch, tmp_path, "--json", "--all") == 0
    ((told,), _) = lines(capsys)
    assert sorted(mark["number"] for mark in told["marks"]) == [*numbers]
    assert run(monkeypatch, tmp_path, "--all") == 0
    assert "taken for another mark: 0" in capsys.readouterr().out


def test_where_no_marks_are_said_to_be_each_one_is_false(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), picture())
    assert run(monkeypatch, tmp_path, "--none") == 1
    assert "read where no mark is known: 1" in capsys.readouterr().out
