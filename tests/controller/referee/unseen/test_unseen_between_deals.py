"""A gap between deals belongs to the next one too, unless its first word follows a look at the table (unseen.md)."""

from dataclasses import replace

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


@pytest.mark.parametrize("gone", [False, True])
def test_the_gap_belongs_to_a_deal_whose_first_card_may_have_been_laid_in_it(gone: bool) -> None:
    """A trick before that card may have fixed the trump; so nobody is known to lead out of turn."""
    told = History("mittlere", 3)
    told.wait(20)
    told.loses(7, "frozen")
    gap = told.line
    if gone:
        # A card of the trick before that is gathered before it is read leaves the table as empty as it began.
        told.looks("AB", "C")
        told.wait(2)
        told.looks("ABC", since=told.now - 1)
    else:
        told.looks("AB", lies=["C CA"])
    told.says(DealStart(dealer=1, inferred=True))
    told.lines[-1] = replace(told.lines[-1], src="camera")
    told.lays("C CA", since=0.3 if gone else 20)
    told.lays("A CJ", "B C6")
    told.sweeps()
    told.lays("C SA", empty="AB")
    told.lays("A HQ", "B S6")
    told.sweeps()
    told.lays("A H9", empty="BC")
    assert (told.said, [*told.holes][:1]) == ([], [gap])


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
