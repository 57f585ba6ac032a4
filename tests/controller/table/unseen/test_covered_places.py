"""What is written while hands and newspapers lie on places: a trick may have been gathered under them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.live.session import MatchSession
from controller.record.cards import Card
from controller.record.events import Bid, Collect, DealStart, Insert, MatchStart, Played
from controller.store.journal import Journal
from tests.support.watched_table import HAND, OPENING, WatchedTable, empty, kinds, unread
from vision.base.observation import Laid, Lifted
from vision.mat.seating import REACH_MM, Seating

TRICK = ((1, "SA"), (2, "S7"), (0, "S8"))


def lay_trick(table: WatchedTable) -> None:
    for second, (seat, card) in enumerate(TRICK, 2):
        table.lay(second, seat, card)


def collects(table: WatchedTable) -> list[Collect]:
    return [event for event in table.written if isinstance(event, Collect)]


def test_a_trick_was_gathered_after_the_moment_at_which_it_was_seen_last(table: WatchedTable) -> None:
    lay_trick(table)
    table.look(5.0)
    table.look(5.2, {0: HAND})
    for seat, card in TRICK[:2]:
        table.lift(6.0, seat, card)
    # Nobody knows whether the last of its cards lay under the hand until then.
    table.lift(9.0, 0, "S8")
    table.lay(10.0, 2, "H7")
    assert [event.t for event in collects(table)] == [6.0]


def test_nobody_is_out_of_turn_while_a_trick_can_have_come_and_gone_under_a_newspaper(table: WatchedTable) -> None:
    lay_trick(table)
    table.look(5.0)
    table.look(5.2, {0: HAND})
    for seat, card in TRICK[:2]:
        table.lift(5.5, seat, card)
    for moment, areas in ((6.5, {1: unread(6.5), 2: unread(6.5)}), (8.5, {1: empty(8.4), 2: empty(8.4)})):
        table.look(moment, areas)
    table.lift(9.0, 0, "S8")
    table.lay(10.0, 2, "H7")
    assert table.told == []


def test_somebody_is_out_of_turn_who_leads_after_a_trick_that_was_gathered_in_sight(table: WatchedTable) -> None:
    lay_trick(table)
    table.look(5.0)
    for seat, card in TRICK:
        table.lift(6.0, seat, card)
    table.lay(10.0, 2, "H7")
    assert table.told == ["out-of-turn"]


def test_a_card_that_came_while_the_old_trick_was_out_of_view_is_not_put_into_it(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.lay(3, 2, "S7")
    table.look(4.0)
    table.look(4.2, {1: HAND, 2: HAND})
    table.lay(6.0, 0, "H8")
    table.lift(8.0, 1, "SA")
    table.lift(8.0, 2, "S7")
    table.look(10.5)
    table.lay(11.0, 1, "H9")
    assert table.told == []
    assert not any(isinstance(event, Insert) for event in table.written)


def test_a_card_that_follows_a_trick_that_is_out_of_view_is_looked_at(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.look(3.0)
    table.look(3.2, {1: HAND})
    table.look(5.0, {2: unread(4.0)})
    table.look(6.0, {2: empty(5.9)})
    table.lay(7.0, 2, "H7")
    table.look(9.5)
    assert kinds(table)[-2:] == ["seen", "play"]
    table.look(10.0, {1: empty(9.9)})
    for second, (seat, card) in enumerate([(0, "H8"), (1, "S9"), (2, "S8")], 10):
        table.lay(second, seat, card)
    assert table.told == []


def test_a_trick_of_which_no_card_is_read_leaves_a_line_though_the_table_was_never_seen_clear(
    table: WatchedTable,
) -> None:
    lay_trick(table)
    table.look(5.0)
    for seat, card in TRICK[:2]:
        table.lift(5.5, seat, card)
    table.look(5.6, {1: unread(5.6)})
    table.session.observe(Lifted(0, "S8", 5.7), 5.7)
    table.look(6.4, {0: unread(6.4), 2: unread(6.4)})
    table.look(7.5, {0: empty(7.5), 1: empty(7.5)})
    assert [event.t for event in collects(table)] == [5.6, 7.5]
    deal = table.session.match.deal
    assert deal is not None
    assert len(deal.holes) == 1


@pytest.fixture
def bid(tmp_path: Path) -> Iterator[WatchedTable]:
    """A table at which all has been said, and the first card is awaited."""
    with Journal(tmp_path / "bid.jsonl") as journal:
        table = WatchedTable(MatchSession(journal, MatchStart(sight=True, game="handjass", seats=OPENING.seats)))
        table.session.end_gap(0.1)
        table.look(0.1)
        table.look(0.7)
        table.session.add(DealStart(t=1.0, dealer=0, turned=Card("C7"), src="console"))
        for seat in (1, 2, 0):
            table.session.add(Bid(t=1.5, seat=seat, call="in", src="console"))
        assert table.session.match.deal is not None
        assert table.session.match.deal.phase == "before"
        table.look(20.0)
        yield table


def test_a_first_trick_of_which_no_card_is_read_leaves_a_line_after_an_auction_too(bid: WatchedTable) -> None:
    bid.look(20.5, {seat: unread(20.5) for seat in range(3)})
    bid.look(24.0, {seat: empty(24.0) for seat in range(3)})
    assert [event.t for event in collects(bid)] == [24.0]
    deal = bid.session.match.deal
    assert deal is not None
    assert len(deal.holes) == 1
    # Without a line nobody knows of a trick, and what was told of the hands before it proves what it cannot.
    bid.lay(26.0, 1, "S9")
    assert bid.told == []


@pytest.mark.parametrize(("hidden", "tricks"), [(0.3, 0), (0.4, 0), (0.8, 1)])
def test_hands_over_all_places_are_a_trick_only_if_one_can_have_come_and_gone(
    bid: WatchedTable, hidden: float, tricks: int
) -> None:
    bid.look(20.1, dict.fromkeys(range(3), HAND))
    bid.look(20.0 + hidden, dict.fromkeys(range(3), HAND))
    bid.look(20.1 + hidden, {seat: empty(20.1 + hidden) for seat in range(3)})
    assert len(collects(bid)) == tricks


def test_cards_that_are_read_late_are_no_trick_that_has_left(table: WatchedTable) -> None:
    lay_trick(table)
    table.look(5.0)
    for seat, card in TRICK:
        table.lift(5.5, seat, card)
    table.look(6.5, {seat: unread(6.5) for seat in range(3)})
    for seat, card in ((1, "HA"), (2, "H7"), (0, "H8")):
        table.lay(6.4, seat, card)
    assert collects(table) == []
    assert [event.card for event in table.written if isinstance(event, Played)][3:] == ["HA", "H7", "H8"]


def observed(table: WatchedTable, when: float, card: str, place: tuple[float, float]) -> None:
    table.look(when + 0.2)
    laid = Laid(0, card, *place, 0.0, when + 0.2, 3, 1.0, first=when, since=when - 0.2)
    table.session.observe(laid, when + 0.2)


def test_a_card_beside_a_place_is_nobodys_after_something_went_unseen(table: WatchedTable) -> None:
    areas = Seating.of(3).areas
    table.lay(2, 1, "SA")
    observed(table, 3.0, "S7", (areas[2].left_mm - REACH_MM / 2, areas[2].centre[1]))
    table.blind(4.0, 6.0)
    table.look(8.5, {1: unread(6.0)})
    observed(table, 9.0, "S8", (areas[0].centre[0], areas[0].top_mm - REACH_MM / 2))
    assert [event.card for event in table.written if isinstance(event, Played)] == ["SA", "S7"]
    assert "S8 lies in nobody's place" in str(table.session.notice)


def test_a_cup_that_stands_in_a_place_all_evening_costs_no_trick(table: WatchedTable) -> None:
    """Nothing unread becomes the mat: the table asks what it is, and plays on."""
    cup = unread(1.0)
    for start, trick in ((6, TRICK), (14, ((1, "SK"), (2, "S9"), (0, "S6")))):
        for second, (seat, card) in enumerate(trick):
            table.lay(start + 2 * second, seat, card)
            table.look(start + 2 * second + 0.5, {0: cup})
        for seat, card in trick:
            table.lift(start + 6, seat, card)
        table.look(start + 6.1, {0: cup})
    table.lay(22, 1, "HA")
    assert table.told == []
    assert table.session.match.deal is not None
    tricks = table.session.match.deal.tricks
    assert [[play.card for play in one.plays] for one in tricks] == [["SA", "S7", "S8"], ["SK", "S9", "S6"]]
    assert "something of Anna's cannot be read" in str(table.session.notice)
