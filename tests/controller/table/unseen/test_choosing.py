"""Courses that are told card by card: whose card comes next, and which cards it may be."""

import pytest

from controller.record.cards import Card
from controller.table.unseen.choosing import CardChoice, Plays, card_choice
from tests.support.history import History, laid


def chosen(*cards: str) -> Plays:
    return tuple(map(laid, cards))


def asked(told: History, *cards: str, won: tuple[int, ...] = (), seat: int | None = None) -> CardChoice:
    choice = card_choice(told.match, told.lines, chosen(*cards), won, seat)
    assert choice is not None
    return choice


def gap(*before: str, after: str = "") -> History:
    """Cards are laid, nothing is seen for a while, and then another one is."""
    told = History("mittlere", 3)
    told.deal("C")
    told.lays(*before)
    told.loses()
    told.looks(unread="ABC")
    if after:
        told.lays(after)
    return told


def test_in_a_gap_the_next_seat_in_turn_comes_first_and_the_suit_led_before_the_others() -> None:
    choice = asked(gap("A S6"))
    assert (choice.seat, choice.others, choice.missing) == (1, (2, 0), None)
    assert [card.suit for card in choice.cards[:8]] == ["S"] * 8
    assert len(choice.cards) == 35


def test_the_cards_chosen_so_far_are_left_out_and_the_turn_goes_on() -> None:
    choice = asked(gap("A S6"), "B S7")
    assert choice.seat == 2
    assert not {Card("S6"), Card("S7")} & {*choice.cards}


def test_whoever_has_won_the_trick_that_was_chosen_leads_the_next_one() -> None:
    choice = asked(gap("A S6"), "B S7", "C S8", won=(2,))
    assert choice.seat == 2
    assert choice.cards[0] == next(card for card in History("mittlere", 3).match.game.deck if card not in "S6S7S8")


def test_whose_card_lies_there_after_the_gap_is_asked_last() -> None:
    assert asked(gap("A S6", after="B S7")).seat == 2


def test_after_a_full_trick_its_winner_is_asked_first() -> None:
    assert asked(gap("A S6", "B S9", "C S8")).seat == 1


def test_another_seat_can_be_asked_for() -> None:
    choice = asked(gap("A S6"), seat=2)
    assert (choice.seat, choice.others) == (2, (1, 0))
    assert asked(gap("A S6"), seat=7).seat == 1


def test_of_a_gathered_trick_just_the_missing_cards_are_asked_for() -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("A S6", "B S7")
    told.sweeps(empty="", unread="C")
    choice = asked(told)
    assert (choice.seat, choice.others, choice.missing) == (2, (), 1)
    assert card_choice(told.match, told.lines, chosen("C S8")) is None


def test_of_two_missing_cards_the_second_is_asked_for_after_the_first() -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("A S6")
    told.sweeps(empty="", unread="BC")
    assert (asked(told).seat, asked(told).missing) == (1, 2)
    assert (asked(told, "B S8").seat, asked(told, "B S8").missing) == (2, 1)


@pytest.mark.parametrize("closed", [True, False])
def test_where_no_card_of_the_deal_is_missing_there_is_no_choice(closed: bool) -> None:
    told = gap("A S6") if closed else History("mittlere", 3)
    if closed:
        told.missed(told.line - 1)
    assert card_choice(told.match, told.lines) is None
