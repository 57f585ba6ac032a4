"""Legality, turns and scores against OpenSpiel's Hearts; `benchmarks.engines.hearts_open_spiel` has more deals."""

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from benchmarks.engines.hearts_open_spiel import differences

DEALS = 60


@pytest.mark.rule("HEA-P1", "HEA-P2", "HEA-F1", "HEA-F2", "HEA-W1", "HEA-S1", "HEA-S2")
def test_every_deal_goes_as_in_open_spiel() -> None:
    found = differences(range(DEALS))
    assert found.deals == DEALS
    assert found.cards == DEALS * 52
    assert found.told == []
