"""The suit that a card belongs to in a deal: what displays and pages name as the suit led."""

import pytest

from controller.console.views.card_pad import card_pad
from controller.live import scoreboard
from controller.record.cards import JOKER, Card
from controller.record.events import Bid, DealStart, Discard, Event, MatchStart, Played
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
    marked = [part.suit for part in card_pad(match, match.game.deck) if part.is_led]
    assert marked == ["H", JOKER.suit]
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


@pytest.mark.rule("SKA-F1")
@pytest.mark.parametrize(
    ("game", "led", "word", "row", "single"),
    [
        ("hearts", "DJ", "trump", ["H"], "SJ DJ CJ"),
        ("hearts", "DA", "diamonds", [], "DA DK DQ D10 D9 D8 D7"),
        ("grand", "DJ", "trump", [], "SJ HJ DJ CJ"),
        ("null", "DJ", "diamonds", ["D"], ""),
    ],
)
def test_a_jack_that_is_led_in_skat_is_a_trump_and_shown_as_one(
    game: str, led: str, word: str, row: list[str], single: str
) -> None:
    bids = (Bid(seat=2, call="pass"), Bid(seat=0, call="pass"), Bid(seat=1, call="18"))
    opening = MatchStart(game="skat", seats=("Anna", "Berta", "Carla"))
    laid_away = Discard(seat=1, count=2)
    named = (laid_away, Bid(seat=1, call=game), Played(seat=1, card=Card(led)))
    match = outcome([opening, DealStart(dealer=0), *bids, *named])
    pad = card_pad(match, match.game.deck)
    assert f"Berta led {word}" in scoreboard.face(match, ()).lead
    assert [part.suit for part in pad if part.is_led] == row
    marked = [key.card for part in pad if not part.is_led for key in part.keys if key.is_led]
    assert sorted(marked) == sorted(map(Card, single.split()))


def test_a_card_belongs_to_the_suit_printed_on_it_by_default() -> None:
    told = History("hearts", 4)
    told.deal("D")
    deal = told.match.deal
    assert deal is not None
    assert {told.match.game.suit_of(deal, card) for card in told.match.game.deck} == {*"SHDC"}
