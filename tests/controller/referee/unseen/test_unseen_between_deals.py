"""A gap between deals belongs to the next one too, unless its first word follows a look at the table (unseen.md)."""

import pytest

from controller.record.events import Bid, DealStart, Void
from tests.support.history import History


def dealt_blind(game: str) -> tuple[History, int]:
    """A match in which the cards are dealt by Carla while nothing is seen, and the line of that gap."""
    told = History(game, 3)
    told.wait(20)
    told.loses()
    gap = told.line
    told.says(DealStart(dealer=2))
    return told, gap


def test_what_people_tell_of_the_gap_is_played_in_the_deal_that_began_in_it() -> None:
    told, gap = dealt_blind("mittlere")
    told.looks("ABC")
    told.lays("C H9", empty="AB")
    told.lays("A H10", "B HJ")
    told.sweeps()
    told.missed(gap, "A S6", "B S7", "C S8")
    assert [(trick.cards, trick.winner) for trick in told.tricks] == [
        (("S6", "S7", "S8"), 2),
        (("H9", "H10", "HJ"), 1),
    ]
    assert (told.holes, told.match.turn, told.said, told.errors) == ((), 1, [], [])


@pytest.mark.parametrize("looked_first", [True, False])
def test_the_gap_belongs_to_the_deal_unless_its_first_word_follows_a_look(looked_first: bool) -> None:
    """Words may have been said in the gap, so nobody speaks out of turn."""
    told, gap = dealt_blind("coiffeur")
    if looked_first:
        told.looks("ABC")
    told.says(Bid(seat=0, call="pass"))
    if not looked_first:
        told.looks("ABC")
    told.says(Bid(seat=2, call="hearts"))
    assert (told.holes, told.said) == (((), ["illegal-bid C"]) if looked_first else ((gap,), []))


def test_whose_turn_it_is_after_a_hole_is_known_from_the_card_that_leads_on() -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.trick("A S6", "B S7", "C S8")
    assert told.match.turn == 2
    told.loses()
    told.looks("ABC")
    assert told.match.turn is None  # pyrefly: ignore[unnecessary-comparison]  # since they looked
    told.lays("B H6", empty="AC")
    assert told.match.turn == 2


def test_the_gap_belongs_to_no_later_deal() -> None:
    told, gap = dealt_blind("mittlere")
    assert [*told.holes] == [gap]
    told.says(Void(why="misdeal"))
    told.deal("C")
    assert [*told.holes] == []
