"""The comparison of readers: what is found, missed and taken for another is told apart, mark by mark."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.eyes import side_by_side
from benchmarks.eyes.photograph_files import PlacedNumber
from benchmarks.eyes.side_by_side import Tally, note, on_photographs
from vision.base.picture import Gray
from vision.marks import squares


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


def test_every_reader_is_held_against_what_the_picture_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gray = np.full((200, 240), 230, np.uint8)
    gray[40:136, 60:156] = squares.draw(7, 96)
    cv2.imwrite(str(tmp_path / "one.png"), gray)
    readers = side_by_side.square_readers()
    assert {side_by_side.OURS, "OpenCV's default"} <= {*readers}
    rows = on_photographs([tmp_path / "one.png", tmp_path / "none.png"], readers)
    assert {(name, tally.known, tally.found, tally.wrong) for _, name, tally in rows} == {
        (name, 1, 1, 0) for name in readers
    }
    readers[side_by_side.OURS] = mistaken
    monkeypatch.setattr(side_by_side, "square_readers", lambda: readers)
    monkeypatch.setattr("sys.argv", ["side_by_side", "--photographs", str(tmp_path)])
    assert side_by_side.main() == 1
