"""The look of each game's sheet, and the link of every number to the deal that it comes from."""

import pytest

from controller.rules.match import AnyMatch
from controller.rules.sheet import Grid
from tests.support.examples import Example

LOOKS = {
    "coiffeur/4-partners": "board",
    "coiffeur/3-three-deals": "board",
    "condor/2-one-deal": "slate",
    "handjass/4-down-to-the-loser": "slate",
    "middler-joker/3-two-deals": "paper",
    "mittlere/evening": "slate",
    "belote/4-evening": "paper",
    "bridge/4-three-boards": "paper",
    "molotow/4-two-deals": "slate",
    "plus-minus/4-two-deals": "slate",
    "schieber/4-evening": "z",
    "euchre/4-to-five": "paper",
    "schnapsen/2-bummerl": "paper",
    "skat/3-four-deals": "paper",
    "spades/4-three-deals": "paper",
    "differenzler/4-evening": "paper",
    "doppelkopf/4-evening": "paper",
    "doppelkopf/4-stammtisch": "paper",
    "tarot/4-evening": "paper",
    "whist/4-short": "paper",
}


def drawn(name: str) -> tuple[AnyMatch, Grid]:
    match = Example(name).match
    return match, match.game.sheet.grid(
        match.game.title, match.rules, match.book, match.total, [entry.result for entry in match.ledger]
    )


def test_each_game_is_drawn_as_its_players_draw_it() -> None:
    assert {name: drawn(name)[1].look for name in LOOKS} == LOOKS


@pytest.mark.parametrize("name", LOOKS)
def test_every_number_leads_to_its_deal(name: str) -> None:
    match, grid = drawn(name)
    if grid.look != "board":
        assert [row.deal for row in grid.rows] == [entry.deal.number for entry in match.ledger]
        return
    written = [cell.deal for row in grid.rows for cell in row.cells if cell.text]
    assert written
    assert sorted(filter(None, written)) == [entry.deal.number for entry in match.ledger]


@pytest.mark.rule("HAN-G1")
def test_the_slate_of_handjass_says_who_is_safe() -> None:
    assert [str(one) for one in drawn("handjass/4-down-to-the-loser")[1].standing] == ["", "safe", "safe", "safe"]


def test_tarot_is_written_as_running_totals_with_what_each_deal_adds() -> None:
    match, grid = drawn("tarot/4-evening")
    last = grid.rows[-1].cells
    assert [cell.text for cell in last] == [cell.text for cell in grid.foot[-1].cells]
    assert [cell.part for cell in last] == [
        f"{own:+}".replace("-", "−") for own in match.ledger[-1].result.score or () if own is not None
    ]
