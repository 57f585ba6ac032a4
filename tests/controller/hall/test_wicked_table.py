"""One wicked table among honest ones; ``python -m benchmarks.hall.wicked`` tries as many seeds as one likes."""

from pathlib import Path

import pytest

from tests.support.storm.wicked_hall import storm
from tests.support.storm.wicked_wire import wire_storm

SEEDS = (0, 1, 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_wicked_table_costs_the_others_nothing_and_the_hall_stays_small(seed: int) -> None:
    assert storm(seed).broken == []


@pytest.mark.slow
@pytest.mark.needs("mosquitto")
def test_the_same_at_a_real_broker_with_strangers_at_its_door(tmp_path: Path) -> None:
    assert wire_storm(tmp_path, 0) == []
