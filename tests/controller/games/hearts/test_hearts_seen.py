"""Hearts as a camera sees it: who leads is known by the two of clubs, and nobody is accused of what was not seen."""

import pytest

from tests.support.history import History


def hearts() -> History:
    """A deal of Hearts, dealt by the last seat."""
    told = History("hearts", 4)
    told.deal("D")
    return told


@pytest.mark.rule("HEA-P1")
@pytest.mark.parametrize("empty", ["ABD", None])
def test_the_player_of_the_two_of_clubs_leads_seen_or_not(empty: str | None) -> None:
    told = hearts()
    told.lays("C C2", empty=empty)
    told.trick("D C5", "A C9", "B CK")
    assert (told.said, told.errors, told.holes, told.match.turn) == ([], [], (), 1)
    assert [(trick.leader, trick.winner) for trick in told.tricks] == [(2, 1)]


@pytest.mark.rule("HEA-P1")
def test_a_two_of_clubs_that_is_read_late_accuses_nobody() -> None:
    """A hand lay over Carla's area: nobody saw that it was empty when Dora's card came."""
    told = hearts()
    told.lays("D C5", empty="AB")
    told.lays("C C2", empty="AB", since=3.0)
    told.trick("A C9", "B CK")
    assert (told.said, told.errors, told.match.turn) == ([], [], 1)


@pytest.mark.rule("HEA-P1")
def test_a_certain_leader_without_the_two_of_clubs_was_out_of_turn() -> None:
    told = hearts()
    told.lays("D S5", empty="ABC")
    told.lays("A S9")
    assert told.said == []
    told.lays("B SK")
    told.trick("C C2")
    assert "out-of-turn D S5" in told.said


@pytest.mark.rule("HEA-P1")
def test_a_card_that_may_have_come_second_accuses_nobody_of_leading() -> None:
    """Nobody saw whether the two of clubs lay there already when Dora's card was read."""
    told = hearts()
    told.lays("D S5", empty="A")
    told.lays("A S9", "B SK")
    told.lays("C C2", since=10.0)
    told.sweeps()
    assert [one for one in told.said if one.startswith(("out-of-turn", "illegal-lead"))] == []


@pytest.mark.rule("HEA-P2")
@pytest.mark.parametrize("lost", [True, False])
def test_a_heart_may_be_led_once_something_went_unseen(lost: bool) -> None:
    """A heart may have been thrown meanwhile; of a lead in a deal seen whole the count proves it."""
    told = hearts()
    told.lays("C C2", empty="ABD")
    told.trick("D C5", "A C9", "B CK")
    if lost:
        told.loses(20)
    told.lays("B H5", empty="ACD")
    told.trick("C H6", "D H7", "A H8")
    told.lays("A S2", empty="BCD")
    told.trick("B S3", "C S4", "D S6")
    found = [one for one in told.said if one.startswith("illegal-lead")]
    assert found == ([] if lost else ["illegal-lead B H5"])
