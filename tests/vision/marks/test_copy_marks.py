"""Decks with each card twice: both copies are told apart by marks, whatever kind these are."""

import numpy as np
import pytest

from groundwork.picture import Gray
from tests.support.loops import some
from vision.marks import symbologies
from vision.marks.identity import CARDS, UnknownCardError, mark_of, printed
from vision.marks.symbology import paired

SIDE = {"aruco": 40, "qr_zxing": 84, "qr_zbar": 84}


def sheet(name: str, cards: list[str], deck: int) -> Gray:
    """Marks beside each other on white paper."""
    kind, side = symbologies.load(name), SIDE[name]
    page = np.full((side * 2, side * 2 * len(cards)), 255, np.uint8)
    for place, card in enumerate(cards):
        left = place * 2 * side + side // 2
        page[side // 2 : side // 2 + side, left : left + side] = kind.draw(deck, card, side)
    return page


@pytest.mark.parametrize("name", ["aruco", "qr_zxing"])
def test_copies_are_drawn_with_the_next_number_and_read_as_copies_of_one_deck(name: str) -> None:
    cards = ["H10@1", "H10@2", "CQ@2"]
    page = sheet(name, cards, 2)
    table = symbologies.load(name, [2], twice=True)
    for read in some((table.read, table.reread)):
        assert {(mark.deck, mark.card) for mark in read(page)} in ({(2, card) for card in cards}, set())
    assert {(mark.deck, mark.card) for mark in table.read(page)} == {(2, card) for card in cards}
    plain = symbologies.load(name, [2, 3])
    assert {(mark.deck, mark.card) for mark in plain.read(page)} == {(2, "H10"), (3, "H10"), (3, "CQ")}


def test_no_two_copies_share_a_mark() -> None:
    numbers = [mark_of(deck, f"{card}@{copy}") for deck in (0, 2, 4) for card in CARDS for copy in (1, 2)]
    assert len({*numbers}) == len(numbers)


def test_a_deck_without_a_next_number_is_refused() -> None:
    assert paired([0, 1, 3]) == {0: (0, 1), 1: (0, 2), 3: (3, 1), 4: (3, 2)}
    with pytest.raises(UnknownCardError, match="deck 5: second copies carry the next number"):
        symbologies.load("aruco", [5], twice=True)
    with pytest.raises(UnknownCardError, match="deck 6"):
        mark_of(*printed(5, "H10@2"))
