"""Calls stand at each seat while the auction lasts; bids of a number and a suit are offered as a box."""

from collections.abc import Sequence

import pytest

from controller.console.views.options_to_say import auction, auction_rows, boxed, label, newest_calls, offers, sayings
from controller.record.events import Amend, Bid, DealStart, Event, MatchStart, Undo
from controller.referee.fold import outcome
from tests.support.examples import Example
from tests.support.loops import some

FOUR = ("Anna", "Berta", "Carla", "Dora")
BRIDGE = (
    MatchStart(game="bridge", seats=FOUR),
    DealStart(dealer=0),
    Bid(seat=0, call="1", as_="hearts"),
    Bid(seat=1, call="pass"),
    Bid(seat=2, call="2", as_="no-trump"),
)


def test_each_seats_newest_call_stands_as_it_was_corrected_or_taken_back() -> None:
    match = outcome(BRIDGE)
    assert newest_calls(match, BRIDGE) == {0: "1 ♥", 1: "Pass", 2: "2 no trump", 3: ""}
    mended = (*BRIDGE, Amend(of=3, with_={"as": "spades"}), Bid(seat=3, call="pass"), Undo(n=1))
    assert newest_calls(outcome(mended), mended) == {0: "1 ♠", 1: "Pass", 2: "2 no trump", 3: ""}


def test_an_auction_is_written_down_a_row_each_time_around_and_stays_while_cards_are_played() -> None:
    events = Example("bridge/4-three-boards").events
    rows = [("", "1 ♥", "1 ♣", ""), ("", "", "Pass", "3 ♥"), ("Double", "Pass", "Pass", "Pass")]
    for end in (68, 90):
        match = outcome(events[:end])
        assert [*auction_rows(match, auction(match, events[:end]))] == rows, end
    match = outcome(events[:62])
    assert auction_rows(match, auction(match, events[:62], {62})) == (("", "1 ♥", "", ""),)


def test_of_what_is_secret_nothing_stands_there() -> None:
    assert newest_calls(outcome(BRIDGE), BRIDGE, {5})[2] == ""


@pytest.mark.parametrize("name", ["skat/3-four-deals", "bridge/4-three-boards", "spades/4-three-deals"])
def test_calls_are_those_of_this_deal_and_go_with_its_first_card(name: str) -> None:
    events, spoken = Example(name).events, 0
    for end in some(range(2, 90)):
        match = outcome(events[:end])
        calls = newest_calls(match, events[:end])
        said = [one.seat for one in events[_dealt(events, end) : end] if isinstance(one, Bid)]
        is_before = match.deal is not None and match.running and match.deal.phase == "before"
        assert {seat for seat, what in calls.items() if what} == ({*said} if is_before else set()), end
        spoken += bool(is_before and said)
    assert spoken > 3


def _dealt(events: Sequence[Event], end: int) -> int:
    return max(at for at, one in enumerate(events[:end]) if isinstance(one, DealStart))


def test_bids_of_a_number_and_a_suit_are_a_box_with_the_lowest_first() -> None:
    match = outcome(BRIDGE)
    found = offers([one for one in sayings(match, 3) if one.lawful])
    buttons, box = boxed(match, found)
    assert box is not None
    drawn = [[label(one) if one else "" for one in row] for row in box.rows]
    assert drawn[0] == ["3 ♣", "3 ♦", "3 ♥", "3 ♠", "3 no trump"]
    assert [len(row) for row in drawn] == [5] * 5
    assert {one.word for one in buttons} == {"pass", "double"}
    low = outcome(BRIDGE[:3])
    first = boxed(low, offers([one for one in sayings(low, 1) if one.lawful]))[1]
    assert first is not None
    assert [label(one) if one else "" for one in first.rows[0]] == ["", "", "", "1 ♠", "1 no trump"]


@pytest.mark.parametrize("game", ["spades", "skat", "schieber", "coiffeur"])
def test_other_games_have_no_such_box(game: str) -> None:
    match = outcome((MatchStart(game=game, seats=FOUR[: 3 if game == "skat" else 4]), DealStart(dealer=0)))
    speaks = 2 if game == "skat" else 1
    found = offers([one for one in sayings(match, speaks) if one.lawful])
    assert found
    assert boxed(match, found) == (found, None)


def test_kontra_is_offered_to_whoever_may_say_it_and_to_nobody_where_it_is_not_played() -> None:
    bids = [Bid(seat=1, call="18"), Bid(seat=0, call="yes"), Bid(seat=1, call="pass"), Bid(seat=2, call="pass")]
    for rule, said in some((("none", []), ("bidders", [1]), ("anybody", [1, 2]))):
        opening = MatchStart(game="skat", seats=FOUR, options={"kontra": rule})
        match = outcome((opening, DealStart(dealer=3), *bids, Bid(seat=0, call="grand")))
        lawful = {seat: [one.words[0] for one in sayings(match, seat) if one.lawful] for seat in range(4)}
        assert lawful == {seat: ["double"] if seat in said else [] for seat in range(4)}
        unlawful = {one.words[0] for seat in range(4) for one in sayings(match, seat) if not one.lawful}
        assert ({"double", "re"} & unlawful != set()) is (rule != "none")
