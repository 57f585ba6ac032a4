"""Print check and reading back: on pages spoiled as a paper, a printer and a camera spoil them."""

import cv2
import numpy as np
import pytest

from controller.record.cards import DECKS
from groundwork.picture import Gray, Matrix, f64, u8
from tests.support.vision.pages import pages
from vision.marks.identity import CORNERS
from vision.marks.squares import SquareReader
from vision.mat.geometry import MatNotSeenError
from vision.mat.layout import CARD_SIZES, Mat
from vision.print.command_cards import command_cards
from vision.print.labels import Deck, labels
from vision.print.mat_sheets import mat_sheets
from vision.print.papers import PAPERS, Paper, PaperError
from vision.print.print_check import LIMIT, NUMBERS, print_check, show_through
from vision.print.verify import read_sheet
from vision.words.cards import CardWords

DPI = 150


def photographed(page: Matrix, seed: int) -> Gray:
    """Seen aslant under a lamp at one side, with grain."""
    random = np.random.default_rng(seed)
    height, width = page.shape
    straight = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    aslant = straight * 0.94 + random.uniform(0, 0.05, (4, 2)) * (width, height)
    way = cv2.getPerspectiveTransform(straight, aslant.astype(np.float32))
    lit = 15 + page * np.linspace(0.6, 0.9, width)
    seen = f64(cv2.warpPerspective(lit, way, (width, height), borderValue=50.0))
    return u8(np.clip(seen + random.normal(0, 3, seen.shape), 0, 255).astype(np.uint8))


def back_of(paper: Paper, share: float, crooked: tuple[int, int] = (0, 0)) -> Matrix:
    """The back of a check on a paper that lets this share of the front's ink through."""
    front, back = (page.astype(np.float64) for page in pages(print_check(paper, "en"), DPI))
    mirrored = np.roll(np.fliplr(front), crooked, (0, 1))
    return back * (1 - share * (1 - mirrored / 255))


@pytest.mark.parametrize("name", ["A4", "Letter", "A3"])
@pytest.mark.parametrize("share", [0, 0.01, 0.04, 0.1])
def test_marks_that_shine_through_are_measured(name: str, share: float) -> None:
    pictures = [photographed(back_of(PAPERS[name], share, crooked), n) for n, crooked in enumerate([(0, 0), (9, -12)])]
    told = [show_through(picture, PAPERS[name]) for picture in pictures]
    assert told == pytest.approx([share] * 2, rel=0.2, abs=0.003)


def test_good_and_bad_paper_fall_on_either_side_of_the_limit() -> None:
    told = [show_through(photographed(back_of(PAPERS["A4"], share), 5), PAPERS["A4"]) for share in (0.01, 0.04)]
    assert told[0] < LIMIT < told[1]


def test_the_front_alone_is_no_back() -> None:
    front, _ = pages(print_check(PAPERS["A4"], "en"), DPI)
    with pytest.raises(MatNotSeenError, match="corner mark not seen"):
        show_through(front, PAPERS["A4"])


def test_front_and_back_carry_their_own_marks_alone() -> None:
    read = [
        sorted(n for n, _ in SquareReader(range(587)).read(page)) for page in pages(print_check(PAPERS["A4"], "ja"))
    ]
    assert read == [list(NUMBERS), list(CORNERS)]


def test_a_paper_without_room_is_refused() -> None:
    with pytest.raises(PaperError, match="A6 is too small"):
        print_check(Paper("A6", 105, 148), "en")


def test_a_photograph_of_labels_tells_each_mark_and_its_scale() -> None:
    deck = Deck("jass36", DECKS["jass36"], 1, CardWords())
    [page, _] = pages(labels(deck, PAPERS["A4"]))
    reading = read_sheet(photographed(page.astype(np.float64), 1))
    assert reading.cards == {(1, str(card)): 4 for card in DECKS["jass36"][:24]}
    assert set(reading.codes) == set(reading.cards)
    assert (reading.commands, reading.corners) == ({}, ())
    assert reading.px_per_mm == pytest.approx(200 / 25.4 * 0.94, rel=0.08)


def test_commands_and_mats_are_told_from_cards() -> None:
    [page] = pages(command_cards({"undo": "Undo", "pass": "Pass"}, CARD_SIZES["63x88"], PAPERS["A4"], "en", "x"))
    assert read_sheet(page).commands == {"undo": 4, "pass": 4}
    [mat] = pages(mat_sheets(Mat(), 3, PAPERS["A2"], "en"), DPI)
    reading = read_sheet(mat)
    assert (reading.cards, reading.commands, reading.corners) == ({}, {}, (0, 1, 2, 3))
    assert reading.px_per_mm == pytest.approx(DPI / 25.4, rel=0.01)


def test_white_paper_tells_nothing() -> None:
    reading = read_sheet(np.full((200, 200), 255, np.uint8))
    assert (reading.cards, reading.codes, reading.commands, reading.corners, reading.px_per_mm) == (
        {},
        {},
        {},
        (),
        None,
    )
