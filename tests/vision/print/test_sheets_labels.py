"""Sticker sheets, rendered and read back."""

from collections import Counter
from math import atan2, degrees
from pathlib import Path

import numpy as np
import pytest

from controller.record.cards import DECKS
from tests.support.loops import some
from tests.support.vision.pages import box_mm, mm, pages, sizes_mm, texts, white_ring
from vision.base.observation import Mark
from vision.marks import symbologies
from vision.marks.identity import UnknownCardError, printed
from vision.marks.qr import payload_of
from vision.print.labels import QR_MM, Deck, labels
from vision.print.papers import PAPERS
from vision.print.pdf import FontError
from vision.print.stamps import MARK_MM, MODULE_MM
from vision.print.verify import side
from vision.words.cards import CardWords

WITHIN_MM = 0.2
LAST = {"doppelkopf48": 4}
"""The last number of a deck; its second copies carry the next one."""
QR_MODULE_MM = QR_MM / 21


def deck(name: str, number: int = 0, words: CardWords = CardWords("fr")) -> Deck:  # noqa: B008 - frozen
    return Deck(name, DECKS[name], number, words)


def turns(mark: Mark) -> int:
    """Quarters clockwise from upright."""
    (ax, ay), (bx, by) = mark.corners[:2]
    return round(degrees(atan2(by - ay, bx - ax)) / 90) % 4


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in DECKS for number in (0, LAST.get(name, 5))])
def test_every_label_reads_as_its_card_in_its_size_with_white_around(name: str, number: int) -> None:
    square, code = symbologies.load("aruco"), symbologies.load("qr_zxing")
    marks: list[Mark] = []
    codes: list[Mark] = []
    for page in pages(labels(deck(name, number), PAPERS["A4"])):
        found = square.read(page)
        assert all(white_ring(page, mark.centre, MARK_MM / 2 + 0.2, MARK_MM / 2 + MODULE_MM) for mark in found)
        marks += found
        seen = code.read(page)
        # Half a pixel in a corner is what the reader errs.
        quiet = QR_MM / 2 + 4 * QR_MODULE_MM - 0.2
        assert all(white_ring(page, mark.centre, QR_MM / 2 + 0.35, quiet) for mark in seen)
        codes += seen
    cards = [printed(number, card) for card in DECKS[name]]
    assert len({*cards}) == len(DECKS[name])
    assert Counter((mark.deck, mark.card) for mark in marks) == dict.fromkeys(cards, 4)
    assert Counter((mark.deck, mark.card, turns(mark)) for mark in marks) == {
        (*card, turn): 2 for card in cards for turn in (0, 1)
    }
    assert Counter((mark.deck, mark.card) for mark in codes) == dict.fromkeys(cards, 1)
    assert max(abs(side_mm(mark) - square.mark_mm) for mark in marks) < WITHIN_MM
    assert max(abs(side_mm(mark) - QR_MM) for mark in codes) < WITHIN_MM * 2


def side_mm(mark: Mark) -> float:
    a, b, c, d = ((float(x), float(y)) for x, y in mm(mark.corners))
    return side((a, b, c, d))


@pytest.mark.needs("zbar")
def test_a_second_reader_agrees_with_every_qr_it_is_pointed_at() -> None:
    other = symbologies.load("qr_zbar")
    for page in some(pages(labels(deck("jass36", 3), PAPERS["A4"]), dpi=300)):
        for mark in some(symbologies.load("qr_zxing").read(page)):
            x, y = (round(value) for value in mark.centre)
            pointed_at = page[y - 110 : y + 110, x - 110 : x + 110]
            assert [(seen.deck, seen.card) for seen in other.read(pointed_at)] == [(mark.deck, mark.card)]


@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
def test_every_paper_holds_every_card_and_says_what_it_is(paper: str) -> None:
    sheet = PAPERS[paper]
    pdf = labels(deck("jass36", 2), sheet)
    assert set(sizes_mm(pdf)) == {(sheet.width_mm, sheet.height_mm)}
    words = "\n".join(texts(pdf))
    assert [card for card in DECKS["jass36"] if payload_of(2, card) not in words] == []
    assert [card for card in DECKS["jass36"] if CardWords("fr").name(card) not in words] == []
    for number, page in enumerate(texts(pdf), 1):
        assert "jeu 2" in page
        assert f"feuille {number}/{len(texts(pdf))}" in page
        assert "100 mm" in page


def test_the_rulers_strokes_are_10_mm_apart() -> None:
    """The longest ones, by the middle of each one's ink, across the whole of it."""
    [page, *_] = pages(labels(deck("jass36"), PAPERS["A4"]))
    ink = 255 - box_mm(page, 0, 285.7, 110, 286.2).mean(axis=0)
    places = np.arange(len(ink)) + 0.5
    dark = np.flatnonzero(ink > 10)
    strokes = np.split(dark, np.flatnonzero(np.diff(dark) > 2) + 1)
    middles = [float(np.average(places[stroke], weights=ink[stroke])) for stroke in strokes]
    assert mm(middles) == pytest.approx(8.0 + 10.0 * np.arange(11), abs=WITHIN_MM / 2)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_nothing_is_printed_on_the_papers_edge(paper: str) -> None:
    for page in some(pages(labels(deck("jass36"), PAPERS[paper]))):
        inner = box_mm(page, 5, 5, PAPERS[paper].width_mm - 5, PAPERS[paper].height_mm - 5)
        assert np.count_nonzero(page < 255) == np.count_nonzero(inner < 255)


def test_the_same_wish_prints_the_same_bytes() -> None:
    assert labels(deck("joker33"), PAPERS["A4"]) == labels(deck("joker33"), PAPERS["A4"])


def test_a_deck_number_that_no_mark_tells_is_refused() -> None:
    with pytest.raises(UnknownCardError, match="deck 6"):
        labels(deck("jass36", 6), PAPERS["A4"])


def test_a_font_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "font.ttf"
    file.write_text("no font")
    with pytest.raises(FontError, match=r"font\.ttf is no TrueType font"):
        labels(deck("jass36"), PAPERS["A4"], font=file)
