"""The film of a record reads as the record's plays, for every deck and number of seats, whatever the evening.

The eyes know cards and places, not games; what each game lays besides is filmed in `test_round_trip_evenings.py`.
"""

import pytest

from tests.support.filmed import scripts, watch

PART = 16
"""Plays of each record that are filmed; `python -m benchmarks.eyes.recall` films whole deals."""


def tables() -> dict[tuple[tuple[str, ...], int], str]:
    """A record of each deck and number of seats."""
    return {(script.match.game.deck, script.match.rules.seats): name for name, script in scripts().items()}


def test_there_are_decks_of_several_sizes_for_two_to_five() -> None:
    assert {seats for _, seats in tables()} == {2, 3, 4, 5}
    assert {len(deck) for deck, _ in tables()} >= {33, 36, 52, 53, 78}


@pytest.mark.slow
@pytest.mark.parametrize("name", tables().values())
def test_in_a_living_room_every_play_is_read(name: str) -> None:
    script = scripts()[name].first(PART)
    outcome = watch(script, script.take(1, "low", fps=10, table="wood"))
    assert outcome.read == script.plays
    assert outcome.false_cold == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", tables().values())
def test_on_a_bad_evening_a_card_may_be_missed_and_none_is_misread(name: str) -> None:
    script = scripts()[name].first(PART)
    outcome = watch(script, script.take(3, "high", fps=10))
    assert (outcome.wrong, outcome.extra, outcome.false_cold) == ([], [], 0)
    assert len(outcome.missed) <= 1


def test_missed_extra_and_wrong_plays_are_distinguished() -> None:
    script = scripts()["mittlere 3"].first(3)
    outcome = watch(script, script.take(1, "none", fps=10))
    assert outcome.read == script.plays
    first, second, third = outcome.plays
    outcome.read = [first, first, (2, "JO"), third]
    assert (outcome.missed, outcome.extra, outcome.wrong) == ([second], [first], [(2, "JO")])
