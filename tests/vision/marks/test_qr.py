from hypothesis import given
from hypothesis import strategies as st

from vision.marks.identity import CARDS, DECKS
from vision.marks.qr import card_of_payload, payload_of

ALL = {payload_of(deck, card): (deck, card) for deck in range(DECKS) for card in CARDS}


def test_payloads_and_cards_are_inverse() -> None:
    assert {text: card_of_payload(text) for text in ALL} == ALL
    assert len(ALL) == DECKS * len(CARDS)
    assert max(map(len, ALL)) == 10


def test_no_payload_becomes_another_by_one_wrong_character() -> None:
    with_a_gap = [(i, text[:i], text[i + 1 :]) for text in ALL for i in range(len(text))]
    assert len(with_a_gap) == len(set(with_a_gap))


@given(st.text(max_size=14) | st.from_regex(r"S1:[0-9][A-Z0-9]{1,4}:[0-9A-Z]{2}", fullmatch=True))
def test_any_other_text_is_refused(text: str) -> None:
    assert card_of_payload(text) == ALL.get(text)
