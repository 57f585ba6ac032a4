"""An evening without a screen: the film of a record, command cards and all, reads as the whole record."""

from collections.abc import Sequence

import pytest

from controller.record.events import Event, Ruling
from tests.support.evenings import TABLES, evening, happened, read
from tests.support.examples import Example, each_example
from vision.film.noise import Noise

SIZE = (960, 540)
FPS = 5
"""Enough for cards that people lay one after the other: each lies still for four frames at least."""
BY_HAND = {
    "coiffeur/4-partners-ruled": 1,
    "mittlere/evening": 1,
    "mittlere/redeal": 1,
    "tarot/3-revoke-ruled": 1,
    "whist/4-rubber-ruled": 1,
}
"""Rulings with an effect on the score, and one on a verdict that was not the newest, are beyond cards."""
CALLED = "tarot/5-called-king"
"""Calls a jack, which no card says."""


def check(record: Sequence[Event], by_hand: int, seed: int, noise: Noise, **look: object) -> None:
    """Everything is read, in its order, and so much could not be said."""
    reader = read(record, seed, noise, fps=FPS, **look)
    assert reader.told == happened(record)
    assert len(reader.by_hand) == by_hand


def test_a_short_evening_is_said_and_read() -> None:
    check(evening("mittlere", 3, 1, deals=1), 0, 1, "none", size=SIZE)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), dict(TABLES).items())
def test_every_game_is_said_and_read(game: str, seats: int) -> None:
    """At its fullest table; that cards are read at each table is tried with the decks (`test_round_trip_games.py`)."""
    check(evening(game, seats, seats, deals=1), 0, seats, "low", table="wood" if seats % 2 else "felt")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("coiffeur", 4), ("handjass", 3), ("tarot", 4), ("tarot", 5)])
def test_at_a_table_with_qr_too(game: str, seats: int) -> None:
    check(evening(game, seats, seats, deals=1), 0, seats, "low", symbology="qr_zxing")


@pytest.mark.slow
@each_example
def test_every_example_is_said_and_read(example: Example) -> None:
    """What can be said and read is tried here, in small clear pictures; how well is tried with the games above."""
    reader = read(example.events, 1, "none", fps=FPS, size=SIZE)
    assert reader.told == happened(example.events)
    assert len(reader.by_hand) == BY_HAND.get(example.name, int(example.name == CALLED))
    assert example.name == CALLED or all(isinstance(event, Ruling) for event in reader.by_hand)
