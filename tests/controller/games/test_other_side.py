"""Against whom a seat plays: forfeited tricks go to the one side that is left, if there is one (referee.md)."""

import pytest

from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Value
from controller.referee.fold import outcome

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")
TAKEN = [Bid(seat=0, call="garde"), *(Bid(seat=seat, call="pass") for seat in (1, 2, 3))]


@pytest.mark.parametrize(
    ("game", "seats", "options", "said", "others"),
    [
        ("mittlere", 3, {}, [], (None, None, None)),
        ("molotow", 4, {}, [], (None,) * 4),
        ("handjass", 2, {}, [], (1, 0)),
        ("schieber", 4, {}, [Bid(seat=0, call="hearts")], (1, 2, 3, 0)),
        ("spades", 4, {}, [], (1, 2, 3, 0)),
        ("whist", 4, {}, [], (1, 2, 3, 0)),
        ("differenzler", 4, {}, [], (None,) * 4),
        ("differenzler", 2, {}, [], (1, 0)),
        ("bridge", 4, {}, [], (1, 2, 3, 0)),
        ("euchre", 4, {}, [Bid(seat=0, call="order-up")], (1, 2, 3, 0)),
        ("belote", 4, {}, [], (1, 2, 3, 0)),
        ("doppelkopf", 4, {}, [Bid(seat=0, call="pass")], (None,) * 4),
        ("doppelkopf", 4, {}, [Bid(seat=0, call="queens")], (1, 0, 0, 0)),
        ("handjass", 3, {}, [], (None, None, None)),
        ("handjass", 4, {}, [], (None,) * 4),
        ("condor", 2, {}, [], (1, 0)),
        ("schnapsen", 2, {}, [], (1, 0)),
        ("coiffeur", 3, {}, [Bid(seat=0, call="hearts")], (1, 0, 0)),
        ("coiffeur", 4, {}, [Bid(seat=0, call="hearts")], (1, 0, 1, 0)),
        ("coiffeur", 4, {"partners": False}, [Bid(seat=0, call="hearts")], (1, 0, 0, 0)),
        ("tarot", 4, {}, TAKEN, (1, 0, 0, 0)),
    ],
)
def test_forfeited_tricks_go_to_the_side_that_plays_against_the_seat(
    game: str, seats: int, options: dict[str, Value], said: list[Event], others: tuple[int | None, ...]
) -> None:
    turned = {
        "belote": Card("C7"),
        "handjass": Card("C6"),
        "whist": Card("C6"),
        "differenzler": Card("C6"),
        "euchre": Card("C9"),
        "schnapsen": Card("CA"),
    }.get(game)
    opening = MatchStart(game=game, seats=NAMES[:seats], options=options)
    match = outcome([opening, DealStart(dealer=seats - 1, turned=turned), *said])
    deal = match.deal
    assert deal is not None
    assert tuple(match.game.sides.opponent(deal, seat) for seat in range(seats)) == others
