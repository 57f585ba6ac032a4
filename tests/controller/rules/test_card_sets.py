"""Which cards may lie in a place and which may not, in the fewest words that are true of them."""

import pytest

from controller.record.cards import DECKS, Card
from controller.rules.card_sets import Kinds


def kinds(allowed: str, barred: str, owed: str | None = None) -> Kinds:
    sets = (allowed, barred, barred if owed is None else owed)
    return Kinds(*(tuple(map(Card, names.split())) for names in sets))


NONE, ONE, TWO = kinds("", "S6 S7"), kinds("H6", "S6 S7"), kinds("H6 D6", "S6 S7")


def test_cards_are_counted_none_one_and_several() -> None:
    assert [NONE.unseen(), ONE.unseen(), TWO.unseen()] == [
        "every unseen card was a spade",
        "only one unseen card was not a spade",
        "only two unseen cards were not spades",
    ]
    assert [NONE.there(), ONE.there(), TWO.there()] == [
        "every unseen card that could lie there was a spade",
        "only one unseen card that was not a spade could lie there",
        "only two unseen cards that were not spades could lie there",
    ]
    assert [NONE.there_loose(), ONE.there_loose(), TWO.there_loose()] == [
        "every card that could lie there was a spade",
        "only one card that was not a spade could lie there",
        "only two cards that were not spades could lie there",
    ]


@pytest.mark.parametrize(
    ("allowed", "barred", "words"),
    [
        ("H6", "S6 D6 C6", "a heart"),  # fewer words than the suits that are not allowed
        ("H6 H7", "S6 D6 C6", "hearts"),
        ("H6 D6", "S6 C6", "not spades or clubs"),  # no fewer
        ("H6 D6 C6", "S6", "not spades"),
        ("S6 H6", "S7 S8", "S6 or not spades"),
        ("S6 S7 H6", "S8 S9 S10", "S6, S7 or not spades"),
        ("S6 S7 S8 H6", "S9 S10 SJ SQ", "not S9, S10, SJ or SQ"),  # more than two would be excepted
        ("S6 H6", "S7", "not S7"),  # as many would be excepted as are meant
        ("T1 T2 H1", "T3 T4", "not trumps above T2"),
        ("T1 T3 H1", "T2 T4 T5", "T1, T3 or not trumps"),  # there is no trump above which all of them are
        ("H1", "T3 T4", "not a trump"),
        ("S1 H1 H2", "S5 S6 T5 T6", "S1 or not spades or trumps"),  # the spades are not told by the trumps
    ],
)
def test_they_are_called_by_suits_exceptions_or_names(allowed: str, barred: str, words: str) -> None:
    assert str(kinds(allowed, barred).which()) == words


def test_where_trumps_above_begins_is_told_by_all_that_a_rule_asks_for() -> None:
    """T3 was owed, too, and is seen already: it is the trumps above T2 that are barred."""
    assert str(kinds("T2 H1", "T5 T6", "T3 T4 T5 T6").which()) == "not trumps above T2"


def test_every_deck_has_words_for_its_suits() -> None:
    for deck in DECKS.values():
        assert str(Kinds((), deck, deck).unseen()).startswith("every unseen card was ")
