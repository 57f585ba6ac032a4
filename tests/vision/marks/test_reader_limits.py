"""Limits of each reader on pictures that are part of the project, by size: the fewest hits, and no misread.

Other people's photographs, where there are any, have theirs in `test_photo_suite.py`.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.eyes.photograph_files import PlacedNumber, pictures
from benchmarks.eyes.photographs import DefaultReader, Findings, Tally
from benchmarks.eyes.side_by_side import SHARP
from groundwork.picture import Gray, u8
from tests.support.loops import some
from tests.support.vision.mark_pictures import seen
from tests.support.vision.photo_readers import (
    LOOKS,
    MODULE_SIZES,
    PHOTOGRAPHED_CODES,
    SQUARE_SIZES,
    CodeTally,
    Limits,
    by_size,
    code_readers,
    code_tallies,
    has_least,
    looks,
)
from tools.photoreal.camera import CameraSettings
from tools.photoreal.develop import received
from tools.photoreal.stored import Footage
from vision.base.observation import to_whole
from vision.marks import qr, squares
from vision.marks.identity import CARDS, DECKS, named
from vision.marks.qr import payload_of
from vision.marks.squares import four

PHOTOGRAPHS: Final = Path(__file__).parent / "photographs"
FOOTAGE: Final = Path(__file__).parents[2] / "tools" / "photoreal"
MARKS: Final = 24
"""Drawn square marks of each size in each condition."""
CODES: Final = 12
"""Drawn QR codes."""
SIDES_PX: Final = (13.0, 20.0, 30.0, 40.0)
"""Sides of drawn square marks: one of each size."""
MODULES_PX: Final = (1.7, 2.5, 3.5, 4.5)
"""Modules of drawn QR codes."""
CONDITIONS: Final = {
    "sharp": (0.4, 200.0),
    "soft": (1.0, 200.0),
    "dim": (0.6, 60.0),
    "soft and dim": (1.0, 60.0),
    "a little soft": (0.8, 45.0),
    "softer": (1.3, 35.0),
}
"""Blur, pixels, and the grey level of white."""
SHOWN: Final = (12, 20, -1)
"""Frames of the path-traced footage: a hand over a card, the card, and two cards."""


def number_and_mark(place: int) -> tuple[int, Gray]:
    """Numbers from all over those of cards."""
    number = 97 * place % (DECKS * len(CARDS))
    return number, squares.draw(number, 80)


@cache
def drawn_squares(condition: str) -> dict[str, Tally]:
    tallies = {look: Tally() for look in LOOKS}
    blur_px, white = CONDITIONS[condition]
    random = np.random.default_rng(7)
    for side_px in SIDES_PX:
        for place in range(MARKS):
            number, mark = number_and_mark(place)
            gray, corners = seen(mark, side_px, random, blur_px, white)
            known = (PlacedNumber(number, four(corners)),)
            for look, marks in looks(gray, side_px).items():
                tallies[look].note(Findings(Path(f"{condition}, {number}"), marks, (), known))
    return tallies


@cache
def drawn_codes(condition: str) -> dict[str, CodeTally]:
    readers = code_readers()
    tallies = {name: CodeTally() for name in readers}
    blur_px, white = CONDITIONS[condition]
    random = np.random.default_rng(7)
    for size, module_px in enumerate(MODULES_PX):
        for place in range(CODES):
            deck, card = place % DECKS, CARDS[7 * place % len(CARDS)]
            gray, _ = seen(qr.draw(deck, card, 8 * qr.MODULES), qr.MODULES * module_px, random, blur_px, white, 176)
            for name, read in readers.items():
                tallies[name].note(f"{deck} {card}", [text for text, _ in read(gray)], payload_of(deck, card), size)
    return tallies


PATH_TRACED: Final = {
    "defocus 0.6": CameraSettings(drift=0.0),
    "defocus 1.0": CameraSettings(defocus_px=1.0, drift=0.0),
    "dim": CameraSettings(electrons=1500, white=0.25, drift=0.0),
}


def footage() -> Footage:
    whole = Footage.read(FOOTAGE / "footage")
    whole.frames = [whole.frames[place] for place in SHOWN]
    return whole


@cache
def marks_shown() -> list[list[PlacedNumber]]:
    """Of each frame the marks of cards that OpenCV reads as it is by default, without blur and noise."""
    reader = DefaultReader()
    marks = (reader.marks(gray) for gray in received(footage(), SHARP))
    return [[mark for mark in frame if named(mark.number) is not None] for frame in marks]


@cache
def path_traced(condition: str) -> dict[str, Tally]:
    """Parts of a table with two cards and a hand, around what is shown there."""
    tallies = {look: Tally() for look in LOOKS}
    for gray, shown in zip(received(footage(), PATH_TRACED[condition]), marks_shown(), strict=True):
        for mark in shown:
            part, known = around(gray, mark)
            for look, marks in looks(part, mark.side_px).items():
                tallies[look].note(Findings(Path(f"{condition}, {mark.number}"), marks, (), (known,)))
    return tallies


def around(gray: Gray, mark: PlacedNumber) -> tuple[Gray, PlacedNumber]:
    """A part of a picture about three marks wide, as the eyes cut it, and the mark in it."""
    (x, y), reach = mark.centre, round(1.5 * mark.side_px)
    left, top = max(round(x) - reach, 0), max(round(y) - reach, 0)
    part = np.ascontiguousarray(gray[top : round(y) + reach, left : round(x) + reach])
    return part, PlacedNumber(mark.number, to_whole(mark.corners, 1, -left, -top))


def halves() -> Iterable[Gray]:
    """Half of one mark beside half of another, and marks of other families."""
    random = np.random.default_rng(9)
    for place in range(MARKS):
        (_, one), (_, other) = number_and_mark(place), number_and_mark(place + 5)
        yield seen(u8(np.hstack((one[:, :40], other[:, 40:]))), 30, random)[0]
    for family in (cv2.aruco.DICT_6X6_1000, cv2.aruco.DICT_APRILTAG_36H10, cv2.aruco.DICT_5X5_1000):
        dictionary = cv2.aruco.getPredefinedDictionary(family)
        for number in range(MARKS):
            yield seen(u8(cv2.aruco.generateImageMarker(dictionary, number, 80)), 30, random)[0]


DRAWN_SQUARES: Final[Mapping[str, Limits]] = {
    "sharp": {
        "glance": (8, 22, 24, 24),
        "read": (8, 22, 24, 24),
        "enlarged": (17, 24, 24, 24),
        "reread": (24, 24, 24, 24),
    },
    "soft": {
        "glance": (0, 5, 21, 20),
        "read": (0, 5, 21, 24),
        "enlarged": (0, 4, 22, 24),
        "reread": (0, 24, 24, 24),
    },
    "dim": {
        "glance": (1, 21, 24, 24),
        "read": (1, 21, 24, 24),
        "enlarged": (7, 24, 24, 24),
        "reread": (24, 24, 24, 24),
    },
    "soft and dim": {
        "glance": (0, 4, 24, 22),
        "read": (0, 4, 24, 24),
        "enlarged": (0, 6, 22, 24),
        "reread": (0, 24, 24, 24),
    },
    "a little soft": {
        "glance": (0, 10, 22, 23),
        "read": (0, 10, 22, 24),
        "enlarged": (0, 11, 24, 24),
        "reread": (1, 24, 24, 24),
    },
    "softer": {
        "glance": (0, 0, 5, 22),
        "read": (0, 0, 5, 21),
        "enlarged": (0, 0, 14, 24),
        "reread": (0, 8, 24, 24),
    },
}
"""Reads of 24 drawn marks of 13, 20, 30 and 40 pixels a side each."""

DRAWN_CODES: Final[Mapping[str, Limits]] = {
    "sharp": {"qr_zxing": (11, 12, 12, 12), "qr_zxing, enlarged": (12, 12, 12, 12), "qr_zbar": (1, 12, 12, 11)},
    "soft": {"qr_zxing": (0, 12, 12, 12), "qr_zxing, enlarged": (0, 12, 12, 12), "qr_zbar": (0, 5, 11, 12)},
    "dim": {"qr_zxing": (9, 12, 12, 12), "qr_zxing, enlarged": (12, 12, 12, 12), "qr_zbar": (0, 10, 11, 11)},
    "soft and dim": {"qr_zxing": (0, 12, 12, 12), "qr_zxing, enlarged": (0, 12, 12, 12), "qr_zbar": (0, 2, 10, 11)},
    "a little soft": {"qr_zxing": (0, 12, 12, 12), "qr_zxing, enlarged": (0, 12, 12, 12), "qr_zbar": (0, 5, 10, 11)},
    "softer": {"qr_zxing": (0, 0, 11, 12), "qr_zxing, enlarged": (0, 0, 11, 12), "qr_zbar": (0, 0, 0, 4)},
}
"""Reads of 12 drawn codes of 1.7, 2.5, 3.5 and 4.5 pixels a module each."""

PATH_TRACED_SQUARES: Final[Mapping[str, Limits]] = {
    "defocus 0.6": {
        "glance": (0, 12, 2, 0),
        "read": (0, 12, 2, 0),
        "enlarged": (0, 12, 2, 0),
        "reread": (0, 13, 2, 0),
    },
    "defocus 1.0": {
        "glance": (0, 5, 0, 0),
        "read": (0, 5, 0, 0),
        "enlarged": (0, 9, 1, 0),
        "reread": (0, 13, 2, 0),
    },
    "dim": {
        "glance": (0, 5, 2, 0),
        "read": (0, 5, 2, 0),
        "enlarged": (0, 11, 2, 0),
        "reread": (0, 12, 2, 0),
    },
}
"""Reads of 13 marks from 16 to 25 pixels a side, and 2 from 25."""


@pytest.mark.parametrize("condition", DRAWN_SQUARES)
def test_drawn_square_marks_have_their_hits_and_no_misread(condition: str) -> None:
    assert_squares(drawn_squares(condition), DRAWN_SQUARES[condition], (MARKS,) * len(SIDES_PX))


@pytest.mark.parametrize("condition", PATH_TRACED_SQUARES)
def test_path_traced_square_marks_have_their_hits_and_no_misread(condition: str) -> None:
    assert_squares(path_traced(condition), PATH_TRACED_SQUARES[condition], (0, 13, 2, 0))


@pytest.mark.parametrize("condition", DRAWN_CODES)
def test_drawn_codes_have_their_hits_and_no_misread(condition: str) -> None:
    tallies = drawn_codes(condition)
    assert all(by_size(tally.known, MODULE_SIZES) == (*(CODES,) * 4, 0) for tally in some(tallies.values()))
    assert_codes(tallies, DRAWN_CODES[condition])


@pytest.mark.parametrize("folder", PHOTOGRAPHED_CODES)
def test_photographed_codes_have_their_hits_and_no_misread(folder: str) -> None:
    tallies = code_tallies(pictures(PHOTOGRAPHS / "zxing_cpp" / folder))
    assert_codes(tallies, PHOTOGRAPHED_CODES[folder])


def assert_squares(tallies: Mapping[str, Tally], limits: Limits, known: tuple[int, ...]) -> None:
    assert tallies.keys() == limits.keys()
    for look, tally in some(tallies.items()):
        assert by_size(tally.known, SQUARE_SIZES) == (*known, 0)
        assert (tally.misreads, tally.beyond) == ([], [])
        assert has_least(by_size(tally.hits, SQUARE_SIZES), limits[look]), look


def assert_codes(tallies: Mapping[str, CodeTally], limits: Limits) -> None:
    assert {"qr_zxing", "qr_zxing, enlarged"} <= tallies.keys() <= limits.keys()
    for reader, tally in some(tallies.items()):
        assert tally.wrong == []
        assert has_least(by_size(tally.hits, MODULE_SIZES), limits[reader]), reader


def test_no_look_takes_halves_of_marks_and_marks_of_other_families_for_a_card() -> None:
    told = [(look, marks) for gray in some(halves()) for look, marks in looks(gray, 30).items() if marks]
    assert told == []


def test_no_reader_finds_a_code_among_square_marks_cards_and_a_newspaper() -> None:
    footage = Footage.read(FOOTAGE / "props")
    footage.frames = [footage.frames[0], footage.frames[-1]]
    told = [read(gray) for gray in some(received(footage, SHARP)) for read in code_readers().values()]
    assert not any(told)
