"""The courses that are offered: by what was read at that time, by turn, and by the cards that are left."""

import pytest

from controller.record.cards import Card
from controller.table.unseen.candidates import Glimpse, candidates
from controller.table.unseen.choosing import Plays, card_choice
from tests.support.history import History, laid


def offered(told: History, *glimpses: tuple[str, float]) -> list[Plays | None]:
    """What is offered where these cards were read once or twice."""
    found = [Glimpse(card, seat, when) for text, when in glimpses for seat, card in [laid(text)]]
    return [one.plays for one in candidates(told.match, told.lines, found)]


def gap() -> History:
    """Anna leads, and then nothing is seen for a while."""
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("A S6")
    told.loses()
    return told


def short(*, number: int = 0) -> History:
    """After some tricks in sight one is gathered of which Berta's card was not read."""
    told = History("mittlere", 3)
    told.deal("C")
    for place in range(number):
        at = 3 * place
        told.trick(*(f"{'ABC'[(2 * place + seat) % 3]} {card}" for seat, card in enumerate(CARDS[at : at + 3])))
    lead = "ABC"[2 * number % 3]
    told.lays(
        *(f"{who} {CARDS[3 * number + at]}" for at, who in enumerate("ABCABC"["ABC".index(lead) :][:3]) if who != "B")
    )
    told.sweeps(empty="", unread="B")
    return told


RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = [f"{suit}{rank}" for suit in "SHDC" for rank in RANKS]


def test_cards_that_were_read_about_that_time_come_first_by_turn_then_that_nothing_was_played() -> None:
    told = gap()
    assert offered(told, ("C S8", told.now - 4), ("B S7", told.now)) == [((1, "S7"), (2, "S8")), ()]


@pytest.mark.parametrize("seconds", [-9, 9])
def test_cards_that_were_read_long_before_or_after_it_say_nothing_of_it(seconds: float) -> None:
    told = gap()
    assert offered(told, ("B S7", told.now + seconds)) == [()]


def test_what_contradicts_things_seen_is_not_offered() -> None:
    told = gap()
    assert offered(told, ("A S7", told.now), ("A S6", told.now)) == [()]


def test_of_a_trick_with_a_card_missing_only_a_card_of_that_seat_is_offered() -> None:
    told = short()
    assert offered(told, ("C S9", told.now), ("B S10", told.now)) == [((1, "S10"),)]


def test_the_one_card_that_is_missing_is_picked_and_those_of_the_suit_led_come_first() -> None:
    told = short()
    assert offered(told) == []
    missing = card_choice(told.match, told.lines)
    assert missing
    assert missing.seat == 1
    assert [card.suit for card in missing.cards[:7]] == ["S"] * 7
    assert {*missing.cards} == {Card(card) for card in CARDS} - {"S6", "S8"}


def test_where_hardly_any_card_is_left_those_are_offered() -> None:
    told = short(number=11)
    assert [(who, str(card)) for plays in offered(told) for who, card in plays or ()] == [(1, MISSING)]


MISSING = next(card for at, card in enumerate(CARDS[33:]) if "ABC"[(22 + at) % 3] == "B")


def test_where_all_was_seen_nothing_is_offered() -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("A S6")
    assert (offered(told), card_choice(told.match, told.lines)) == ([], None)
