"""Whole cards and command cards, rendered and read back by the eyes that play the game."""

from collections import Counter
from typing import get_args

import cv2
import numpy as np
import pytest

from controller.record.cards import DECKS
from groundwork.picture import Gray
from tests.support.loops import some
from tests.support.vision.pages import DPI, PX_PER_MM, box_mm, mm, pages, sizes_mm, texts, white_ring
from vision.eyes.tracker import CardGlimpse, glimpses
from vision.marks import symbologies
from vision.marks.identity import COMMANDS, NO_DECK, NUMBERS, UnknownCardError, command_of
from vision.marks.qr import payload_of
from vision.marks.squares import SquareReader
from vision.mat.geometry import Calibration
from vision.mat.layout import CARD_SIZES
from vision.print.card_faces import QR_MM
from vision.print.cards import whole_cards
from vision.print.command_cards import command_cards
from vision.print.labels import Deck
from vision.print.papers import PAPERS, PaperGrid
from vision.print.verify import read_sheet, side
from vision.words.cards import LANGS, CardWords, Lang, Suits

WITHIN_MM = 0.2
SCALE = np.diag((PX_PER_MM, PX_PER_MM, 1.0))
PAPER = Calibration(np.linalg.inv(SCALE), SCALE)
"""A rendered page as if it were the mat: millimetres from its upper left corner."""

PACKS = [
    ("jass36", "french", "63x88"),
    ("joker33", "swiss", "63x88"),
    pytest.param("jass36", "swiss", "61x112", marks=pytest.mark.slow),
    pytest.param("whist53", "french", "63x88", marks=pytest.mark.slow),
    pytest.param("tarot78", "french", "61x112", marks=pytest.mark.slow),
    pytest.param("tarot78", "french", "63x88", marks=pytest.mark.slow),
]


def deck(name: str, suits: Suits = "french", number: int = 0, lang: Lang = "de") -> Deck:
    return Deck(name, DECKS[name], number, CardWords(lang, suits, jass=name == "jass36"))


def centres(grid: PaperGrid, count: int, page: int) -> list[tuple[float, float]]:
    half = grid.width_mm / 2, grid.height_mm / 2
    return [(cell.x_mm + half[0], cell.y_mm + half[1]) for cell in grid.cells(count) if cell.page == page]


def seen_on(page: Gray) -> tuple[CardGlimpse, ...]:
    return glimpses(symbologies.load("aruco").read(page), PAPER)


@pytest.mark.parametrize(("name", "suits", "size"), PACKS)
def test_the_eyes_see_every_card_where_it_is_printed(name: str, suits: Suits, size: str) -> None:
    """All four marks of each card, upright, their common centre the card's, to 0.2 mm."""
    card, cards = CARD_SIZES[size], DECKS[name]
    grid = PaperGrid(PAPERS["A4"], card.width_mm, card.height_mm)
    left, codes = list(cards), Counter[tuple[int, str]]()
    for number, page in enumerate(pages(whole_cards(deck(name, suits, 4), card, PAPERS["A4"]))):
        seen = {glimpse.card: glimpse for glimpse in seen_on(page)}
        here = centres(grid, len(cards), number)
        printed, left = left[: len(here)], left[len(here) :]
        assert set(seen) == set(printed)
        for name_of_card, (x, y) in zip(printed, here, strict=True):
            glimpse = seen[name_of_card]
            assert (glimpse.deck, len(glimpse.spots)) == (4, 4)
            assert (glimpse.x_mm, glimpse.y_mm) == pytest.approx((x, y), abs=WITHIN_MM)
            assert min(glimpse.angle, 180 - glimpse.angle) < 1
        codes.update((mark.deck, mark.card) for mark in symbologies.load("qr_zxing").read(page))
    assert left == []
    assert codes == {(4, card): 2 for card in cards}


@pytest.mark.parametrize("size", CARD_SIZES)
def test_marks_of_whole_cards_are_12_mm_in_white_and_3_mm_from_the_cut(size: str) -> None:
    card = CARD_SIZES[size]
    grid = PaperGrid(PAPERS["A4"], card.width_mm, card.height_mm)
    few = Deck("tarot78", DECKS["tarot78"][-6:], 0, CardWords())
    [page] = pages(whole_cards(few, card, PAPERS["A4"]))
    here = centres(grid, 6, 0)
    for mark in some(symbologies.load("aruco").read(page)):
        a, b, c, d = ((float(x), float(y)) for x, y in mm(mark.corners))
        assert side((a, b, c, d)) == pytest.approx(12, abs=WITHIN_MM)
        middle = np.array(mark.centre) / PX_PER_MM
        off = np.abs(middle - min(here, key=lambda spot: float(np.hypot(*(middle - spot)))))
        assert off == pytest.approx((card.width_mm / 2 - 9, card.height_mm / 2 - 9), abs=WITHIN_MM)
        assert white_ring(page, mark.centre, 6.2, 7.5)


def test_qrs_of_whole_cards_keep_their_quiet_zone() -> None:
    """Four modules of white on all sides (ISO/IEC 18004), whatever the card's picture."""
    card = CARD_SIZES["63x88"]
    for page in some(pages(whole_cards(deck("jass36", "swiss"), card, PAPERS["A4"]))):
        for mark in some(symbologies.load("qr_zxing").read(page)):
            assert white_ring(page, mark.centre, QR_MM / 2 + 0.35, QR_MM / 2 + 4 * QR_MM / 21 - 0.2)


def test_every_card_of_a_pack_looks_different_between_its_marks() -> None:
    """Faces are told apart by people too: no two have the same picture, in any kind of suits."""
    for suits in some(get_args(Suits)):
        card = CARD_SIZES["63x88"]
        grid = PaperGrid(PAPERS["A4"], card.width_mm, card.height_mm)
        pictures: list[bytes] = []
        for number, page in enumerate(pages(whole_cards(deck("jass36", suits), card, PAPERS["A4"]))):
            for x, y in centres(grid, 36, number):
                art = box_mm(page, x - 26, y - 25.5, x + 26, y + 25.5)
                pictures.append(cv2.resize(art, (52, 51)).tobytes())
        assert len(set(pictures)) == 36


def test_backs_show_no_mark_and_lie_behind_the_fronts() -> None:
    card = CARD_SIZES["61x112"]
    printed = list(pages(whole_cards(deck("joker33"), card, PAPERS["A4"], backs=True)))
    assert len(printed) == 2 * 6
    for page in printed[1::2]:
        reading = read_sheet(page)
        assert (reading.cards, reading.codes, reading.commands, reading.corners) == ({}, {}, {}, ())
        assert np.array_equal(page, printed[1])
    back = printed[1]
    fronts = [box_mm(back, x - 30, y - 55, x + 30, y + 55) for x, y in centres(PaperGrid(PAPERS["A4"], 61, 112), 6, 0)]
    assert [float(front.mean()) < 200 for front in fronts] == [True] * 6
    mirrored = np.abs(back.astype(int) - np.fliplr(back).astype(int))
    assert np.mean(mirrored > 60) < 0.02


@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
def test_pages_are_of_the_paper_and_blank_at_its_edge(paper: str) -> None:
    sheet, card = PAPERS[paper], CARD_SIZES["63x88"]
    pdf = whole_cards(deck("joker33"), card, sheet, backs=True)
    assert set(sizes_mm(pdf)) == {(sheet.width_mm, sheet.height_mm)}
    for page in pages(pdf):
        inner = box_mm(page, 5, 5, sheet.width_mm - 5, sheet.height_mm - 5)
        assert np.count_nonzero(page < 255) == np.count_nonzero(inner < 255)


def test_cards_say_in_words_what_their_qr_says() -> None:
    words = "\n".join(texts(whole_cards(deck("tarot78", number=2, lang="fr"), CARD_SIZES["61x112"], PAPERS["A4"])))
    assert [card for card in DECKS["tarot78"] if words.count(payload_of(2, card)) != 2] == []
    assert [number for number in range(2, 22) if f"Atout {number}" not in words] == []


def test_every_command_reads_as_itself_four_times_and_as_no_card() -> None:
    every = SquareReader(range(NUMBERS))
    size = CARD_SIZES["63x88"]
    found = Counter[str]()
    for page in pages(command_cards({one: one for one in COMMANDS}, size, PAPERS["A4"], "de", "all")):
        marks = every.read(page)
        found.update(str(command_of(number)) for number, _ in marks)
        sides = [side((a, b, c, d)) / PX_PER_MM for _, (a, b, c, d) in marks]
        assert sides == pytest.approx([12] * len(sides), abs=WITHIN_MM)
        for kind in ("aruco", "qr_zxing"):
            assert {mark.deck for mark in symbologies.load(kind).read(page)} == {NO_DECK}
    assert found == dict.fromkeys(COMMANDS, 4)


@pytest.mark.parametrize("lang", LANGS)
def test_command_cards_say_what_they_are_at_both_ends(lang: Lang) -> None:
    labels = {"undo": "Zurück", "dismiss": "違反なし", "reverse": "Tout en bas"}
    [words] = texts(command_cards(labels, CARD_SIZES["63x88"], PAPERS["Letter"], lang, "x"))
    assert [words.count(label) for label in labels.values()] == [2, 2, 2]


def test_an_unknown_command_is_refused() -> None:
    with pytest.raises(UnknownCardError, match="'dance'"):
        command_cards({"dance": "Dance"}, CARD_SIZES["63x88"], PAPERS["A4"], "en", "x")


def test_the_page_is_rendered_finely_enough_to_judge_a_fifth_of_a_millimetre() -> None:
    assert DPI / 25.4 * WITHIN_MM > 1.5
