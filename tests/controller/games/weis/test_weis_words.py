"""Weis by command cards: the same words in every game that has them, printed in the order that the marks have."""

from controller.games import vocabularies
from controller.games.weis import words
from tests.support.loops import some
from vision.marks.identity import COMMANDS


def test_a_weis_is_said_by_the_same_word_with_the_same_card_in_every_game() -> None:
    handjass, schieber = (vocabularies.load(game).wordings for game in ("handjass", "schieber"))
    shared = words.wordings((20, 50, 100, 150, 200))
    for word, wording in some(shared.items()):
        assert handjass[word] == schieber[word] == wording
    assert shared["weis-150"] == ("Weis 150", "Weis 150", "Annonce 150", "Annuncio 150", "バイス150")


def test_the_cards_of_schieber_are_printed_in_the_order_of_their_marks() -> None:
    printed = [word for word in vocabularies.load("schieber").wordings if word.startswith("weis-")]
    assert printed == ["weis-20", "weis-50", "weis-100", "weis-150", "weis-200", "weis-250", "weis-300"]
    assert printed == sorted(printed, key=COMMANDS.index)
