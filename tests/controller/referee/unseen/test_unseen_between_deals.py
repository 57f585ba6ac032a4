"""A gap between deals belongs to the next one too, unless its first word follows a look at the table (unseen.md)."""

from typing import Literal

import pytest

from controller.record.events import Bid, DealStart, Void
from tests.support.history import History, Why


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


def leads_blind(
    seconds: float,
    look: str,
    *,
    why: Why = "frozen",
    src: Literal["camera", "console"] = "camera",
    before: bool = False,
) -> tuple[History, int]:
    """A gap between deals, what is seen after it, a deal whose dealer nobody knows, and two tricks; the gap's line.

    Args:
        seconds: how long the gap is.
        look: ``empty``, ``card`` (the next lead lies there already) or ``unread`` (something lies there, and leaves).
        why: its cause.
        src: who says that a deal begins.
        before: whether a deal has ended just before the gap.
    """
    told = History("mittlere", 3, options={"follow": "plain"})
    told.wait(20)
    if before:
        told.deal("A")
        told.trick("B H6", "C H7", "A H8")
        told.says(Void(why="misdeal"))
    told.loses(seconds, why)
    gap = told.line
    match look:
        case "card":
            told.looks("AB", lies=["C CA"])
        case "unread":
            told.looks("AB", "C")
            told.wait(2)
            told.looks("ABC", since=told.now - 1)
        case _:
            told.looks("ABC")
    told.lines.append(DealStart(dealer=1, inferred=True if src == "camera" else None, t=told.now, src=src))
    told.lays("C CA", since=20 if look == "card" else 0.3)
    told.lays("A CJ", "B C6")
    told.sweeps()
    told.lays("C SA", empty="AB")
    told.lays("A HQ", "B S6")
    told.sweeps()
    told.lays("A H9", empty="BC")
    return told, gap


@pytest.mark.parametrize(
    ("seconds", "look", "why"),
    [(7, "empty", "frozen"), (1, "empty", "restart"), (2, "card", "frozen"), (2, "unread", "frozen")],
)
def test_the_gap_belongs_to_a_camera_s_deal_that_may_have_begun_in_it(seconds: float, look: str, why: Why) -> None:
    """A first trick that went unseen may have fixed the trump, so nobody is known to lead out of turn."""
    told, gap = leads_blind(seconds, look, why=why)
    assert (told.said, [*told.holes][:1]) == ([], [gap])


@pytest.mark.parametrize(
    ("seconds", "src", "before"), [(2, "camera", False), (7, "console", False), (7, "camera", True)]
)
def test_the_gap_belongs_to_no_deal_that_cannot_have_begun_in_it(
    seconds: float, src: Literal["camera", "console"], before: bool
) -> None:
    """No first trick is laid and gathered so fast, people say when they deal, and a deal comes 15 s after another."""
    told, gap = leads_blind(seconds, "empty", src=src, before=before)
    assert gap not in told.holes


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
