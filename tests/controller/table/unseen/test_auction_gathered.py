"""A trick that is gathered while the contract is missing has its end in the record, and is whole once all is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.record.cards import Card
from controller.record.events import Bid, Collect, DealStart, MatchStart, Missed
from tests.support.watched_table import HAND, WatchedTable, empty, opened, unread

OPENING = MatchStart(sight=True, game="coiffeur", seats=("Anna", "Berta", "Carla"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WatchedTable]:
    """The auction's only bid goes unseen, and nobody tells of it yet."""
    with opened(tmp_path, OPENING) as table:
        table.session.add(DealStart(dealer=0, t=1.0, src="console"))
        table.blind(1.5, 5.0)
        table.look(5.1)
        table.look(5.7)
        yield table


def says_what_was_bid(table: WatchedTable) -> None:
    table.session.add(Bid(seat=1, call="hearts", t=50.0, src="console"))


def unread_trick(table: WatchedTable) -> None:
    """Anna's card of the first trick is not read, and when it is gathered hands lie on all the places."""
    table.lay(10.0, 1, "SA")
    table.lay(12.0, 2, "S9")
    table.look(14.0, {0: unread(13.5)})
    table.look(15.0, dict.fromkeys(range(3), HAND))
    table.look(17.0, {0: HAND, 1: empty(17.0), 2: HAND})
    for seat, card in ((1, "SA"), (2, "S9")):
        table.lift(17.5, seat, card)
    table.look(17.7, {0: HAND, 1: HAND, 2: HAND})


@pytest.mark.parametrize("told_first", [True, False])
def test_the_card_that_is_missing_in_it_is_told_and_the_tricks_are_whole(
    table: WatchedTable, *, told_first: bool
) -> None:
    unread_trick(table)
    table.look(30.0, {0: empty(29.9), 1: HAND, 2: HAND})
    table.lay(31.0, 0, "S8")
    table.look(34.0)
    if told_first:
        says_what_was_bid(table)
    table.look(35.0, {1: empty(34.9), 2: empty(34.9)})
    table.lay(36.0, 1, "SK")
    if not told_first:
        says_what_was_bid(table)
    assert sum(isinstance(event, Collect) for event in table.written) == 1
    deal = table.session.match.deal
    assert deal is not None
    assert [[*map(str, trick.cards)] for trick in (*deal.tricks, deal.open)] == [["SA", "S9"], ["S8", "SK"]]
    assert table.told == []
    for hole in deal.holes:
        plays = ((0, Card("S6")),) if hole > deal.holes[0] else ()
        table.session.add(Missed(of=hole, plays=plays, over=False, t=60.0, src="console"))
    deal = table.session.match.deal
    assert deal is not None
    assert deal.holes == ()
    assert [[*map(str, trick.cards)] for trick in (*deal.tricks, deal.open)] == [["SA", "S9", "S6"], ["S8", "SK"]]
