"""The comparison of readers: what is found, missed and taken for another is told apart, mark by mark."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.eyes import side_by_side
from benchmarks.eyes.photograph_files import PlacedNumber
from benchmarks.eyes.side_by_side import Reader, Tally, note, note_texts, on_codes, on_drawn, on_photographs
from groundwork.picture import Gray
from vision.marks import qr, squares
from vision.marks.qr import payload_of


def mark(number: int, x: float) -> PlacedNumber:
    return PlacedNumber(number, ((x, 0), (x + 20, 0), (x + 20, 20), (x, 20)))


def mistaken(gray: Gray) -> tuple[PlacedNumber, ...]:
    """Another number where the picture shows a mark."""
    assert gray.size
    return (PlacedNumber(8, ((60, 40), (155, 40), (155, 135), (60, 135))),)


def test_a_mark_is_found_missed_or_taken_for_another() -> None:
    tally = Tally()
    note(tally, (mark(1, 2), mark(9, 101), mark(5, 300)), (mark(1, 0), mark(2, 100), mark(3, 200)))
    assert (tally.known, tally.found, tally.wrong) == (3, 1, 1)


def test_each_other_text_is_wrong_where_all_are_known() -> None:
    some, every = Tally(), Tally()
    note_texts(some, ("a", "x"), ["a"], is_all=False)
    note_texts(every, ("a", "x"), ["a", "b"], is_all=True)
    assert (some.known, some.found, some.wrong) == (1, 1, 0)
    assert (every.known, every.found, every.wrong) == (2, 1, 1)
    note_texts(some, ("x",), ["a"], is_all=False)
    assert (some.known, some.found, some.wrong) == (2, 1, 1)


def paper(mark: Gray) -> Gray:
    gray = np.full((240, 240), 230, np.uint8)
    gray[60 : 60 + len(mark), 60 : 60 + len(mark)] = mark
    return gray


@pytest.mark.needs("zbar")
def test_every_reader_has_a_row_and_every_folder_a_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    squares_of, codes = tmp_path / "squares", tmp_path / "codes"
    for folder in (squares_of, codes):
        folder.mkdir()
        (folder / "none.png").touch()
        (folder / "none.txt").write_text("nothing")
    cv2.imwrite(str(squares_of / "one.png"), paper(squares.draw(7, 96)))
    cv2.imwrite(str(codes / "one.png"), paper(qr.draw(0, "SA", 116)))
    (codes / "one.txt").write_text(payload_of(0, "SA"))
    arguments = ["side_by_side", "--photographs", str(squares_of), "--codes", str(codes)]
    monkeypatch.setattr("sys.argv", arguments)
    assert side_by_side.main() == 0
    first, _, there, *rows = ([cell.strip() for cell in row.split("|")[1:-1]] for row in told(capsys))
    assert first[1:] == ["squares", "codes"]
    assert there[1:] == ["1", "1"]
    found = {name: tuple(cell.rpartition(";")[0] for cell in cells) for name, *cells in rows}
    square, code = ("100.0 %; 0", "none; 0"), ("none; 0", "100.0 %; 0")
    assert {"pupil-apriltags": square, **found} == {
        side_by_side.OURS: ("100.0 %; 0", "100.0 %; 0"),
        "ours, one look": square,
        "OpenCV's default": square,
        "pupil-apriltags": square,
        "zxing-cpp": code,
        "pyzbar": code,
    }
    ours, *others = side_by_side.all_readers()
    monkeypatch.setattr(side_by_side, "all_readers", lambda: [replace(ours, marks=mistaken), *others])
    assert side_by_side.main() == 1


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_a_mark_where_only_codes_are_and_a_code_where_only_marks_are_is_wrong(tmp_path: Path) -> None:
    readers = [Reader("marks", marks=mistaken), Reader("codes", texts=lambda gray: ("text",) * bool(gray.size))]
    cv2.imwrite(str(tmp_path / "one.png"), paper(squares.draw(8, 96)))
    (tmp_path / "one.txt").write_text("text")
    for column, foreign in (
        (on_photographs("squares", [tmp_path / "one.png"], readers), "codes"),
        (on_codes("codes", [tmp_path / "one.png"], readers), "marks"),
    ):
        assert {name: (tally.found, tally.wrong) for name, tally in column.tallies.items()} == {
            "marks": (1, 0),
            "codes": (1, 0),
            foreign: (0, 1),
        }


@pytest.mark.needs("zbar")
def test_the_marks_of_a_drawn_table_are_the_codes_of_its_cards_and_the_mats_corners(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(side_by_side, "DRAWN_CARDS", 2)
    monkeypatch.setattr(side_by_side, "DRAWN_EVERY", 8)
    readers = [one for one in side_by_side.all_readers() if one.name in ("zxing-cpp", "OpenCV's default")]
    column = on_drawn(0.6, [*readers, Reader("mistaken", texts=lambda gray: ("S1:0SA:00",) * bool(gray.size))])
    codes = column.tallies["zxing-cpp"]
    assert (codes.found, codes.wrong) == (codes.known, 0)
    assert codes.known >= 2
    assert column.tallies["OpenCV's default"].wrong == 0
    assert column.tallies["mistaken"].wrong == len(column.tallies["mistaken"].costs_ms)
