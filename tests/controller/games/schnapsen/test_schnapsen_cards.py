"""Marriages by command cards: the word, the card that is led with it, and the other one that is only shown."""

import pytest

from controller.games.schnapsen.turns import pair
from controller.record.cards import Card
from controller.record.events import DealStart, Declare, Event, MatchStart, Played
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from tests.support.spoken_talk import Listener, away, card, word
from vision.base.observation import CardSeen

SAID = Declare(seat=0, what="marriage", cards=pair("H"))
LED, NEXT = Played(seat=0, card=Card("HK")), Played(seat=1, card=Card("SJ"))
KING, QUEEN, ACE, ANSWER = card("HK", 0, 2), card("HQ", 0, 2), card("CA", 0, 2), card("SJ", 1, 2)
MARRIAGE, HEARTS = word("marriage", 0, 2), word("hearts", 0, 2)
WAYS: dict[str, tuple[list[CardSeen], list[Event]]] = {
    "led beside the word": ([MARRIAGE, KING, ANSWER], [SAID, LED, NEXT]),
    "the other card shown": ([MARRIAGE, KING, QUEEN, *away([QUEEN]), ANSWER], [SAID, LED, NEXT]),
    "the other card left lying": ([MARRIAGE, KING, QUEEN, ANSWER], [SAID, LED, NEXT]),
    "with its suit": ([MARRIAGE, HEARTS, KING, ANSWER], [SAID, LED, NEXT]),
    "with its suit, the other card shown": ([MARRIAGE, HEARTS, KING, QUEEN, ANSWER], [SAID, LED, NEXT]),
    "another card led": ([MARRIAGE, ACE, ANSWER], [Played(seat=0, card=Card("CA")), NEXT]),
}


def match() -> AnyMatch:
    """Seat 0 leads; spades are trump."""
    begun = start(MatchStart(game="schnapsen", seats=("Anna", "Berta")))
    return step(begun, 2, DealStart(dealer=1, turned=Card("SA")))[0]


@pytest.mark.rule("SCN-M1")
@pytest.mark.parametrize("way", WAYS)
def test_a_marriage_is_said_with_the_card_that_is_led(way: str) -> None:
    seen, happened = WAYS[way]
    assert Listener(match()).see(*seen).events == happened
