"""Legality, turns and points against OpenSpiel's Skat; `benchmarks.engines.skat_open_spiel` has more deals."""

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from benchmarks.engines.skat_open_spiel import differences

DEALS = 200


def test_every_deal_goes_as_in_open_spiel() -> None:
    found = differences(range(DEALS))
    assert found.deals == DEALS
    assert found.cards > 20 * DEALS
    assert found.nulls >= found.ended > 0
    assert found.told == []
