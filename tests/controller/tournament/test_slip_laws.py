"""The laws of sums by which slips are checked hold for every deal that was played, and find a wrong sum."""

from random import Random

import pytest

from controller import games
from controller.games.bridge import slip as bridge_slip
from controller.record import text as record
from controller.referee.fold import outcome
from controller.rules.options import resolve
from controller.rules.score.slip import SlipLine
from tests.support.evenings import EXAMPLES, examples
from tests.support.loops import some
from tests.support.tallies import written_down

LAWFUL = {"schieber": 157, "hearts": 26, "doppelkopf": 0, "tarot": 0, "bridge": 0, "belote": 162}
"""The games with a law, and the sum of a plain deal."""


def lines_of(name: str) -> list[tuple[str, SlipLine, str | None]]:
    """Each deal of an example as its slip has it, with what its game says of it."""
    match = outcome(record.read((EXAMPLES / f"{name}.jsonl").read_bytes()).events)
    found = [written_down(match, entry) for entry in match.ledger if entry.void is None and entry.deal.over]
    return [(match.game.name, line, match.game.slip_fault(match.rules, line)) for line in found if line is not None]


def test_every_deal_of_every_example_keeps_its_game_s_law() -> None:
    found = [one for name in some(examples()) if "thanks" not in name and "ruled" not in name for one in lines_of(name)]
    assert {game for game, _, _ in found} >= {*LAWFUL} - {"belote"}
    assert [(game, line, why) for game, line, why in found if why is not None] == []


@pytest.mark.parametrize("game", ["schieber", "hearts", "doppelkopf", "tarot", "belote"])
def test_a_slip_that_is_added_up_wrongly_by_a_point_is_found(game: str) -> None:
    own = games.load(game)
    seats = 4
    rules = resolve(own.options, tuple("ABCD"), "seed", {})
    sides = len(own.partners(rules))
    chance = Random(game)
    for _ in range(50):
        parts = [chance.randrange(20) for _ in range(sides - 1)]
        whole = (*parts, LAWFUL[game] - sum(parts))
        assert own.slip_fault(rules, SlipLine(points=whole)) is None
        wrong = (whole[0] + chance.choice((-1, 1, 10)), *whole[1:])
        assert own.slip_fault(rules, SlipLine(points=wrong)) is not None
    assert seats == rules.seats


@pytest.mark.parametrize(
    ("game", "options", "points", "deals", "fits"),
    [
        ("whist", {}, (7, 0), 1, True),
        ("whist", {}, (8, 0), 1, False),
        ("whist", {}, (2, 1), 1, False),
        ("whist", {}, (2, 1), 2, True),
        ("whist", {}, (0, 0), 1, False),
        ("euchre", {}, (0, 4), 1, True),
        ("euchre", {}, (5, 0), 1, False),
        ("euchre", {}, (-1, 2), 1, False),
        ("schnapsen", {}, (3, 0), 1, True),
        ("schnapsen", {}, (3, 1), 1, False),
        ("skat", {"score": "plain"}, (0, 18, 0), 1, True),
        ("skat", {"score": "plain"}, (0, 17, 0), 1, False),
        ("skat", {"score": "plain"}, (-36, 0, 0), 1, True),
        ("skat", {"score": "plain"}, (-18, 0, 0), 1, False),
        ("skat", {"score": "plain"}, (0, 0, 0), 1, True),
        ("skat", {"score": "seeger-fabian"}, (-86, 40, 40), 1, True),
        ("skat", {"score": "seeger-fabian"}, (-86, 40, 0), 1, False),
        ("skat", {"score": "seeger-fabian"}, (68, 0, 0), 1, True),
        ("skat", {"score": "seeger-fabian"}, (60, 0, 0), 1, False),
    ],
)
def test_a_deal_that_one_side_wins_is_held_against_what_it_can_count(
    game: str, options: dict[str, str], points: tuple[int, ...], deals: int, fits: bool
) -> None:
    own = games.load(game)
    rules = resolve(own.options, tuple("ABCD"[: own.seats[0]]), "seed", options)
    assert (own.slip_fault(rules, SlipLine(points=points, deals=deals)) is None) is fits


def test_several_deals_that_were_added_up_have_their_law_too() -> None:
    schieber = games.load("schieber")
    rules = resolve(schieber.options, tuple("ABCD"), "seed", {})
    for points, deals, fits in [
        ((800, 770), 10, True),
        ((900, 770), 10, True),
        ((801, 770), 10, False),
        ((514, 0), 2, True),
        ((500, 14), 2, False),
        ((1, 1), 1, False),
        ((-100, 257), 1, False),
    ]:
        assert (schieber.slip_fault(rules, SlipLine(points=points, deals=deals)) is None) is fits, points


def test_a_board_has_a_score_that_some_contract_gives() -> None:
    """Known scores of duplicate bridge, as tournament cards print them."""
    for board, points, fits in [
        (1, (420, 0), True),
        (1, (620, 0), False),
        (2, (620, 0), True),
        (2, (0, 620), False),
        (1, (0, 50), True),
        (2, (0, 100), True),
        (1, (0, 7600), False),
        (4, (0, 7600), True),
        (1, (60, 0), False),
        (1, (90, 50), False),
        (1, (0, 0), True),
    ]:
        assert (bridge_slip.fault(SlipLine(points=points, board=board)) is None) is fits, (board, points)
    assert len(bridge_slip.possible(is_vulnerable=False)) > 50
