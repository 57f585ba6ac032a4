"""Rare accidents: another deck lies by, the camera is knocked."""

import pytest

from tests.support.filmed import scripts, watch

PART = 8


@pytest.mark.slow
@pytest.mark.parametrize("name", ["condor 2", "mittlere 3", "molotow 4", "tarot 5"])
def test_another_deck_that_lies_by_is_no_play(name: str) -> None:
    script = scripts()[name].first(PART)
    outcome = watch(script, script.take(4, "low", fps=10, effects={"second_deck": 1.0}))
    assert outcome.read == script.plays


@pytest.mark.slow
@pytest.mark.parametrize("level", [0.1, 0.3])
def test_a_knocked_camera_makes_no_card_another_one(level: float) -> None:
    script = scripts()["molotow 4"].first(PART)
    outcome = watch(script, script.take(4, "low", fps=10, effects={"knock": level}))
    assert outcome.wrong == []
    assert outcome.false_cold == 0
