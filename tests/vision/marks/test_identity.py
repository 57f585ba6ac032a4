import pytest

from vision.marks.identity import CARDS, CORNERS, DECKS, DICTIONARY_SIZE, NUMBERS, UnknownCardError, card_of, number_of


def test_numbers_and_cards_are_inverse() -> None:
    pairs = [(deck, card) for deck in range(DECKS) for card in CARDS]
    numbers = [number_of(deck, card) for deck, card in pairs]
    assert [card_of(number) for number in numbers] == pairs
    assert numbers == list(range(DECKS * len(CARDS)))


def test_only_numbers_of_cards_are_cards() -> None:
    assert [n for n in range(-1, NUMBERS) if card_of(n) is None] == [-1, *range(498, NUMBERS)]


def test_corner_marks_are_no_cards_and_in_the_dictionary() -> None:
    assert [card_of(number) for number in CORNERS] == [None] * 4
    assert max(CORNERS) < DICTIONARY_SIZE


def test_printed_numbers_never_change() -> None:
    printed = {
        "SA": 0,
        "S10": 5,
        "S1": 14,
        "HA": 15,
        "DA": 30,
        "CA": 45,
        "C1": 59,
        "T1": 60,
        "T21": 80,
        "EX": 81,
        "JO": 82,
    }
    assert {card: number_of(0, card) for card in printed} == printed
    assert len(CARDS) == len(set(CARDS)) == 83


@pytest.mark.parametrize(("deck", "card"), [(-1, "SA"), (6, "SA"), (0, "S11"), (0, ""), (0, "sa"), (0, "T22")])
def test_unknown_cards_are_refused_by_name(deck: int, card: str) -> None:
    with pytest.raises(UnknownCardError, match=f"{deck}" if not 0 <= deck < DECKS else repr(card)):
        number_of(deck, card)
