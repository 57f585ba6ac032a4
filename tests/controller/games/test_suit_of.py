"""The suit that a card belongs to in a deal: what displays and pages name as the suit led."""

import pytest

from controller.console.views.card_pad import card_pad
from controller.live import scoreboard
from controller.record.cards import JOKER, Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played
from controller.referee.fold import outcome
from tests.support.history import History


@pytest.mark.rule("MJO-4")
def test_a_joker_that_is_led_is_a_card_of_the_trump_and_shown_as_one() -> None:
    told = History("middler-joker", 3)
    told.deal("C")
    told.trick("A SA", "B H7", "C H8")
    told.lays("C JO")
    match, deal = told.match, told.match.deal
    assert deal is not None
    assert deal.led == JOKER
    assert (match.game.suit_of(deal, JOKER), match.game.suit_of(deal, Card("S7"))) == ("H", "S")
    assert [part.suit for part in card_pad(match, match.game.deck) if part.is_led] == ["H"]
    assert "hearts" in repr(scoreboard.face(match, ()))


@pytest.mark.rule("EUC-F1")
def test_the_left_bower_that_is_led_is_a_trump_and_shown_as_one() -> None:
    jack = Card("CJ")
    events: list[Event] = [DealStart(dealer=3, turned=Card("S9")), Bid(seat=0, call="order-up")]
    opening = MatchStart(game="euchre", seats=("Anna", "Berta", "Carla", "Dora"))
    match = outcome([opening, *events, Played(seat=0, card=jack)])
    assert match.deal is not None
    assert match.game.suit_of(match.deal, jack) == "S"
    assert [part.suit for part in card_pad(match, match.game.deck) if part.is_led] == ["S"]
    assert "spades" in repr(scoreboard.face(match, ()))


def test_a_card_belongs_to_the_suit_printed_on_it_by_default() -> None:
    told = History("hearts", 4)
    told.deal("D")
    deal = told.match.deal
    assert deal is not None
    assert {told.match.game.suit_of(deal, card) for card in told.match.game.deck} == {*"SHDC"}
