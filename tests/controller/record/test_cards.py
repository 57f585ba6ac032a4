import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.record import cards
from controller.record.cards import DECKS, Card, twice
from groundwork.errors import CardError


@pytest.mark.rule("CON-D1", "JASS-1", "MJO-1", "TAR-D1")
def test_decks_have_the_cards_the_games_name() -> None:
    """JASS-1, MJO-1, HEA-D1, CON-D1, TAR-D1."""
    assert {name: len(deck) for name, deck in DECKS.items()} == {
        "jass36": 36,
        "joker33": 33,
        "skat32": 32,
        "euchre24": 24,
        "whist52": 52,
        "whist53": 53,
        "doppelkopf48": 48,
        "tarot78": 78,
        "schnaps20": 20,
    }
    assert all(len(set(deck)) == len(deck) for deck in DECKS.values())


@given(st.sampled_from(sorted({card for deck in DECKS.values() for card in deck})))
def test_a_card_is_its_name(card: Card) -> None:
    assert cards.Card(str(card)) == card
    assert card.suit + card.rank in (card.face, card.face + card.face)
    assert card.copy is None or card == f"{card.face}@{card.copy}"


@given(st.text(max_size=4) | st.integers() | st.none() | st.lists(st.just("SA")))
def test_any_other_text_is_no_card(text: object) -> None:
    faces = {card.face for deck in DECKS.values() for card in deck}
    known = {*faces, *twice(faces)}
    if not isinstance(text, str) or text not in known:
        with pytest.raises(CardError):
            cards.Card(text)
