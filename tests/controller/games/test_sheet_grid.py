"""The score sheet as cells, as each game gives it."""

from dataclasses import replace

from controller.language.catalogues import of_game
from controller.language.commands import command_name
from controller.language.translate import translated
from controller.record.message import Message
from controller.referee.fold import outcome
from controller.rules.match import AnyMatch
from controller.rules.sheet import Grid
from tests.support.examples import Example, each_example

TAROT = Example("tarot/4-evening")


def drawn(match: AnyMatch) -> Grid:
    return match.game.sheet.grid(
        match.game.title, match.rules, match.book, match.total, [entry.result for entry in match.ledger]
    )


@each_example
def test_every_text_of_a_grid_can_be_translated(example: Example) -> None:
    grid = drawn(example.match)
    heads = [grid.title, grid.head, *(row.head for row in (*grid.rows, *grid.foot))]
    assert [head for head in heads if not isinstance(head, Message) and not head.isdecimal()] == []
    assert all(len(row.cells) == len(grid.names) for row in (*grid.rows, *grid.foot))


def test_a_line_is_headed_by_the_deal_its_taker_and_the_bid_whatever_players_are_called() -> None:
    opening = replace(TAROT.opening, seats=("Anna, sen.", "Berta: x", "Carla {y}", "Dora"))
    match = outcome((opening, *TAROT.events[1:]))
    heads = [translated(row.head, of_game(match.game, "ja", "french")) for row in drawn(match).rows]
    bids = [entry.result.detail for entry in match.ledger if "taker" in entry.result.detail]
    assert bids
    assert [head.split(" ", 1)[1] for head in heads if " " in head] == [
        f"{opening.seats[one['taker']]} {command_name(one['bid'], 'ja')}" for one in bids
    ]
